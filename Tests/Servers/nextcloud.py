#!/usr/bin/env python3
"""A stand-in for a Nextcloud, on loopback and a free port: what a link's members and its owner do.

The first line it prints is JSON: {"port": …}, the owner's name and app password and, with --tls
FOLDER, the certificates made there. It ends when its standard input or its parent does. What it
does and gets wrong is switched by POST /control/switches, see `SWITCHES` in nextcloud_state.py;
/control/… also tells what it was asked and acts as its owner's hand in the web interface.
"""
import argparse
import base64
import json
import socket
import sys
import threading
import time
import urllib.parse
from xml.sax.saxutils import escape

sys.dont_write_bytecode = True

from faulty_http import Connection, Gone, certificates, reset, wait_for_end  # noqa: E402
from nextcloud_routes import cloud, control, main_route  # noqa: E402
from nextcloud_state import Refusal  # noqa: E402


class Cut(Exception):
    """The upload is to be broken off here."""


class Request:
    """A request whose body has not been read yet."""

    def __init__(self, link):
        self.link = link
        self.method, self.target, headers = link.head()
        self.headers = {name.lower(): value for name, value in headers}
        path, _, self.query = self.target.partition("?")
        self.path = urllib.parse.unquote(path)
        self.inside = ""
        self.is_old_ocs = False
        self.is_chunked = "chunked" in self.headers.get("transfer-encoding", "")
        self.length = int(self.headers.get("content-length", "0"))
        self.left = self.length

    def body(self):
        if self.headers.get("expect") == "100-continue" and cloud["expect"] == "answer":
            self.link.sock.sendall(b"HTTP/1.1 100 Continue\r\n\r\n")
        cut = cloud["cutUploadAt"]
        if cut is not None and self.length > cut:
            self.link.body(cut)
            raise Cut
        data = b""
        while self.is_chunked:
            while b"\r\n" not in self.link.buffer:
                self.link.more()
            line, self.link.buffer = self.link.buffer.split(b"\r\n", 1)
            data += self.link.body(int(line, 16))
            self.link.body(2)
            if int(line, 16) == 0:
                return data
        data = self.link.body(self.left)
        self.left = 0
        return data

    def credentials(self):
        """User and password; None where there are none."""
        kind, _, value = self.headers.get("authorization", "").partition(" ")
        if kind != "Basic":
            return None
        user, _, password = base64.b64decode(value).decode().partition(":")
        return user, password


def refused(refusal):
    body = b""
    headers = list(refusal.headers)
    if refusal.kind:
        detail = f"\n  <s:header>{refusal.detail}</s:header>" if refusal.detail else ""
        body = ('<?xml version="1.0" encoding="utf-8"?>\n<d:error xmlns:d="DAV:" '
                f'xmlns:s="http://sabredav.org/ns">\n  <s:exception>{escape(refusal.kind)}'
                f'</s:exception>\n  <s:message>{escape(refusal.message)}</s:message>{detail}\n'
                '</d:error>\n').encode()
        headers.append(("Content-Type", "application/xml; charset=utf-8"))
    elif any(name == "Content-Type" for name, _ in headers):
        body = b"<html>Unavailable</html>"
    return refusal.status, headers, body


def serve_one(link):
    request = Request(link)
    if request.path.startswith("/control/"):
        send(link, request, *control(request), plain=True)
        return True
    entry = {"method": request.method, "target": request.target, "headers": request.headers}
    with cloud.lock:
        cloud.log.append(entry)
    try:
        status, headers, body = main_route(request)
    except Refusal as refusal:
        status, headers, body = refused(refusal)
    except Cut:
        # Only now, when the file's lock is gone too.
        reset(link.sock)
        raise Gone from None
    entry["status"] = status
    # What is left of a body that nobody read comes before the next request.
    link.body(request.left)
    if request.method in ("PUT", "DELETE", "MKCOL", "POST") and cloud.take("loseAnswers"):
        reset(link.sock)
        raise Gone
    send(link, request, status, headers, body)
    return not cloud["http10"]


def send(link, request, status, headers, body, plain=False):
    reason = {200: "OK", 201: "Created", 204: "No Content", 207: "Multi-Status"}.get(status, "Said")
    version = "1.0" if cloud["http10"] and not plain else "1.1"
    head = f"HTTP/{version} {status} {reason}\r\n"
    head += "".join(f"{name}: {value}\r\n" for name, value in headers)
    chunked = cloud["noLength"] and not plain and request.method == "GET" and status == 200
    if chunked and version == "1.1":
        head += "Transfer-Encoding: chunked\r\n"
        body = b"".join(
            f"{len(body[i:i + 4000]):x}\r\n".encode() + body[i:i + 4000] + b"\r\n"
            for i in range(0, len(body), 4000)) + b"0\r\n\r\n"
    elif status not in (204, 304) and not chunked:
        head += f"Content-Length: {len(body)}\r\n"
    if request.method == "HEAD":
        body = b""
    if not plain:
        time.sleep(cloud["firstByteDelay"])
        cut = cloud["cutDownloadAt"]
        if cut is not None and request.method == "GET" and len(body) > cut:
            link.sock.sendall(head.encode() + b"\r\n" + body[:cut])
            time.sleep(0.02)
            reset(link.sock)
            raise Gone
    link.sock.sendall(head.encode() + b"\r\n" + body)


def serve(sock, context):
    try:
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if context:
            sock = context.wrap_socket(sock, server_side=True)
        link = Connection(sock)
        while serve_one(link):
            pass
    except (Gone, OSError):
        pass
    finally:
        sock.close()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tls", metavar="FOLDER")
    options = parser.parse_args()
    context, facts = certificates(options.tls) if options.tls else (None, {})
    listener = socket.create_server(("127.0.0.1", 0), backlog=64)
    app_password = next(iter(cloud.app_passwords))
    print(json.dumps({
        "port": listener.getsockname()[1], "user": cloud.user, "email": cloud.email,
        "password": cloud.password, "appPassword": app_password, **facts}), flush=True)

    def accept():
        while True:
            sock, _ = listener.accept()
            threading.Thread(target=serve, args=(sock, context), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    wait_for_end()


if __name__ == "__main__":
    main()
