"""One event: its header, identifier, line form, and the refusals a line can meet."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from . import crypto, encoding
from .encoding import MAX_SAFE_INTEGER, EncodingError

MAX_LINE_BYTES = 48 * 1_024
ZERO = bytes(32)
_FIELDS = {
    "author", "created_at", "ct", "epoch", "fmt", "key", "lamport", "nonce", "prev", "seq", "sig",
}


class LineRefused(ValueError):
    """A line that is not stored; `reason` is the refusal's name."""

    def __init__(self, reason: str):
        super().__init__(reason)
        self.reason = reason


@dataclass
class Event:
    """A line that parsed: sealed, and not yet known to be authentic."""

    group: bytes
    author: bytes
    seq: int
    lamport: int
    created_at: int
    epoch: int
    key_id: bytes
    prev: bytes
    nonce: bytes
    ciphertext: bytes
    signature: bytes
    id: bytes = field(init=False)

    def __post_init__(self) -> None:
        digest = crypto.sha256(self.ciphertext)
        self.id = crypto.sha256(b"fen/1/event\x00", self.header, digest)

    @property
    def header(self) -> bytes:
        """The 152 bytes that are bound to the ciphertext as additional data."""
        return b"".join((
            b"FEN\x01", self.group, self.author, self.seq.to_bytes(8, "big"),
            self.lamport.to_bytes(8, "big"), self.created_at.to_bytes(8, "big"),
            self.epoch.to_bytes(4, "big"), self.key_id, self.prev, self.nonce,
        ))

    @property
    def order(self) -> tuple[int, bytes]:
        """The canonical order: `(lamport, event_id)`."""
        return self.lamport, self.id

    def signature_is_valid(self) -> bool:
        """Whether the author signed this event's identifier."""
        return crypto.verify(self.signature, b"fen/1/sign\x00" + self.id, self.author)

    def open(self, key: crypto.GroupKey) -> dict[str, Any] | None:
        """The payload object, or `None` where it does not open, unpad or parse."""
        padded = crypto.aead_open(self.ciphertext, self.header, self.nonce, key.subkey("content"))
        plain = None if padded is None else crypto.unpad(padded)
        if plain is None:
            return None
        try:
            return encoding.decode_json(plain)
        except EncodingError:
            return None


def decode_line(line: bytes, group: bytes) -> Event:
    """A line without its newline, or `LineRefused`."""
    if len(line) > MAX_LINE_BYTES:
        raise LineRefused("TOO_LONG")
    try:
        fields = encoding.decode_json(line, MAX_LINE_BYTES)
    except EncodingError as problem:
        raise LineRefused("NOT_CANONICAL") from problem
    if type(fields.get("fmt")) is not int:
        raise LineRefused("NOT_CANONICAL")
    if fields["fmt"] != 1:
        raise LineRefused("UNKNOWN_FMT")
    if set(fields) != _FIELDS:
        raise LineRefused("NOT_CANONICAL")
    event = _sized(fields, group)
    if not crypto.is_valid_public_key(event.author):
        raise LineRefused("BAD_AUTHOR_KEY")
    if (event.seq == 1) != (event.prev == ZERO):
        raise LineRefused("BAD_CHAIN")
    return event


def _sized(fields: dict[str, Any], group: bytes) -> Event:
    try:
        ciphertext = encoding.decode_base64url(fields["ct"])
        nonce = encoding.decode_base64url(fields["nonce"])
        signature = encoding.decode_base64url(fields["sig"])
        author = encoding.decode_hex(fields["author"], 32)
        key_id = encoding.decode_hex(fields["key"], 16)
        prev = encoding.decode_hex(fields["prev"], 32)
    except EncodingError as problem:
        raise LineRefused("BAD_SIZE") from problem
    blocks, rest = divmod(len(ciphertext) - 16, 256)
    if rest or not 1 <= blocks <= 129 or len(nonce) != 24 or len(signature) != 64:
        raise LineRefused("BAD_SIZE")
    numbers = {name: fields[name] for name in ("seq", "lamport", "created_at", "epoch")}
    if any(type(number) is not int for number in numbers.values()):
        raise LineRefused("NOT_CANONICAL")
    least = {"seq": 1, "lamport": 1, "created_at": 0, "epoch": 0}
    most = {"epoch": 2**32 - 1}
    for name, number in numbers.items():
        if not least[name] <= number <= most.get(name, MAX_SAFE_INTEGER):
            raise LineRefused("BAD_RANGE")
    return Event(
        group, author, numbers["seq"], numbers["lamport"], numbers["created_at"],
        numbers["epoch"], key_id, prev, nonce, ciphertext, signature,
    )


def encode_line(event: Event) -> bytes:
    """The line form with its newline."""
    return encoding.encode_json({
        "author": event.author.hex(),
        "created_at": event.created_at,
        "ct": encoding.encode_base64url(event.ciphertext),
        "epoch": event.epoch,
        "fmt": 1,
        "key": event.key_id.hex(),
        "lamport": event.lamport,
        "nonce": encoding.encode_base64url(event.nonce),
        "prev": event.prev.hex(),
        "seq": event.seq,
        "sig": encoding.encode_base64url(event.signature),
    }) + b"\n"
