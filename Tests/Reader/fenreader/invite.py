"""Invite links: `fen://join#...` and `FEN:J3/...`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from . import encoding
from .crypto import GroupKey, aead_open, hmac_sha256, sha256
from .encoding import EncodingError

MAX_BODY = 1_024
_AAD = b"fen/invite/3"


class InviteError(ValueError):
    """Why a pasted text is no usable invite, as a sentence."""


@dataclass(frozen=True)
class Invite:
    """What a link carries."""

    group: bytes
    key: GroupKey
    join_token: bytes
    descriptor: list[Any]
    founder: bytes
    expiry: int
    name: str
    currency: str
    inviter: str
    members: int
    addresses: list[Any]
    digest: bytes
    older_keys: tuple[GroupKey, ...] = ()

    @property
    def keys(self) -> list[GroupKey]:
        """Every group key that it hands over."""
        return [self.key, *self.older_keys]

    @property
    def invite_id(self) -> bytes:
        """Names this invite in the log."""
        return sha256(b"fen/1/invite\x00", self.group, self.join_token)[:16]

    def join_proof(self, member: bytes) -> bytes:
        """What only a holder of the link can write into `MemberJoined`."""
        return hmac_sha256(self.join_token, b"fen/1/join\x00", self.group, member)


def parse(text: str, now_ms: int | None = None) -> Invite:
    """Reads a pasted link; with `now_ms` an expired one is refused."""
    compact = re.sub(r"\s+", "", text).strip("\"'<>()[]`.,;!“”‘’«»")
    secret, package = _parts(compact)
    body = aead_open(package, _AAD, bytes(24), sha256(_AAD, b"\x00", secret))
    if body is None:
        raise InviteError("This link is damaged or incomplete, copy it again.")
    invite = _decode(body)
    if now_ms is not None and now_ms >= invite.expiry * 1_000:
        raise InviteError("This invite has expired, ask for a new one.")
    return invite


def _parts(text: str) -> tuple[bytes, bytes]:
    try:
        if text.startswith("FEN:J3/"):
            raw = encoding.decode_base32(text[len("FEN:J3/") :])
            length = int.from_bytes(raw[:2], "big")
            if len(raw) != 2 + length or length < 32:
                raise InviteError("This link is incomplete, copy it again.")
            return raw[2:18], raw[18:]
        for prefix in ("fen://join#", "https://fenapp.net/join#"):
            if text.startswith(prefix):
                return _fragment(text[len(prefix) :])
    except EncodingError as problem:
        raise InviteError("This link is damaged, copy it again.") from problem
    raise InviteError("This is not an invite to a fen group.")


def _fragment(text: str) -> tuple[bytes, bytes]:
    fields = dict(part.split("=", 1) for part in text.split("&") if "=" in part)
    if fields.get("v") == "2":
        raise InviteError("This invite was made by an older fen that is not supported.")
    if fields.get("v") != "3" or "s" not in fields or "p" not in fields:
        raise InviteError("This link is incomplete, copy it again.")
    secret = encoding.decode_base64url(fields["s"])
    if len(secret) != 16:
        raise InviteError("This link is damaged, copy it again.")
    return secret, encoding.decode_base64url(fields["p"])


def _decode(body: bytes) -> Invite:
    wanted = {
        1: bytes, 2: list, 3: bytes, 4: list, 5: bytes, 6: int, 7: str, 8: str, 9: str, 10: int,
    }
    try:
        fields = encoding.decode_cbor(body)
    except EncodingError as problem:
        raise InviteError("The invite's content is not valid.") from problem
    if len(body) > MAX_BODY or not isinstance(fields, dict):
        raise InviteError("The invite's content is not valid.")
    for number, kind in wanted.items():
        if not isinstance(fields.get(number), kind):
            raise InviteError(f"The invite's field {number} is missing or wrong.")
    if list(map(type, fields[2])) != [int, bytes] or not 0 <= fields[2][0] < 2**32:
        raise InviteError("The invite's group key is not valid.")
    epoch, key = fields[2]
    if (len(fields[1]), len(key), len(fields[3]), len(fields[5])) != (16, 32, 16, 32):
        raise InviteError("The invite's content has wrong lengths.")
    older = fields.get(12, [])
    if not isinstance(older, list) or len(older) > 8 or not all(map(_is_key, older)):
        raise InviteError("The invite's older keys are not valid.")
    return Invite(
        group=fields[1],
        key=GroupKey(fields[1], epoch, key),
        join_token=fields[3],
        descriptor=fields[4],
        founder=fields[5],
        expiry=fields[6],
        name=fields[7],
        currency=fields[8],
        inviter=fields[9],
        members=fields[10],
        addresses=fields.get(11, []),
        digest=sha256(body),
        older_keys=tuple(GroupKey(fields[1], epoch, key) for epoch, key in older),
    )


def _is_key(value: Any) -> bool:
    return (
        isinstance(value, list)
        and list(map(type, value)) == [int, bytes]
        and 0 <= value[0] < 2**32
        and len(value[1]) == 32
    )
