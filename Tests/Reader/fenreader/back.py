"""Coming back in with a member's help, from the page `BackIn`: the messages and the code."""

from __future__ import annotations

from typing import Any

from nacl import bindings

from . import crypto, encoding

COMMIT = b"fen/1/back/commit\0"
TRANSCRIPT = b"fen/1/back/transcript\0"
REVEAL = b"fen/1/back/reveal\0"


def message(kind: int, request: bytes, fields: dict[int, Any]) -> bytes:
    """A message: its kind, the request's id, and what else it says."""
    return encoding.encode_cbor({0: kind, 1: request, **fields})


def commitment(request: bytes, key: bytes, number: bytes) -> bytes:
    """What the request says of key and number."""
    return crypto.sha256(COMMIT, request, key, number)


def transcript(request: bytes, answer: bytes, key: bytes, number: bytes) -> bytes:
    """Everything that was said, in one hash."""
    return crypto.sha256(TRANSCRIPT, crypto.sha256(request), crypto.sha256(answer), key, number)


def code(of: bytes) -> str:
    """The six digits of a transcript."""
    stream = crypto.hkdf_sha256(of, b"", b"fen/1/back/code", 60)
    words = [int.from_bytes(stream[at:at + 3], "big") & 0xfffff for at in range(0, 60, 3)]
    number = next((word for word in words if word < 1_000_000), words[-1] % 1_000_000)
    return f"{number:06}"


def link(of: bytes) -> str:
    """A message as text."""
    content = of + crypto.sha256(b"fen/1/back/text\0", of)[:4]
    return f"fen://back#m={encoding.encode_base64url(content)}&v=1"


def reveal_signature(of: bytes, seed: bytes) -> bytes:
    """The new key's signature over a transcript."""
    _, secret = bindings.crypto_sign_seed_keypair(seed)
    return bindings.crypto_sign(REVEAL + of, secret)[:64]
