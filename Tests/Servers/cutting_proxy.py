#!/usr/bin/env python3
"""A line that breaks: carries connections to another port and cuts some of them, after a random
number of bytes in a random direction.

    cutting_proxy.py PORT SEED PER_MILLE [--life BYTES] [--slow PER_MILLE] [--busy PER_MILLE]

PER_MILLE of the connections are cut, as often after a few bytes as after many. With --life every
other one is cut too, later, before it has carried BYTES; --slow ones dawdle, and --busy ones are
answered 503 by the line itself. The first line it prints is JSON: {"port": …}. Each word on its
standard input changes its mood, drops what hangs on the line, and is answered by JSON of what has
happened so far: `rough` is the mood above, in which it begins; `calm` cuts nothing; `down` resets
whoever comes; `moved` sends everybody to another address. It ends when its standard input or its
parent does.
"""
import argparse
import json
import math
import os
import random
import select
import socket
import struct
import sys
import threading
import time

ENDLESS = 1 << 60
BUSY = b"<Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>"
MOVED = b"<html>We have moved.</html>"


def reset(sock):
    try:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        sock.shutdown(socket.SHUT_RDWR)
    except OSError:
        pass


class Line:
    def __init__(self, options):
        self.options = options
        self.dice = random.Random(options.seed)
        self.mood = "rough"
        self.lock = threading.Lock()
        self.running = set()
        self.counts = {"connections": 0, "cuts": 0, "dropped": 0, "slow": 0, "busy": 0, "turnedAway": 0}

    def count(self, what):
        with self.lock:
            self.counts[what] += 1

    def change(self, mood):
        with self.lock:
            self.mood = mood
            running, self.running = self.running, set()
        for pair in running:
            self.count("dropped")
            for each in pair:
                reset(each)

    def chance(self, per_mille):
        return self.dice.randrange(1000) < per_mille

    def take(self, near):
        """Decides what becomes of a connection; the dice are thrown on one thread only."""
        with self.lock:
            mood = self.mood
            self.counts["connections"] += 1
        if mood == "down":
            self.count("turnedAway")
            reset(near)
            near.close()
            return
        if mood == "moved":
            self.count("turnedAway")
            start(self.answer, near, "301 Moved Permanently", MOVED,
                  "Location: https://new.example/\r\n")
            return
        rooms, delay = [ENDLESS, ENDLESS], 0
        if mood == "rough":
            if self.chance(self.options.busy):
                self.count("busy")
                start(self.answer, near, "503 Slow Down", BUSY)
                return
            if self.chance(self.options.per_mille):
                # As often after a few bytes as after many.
                rooms[self.dice.randrange(2)] = int(2 ** self.dice.uniform(0, 18))
            elif self.options.life:
                most = math.log2(self.options.life)
                rooms[self.dice.randrange(2)] = int(2 ** self.dice.uniform(most - 6, most))
            if self.chance(self.options.slow):
                self.count("slow")
                delay = self.dice.uniform(0.02, 0.2)
        start(self.serve, near, rooms, delay)

    def answer(self, near, status, body, header=""):
        """Answers requests without their server, each after it has come in whole."""
        try:
            while True:
                data = b""
                while b"\r\n\r\n" not in data:
                    piece = near.recv(65536)
                    if not piece:
                        return
                    data += piece
                head, _, rest = data.partition(b"\r\n\r\n")
                left = 0
                for line in head.lower().split(b"\r\n"):
                    if line.startswith(b"content-length:"):
                        left = int(line.split(b":")[1]) - len(rest)
                while left > 0:
                    left -= len(near.recv(65536)) or left
                near.sendall(
                    f"HTTP/1.1 {status}\r\n{header}Content-Length: {len(body)}\r\n"
                    "Content-Type: application/xml\r\nConnection: close\r\n\r\n".encode()
                    + (b"" if head.startswith(b"HEAD") else body))
                return
        except OSError:
            pass
        finally:
            near.close()

    def serve(self, near, rooms, delay):
        try:
            far = socket.create_connection(("127.0.0.1", self.options.port))
        except OSError:
            near.close()
            return
        pair = (near, far)
        with self.lock:
            self.running.add(pair)

        def end():
            with self.lock:
                if pair in self.running:
                    self.running.remove(pair)
                    self.counts["cuts"] += 1
            for each in pair:
                reset(each)

        def close():
            with self.lock:
                self.running.discard(pair)

        sides = [threading.Thread(target=carry, args=(*way, delay, end), daemon=True)
                 for way in ((near, far, rooms[0]), (far, near, rooms[1]))]
        for side in sides:
            side.start()
        for side in sides:
            side.join()
        close()
        for each in pair:
            each.close()


def carry(source, target, room, delay, end):
    """Moves bytes until the source has no more, or there is no more room, which ends both sides."""
    try:
        while piece := source.recv(65536):
            if delay:
                time.sleep(delay)
            target.sendall(piece[:room])
            room -= len(piece)
            if room <= 0:
                end()
                return
        target.shutdown(socket.SHUT_WR)
    except OSError:
        # Either side is gone: so is the other.
        for each in (source, target):
            reset(each)


def start(work, *arguments):
    threading.Thread(target=work, args=arguments, daemon=True).start()


def main():
    parser = argparse.ArgumentParser()
    for name in ("port", "seed", "per_mille"):
        parser.add_argument(name, type=int)
    for name in ("--life", "--slow", "--busy"):
        parser.add_argument(name, type=int, default=0)
    line = Line(parser.parse_args())
    listener = socket.create_server(("127.0.0.1", 0), backlog=64)
    print(json.dumps({"port": listener.getsockname()[1]}), flush=True)

    def accept():
        while True:
            near, _ = listener.accept()
            line.take(near)

    start(accept)
    parent = os.getppid()
    while os.getppid() == parent:
        if not select.select([sys.stdin], [], [], 1)[0]:
            continue
        words = os.read(0, 4096).decode().split()
        if not words:
            return
        for mood in words:
            if mood not in ("rough", "calm", "down", "moved"):
                sys.exit(f"{mood} is no mood of this proxy")
            line.change(mood)
            with line.lock:
                print(json.dumps(line.counts), flush=True)


main()
