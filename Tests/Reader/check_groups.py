#!/usr/bin/env python3
"""Checks the reader against a folder of groups, each with a `case.json` of right answers.

    check_groups.py FOLDER_OF_GROUPS

Prints a line per group; exits 1 if any differs.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from fenreader import frontier, invite, reader, report
from fenreader.ledger import Ledger


def balances_by_name(ledger: Ledger, expected: dict[str, int]) -> dict[str, int]:
    """Non-zero balances, keyed as the case keys them: by name, or by id where names collide."""
    result: dict[str, int] = {}
    for party, amount in ledger.balances().items():
        if amount:
            name = ledger.name(party) or party.hex()
            key = party.hex() if party.hex() in expected else name
            result[key] = result.get(key, 0) + amount
    return result


def summary(ledger: Ledger) -> dict[str, Any]:
    """What `readers` of a case holds."""
    members = ledger.members.admitted()
    names = {member: ledger.name(member) or member.hex() for member in members}
    whole = {member for member in members if frontier.log(ledger, member).is_whole}
    return {
        "events": len(ledger.labels),
        "labels": report.labels(ledger),
        "logs_not_whole": sorted(n for m, n in names.items() if m not in whole),
        "members": {
            "active": sorted(n for m, n in names.items() if ledger.members.is_active(m)),
            "gone": sorted(n for m, n in names.items() if not ledger.members.is_active(m)),
        },
    }


def check_listed_events(ledger: Ledger, case: dict[str, Any]) -> list[str]:
    """Header, identifier and payload of every event that a case lists."""
    problems = []
    for listed in case.get("events", []):
        event = ledger.stored.events.get(bytes.fromhex(listed["event_id"]))
        if event is None:
            problems.append(f"event {listed['event_id']} is not there")
        elif event.header.hex() != listed["header"]:
            problems.append(f"event {listed['event_id']} has another header")
        elif ledger.stored.payloads.get(event.id) != json.loads(listed["payload"]):
            problems.append(f"event {listed['event_id']} has another payload")
    listed_ids = Counter(listed["event_id"] for listed in case.get("events", []))
    problems += [f"event {name} listed {n} times" for name, n in listed_ids.items() if n > 1]
    return problems


def check_keys(ledger: Ledger, case: dict[str, Any]) -> list[str]:
    """The group keys that a case lists."""
    keys = {str(key.epoch): key.key.hex() for key in ledger.stored.keys.values()}
    return [
        f"key of epoch {epoch} differs"
        for epoch, key in case.get("group_keys", {}).items()
        if keys.get(epoch) != key
    ]


def check_group(folder: Path) -> list[str]:
    """Every difference between what is read and what the case says."""
    case = json.loads((folder / "case.json").read_text("utf-8"))
    problems = []
    for who, link in case["links"].items():
        ledger = reader.read(invite.parse(link), folder)
        expected = {k: v for k, v in case["balances"][who].items() if v}
        found = balances_by_name(ledger, expected)
        if found != expected:
            problems.append(f"{who}: balances {found}, expected {expected}")
        if summary(ledger) != case["readers"][who]:
            problems.append(f"{who}: {summary(ledger)}, expected {case['readers'][who]}")
        problems += check_listed_events(ledger, case) + check_keys(ledger, case)
    return problems


def main(arguments: list[str]) -> int:
    """Checks every group of the folder."""
    if len(arguments) != 1:
        print("usage: check_groups.py FOLDER_OF_GROUPS", file=sys.stderr)
        return 2
    failed = 0
    folders = sorted(path.parent for path in Path(arguments[0]).glob("*/case.json"))
    for folder in folders:
        problems = check_group(folder)
        failed += bool(problems)
        print(f"{'FAIL' if problems else 'pass'}  {folder.name}")
        for problem in problems:
            print(f"      {problem}")
    print(f"{len(folders) - failed} of {len(folders)} groups as expected")
    return 1 if failed or not folders else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
