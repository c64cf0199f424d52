#!/usr/bin/env python3
"""Reads a group's store folder with an invite link: verifies every line, recomputes every balance.

    fen_reader.py LINK STORE_FOLDER [--at UNIX_MS] [--json | --dump | --long-dump]

Written from the documentation in Sources/FenProtocol/FenProtocol.docc and
Sources/FenMoney/FenMoney.docc, and from no Swift code. Needs Python 3.11 and PyNaCl.
LINK may be `-` to read it from standard input. `--at` is the clock for the link's expiry
(without it expiry is not looked at: a reader joins nothing).
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from fenreader import dump, invite, reader, report


def main(arguments: list[str]) -> int:
    """Parses arguments, reads, prints; 1 for a link or folder that cannot be read."""
    parser = argparse.ArgumentParser(description="Read a fen group's store folder.")
    parser.add_argument("link")
    parser.add_argument("store", type=Path)
    parser.add_argument("--at", type=int, help="clock in Unix milliseconds")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--dump", action="store_true", help="print the canonical dump")
    parser.add_argument("--long-dump", action="store_true", help="the dump with every label")
    options = parser.parse_args(arguments)
    text = sys.stdin.read() if options.link == "-" else options.link
    try:
        link = invite.parse(text, options.at)
        ledger = reader.read(link, options.store)
    except (invite.InviteError, OSError) as problem:
        print(problem, file=sys.stderr)
        return 1
    if options.dump or options.long_dump:
        sys.stdout.buffer.write(dump.dump(ledger, link.group, long=options.long_dump))
    elif options.json:
        print(json.dumps(report.as_json(ledger), ensure_ascii=False, sort_keys=True, indent=1))
    else:
        print(report.as_text(ledger))
        words = dump.state_words(dump.dump(ledger, link.group))
        print(f"\nstate words: {' '.join(words)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
