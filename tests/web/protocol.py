"""Reads ``types.js`` and says where a value is not of a type that is written there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import p2pscrabble.web

TYPES_JS: Final = Path(p2pscrabble.web.__file__).parent / "page" / "types.js"
_COMMENT: Final = re.compile(r"/\*\*(.*?)\*/", re.DOTALL)
_TYPEDEF: Final = re.compile(r"@typedef\s+(?=\{)")
_PROPERTY: Final = re.compile(r"@property\s+(?=\{)")
_TOKEN: Final = re.compile(r'\s*("[^"]*"|[A-Za-z]\w*|\[\]|[{}()<>|&,:;?])')


@dataclass(frozen=True)
class Type:
    """A type: its kind, and what it is made of."""

    kind: str
    parts: tuple[Type, ...] = ()
    name: str = ""
    fields: tuple[tuple[str, Type], ...] = ()


def read_types(text: str) -> dict[str, Type]:
    """Every type that these comments define."""
    found = {}
    for comment in _COMMENT.findall(text):
        lines = "\n".join(line.strip().removeprefix("*") for line in comment.split("\n"))
        pieces = _TYPEDEF.split(lines)[1:]
        for piece in pieces:
            expression, rest = _braced(piece)
            name = re.match(r"\s*(\w+)", rest)
            assert name, piece
            fields = [_field(part) for part in _PROPERTY.split(rest)[1:]]
            of = Type("record", fields=tuple(fields)) if expression == "object" else _parse(expression)
            found[name[1]] = of
    return found


def _braced(text: str) -> tuple[str, str]:
    depth = 0
    for at, sign in enumerate(text):
        depth += (sign == "{") - (sign == "}")
        if depth == 0:
            return text[1:at].strip(), text[at + 1 :]
    raise AssertionError(f"a brace that does not close: {text[:60]}")


def _field(text: str) -> tuple[str, Type]:
    expression, rest = _braced(text)
    name = re.match(r"\s*(\[?)(\w+)", rest)
    assert name, text
    kind = _parse(expression)
    return name[2], Type("optional", (kind,)) if name[1] else kind


class _Tokens:
    def __init__(self, text: str) -> None:
        self.left = []
        at = 0
        while text[at:].strip():
            found = _TOKEN.match(text, at)
            assert found, text[at:]
            self.left.append(found[1])
            at = found.end()

    def next(self) -> str:
        return self.left.pop(0)

    def take(self, token: str) -> bool:
        if self.left[:1] == [token]:
            self.left.pop(0)
            return True
        return False


def _parse(text: str) -> Type:
    if "=>" in text or "import(" in text:
        return Type("name", name="any")  # functions and elements: nothing that is sent
    tokens = _Tokens(text)
    read = _union(tokens)
    assert not tokens.left, f"{text}: {tokens.left}"
    return read


def _union(tokens: _Tokens) -> Type:
    parts = [_both(tokens)]
    while tokens.take("|"):
        parts.append(_both(tokens))
    return parts[0] if len(parts) == 1 else Type("union", tuple(parts))


def _both(tokens: _Tokens) -> Type:
    parts = [_array(tokens)]
    while tokens.take("&"):
        parts.append(_array(tokens))
    return parts[0] if len(parts) == 1 else Type("both", tuple(parts))


def _array(tokens: _Tokens) -> Type:
    read = _primary(tokens)
    while tokens.take("[]"):
        read = Type("array", (read,))
    return read


def _primary(tokens: _Tokens) -> Type:
    token = tokens.next()
    if token == "(":
        read = _union(tokens)
        assert tokens.take(")")
        return read
    if token == "{":
        fields = []
        while not tokens.take("}"):
            name = tokens.next()
            optional = tokens.take("?")
            assert tokens.take(":"), name
            kind = _union(tokens)
            fields.append((name, Type("optional", (kind,)) if optional else kind))
            tokens.take(",")
        return Type("record", fields=tuple(fields))
    if tokens.take("<"):
        parts = [_union(tokens)]
        while tokens.take(","):
            parts.append(_union(tokens))
        assert tokens.take(">")
        return Type("generic", tuple(parts), token)
    return Type("literal" if token.startswith('"') else "name", name=token.strip('"'))


class Protocol:
    """The types of ``types.js``."""

    def __init__(self) -> None:
        self.types: Mapping[str, Type] = read_types(TYPES_JS.read_text("utf-8"))

    def keys(self, name: str) -> set[str]:
        """The keys of a type."""
        return {key for key, _ in self.types[name].fields}

    def wrong(self, value: object, name: str) -> list[str]:
        """Where the value is not of this type; nothing, and it is. Keys that the type does not have are wrong too."""
        return list(self._wrong(value, Type("name", name=name), name))

    def _wrong(self, value: object, of: Type, where: str) -> Iterator[str]:
        match of.kind:
            case "union":
                found = [list(self._wrong(value, part, where)) for part in of.parts]
                if all(found):
                    yield from min(found, key=len)
            case "both":
                fields = tuple(field for part in of.parts for field in self._record(part).fields)
                yield from self._wrong(value, Type("record", fields=fields), where)
            case "array":
                if not isinstance(value, list):
                    yield f"{where} is no list: {value!r}"
                    return
                for at, item in enumerate(value):
                    yield from self._wrong(item, of.parts[0], f"{where}[{at}]")
            case "record":
                yield from self._fields(value, of, where)
            case "literal":
                if value != of.name:
                    yield f"{where} is {value!r}, not {of.name!r}"
            case "generic":
                yield from self._generic(value, of, where)
            case _:
                yield from self._named(value, of, where)

    def _record(self, of: Type) -> Type:
        return self.types[of.name] if of.kind == "name" else of

    def _fields(self, value: object, of: Type, where: str) -> Iterator[str]:
        if not isinstance(value, dict):
            yield f"{where} is no object: {value!r}"
            return
        needed = {key for key, kind in of.fields if kind.kind != "optional"}
        known = {key for key, _ in of.fields}
        yield from (f"{where} lacks {key}" for key in sorted(needed - value.keys()))
        yield from (f"{where} has {key}, which it does not know" for key in sorted(value.keys() - known))
        for key, kind in of.fields:
            if key in value:
                yield from self._wrong(value[key], kind.parts[0] if kind.kind == "optional" else kind, f"{where}.{key}")

    def _generic(self, value: object, of: Type, where: str) -> Iterator[str]:
        if of.name == "Partial":
            record = self._record(of.parts[0])
            yield from self._fields(
                value, Type("record", fields=tuple((k, Type("optional", (t,))) for k, t in record.fields)), where
            )
        elif not isinstance(value, dict) or not all(isinstance(key, str) for key in value):
            yield f"{where} is no object: {value!r}"
        else:
            for key, item in value.items():
                yield from self._wrong(item, of.parts[1], f"{where}.{key}")

    def _named(self, value: object, of: Type, where: str) -> Iterator[str]:
        fits = {
            "any": True,
            "null": value is None,
            "true": value is True,
            "false": value is False,
            "string": isinstance(value, str),
            "boolean": isinstance(value, bool),
            "number": isinstance(value, int | float) and not isinstance(value, bool),
        }
        if of.name not in fits:
            yield from self._wrong(value, self.types[of.name], where)
        elif not fits[of.name]:
            yield f"{where} is no {of.name}: {value!r}"
