"""Opens a backup of fen's with the page Backups.md, the standard library and PyNaCl alone.

Usage: open_backup.py FILE PASSPHRASE. Prints the identity's public key and the ids of the groups with the
number of their events and keys, as one JSON object.
"""

import hashlib
import hmac
import json
import os
import sqlite3
import sys
import tempfile
import unicodedata

import nacl.bindings as sodium
import nacl.pwhash.argon2id as argon2id

PIECE = 65536


def hkdf(ikm, salt, info, count):
    key = hmac.digest(salt, ikm, "sha256")
    block, output, number = b"", b"", 1
    while len(output) < count:
        block = hmac.digest(key, block + info + bytes([number]), "sha256")
        output, number = output + block, number + 1
    return output[:count]


def open_backup(data, passphrase):
    head = data[:62]
    assert head[:4] == b"FENK" and head[4] == 1, "no backup of this version"
    assert hashlib.sha256(b"fen/1/backup/head\0" + head[:54]).digest()[:8] == head[54:62], "damaged"
    passes, kibibytes = int.from_bytes(head[6:10], "big"), int.from_bytes(head[10:14], "big")
    salt, length = head[14:30], int.from_bytes(head[46:54], "big")
    words = unicodedata.normalize("NFC", passphrase).encode()
    root = argon2id.kdf(32, words, salt, opslimit=passes, memlimit=kibibytes * 1024)
    assert hkdf(root, salt, b"fen/1/backup/check", 16) == head[30:46], "wrong passphrase"
    key = hkdf(root, salt, b"fen/1/backup/pieces", 32)
    pieces = max(1, -(-length // PIECE))
    assert len(data) == 62 + length + 16 * pieces, "cut or too long"
    plain, place = b"", 62
    for number in range(pieces):
        last = number + 1 == pieces
        piece = data[place : place + PIECE + 16]
        nonce = bytes(15) + number.to_bytes(8, "big") + bytes([last])
        plain += sodium.crypto_aead_xchacha20poly1305_ietf_decrypt(piece, head, nonce, key)
        place += len(piece)
    assert len(plain) == length
    return plain[:32], plain[32:]


def main():
    with open(sys.argv[1], "rb") as file:
        lock, image = open_backup(file.read(), sys.argv[2])
    assert lock == bytes(32), "the secrets in it are sealed"
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "fen.db")
        with open(path, "wb") as file:
            file.write(image)
        database = sqlite3.connect(path)
        (seed,) = database.execute(
            "SELECT value FROM secrets WHERE name = 'identity_seed'").fetchone()
        public, _ = sodium.crypto_sign_seed_keypair(seed)
        groups = database.execute(
            """SELECT hex(group_id), (SELECT count(*) FROM events WHERE events.group_no = g.group_no),
                      (SELECT count(*) FROM group_keys WHERE group_keys.group_no = g.group_no)
               FROM groups AS g ORDER BY group_no""").fetchall()
        database.close()
    print(json.dumps({
        "key": public.hex(),
        "groups": [{"id": i.lower(), "events": e, "keys": k} for i, e, k in groups],
    }))


main()
