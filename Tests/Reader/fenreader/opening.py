"""Layer 1 of what counts: stored events, opened with the keys that are held."""

from __future__ import annotations

from typing import Iterable, Iterator

from . import encoding, schema
from .crypto import GroupKey
from .roles import Facts, Membership, Roles
from .store import Stored, split_bad_chains
from .wire import Event


def build(events: Iterable[Event], keys: Iterable[GroupKey], founder: bytes) -> Stored:
    """Authentic events to stored ones, opened."""
    good, refused = split_bad_chains({event.id: event for event in events})
    stored = open_all(good.values(), keys, founder)
    stored.bad_chain = refused
    return stored


def open_all(events: Iterable[Event], keys: Iterable[GroupKey], founder: bytes) -> Stored:
    """Opens what the keys open, and round by round what the keys in histories open.

    A history gives its key where the membership of its author speaks for it, as the control events
    opened so far have it: so a key never depends on an event that not every device keeps.
    """
    stored = Stored({event.id: event for event in events}, {}, {}, {})
    fresh = list(keys)
    while fresh:
        for key in fresh:
            stored.keys[(key.epoch, key.key_id)] = key
        _open_with_known_keys(stored)
        fresh = _keys_of_histories(stored, founder)
    for event_id in stored.events.keys() - stored.payloads.keys() - stored.unopened.keys():
        stored.unopened[event_id] = "UNKNOWN_EPOCH"
    return stored


def _open_with_known_keys(stored: Stored) -> None:
    for event_id, event in stored.events.items():
        key = stored.keys.get((event.epoch, event.key_id))
        if key is None or event_id in stored.payloads or event_id in stored.unopened:
            continue
        payload = event.open(key)
        judgement = "CORRUPT" if payload is None else schema.judge(payload)
        if payload is None or judgement is not None:
            stored.unopened[event_id] = judgement or "CORRUPT"
        else:
            stored.payloads[event_id] = payload


def _keys_of_histories(stored: Stored, founder: bytes) -> list[GroupKey]:
    """The keys that are not held yet."""
    brought = [
        (event, key)
        for event, key in _histories(stored)
        if (key.epoch, key.key_id) not in stored.keys
    ]
    if not brought:
        return []
    facts = Facts(stored)
    members = Membership(facts, Roles(facts, founder))
    return [
        key
        for event, key in brought
        if members.is_admitted(event.author) and not members.is_excluded(event)
    ]


def _histories(stored: Stored) -> Iterator[tuple[Event, GroupKey]]:
    for event_id, payload in stored.payloads.items():
        if payload["kind"] == "KeyHistory":
            event = stored.events[event_id]
            secret = encoding.decode_base64url(payload["key"])
            yield event, GroupKey(event.group, payload["epoch"], secret)
