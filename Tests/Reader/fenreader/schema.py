"""The schema of every payload kind. A payload that breaks it is `CORRUPT`."""

from __future__ import annotations

import datetime
import re
from typing import Any, Callable

from . import encoding
from .encoding import MAX_SAFE_INTEGER, EncodingError

MAX_AMOUNT = 10**15
MAX_LIST = 128
MAX_HEADS = 8
MAX_WEIGHT = 10**6

_RATE = re.compile(r"(0|[1-9][0-9]{0,11})(\.[0-9]{0,11}[1-9])?")
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_CURRENCY = re.compile(r"[A-Z]{3}")
_DECIMAL = re.compile(r"0|-?[1-9][0-9]{0,37}")

Check = Callable[[Any], bool]


def text(least: int, most: int) -> Check:
    """A string of so many Unicode scalar values."""
    return lambda value: isinstance(value, str) and least <= len(value) <= most


def integer(least: int, most: int = MAX_SAFE_INTEGER) -> Check:
    """An integer in a range; `true` is no integer."""
    return lambda value: type(value) is int and least <= value <= most


def hexadecimal(length: int) -> Check:
    """Lower-case hex of so many bytes."""

    def check(value: Any) -> bool:
        try:
            encoding.decode_hex(value, length)
            return True
        except EncodingError:
            return False

    return check


def base64url(least: int, most: int) -> Check:
    """Base64url of so many bytes."""

    def check(value: Any) -> bool:
        try:
            return least <= len(encoding.decode_base64url(value)) <= most
        except EncodingError:
            return False

    return check


def one_of(*values: str) -> Check:
    """One of a few words."""
    return lambda value: isinstance(value, str) and value in values


def is_true(value: Any) -> bool:
    """The word `true`; `false` is written by leaving the field out."""
    return value is True


def is_currency(value: Any) -> bool:
    """Three letters A-Z."""
    return isinstance(value, str) and _CURRENCY.fullmatch(value) is not None


def is_date(value: Any) -> bool:
    """A real Gregorian date from 1900-01-01 to 9999-12-31."""
    if not isinstance(value, str) or not _DATE.fullmatch(value):
        return False
    try:
        return datetime.date.fromisoformat(value).year >= 1900
    except ValueError:
        return False


def is_rate(value: Any) -> bool:
    """A decimal of at most 12 significant digits that is not 0."""
    if not isinstance(value, str) or not _RATE.fullmatch(value):
        return False
    digits = value.replace(".", "").lstrip("0")
    return 1 <= len(digits) <= 12


def is_decimal(value: Any) -> bool:
    """An integer of any size as a decimal string."""
    return isinstance(value, str) and _DECIMAL.fullmatch(value) is not None


def is_head(value: Any) -> bool:
    """`{"id": event id, "seq": number}`."""
    return isinstance(value, dict) and _ID(value.get("id")) and _NUMBER(value.get("seq"))


def heads(least: int) -> Check:
    """A list of heads, strictly ascending by (seq, id)."""

    def check(value: Any) -> bool:
        if not isinstance(value, list) or not least <= len(value) <= MAX_HEADS:
            return False
        if not all(map(is_head, value)):
            return False
        keys = [(head["seq"], head["id"]) for head in value]
        return all(a < b for a, b in zip(keys, keys[1:]))

    return check


def by_member(**fields: Check) -> Check:
    """A list of objects with `member`, strictly ascending by it, 1-128 entries."""

    def check(value: Any) -> bool:
        if not isinstance(value, list) or not 1 <= len(value) <= MAX_LIST:
            return False
        for item in value:
            if not isinstance(item, dict) or not _ID(item.get("member")):
                return False
            if not all(test(item.get(name)) for name, test in fields.items()):
                return False
        members = [item["member"] for item in value]
        return all(a < b for a, b in zip(members, members[1:]))

    return check


def is_split(value: Any) -> bool:
    """`{"mode", "parts"}` with the sums its mode asks for, except `amount`'s own."""
    if not isinstance(value, dict) or not _MODE(value.get("mode")):
        return False
    if not by_member(value=integer(1, MAX_AMOUNT))(value.get("parts")):
        return False
    values = [part["value"] for part in value["parts"]]
    return {
        "equal": all(weight == 1 for weight in values),
        "amount": True,
        "percent": sum(values) == 10_000,
        "shares": max(values) <= MAX_WEIGHT,
    }[value["mode"]]


_MODE = one_of("equal", "amount", "percent", "shares")
_ID = hexadecimal(32)
_HALF = hexadecimal(16)
_NUMBER = integer(1)
_EPOCH = integer(0, 2**32 - 1)
_AMOUNT = integer(1, MAX_AMOUNT)
_NAME = text(1, 80)
_EPOCH_BOX = base64url(80, 80)
_INVITE_BOX = base64url(49, 1_072)

_UNIT = {
    "amount": _AMOUNT, "currency": is_currency, "paid_by": by_member(amount=_AMOUNT),
    "split": is_split, "settlement_amount": _AMOUNT,
}
_UNIT_OPTIONAL = {"rate": is_rate, "refund": is_true, "typed": text(0, 200)}
_DESCRIPTION = text(1, 140)
_NOTE = text(0, 1_000)
_CATEGORY = text(0, 40)


def _blob_or_empty(value: Any) -> bool:
    return value == "" or _ID(value)


