#!/usr/bin/env python3
"""Writes a random group: a store folder, a link, and what the reader makes of it.

    make_group.py --seed N --events K OUT [--count C]

OUT gets `store/` (the folder), `link.txt`, `qr.txt`, `expected.dump` (the canonical dump),
`expected.long` (with every label) and `words.txt`. With `--count C` there are C groups, seeds
N … N + C − 1, in OUT/<seed>/. The same arguments write the same bytes everywhere.
"""

from __future__ import annotations

import argparse
import sys
import uuid
from pathlib import Path

from fenreader import crypto, dump, encoding, random_events, reader, wire
from fenreader.invite import parse
from fenreader.random_group import World
from fenreader.rng import Rng
from fenreader.wire import Event

Files = dict[str, list[bytes]]


def make_world(seed: int, events: int) -> World:
    """A group with about so many events."""
    name = f"fen random group {seed}"
    world = World.make(name, Rng(name + " authors").between(5, 9))
    random_events.begin(world)
    while len(world.events) < events:
        random_events.step(world)
    return world


def spread(world: World) -> Files:
    """Lines into files: own logs, repair files, conflict copies; some lost, some broken."""
    rng, wild = world.rng, world.moods.odd_payload
    files: Files = {}
    keys = [author.key.hex() for author in world.authors]
    lost = rng.pick((0, 0, 0.5 * wild, 2 * wild))
    for event in world.events:
        own, line = f"{event.author.hex()}.jsonl", wire.encode_line(event)
        if rng.chance(lost):
            continue
        if rng.chance(wild):
            files.setdefault(own, []).append(wire.encode_line(forged(world, event)))
            if rng.chance(40):
                continue
            own = f"{rng.pick(keys)}.repair.jsonl"
        files.setdefault(own, []).append(line)
        if rng.chance(4):
            files.setdefault(f"{rng.pick(keys)}.repair.jsonl", []).append(line)
        if rng.chance(3):
            conflict = f"{event.author.hex()}.sync-conflict-20261130-040000-ABCDEFG.jsonl"
            files.setdefault(conflict, []).append(line)
    for name in sorted(files):
        if rng.chance(30):
            files[name] = rng.shuffled(files[name])
        if rng.chance(4 * wild):
            files[name].insert(rng.below(len(files[name]) + 1), noise(world))
        if rng.chance(2 * wild):
            files[name][-1] = files[name][-1][: -rng.between(1, 60)]
    return files


def forged(world: World, event: Event) -> Event:
    """The same event with a signature that does not verify."""
    copy = Event(
        event.group, event.author, event.seq, event.lamport, event.created_at, event.epoch,
        event.key_id, event.prev, event.nonce, event.ciphertext, world.rng.bytes(64),
    )
    return copy


def noise(world: World) -> bytes:
    """A line that is refused, each for another reason."""
    rng = world.rng
    line = wire.encode_line(rng.pick(world.events))
    event = rng.pick(world.events)
    small = Event(
        event.group, bytes(31) + b"\x01", 1, 1, 1, 0, event.key_id, wire.ZERO, event.nonce,
        event.ciphertext, event.signature,
    )
    stranger = crypto.sha256(rng.bytes(8)).hex().encode()
    return rng.pick((
        b"\n", b"garbage\n", b"[]\n", line.replace(b":", b": ", 1), b"x" * 60_000 + b"\n",
        line.replace(b'"fmt":1', b'"fmt":2'), line.replace(b'"seq":', b'"seq":0'),
        line.replace(b'"epoch":0', b'"epoch":-0'), line.replace(b'"fmt":1', b'"fmt":1,"g":1'),
        line.replace(b'"author":"', b'"author":"ff'), wire.encode_line(small),
        line.replace(b'"author":"' + event.author.hex().encode(), b'"author":"' + stranger),
        b'{"fmt":1}\n', encoding.encode_json({"fmt": 7, "anything": [1]}) + b"\n", b"\xff\xfe\n",
    ))


def write_group(seed: int, events: int, folder: Path) -> None:
    """Makes one group and writes it with what the reader makes of it."""
    world = make_world(seed, events)
    logs = folder / "store" / "groups" / str(uuid.UUID(bytes=world.group)) / "logs"
    logs.mkdir(parents=True, exist_ok=True)
    for name, lines in spread(world).items():
        (logs / name).write_bytes(b"".join(lines))
    key = world.keys[-1] if world.rng.chance(85) else world.rng.pick(world.keys)
    _, link, qr_text = world.invite(key)
    ledger = reader.read(parse(link), folder / "store")
    short = dump.dump(ledger, world.group)
    (folder / "link.txt").write_text(link + "\n", "ascii")
    (folder / "qr.txt").write_text(qr_text + "\n", "ascii")
    (folder / "expected.dump").write_bytes(short)
    (folder / "expected.long").write_bytes(dump.dump(ledger, world.group, long=True))
    (folder / "words.txt").write_text(" ".join(dump.state_words(short)) + "\n", "ascii")


def main(arguments: list[str]) -> int:
    """Parses arguments and writes the groups."""
    parser = argparse.ArgumentParser(description="Write random groups.")
    parser.add_argument("out", type=Path)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--events", type=int, default=120)
    parser.add_argument("--count", type=int)
    options = parser.parse_args(arguments)
    if options.count is None:
        write_group(options.seed, options.events, options.out)
    else:
        for seed in range(options.seed, options.seed + options.count):
            write_group(seed, options.events, options.out / str(seed))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
