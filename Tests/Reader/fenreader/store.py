"""A store folder: every line read, made authentic and chained."""

from __future__ import annotations

import uuid
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .crypto import GroupKey
from .wire import Event, LineRefused, decode_line

KeyName = tuple[int, bytes]


@dataclass
class Lines:
    """All copies of every event that parsed, and how many lines were refused for which reason."""

    copies: dict[bytes, list[Event]] = field(default_factory=lambda: defaultdict(list))
    refused: Counter[str] = field(default_factory=Counter)


@dataclass
class Stored:
    """The set of stored events with what opened of it: all that the projection may depend on."""

    events: dict[bytes, Event]
    payloads: dict[bytes, dict[str, Any]]
    unopened: dict[bytes, str]
    keys: dict[KeyName, GroupKey]
    held: set[bytes] = field(default_factory=set)
    bad_chain: set[bytes] = field(default_factory=set)


def group_folder(store: Path, group: bytes) -> Path:
    """`groups/<group_id>/` of a store, or the store itself where it is the group's root."""
    inside = store / "groups" / str(uuid.UUID(bytes=group))
    return inside if inside.is_dir() else store


def read_lines(store: Path, group: bytes) -> Lines:
    """Every whole line of every `.jsonl` object under `logs/`."""
    lines = Lines()
    for path in sorted((group_folder(store, group) / "logs").rglob("*.jsonl")):
        add_lines(lines, path.read_bytes(), group)
    return lines


def add_lines(lines: Lines, data: bytes, group: bytes) -> None:
    """A last line without its newline waits: it is not looked at."""
    for line in data.split(b"\n")[:-1]:
        try:
            event = decode_line(line, group)
        except LineRefused as refusal:
            lines.refused[refusal.reason] += 1
        else:
            lines.copies[event.id].append(event)


def authentic(lines: Lines) -> dict[bytes, Event]:
    """Events signed themselves or named as `prev` by an authentic event of the same author."""
    result: dict[bytes, Event] = {}
    for event_id, copies in lines.copies.items():
        for copy in copies:
            if copy.signature_is_valid():
                result[event_id] = copy
                break
    waiting = list(result.values())
    while waiting:
        event = waiting.pop()
        copies = lines.copies.get(event.prev, [])
        if copies and event.prev not in result and copies[0].author == event.author:
            result[event.prev] = copies[0]
            waiting.append(copies[0])
    return result


def split_bad_chains(events: dict[bytes, Event]) -> tuple[dict[bytes, Event], set[bytes]]:
    """Takes out events whose stored `prev` does not fit, and all that descend from them."""
    children: dict[bytes, list[bytes]] = defaultdict(list)
    bad: list[bytes] = []
    for event in events.values():
        before = events.get(event.prev)
        if before is None or before.author != event.author:
            continue
        children[event.prev].append(event.id)
        if not _follows(event, before):
            bad.append(event.id)
    refused: set[bytes] = set()
    while bad:
        event_id = bad.pop()
        if event_id not in refused:
            refused.add(event_id)
            bad.extend(children.get(event_id, []))
    return {k: v for k, v in events.items() if k not in refused}, refused


def _follows(event: Event, before: Event) -> bool:
    return before.seq == event.seq - 1 and before.lamport < event.lamport