# kind -> (required fields, optional fields)
KINDS: dict[str, tuple[dict[str, Check], dict[str, Check]]] = {
    "GroupCreated": (
        {
            "name": _NAME, "currency": is_currency, "organiser_name": _NAME,
            "edit": one_of("creator", "any_member"), "check": _ID,
        },
        {"lab": is_true},
    ),
    "GroupSettingsChanged": ({}, {"name": _NAME, "edit": one_of("creator", "any_member")}),
    "InviteIssued": (
        {"invite_id": _HALF, "name": _NAME, "expires_at": integer(0), "digest": _ID},
        {},
    ),
    "InviteRevoked": ({"invite_id": _HALF}, {}),
    "MemberJoined": ({"invite_id": _HALF, "name": _NAME, "proof": _ID}, {}),
    "MemberAdmitted": ({"member": _ID}, {"invite_id": _HALF, "from": _NUMBER}),
    "MemberRemoved": ({"member": _ID}, {"heads": heads(0)}),
    "MemberRenamed": ({"name": _NAME}, {}),
    "MemberRekeyed": ({"member": _ID, "successor": _ID, "heads": heads(0)}, {}),
    "MemberVouched": ({"member": _ID, "successor": _ID}, {}),
    "DeputyNamed": ({}, {"member": _ID}),
    "OrganiserChanged": ({"member": _ID, "heads": heads(0)}, {}),
    "GuestAdded": ({"name": _NAME}, {}),
    "GuestClaimed": ({"guest": _ID, "member": _ID}, {}),
    "ExpenseLogged": (
        {**_UNIT, "description": _DESCRIPTION, "date": is_date},
        {
            **_UNIT_OPTIONAL, "category": _CATEGORY, "note": _NOTE, "blob": _ID,
            "imported": text(1, 200), "on_behalf_of": _ID,
        },
    ),
    "ExpenseUpdated": (
        {"expense": _ID},
        {
            **_UNIT, **_UNIT_OPTIONAL, "description": _DESCRIPTION, "date": is_date,
            "category": _CATEGORY, "note": _NOTE, "blob": _blob_or_empty,
        },
    ),
    "ExpenseDeleted": ({"expense": _ID}, {}),
    "ExpenseRestored": ({"expense": _ID}, {}),
    "SettlementRecorded": (
        {
            "from": _ID, "to": _ID, "amount": _AMOUNT, "currency": is_currency,
            "settlement_amount": _AMOUNT,
        },
        {"rate": is_rate, "note": _NOTE, "on_behalf_of": _ID},
    ),
    "SettlementVoided": ({"settlement": _ID}, {}),
    "RateSet": (
        {"currency": is_currency, "rate": is_rate, "source": text(0, 40), "date": is_date},
        {},
    ),
    "AttachmentUploaded": ({"expense": _ID, "blob": _ID}, {}),
    "KeyEpochUpdate": (
        {"epoch": integer(1, 2**32 - 1), "check": _ID, "wrapped": by_member(box=_EPOCH_BOX)},
        {},
    ),
    "KeyHistory": ({"epoch": _EPOCH, "key": base64url(32, 32)}, {}),
    "KeyRewrapRequest": ({"epoch": _EPOCH}, {}),
    "KeyRewrapped": ({"epoch": _EPOCH, "member": _ID, "box": _EPOCH_BOX}, {"request": _ID}),
    "StorageKeyRotated": ({"descriptor": base64url(1, 1_024)}, {}),
    "GroupInviteRelayed": ({"to": _ID, "box": _INVITE_BOX}, {}),
    "SettlementSnapshot": (
        {
            "cut": by_member(heads=heads(0)), "overridden": by_member(through=integer(1)),
            "balances": by_member(amount=is_decimal),
        },
        {},
    ),
    "ForkAcknowledged": ({"author": _ID, "heads": heads(2)}, {}),
    "GroupClosed": ({"cut": by_member(heads=heads(0))}, {}),
    "GroupReopened": ({}, {}),
    "MessagePosted": ({"text": text(1, 4_000)}, {"reply_to": _ID}),
}


def judge(payload: dict[str, Any]) -> str | None:
    """`None` for a valid payload of a known kind, else `CORRUPT` or `NEWER_KIND`."""
    kind = payload.get("kind")
    if not isinstance(kind, str):
        return "CORRUPT"
    if kind not in KINDS:
        return "NEWER_KIND"
    required, optional = KINDS[kind]
    if not all(name in payload and check(payload[name]) for name, check in required.items()):
        return "CORRUPT"
    if not all(check(payload[name]) for name, check in optional.items() if name in payload):
        return "CORRUPT"
    return None if _sums_fit(kind, payload) else "CORRUPT"


def _sums_fit(kind: str, payload: dict[str, Any]) -> bool:
    """The conditions that tie fields together."""
    if kind == "SettlementRecorded":
        return payload["from"] != payload["to"]
    if kind not in ("ExpenseLogged", "ExpenseUpdated"):
        return True
    present = [name for name in (*_UNIT, *_UNIT_OPTIONAL) if name in payload]
    if not present:
        return True
    if not all(name in payload for name in _UNIT):
        return False
    amount, split = payload["amount"], payload["split"]
    if sum(payment["amount"] for payment in payload["paid_by"]) != amount:
        return False
    return split["mode"] != "amount" or sum(part["value"] for part in split["parts"]) == amount
