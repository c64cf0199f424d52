"""The few cryptographic operations of the protocol, on libsodium (through PyNaCl) and hashlib."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass, field

from nacl import bindings
from nacl.exceptions import CryptoError

PADDING_BLOCK = 256


def sha256(*parts: bytes) -> bytes:
    """SHA-256 over the parts joined."""
    return hashlib.sha256(b"".join(parts)).digest()


def hmac_sha256(key: bytes, *parts: bytes) -> bytes:
    """HMAC-SHA256 over the parts joined."""
    return hmac.new(key, b"".join(parts), hashlib.sha256).digest()


def hkdf_sha256(ikm: bytes, salt: bytes, info: bytes, length: int = 32) -> bytes:
    """HKDF-SHA256 (RFC 5869), extract and expand."""
    pseudo_random_key = hmac_sha256(salt, ikm)
    output, block, counter = b"", b"", 1
    while len(output) < length:
        block = hmac_sha256(pseudo_random_key, block, info, bytes([counter]))
        output += block
        counter += 1
    return output[:length]


@dataclass(frozen=True)
class GroupKey:
    """One epoch's group key with the sub-keys a reader needs."""

    group: bytes
    epoch: int
    key: bytes = field(repr=False)

    def subkey(self, purpose: str) -> bytes:
        """`HKDF(key, salt = group_id, info = "fen/1/" || purpose || "/" || u32(epoch))`."""
        info = b"fen/1/" + purpose.encode("ascii") + b"/" + self.epoch.to_bytes(4, "big")
        return hkdf_sha256(self.key, self.group, info)

    @property
    def check(self) -> bytes:
        """The commitment to this key."""
        return self.subkey("check")

    @property
    def key_id(self) -> bytes:
        """What names this key in an event header."""
        return self.check[:16]


def is_valid_public_key(key: bytes) -> bool:
    """The canonical encoding of a point of order L."""
    return bool(bindings.crypto_core_ed25519_is_valid_point(key))


def verify(signature: bytes, message: bytes, key: bytes) -> bool:
    """Ed25519 by libsodium's rule."""
    try:
        bindings.crypto_sign_open(signature + message, key)
        return True
    except (CryptoError, ValueError):
        return False


def aead_open(sealed: bytes, aad: bytes, nonce: bytes, key: bytes) -> bytes | None:
    """XChaCha20-Poly1305-IETF; `None` where the tag does not fit."""
    try:
        return bindings.crypto_aead_xchacha20poly1305_ietf_decrypt(sealed, aad, nonce, key)
    except (CryptoError, ValueError):
        return None


def aead_seal(plain: bytes, aad: bytes, nonce: bytes, key: bytes) -> bytes:
    """XChaCha20-Poly1305-IETF."""
    return bindings.crypto_aead_xchacha20poly1305_ietf_encrypt(plain, aad, nonce, key)


def pad(plain: bytes) -> bytes:
    """0x80, then zeros to the next multiple of 256."""
    return plain + b"\x80" + bytes(-(len(plain) + 1) % PADDING_BLOCK)


def unpad(padded: bytes) -> bytes | None:
    """What stood before the padding, looking at the last 256 bytes only."""
    if not padded or len(padded) % PADDING_BLOCK:
        return None
    tail = padded[-PADDING_BLOCK:].rstrip(b"\x00")
    if not tail or tail[-1] != 0x80:
        return None
    return padded[: len(padded) - PADDING_BLOCK + len(tail) - 1]


def wrap(message: bytes, secret: bytes, recipient: bytes, group: bytes, context: bytes) -> bytes:
    """A box for one member; `secret` is the box's own ephemeral X25519 secret."""
    ephemeral = bindings.crypto_scalarmult_base(secret)
    theirs = bindings.crypto_sign_ed25519_pk_to_curve25519(recipient)
    shared = bindings.crypto_scalarmult(secret, theirs)
    key = hkdf_sha256(shared, ephemeral + theirs, b"fen/1/wrap/" + context)
    return ephemeral + aead_seal(message, group, bytes(24), key)
