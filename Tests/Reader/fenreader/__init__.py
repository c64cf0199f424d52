"""A reader of fen groups, written from the protocol's documentation alone.

Modules, in the order in which data passes them: `encoding` and `crypto` (bytes), `invite` (the
link), `wire` (one line), `schema` (one payload), `store` (a folder of lines, authenticity, chain,
opening), `chains` (who descends from whom), `roles` (organiser and membership), `ledger` (what
counts), `money` (amounts, shares, plans), `report` (output).
"""
