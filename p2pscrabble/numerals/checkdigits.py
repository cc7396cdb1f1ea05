"""A long number as people copy it: with two check digits, so that a slip is noticed and never read as another number.

The text is the digit 1, which names this form; the number times 47, with one 0 before it where that makes its digits
odd in number; and two check digits over all of it (ISO 7064, MOD 97-10). What each part is for:

* the check digits catch every wrong digit, and every two digits swapped unless 96 places or a multiple of it apart;
* the multiple of 47 catches those, up to ``MAX_DIGITS``, because powers of ten repeat after 46 steps modulo 47;
* the text always has an even number of digits, so that one dropped or added is noticed whatever it was.
"""

from __future__ import annotations

from typing import Final

from p2pscrabble.errors import DamagedNumber, DecodeError, UsageError
from p2pscrabble.numerals.digits import is_digits, number_from_digits, number_to_digits

MAX_DIGITS: Final = 2000
"""The most digits that a text may have."""

_FORM: Final = "1"
_FACTOR: Final = 47
_GROUP: Final = 4
_TYPED: Final = 4 * MAX_DIGITS  # with a line break after every digit and then some


def add_check_digits(number: int) -> str:
    """The number, 0 or more, as a text of digits; raises ``UsageError`` where it needs more than ``MAX_DIGITS``."""
    digits = number_to_digits(number * _FACTOR)
    body = _FORM + digits.zfill(len(digits) | 1)
    if len(body) + 2 > MAX_DIGITS:
        raise UsageError(f"This is too long for a number of {MAX_DIGITS} digits.")
    return body + _check(body)


def strip_check_digits(text: str) -> int:
    """The number behind such a text, spaces and line breaks passed over.

    Raises ``DecodeError`` where it is no text of digits, and ``DamagedNumber`` where a digit is wrong, missing or too
    many.
    """
    digits = "".join(text.split()) if len(text) <= _TYPED else text
    if len(digits) > MAX_DIGITS:
        raise DecodeError(f"a number of more than {MAX_DIGITS} digits")
    if not digits or not is_digits(digits):
        raise DecodeError("this is not made of digits alone")
    body, number = digits[:-2], digits[1:-2]
    if len(digits) % 2 or len(digits) < 4 or digits[-2:] != _check(body):
        raise DamagedNumber("the number is damaged: a digit is wrong, missing or too many")
    if not body.startswith(_FORM):
        raise DamagedNumber("the number is damaged, or a later version wrote it")
    value, rest = divmod(number_from_digits(number.lstrip("0"), MAX_DIGITS), _FACTOR)
    if rest or number.startswith("00"):
        raise DamagedNumber("the number is damaged: digits are swapped")
    return value


def grouped(text: str) -> str:
    """The digits in groups of four, as they are easiest to read and copy."""
    return " ".join(text[at : at + _GROUP] for at in range(0, len(text), _GROUP))


def _check(body: str) -> str:
    """The two check digits that go after these digits, 02 to 98."""
    remainder = 0
    for digit in body:
        remainder = (remainder * 10 + int(digit)) % 97
    return str(98 - remainder * 100 % 97).zfill(2)
