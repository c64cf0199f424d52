"""Puts entries into ihatemoney and times what it needs for balances and plan.

usage: ihatemoney_balance.py FILE
FILE has a row an entry: day, what, payer, amount, people it is for, between tabs; the people
between commas. Prints two numbers of seconds: balances, then the plan.
"""
import sqlite3
import sys
import tempfile
import time


def main(path):
    with tempfile.TemporaryDirectory() as folder:
        class Settings:
            DEBUG = False
            SECRET_KEY = "bench"
            ACTIVATE_ADMIN_DASHBOARD = False
            SQLALCHEMY_DATABASE_URI = f"sqlite:///{folder}/bench.db"
            SQLALCHEMY_TRACK_MODIFICATIONS = False

        from ihatemoney.models import Project, db
        from ihatemoney.run import create_app
        app = create_app(Settings)
        with app.app_context():
            db.create_all()
            project = Project(id="bench", name="bench", password="", contact_email="a@b.c",
                              default_currency="EUR")
            db.session.add(project)
            db.session.commit()
            db.engine.dispose()
            ids = fill(f"{folder}/bench.db", path)
            times = []
            for _ in range(3):
                db.session.expire_all()
                db.session.expunge_all()
                project = db.session.get(Project, "bench")
                start = time.perf_counter()
                balance = project.full_balance[0]
                middle = time.perf_counter()
                project.get_transactions_to_settle_bill()
                times.append((middle - start, time.perf_counter() - middle))
            print(*min(times))
            for name, number in sorted(ids.items()):
                print(name, round(balance[number] * 100), file=sys.stderr)


def fill(database, path):
    """Writes the entries row by row into the tables; the numbers of the people by name."""
    ids, bills, shares = {}, [], []
    with open(path, encoding="utf-8") as rows:
        for number, row in enumerate(rows, 1):
            day, what, payer, amount, owers = row.rstrip("\n").split("\t")
            names = owers.split(",")
            for name in [payer] + names:
                ids.setdefault(name, len(ids) + 1)
            bills.append((number, ids[payer], float(amount), float(amount), what, day))
            shares += [(number, ids[name]) for name in names]
    with sqlite3.connect(database) as connection:
        connection.executemany(
            "INSERT INTO person(id, project_id, name, weight, activated) "
            "VALUES(?, 'bench', ?, 1, 1)", [(number, name) for name, number in ids.items()])
        connection.executemany(
            "INSERT INTO bill(id, payer_id, amount, converted_amount, original_currency, what, "
            "bill_type, date, creation_date) "
            "VALUES(?, ?, ?, ?, 'EUR', ?, 'EXPENSE', ?, '2026-01-01')", bills)
        connection.executemany("INSERT INTO billowers(bill_id, person_id) VALUES(?, ?)", shares)
    return ids


main(sys.argv[1])
