"""Who descends from whom: covering, leaving, forks, wholeness."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import Any, Iterable

from .wire import ZERO, Event

Heads = list[dict[str, Any]]


@dataclass(frozen=True)
class Path:
    """The stored way down from a head: the ids on it, and below which number a gap hides it."""

    ids: frozenset[bytes]
    hidden_below: int


class Chains:
    """Questions about the stored events' `prev` chains."""

    def __init__(self, events: dict[bytes, Event]):
        self.events = events
        self._paths: dict[tuple[bytes, bytes, int], Path] = {}

    def covered(self, event: Event, author: bytes, heads: Heads) -> bool:
        """A head, its ancestor, or at or below a gap that hides the path from a head to it."""
        if event.author != author:
            return False
        return any(
            event.id in path.ids or event.seq < path.hidden_below
            for path in (self.path(author, head) for head in heads)
        )

    def path(self, author: bytes, head: dict[str, Any]) -> Path:
        """The way down from one head; a head that is not what it says covers nothing."""
        name = (author, bytes.fromhex(head["id"]), head["seq"])
        if name not in self._paths:
            self._paths[name] = self._walk(*name)
        return self._paths[name]

    def _walk(self, author: bytes, head_id: bytes, seq: int) -> Path:
        event = self._of(author, head_id)
        if event is None:
            return Path(frozenset(), seq + 1)
        if event.seq != seq:
            return Path(frozenset(), 0)
        ids = {event.id}
        while event.prev != ZERO:
            before = self._of(author, event.prev)
            if before is None:
                return Path(frozenset(ids), event.seq)
            event = before
            ids.add(event.id)
        return Path(frozenset(ids), 0)

    def _of(self, author: bytes, event_id: bytes) -> Event | None:
        """A stored event of one author; somebody else's is as if it were not stored."""
        event = self.events.get(event_id)
        return event if event is not None and event.author == author else None

    def descends(self, event: Event, ancestor: Event) -> bool:
        """Whether `event` comes after `ancestor`, or a gap hides that it does not."""
        if event.author != ancestor.author:
            return False
        while event.seq > ancestor.seq:
            if event.prev == ancestor.id:
                return True
            before = self._of(event.author, event.prev)
            if before is None:
                return True
            event = before
        return False

    def lacks(self, heads: Iterable[dict[str, Any]]) -> bool:
        """Whether some head is not stored."""
        return any(bytes.fromhex(head["id"]) not in self.events for head in heads)

    def forks(self, events: Iterable[Event]) -> dict[tuple[bytes, bytes], list[Event]]:
        """`(author, prev)` with the two or more events that follow it."""
        followers: dict[tuple[bytes, bytes], list[Event]] = defaultdict(list)
        for event in events:
            followers[(event.author, event.prev)].append(event)
        return {
            place: sorted(branches, key=lambda branch: branch.id)
            for place, branches in followers.items()
            if len(branches) > 1
        }
