#!/usr/bin/env python3
"""A line that breaks: carries connections to another port and cuts some of them, after a random
number of bytes in a random direction: `cutting_proxy.py PORT SEED PER_MILLE`.

The first line it prints is JSON: {"port": …}. It ends when its standard input or its parent does.
"""
import json
import os
import random
import select
import socket
import struct
import sys
import threading


def carry(source, target, room, end):
    """Moves bytes until either side ends or there is no more room."""
    try:
        while piece := source.recv(65536):
            target.sendall(piece[:room[0]])
            room[0] -= len(piece)
            if room[0] <= 0:
                break
        else:
            target.shutdown(socket.SHUT_WR)
            return
    except OSError:
        pass
    end()


def serve(near, port, rooms):
    far = socket.create_connection(("127.0.0.1", port))

    def end():
        for each in (near, far):
            try:
                each.setsockopt(
                    socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                each.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    for one, other, room in ((near, far, rooms[0]), (far, near, rooms[1])):
        threading.Thread(target=carry, args=(one, other, [room], end), daemon=True).start()


def main():
    port, seed, per_mille = (int(word) for word in sys.argv[1:4])
    dice = random.Random(seed)
    listener = socket.create_server(("127.0.0.1", 0), backlog=64)
    print(json.dumps({"port": listener.getsockname()[1]}), flush=True)

    def accept():
        while True:
            near, _ = listener.accept()
            rooms = [1 << 60, 1 << 60]
            if dice.randrange(1000) < per_mille:
                # As often after a few bytes as after many.
                rooms[dice.randrange(2)] = int(2 ** dice.uniform(0, 18))
            threading.Thread(target=serve, args=(near, port, rooms), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    parent = os.getppid()
    while os.getppid() == parent:
        if select.select([sys.stdin], [], [], 1)[0] and not os.read(0, 4096):
            return


main()
