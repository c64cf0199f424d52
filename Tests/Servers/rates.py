#!/usr/bin/env python3
"""A service of exchange rates that replays what frankfurter's v1 answered, on loopback and a free port.

The first line it prints is JSON: {"port": …}. It ends when its standard input or its parent does. The first
part of the path says how it behaves: /recorded/v1/latest?base=USD&symbols=EUR as recorded, /html/v1/… and the
others of `MOODS` wrongly, /status-503/v1/… with that status. The word "count" on standard input is answered
by the number of requests so far.
"""
import json
import os
import select
import struct
import sys
import socket
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlparse

# What was asked, and the answer word for word. A Saturday and a Sunday are answered with the Friday before.
RECORDED = {
    ("latest", "USD", "EUR"): '{"amount":1.0,"base":"USD","date":"2026-11-27","rates":{"EUR":0.92524}}',
    ("latest", "CZK", "EUR"): '{"amount":1.0,"base":"CZK","date":"2026-11-27","rates":{"EUR":0.04113}}',
    ("latest", "IDR", "EUR"): '{"amount":1.0,"base":"IDR","date":"2026-11-27","rates":{"EUR":5.2e-05}}',
    ("2026-11-30", "USD", "EUR"): '{"amount":1.0,"base":"USD","date":"2026-11-30","rates":{"EUR":0.93}}',
    ("2026-11-29", "USD", "EUR"): '{"amount":1.0,"base":"USD","date":"2026-11-27","rates":{"EUR":0.92524}}',
    ("2026-07-31", "USD", "EUR"): '{"amount":1.0,"base":"USD","date":"2026-07-31","rates":{"EUR":0.915}}',
    ("2026-08-01", "USD", "EUR"): '{"amount":1.0,"base":"USD","date":"2026-07-31","rates":{"EUR":0.915}}',
    ("2026-08-02", "USD", "EUR"): '{"amount":1.0,"base":"USD","date":"2026-07-31","rates":{"EUR":0.915}}',
    ("2026-08-01", "CZK", "EUR"): '{"amount":1.0,"base":"CZK","date":"2026-07-31","rates":{"EUR":0.0396}}',
    ("2026-08-01", "JPY", "EUR"): '{"amount":1.0,"base":"JPY","date":"2026-07-31","rates":{"EUR":0.00615}}',
}

USD = '{"amount":1.0,"base":"USD","date":"2026-07-31","rates":{"EUR":%s}}'
MOODS = {
    "html": "<!doctype html><title>Maintenance</title>",
    "half": USD[:40],
    "list": '[{"date":"2026-07-31","base":"USD","quote":"EUR","rate":0.915}]',
    "other-base": '{"amount":1.0,"base":"GBP","date":"2026-07-31","rates":{"EUR":0.915}}',
    "other-amount": '{"amount":100,"base":"USD","date":"2026-07-31","rates":{"EUR":91.5}}',
    "other-rate": '{"amount":1.0,"base":"USD","date":"2026-07-31","rates":{"GBP":0.79}}',
    "no-rates": '{"amount":1.0,"base":"USD","date":"2026-07-31"}',
    "no-date": '{"amount":1.0,"base":"USD","rates":{"EUR":0.915}}',
    "unreal-date": '{"amount":1.0,"base":"USD","date":"2026-02-30","rates":{"EUR":0.915}}',
    "later": '{"amount":1.0,"base":"USD","date":"2026-08-03","rates":{"EUR":0.915}}',
    "zero": USD % "0.0",
    "negative": USD % "-0.915",
    "word": USD % '"0.915"',
    "null": USD % "null",
    "huge-number": USD % ("9" * 30),
    "long-number": USD % "0.91512345678949999",
    "exponent": USD % "9.15E-1",
    "huge": USD % "0.915" + " " * 70_000,
}
requests = 0
lock = threading.Lock()


class Handler(BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def do_GET(self):
        global requests
        with lock:
            requests += 1
        url = urlparse(self.path)
        mood, version, day = (url.path.split("/") + [""] * 4)[1:4]
        asked = {name: values[0] for name, values in parse_qs(url.query).items()}
        if version != "v1" or set(asked) != {"base", "symbols"}:
            return self.answer(400, '{"message":"this is no question of fen"}')
        if mood == "recorded" or (mood == "stall-but-usd" and asked["base"] == "USD"):
            body = RECORDED.get((day, asked["base"], asked["symbols"]))
            return self.answer(200, body) if body else self.answer(404, '{"message":"not found"}')
        if mood.startswith("status-"):
            return self.answer(int(mood[7:]), '{"message":"as asked"}')
        if mood in ("stall", "stall-but-usd"):
            return time.sleep(60)
        if mood == "cut":
            self.answer(200, USD % "0.915", missing=20)
            linger = struct.pack("ii", 1, 0)
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
            return None
        if mood == "drip":
            return self.drip()
        return self.answer(200, MOODS[mood])

    def answer(self, status, body, missing=0):
        data = body.encode()
        self.send_response(status)
        if 300 <= status < 400:
            self.send_header("Location", "http://127.0.0.1:1/elsewhere")
        self.send_header("Content-Type", "application/json; charset=utf-8")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        try:
            self.wfile.write(data[: len(data) - missing])
        except OSError:
            pass

    def drip(self):
        """Never silent for long, and never done."""
        self.send_response(200)
        self.send_header("Content-Length", "1000")
        self.end_headers()
        try:
            for _ in range(600):
                self.wfile.write(b" ")
                time.sleep(0.1)
        except OSError:
            pass


def main():
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    print(json.dumps({"port": server.server_address[1]}), flush=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    parent = os.getppid()
    while os.getppid() == parent:
        if not select.select([sys.stdin], [], [], 1)[0]:
            continue
        words = os.read(0, 4096).decode().split()
        if not words:
            return
        for _ in words:
            with lock:
                print(json.dumps({"count": requests}), flush=True)


main()
