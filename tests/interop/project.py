"""A Scratch project with two cloud variables, as the editor would save it: it says hello, waits, and answers."""

from __future__ import annotations

import json
from hashlib import md5
from io import BytesIO
from typing import Final
from zipfile import ZipFile

HELLO: Final = 4821
_BACKDROP: Final = b'<svg xmlns="http://www.w3.org/2000/svg" width="2" height="2"/>'
_QUESTION: Final = [12, "☁ question", "q"]


def _block(opcode: str, parent: str | None, next: str | None = None, **inputs: object) -> dict[str, object]:  # noqa: A002
    block: dict[str, object] = {"opcode": opcode, "parent": parent, "next": next, "inputs": inputs, "fields": {}}
    return block | {"shadow": False, "topLevel": parent is None, "x": 0, "y": 0}


def _set(parent: str, next: str | None, value: object) -> dict[str, object]:  # noqa: A002
    return _block("data_setvariableto", parent, next, VALUE=value) | {"fields": {"VARIABLE": ["☁ answer", "a"]}}


def sb3() -> bytes:
    """When the flag is clicked: ☁ answer is HELLO; once ☁ question is greater than 0, ☁ answer is twice that."""
    name = md5(_BACKDROP).hexdigest()
    costume = {"name": "1", "assetId": name, "md5ext": f"{name}.svg", "dataFormat": "svg"}
    stage = {
        "isStage": True,
        "name": "Stage",
        "variables": {"q": ["☁ question", 0, True], "a": ["☁ answer", 0, True]},
        "lists": {},
        "broadcasts": {},
        "comments": {},
        "blocks": {
            "flag": _block("event_whenflagclicked", None, "hello"),
            "hello": _set("flag", "wait", [1, [10, str(HELLO)]]),
            "wait": _block("control_wait_until", "hello", "answer", CONDITION=[2, "asked"]),
            "asked": _block("operator_gt", "wait", OPERAND1=[3, _QUESTION, [10, ""]], OPERAND2=[1, [10, "0"]]),
            "answer": _set("wait", None, [3, "twice", [10, ""]]),
            "twice": _block("operator_multiply", "answer", NUM1=[3, _QUESTION, [4, ""]], NUM2=[1, [4, "2"]]),
        },
        "currentCostume": 0,
        "costumes": [{**costume, "rotationCenterX": 1, "rotationCenterY": 1}],
        "sounds": [],
        "volume": 100,
        "layerOrder": 0,
    }
    file = BytesIO()
    with ZipFile(file, "w") as archive:
        archive.writestr("project.json", json.dumps({"targets": [stage], "meta": {"semver": "3.0.0"}}))
        archive.writestr(f"{name}.svg", _BACKDROP)
    return file.getvalue()
