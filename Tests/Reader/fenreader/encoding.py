"""Strict text and binary encodings: hex, base64url, base32, canonical JSON, deterministic CBOR."""

from __future__ import annotations

import base64
import json
import re
from typing import Any

MAX_SAFE_INTEGER = 2**53 - 1
MAX_PAYLOAD_BYTES = 32_768
MAX_DEPTH = 8

_KEY = re.compile(r"[a-z0-9_]{1,32}")
_HEX = re.compile(r"[0-9a-f]*")
_BASE64URL = re.compile(r"[A-Za-z0-9_-]*")


class EncodingError(ValueError):
    """The bytes are not in the one form that the encoding allows."""


def decode_hex(text: Any, length: int) -> bytes:
    """Lower-case hex of exactly `length` bytes."""
    if not isinstance(text, str) or len(text) != 2 * length or not _HEX.fullmatch(text):
        raise EncodingError("not lower-case hex of the right length")
    return bytes.fromhex(text)


def decode_base64url(text: Any) -> bytes:
    """Base64url without padding; anything that would not encode to the same text is refused."""
    if not isinstance(text, str) or not _BASE64URL.fullmatch(text) or len(text) % 4 == 1:
        raise EncodingError("not base64url")
    data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    if encode_base64url(data) != text:
        raise EncodingError("base64url with non-zero trailing bits")
    return data


def encode_base64url(data: bytes) -> str:
    """Base64url without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode("ascii")


def decode_base32(text: str) -> bytes:
    """Capital RFC 4648 base32 without padding."""
    if not re.fullmatch(r"[A-Z2-7]*", text) or len(text) % 8 in (1, 3, 6):
        raise EncodingError("not base32")
    data = base64.b32decode(text + "=" * (-len(text) % 8))
    if base64.b32encode(data).rstrip(b"=").decode("ascii") != text:
        raise EncodingError("base32 with non-zero trailing bits")
    return data


def encode_base32(data: bytes) -> str:
    """Capital RFC 4648 base32 without padding."""
    return base64.b32encode(data).rstrip(b"=").decode("ascii")


def encode_json(value: Any) -> bytes:
    """Canonical JSON (RFC 8785 without null and fractions)."""
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return text.encode("utf-8")


def decode_json(data: bytes, max_bytes: int = MAX_PAYLOAD_BYTES) -> dict[str, Any]:
    """One canonical JSON object, or `EncodingError`."""
    if len(data) > max_bytes:
        raise EncodingError("too long")
    try:
        value = json.loads(
            data.decode("utf-8"),
            object_pairs_hook=_object,
            parse_float=_refuse,
            parse_constant=_refuse,
        )
        if not isinstance(value, dict):
            raise EncodingError("not an object")
        _check(value, 1)
        if encode_json(value) != data:
            raise EncodingError("not canonical")
    except (UnicodeError, ValueError, RecursionError) as problem:
        raise EncodingError(str(problem)) from problem
    return value


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) != len(pairs):
        raise EncodingError("duplicate key")
    return result


def _refuse(text: str) -> Any:
    raise EncodingError(f"number not allowed: {text}")


def _check(value: Any, depth: int) -> None:
    """Depth, key grammar, integer range, no null."""
    if isinstance(value, (dict, list)) and depth > MAX_DEPTH:
        raise EncodingError("too deep")
    if isinstance(value, dict):
        for key, inner in value.items():
            if not _KEY.fullmatch(key):
                raise EncodingError("key")
            _check(inner, depth + 1)
    elif isinstance(value, list):
        for inner in value:
            _check(inner, depth + 1)
    elif isinstance(value, int) and not isinstance(value, bool):
        if abs(value) > MAX_SAFE_INTEGER:
            raise EncodingError("integer too large")
    elif value is None:
        raise EncodingError("null")


def decode_cbor(data: bytes) -> Any:
    """One deterministic CBOR item (RFC 8949 section 4.2.1)."""
    value, end = _cbor_item(data, 0, 1)
    if end != len(data):
        raise EncodingError("bytes after the CBOR item")
    return value


def _cbor_item(data: bytes, at: int, depth: int) -> tuple[Any, int]:
    if depth > MAX_DEPTH:
        raise EncodingError("CBOR too deep")
    major, argument, at = _cbor_head(data, at)
    if major == 0:
        return argument, at
    if major == 1:
        return -1 - argument, at
    if major in (2, 3):
        if at + argument > len(data):
            raise EncodingError("CBOR cut short")
        raw = data[at : at + argument]
        try:
            return (raw if major == 2 else raw.decode("utf-8")), at + argument
        except UnicodeError as problem:
            raise EncodingError("CBOR text") from problem
    if major == 4:
        items = []
        for _ in range(argument):
            item, at = _cbor_item(data, at, depth + 1)
            items.append(item)
        return items, at
    if major == 5:
        return _cbor_map(data, at, argument, depth)
    if major == 7 and argument in (20, 21):
        return argument == 21, at
    raise EncodingError("CBOR type not used here")


def _cbor_map(data: bytes, at: int, count: int, depth: int) -> tuple[dict[Any, Any], int]:
    result: dict[Any, Any] = {}
    last = b""
    for _ in range(count):
        start = at
        key, at = _cbor_item(data, at, depth + 1)
        encoded = data[start:at]
        if not isinstance(key, (int, str, bytes)) or encoded <= last:
            raise EncodingError("CBOR map keys must ascend")
        last = encoded
        result[key], at = _cbor_item(data, at, depth + 1)
    return result, at


def _cbor_head(data: bytes, at: int) -> tuple[int, int, int]:
    if at >= len(data):
        raise EncodingError("CBOR cut short")
    major, info = data[at] >> 5, data[at] & 31
    at += 1
    if info < 24:
        return major, info, at
    if info > 27 or major == 7:
        raise EncodingError("CBOR head not allowed")
    width = 1 << (info - 24)
    if at + width > len(data):
        raise EncodingError("CBOR cut short")
    argument = int.from_bytes(data[at : at + width], "big")
    if argument < (24, 256, 65_536, 2**32)[info - 24]:
        raise EncodingError("CBOR head longer than needed")
    return major, argument, at + width


def encode_cbor(value: Any) -> bytes:
    """Deterministic CBOR; map keys are sorted by their encoded bytes."""
    if value is True or value is False:
        return b"\xf5" if value else b"\xf4"
    if isinstance(value, int):
        return _cbor_argument(0, value) if value >= 0 else _cbor_argument(1, -1 - value)
    if isinstance(value, bytes):
        return _cbor_argument(2, len(value)) + value
    if isinstance(value, str):
        raw = value.encode("utf-8")
        return _cbor_argument(3, len(raw)) + raw
    if isinstance(value, list):
        return _cbor_argument(4, len(value)) + b"".join(map(encode_cbor, value))
    if isinstance(value, dict):
        pairs = sorted((encode_cbor(key), encode_cbor(item)) for key, item in value.items())
        return _cbor_argument(5, len(pairs)) + b"".join(key + item for key, item in pairs)
    raise EncodingError("no CBOR form")


def _cbor_argument(major: int, argument: int) -> bytes:
    if argument < 24:
        return bytes([major << 5 | argument])
    for index, width in enumerate((1, 2, 4, 8)):
        if argument < 1 << (8 * width):
            return bytes([major << 5 | 24 + index]) + argument.to_bytes(width, "big")
    raise EncodingError("integer too large for CBOR")
