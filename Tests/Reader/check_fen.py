#!/usr/bin/env python3
"""Compares the program itself with the reader: `fen` joins random groups and dumps what it sees.

    check_fen.py FEN_BINARY [--seed N] [--count C] [--events K] [--keep FOLDER]

For each seed a group is written as by make_group.py; a fresh home joins it with its link and its
folder, syncs, and its `/dump` must be the reader's, byte for byte. (The joiner's own first event
waits for an admission that never comes, and such events are not in the dump.)
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from make_group import write_group


def run_fen(binary: str, home: Path, *words: str, text: str = "") -> bytes:
    """One command in a home of its own; raises with what it said if it fails."""
    environment = {**os.environ, "FEN_HOME": str(home), "NO_COLOR": "1", "TERM": "dumb"}
    done = subprocess.run(
        [binary, *words], input=text.encode(), capture_output=True, env=environment, timeout=120,
    )
    # 4 says that a log forks, which random groups do: the command itself has done its work.
    if done.returncode not in (0, 4):
        said = (done.stdout + done.stderr).decode("utf-8", "replace").strip()
        raise RuntimeError(f"fen {' '.join(words)}: status {done.returncode}: {said}")
    return done.stdout


def dump_of(binary: str, folder: Path) -> bytes:
    """What a device that has just joined makes of the group."""
    home = folder / "home"
    link = (folder / "link.txt").read_text("ascii")
    run_fen(binary, home, "me", "Reader")
    run_fen(binary, home, "--yes", "join", f"folder={folder / 'store'}", text=link)
    run_fen(binary, home, "--yes", "sync")
    return json.loads(run_fen(binary, home, "--json", "dump"))["dump"].encode("utf-8")


def difference(found: bytes, expected: bytes) -> list[str]:
    """The first lines that only one side has."""
    left, right = set(found.splitlines()), set(expected.splitlines())
    lines = [f"fen    {line.decode()}" for line in sorted(left - right)[:6]]
    return lines + [f"reader {line.decode()}" for line in sorted(right - left)[:6]]


def main(arguments: list[str]) -> int:
    """Runs the seeds."""
    parser = argparse.ArgumentParser(description="Compare fen with the reader.")
    parser.add_argument("binary")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=10)
    parser.add_argument("--events", type=int, default=120)
    parser.add_argument("--keep", type=Path, help="keep groups and homes in this folder")
    options = parser.parse_args(arguments)
    failed = 0
    with tempfile.TemporaryDirectory() as temporary:
        for seed in range(options.seed, options.seed + options.count):
            folder = (options.keep or Path(temporary)) / str(seed)
            write_group(seed, options.events, folder)
            try:
                found = dump_of(options.binary, folder)
            except (RuntimeError, ValueError, subprocess.TimeoutExpired) as problem:
                failed += 1
                print(f"seed {seed}: {problem}")
                continue
            expected = (folder / "expected.dump").read_bytes()
            if found != expected:
                failed += 1
                print("\n".join([f"seed {seed}: dumps differ", *difference(found, expected)]))
    print(f"{options.count} groups, {failed} problems")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
