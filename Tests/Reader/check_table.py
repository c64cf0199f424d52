#!/usr/bin/env python3
"""Reads the groups that tables make: with an invite link and the shared folder alone.

    check_table.py FEN_BINARY TABLE [TABLE ...]

Each table is played and kept. Then every group in it is read by the reader from the store, with a
link that its organiser makes, and the dump of every member's device must be the reader's, byte for
byte.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

from check_fen import difference, run_fen
from fenreader import dump, reader
from fenreader.invite import parse


def groups_of(binary: str, home: Path) -> list[str]:
    """The ids of a home's groups."""
    answer = json.loads(run_fen(binary, home, "--json", "groups"))
    return [group["id"] for group in answer["groups"]]


def link_of(binary: str, homes: list[Path], group: str) -> str:
    """An invite link that whoever is the organiser makes."""
    for home in homes:
        try:
            answer = run_fen(binary, home, "--json", "--group", group, "invite", "Reader")
        except RuntimeError:
            continue
        return json.loads(answer)["link"]
    raise RuntimeError(f"nobody can invite into {group}")


def is_member(binary: str, home: Path, group: str) -> bool:
    """Whether a home's person is in the group now: whoever has gone reads what was before."""
    answer = json.loads(run_fen(binary, home, "--json", "--group", group, "settings"))
    return answer["group"]["status"] == "active"


def check_group(binary: str, homes: list[Path], store: Path, group: str) -> int:
    """Compares every member's dump with the reader's; returns how many agree."""
    link = link_of(binary, homes, group)
    for home in homes * 2:
        run_fen(binary, home, "--yes", "--group", group, "sync")
    expected = dump.dump(reader.read(parse(link), store), bytes.fromhex(group.replace("-", "")))
    members = [home for home in homes if is_member(binary, home, group)]
    for home in members:
        found = json.loads(run_fen(binary, home, "--json", "--group", group, "dump"))["dump"]
        if found.encode() != expected:
            raise RuntimeError("\n".join(difference(found.encode(), expected)))
    return len(members)


def check_table(binary: str, table: Path) -> str:
    """Plays one table and checks all its groups."""
    with tempfile.TemporaryDirectory() as folder:
        kept = Path(folder) / "kept"
        run_fen(binary, Path(folder) / "none", "table", str(table), "--keep", str(kept))
        stores = {path.name: path.parent.parent for path in kept.glob("*/groups/*")}
        homes: dict[str, list[Path]] = {}
        for database in sorted(kept.glob("*/fen.db")):
            for group in groups_of(binary, database.parent):
                homes.setdefault(group, []).append(database.parent)
        agreed = [
            check_group(binary, homes[group], store, group) for group, store in stores.items()
        ]
    if not agreed:
        raise RuntimeError("the table leaves no group in a shared folder")
    return f"{len(agreed)} groups, {sum(agreed)} devices"


def main(arguments: list[str]) -> int:
    """Checks the tables named."""
    binary, *tables = arguments
    for table in tables:
        print(f"{table}: {check_table(binary, Path(table))} as the reader reads them")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
