#!/usr/bin/env python3
"""An HTTP server that does what servers should not, on loopback and a free port.

The first line it prints is JSON: {"port": …} and, with --tls FOLDER, the certificates made there.
It ends when its standard input or its parent does. What it does is said by the path, see `ANSWERS`; any other
path is answered by the next of the answers that were POSTed to /canned, and noted for /seen.
"""
import argparse
import hashlib
import json
import os
import select
import socket
import ssl
import struct
import subprocess
import sys
import threading
import time

lock = threading.Lock()
canned = []
seen = []
connections = 0


def pattern(count):
    block = bytes((i * 31 + (i >> 8)) & 255 for i in range(65536))
    return (block * (count // 65536 + 1))[:count]


def reset(sock):
    """Ends a connection the hard way, as a cut line looks."""
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    sock.close()


class Gone(Exception):
    """The connection is over."""


class Connection:
    def __init__(self, sock):
        self.sock = sock
        self.buffer = b""

    def more(self):
        piece = self.sock.recv(65536)
        if not piece:
            raise Gone
        self.buffer += piece

    def head(self):
        while b"\r\n\r\n" not in self.buffer:
            self.more()
        head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        first, *lines = head.decode("latin-1").split("\r\n")
        method, target, _ = first.split(" ", 2)
        fields = [line.partition(":") for line in lines]
        return method, target, [(name, value.strip()) for name, _, value in fields]

    def body(self, count):
        while len(self.buffer) < count:
            self.more()
        body, self.buffer = self.buffer[:count], self.buffer[count:]
        return body

    def answer(self, status, body=b"", headers=(), method="GET"):
        lines = [f"HTTP/1.1 {status} Said"] + [f"{name}: {value}" for name, value in headers]
        if not any(name.lower() == "content-length" for name, _ in headers):
            lines.append(f"Content-Length: {len(body)}")
        self.sock.sendall("\r\n".join(lines).encode("latin-1") + b"\r\n\r\n")
        if method != "HEAD":
            self.sock.sendall(body)


def echo(link, method, target, headers, body):
    link.answer(200, json.dumps({
        "method": method, "target": target, "headers": [list(h) for h in headers],
        "size": len(body), "sha256": hashlib.sha256(body).hexdigest()}).encode(), method=method)


def count_connections(link, method, target, headers, body):
    link.answer(200, str(connections).encode())


def whole(link, method, target, headers, body):
    link.answer(200, pattern(int(target.split("/")[2])), method=method)


def chunked(link, method, target, headers, body):
    link.sock.sendall(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
    data = pattern(int(target.split("/")[2]))
    for start in range(0, len(data), 5000):
        piece = data[start:start + 5000]
        link.sock.sendall(f"{len(piece):x}\r\n".encode() + piece + b"\r\n")
    link.sock.sendall(b"0\r\nX-Trailer: late\r\n\r\n")


def drip(link, method, target, headers, body):
    _, _, count, milliseconds = target.split("/")
    link.sock.sendall(f"HTTP/1.1 200 OK\r\nContent-Length: {count}\r\n\r\n".encode())
    for byte in pattern(int(count)):
        link.sock.sendall(bytes([byte]))
        time.sleep(int(milliseconds) / 1000)


def cut(link, method, target, headers, body):
    _, _, count, after = target.split("/")
    link.sock.sendall(
        f"HTTP/1.1 200 OK\r\nContent-Length: {count}\r\n\r\n".encode() + pattern(int(after)))
    time.sleep(0.02)
    reset(link.sock)
    raise Gone


def silent(link, method, target, headers, body):
    while True:
        link.more()


def long_head(link, method, target, headers, body):
    try:
        link.sock.sendall(b"HTTP/1.1 200 OK\r\n")
        for number in range(int(target.split("/")[2])):
            link.sock.sendall(f"X-{number}: {'x' * 1000}\r\n".encode())
        link.sock.sendall(b"Content-Length: 0\r\n\r\n")
    except OSError:
        raise Gone


def garbage(link, method, target, headers, body):
    link.sock.sendall(b"\x16\x03 this is not HTTP\r\n\r\n")
    raise Gone


def endless(link, method, target, headers, body):
    try:
        link.sock.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
        while True:
            link.sock.sendall(pattern(65536))
    except OSError:
        raise Gone


def interim(link, method, target, headers, body):
    link.sock.sendall(b"HTTP/1.1 100 Continue\r\nX-Interim: yes\r\n\r\n")
    link.answer(200, b"after", [("X-Final", " spaced ")])


def redirect(link, method, target, headers, body):
    link.answer(302, b"", [("Location", "/echo")])


ANSWERS = {
    "echo": echo, "connections": count_connections, "bytes": whole, "chunked": chunked,
    "drip": drip, "cut": cut, "silent": silent, "longhead": long_head, "garbage": garbage,
    "endless": endless, "interim": interim, "redirect": redirect,
}


def serve_one(link):
    method, target, headers = link.head()
    fields = {name.lower(): value for name, value in headers}
    word = target.split("/")[1].split("?")[0]
    length = int(fields.get("content-length", "0"))
    if word == "cutup":
        link.body(min(length, int(target.split("/")[2])))
        reset(link.sock)
        raise Gone
    body = link.body(length)
    if word == "canned" and method == "POST":
        with lock:
            canned[:] = json.loads(body)
            seen.clear()
        link.answer(204)
    elif word == "seen":
        with lock:
            link.answer(200, json.dumps(seen).encode())
    elif word in ANSWERS:
        ANSWERS[word](link, method, target, headers, body)
    else:
        with lock:
            seen.append({"method": method, "target": target, "headers": fields, "size": length})
            answer = canned.pop(0) if canned else {"status": 500}
        link.answer(
            answer["status"], answer.get("body", "").encode(),
            list(answer.get("headers", {}).items()), method)


def serve(sock, context):
    try:
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if context:
            sock = context.wrap_socket(sock, server_side=True)
        link = Connection(sock)
        while True:
            serve_one(link)
    except (Gone, OSError, ValueError):
        pass
    finally:
        sock.close()


def certificates(folder):
    """Makes an authority, a certificate of it for `localhost` alone, and another authority."""
    def run(*words, text=None):
        return subprocess.run(
            ["openssl", *words], cwd=folder, check=True, input=text, capture_output=True).stdout

    key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    for name in ("ca", "other"):
        run("req", "-x509", *key, "-keyout", f"{name}.key", "-out", f"{name}.pem", "-days", "2",
            "-subj", f"/CN=fen test {name}")
    run("req", *key, "-keyout", "server.key", "-out", "server.csr", "-subj", "/CN=localhost")
    with open(os.path.join(folder, "extensions"), "w") as file:
        file.write("subjectAltName=DNS:localhost\n")
    run("x509", "-req", "-in", "server.csr", "-CA", "ca.pem", "-CAkey", "ca.key",
        "-CAcreateserial", "-out", "server.pem", "-days", "2", "-extfile", "extensions")
    public = run("pkey", "-in", "server.key", "-pubout", "-outform", "DER")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(
        os.path.join(folder, "server.pem"), os.path.join(folder, "server.key"))
    return context, {
        "authority": os.path.join(folder, "ca.pem"),
        "other": os.path.join(folder, "other.pem"),
        "key": hashlib.sha256(public).hexdigest()}


def wait_for_end():
    """Until standard input ends or the parent does."""
    parent = os.getppid()
    while os.getppid() == parent:
        if select.select([sys.stdin], [], [], 1)[0] and not os.read(0, 4096):
            return


def main():
    global connections
    parser = argparse.ArgumentParser()
    parser.add_argument("--tls", metavar="FOLDER")
    options = parser.parse_args()
    context, facts = certificates(options.tls) if options.tls else (None, {})
    listener = socket.create_server(("127.0.0.1", 0), backlog=64)
    print(json.dumps({"port": listener.getsockname()[1], **facts}), flush=True)

    def accept():
        global connections
        while True:
            sock, _ = listener.accept()
            connections += 1
            threading.Thread(target=serve, args=(sock, context), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    wait_for_end()


if __name__ == "__main__":
    main()
