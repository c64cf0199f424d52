"""Writing events and invites: for worked examples and generated groups, with every byte given."""

from __future__ import annotations

import hashlib
import hmac
from typing import Any

from nacl import bindings

from . import crypto, encoding
from .crypto import GroupKey
from .invite import Invite
from .wire import Event

_INVITE_AAD = b"fen/invite/3"


class Author:
    """An Ed25519 identity from its 32-byte seed."""

    def __init__(self, seed: bytes):
        self.seed = seed
        self.key, self._secret = bindings.crypto_sign_seed_keypair(seed)

    def sign(self, event: Event) -> bytes:
        """`Ed25519(author, "fen/1/sign" || u8(0) || event_id)`."""
        return bindings.crypto_sign(b"fen/1/sign\x00" + event.id, self._secret)[:64]


def seal(
    author: Author,
    payload: bytes,
    key: GroupKey,
    *,
    seq: int,
    lamport: int,
    created_at: int,
    prev: bytes,
    nonce: bytes,
    epoch: int | None = None,
) -> Event:
    """One event of payload bytes, sealed and signed."""
    header_epoch = key.epoch if epoch is None else epoch
    event = Event(
        key.group, author.key, seq, lamport, created_at, header_epoch, key.key_id, prev, nonce,
        b"", b"",
    )
    sealed = crypto.aead_seal(crypto.pad(payload), event.header, nonce, key.subkey("content"))
    event = Event(
        key.group, author.key, seq, lamport, created_at, header_epoch, key.key_id, prev, nonce,
        sealed, b"",
    )
    event.signature = author.sign(event)
    return event


def invite_body(invite: Invite) -> bytes:
    """The deterministic CBOR body of an invite."""
    fields: dict[int, Any] = {
        1: invite.group,
        2: [invite.key.epoch, invite.key.key],
        3: invite.join_token,
        4: invite.descriptor,
        5: invite.founder,
        6: invite.expiry,
        7: invite.name,
        8: invite.currency,
        9: invite.inviter,
        10: invite.members,
    }
    if invite.addresses:
        fields[11] = invite.addresses
    if invite.older_keys:
        fields[12] = [[key.epoch, key.key] for key in invite.older_keys]
    return encoding.encode_cbor(fields)


def invite_package(body: bytes, secret: bytes) -> bytes:
    """An invite body sealed with the secret that stands beside it in the link."""
    key = crypto.sha256(_INVITE_AAD, b"\x00", secret)
    return crypto.aead_seal(body, _INVITE_AAD, bytes(24), key)


def link(package: bytes, secret: bytes) -> str:
    """The pasted form."""
    s, p = encoding.encode_base64url(secret), encoding.encode_base64url(package)
    return f"fen://join#s={s}&p={p}&v=3"


def qr_text(package: bytes, secret: bytes) -> str:
    """The QR form."""
    raw = secret + package
    return "FEN:J3/" + encoding.encode_base32(len(raw).to_bytes(2, "big") + raw)


def seed_from_entropy(entropy: bytes, words: list[str]) -> tuple[str, bytes]:
    """The 12 words of an entropy and the Ed25519 seed on `m/44'/7117'/0'`."""
    bits = int.from_bytes(entropy + crypto.sha256(entropy)[:1], "big") >> 4
    phrase = " ".join(words[bits >> (11 * (11 - index)) & 2047] for index in range(12))
    seed = hashlib.pbkdf2_hmac("sha512", phrase.encode(), b"mnemonic", 2_048)
    node = hmac.new(b"ed25519 seed", seed, hashlib.sha512).digest()
    for step in (44, 7_117, 0):
        data = b"\x00" + node[:32] + (step | 1 << 31).to_bytes(4, "big")
        node = hmac.new(node[32:], data, hashlib.sha512).digest()
    return phrase, node[:32]
