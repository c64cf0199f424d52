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
from nextcloud_dav import Dav  # noqa: E402
from nextcloud_ocs import Ocs, ocs  # noqa: E402
from nextcloud_state import Cloud, Refusal  # noqa: E402

WRONG = "Username or password was incorrect"
MAX_DELAY = "OCP\\Security\\Bruteforce\\MaxDelayReached"
MAINTENANCE = "OCA\\DAV\\Exception\\ServerMaintenanceMode"
NOT_AUTHENTICATED = "Sabre\\DAV\\Exception\\NotAuthenticated"
HTML = [("Content-Type", "text/html; charset=UTF-8")]
cloud = Cloud()


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
            reset(self.link.sock)
            raise Gone
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


def main_route(request):
    """The answer to a request: status, headers, body."""
    root = cloud["webroot"]
    if cloud["redirect"]:
        host = request.headers.get("host", "localhost")
        start = f"https://{host}" if cloud["redirect"] == "https" else cloud["redirect"]
        return 301, HTML + [("Location", start + request.target)], b"<html>Moved</html>"
    if request.headers.get("expect") and cloud["expect"] == "refuse":
        return 417, HTML, b"<html>Expectation Failed</html>"
    if "%2f" in request.target.partition("?")[0].lower() or not request.path.startswith(root + "/"):
        return 404, HTML, b"<html>Not Found</html>"
    if cloud["tooMany"]:
        return 429, HTML, b"<html>Too Many Requests</html>"
    if cloud["untrusted"]:
        return 400, HTML, b"<html>Access through untrusted domain</html>"
    path = request.path[len(root):]
    if path == "/status.php":
        version = cloud["version"]
        return 200, [("Content-Type", "application/json")], json.dumps({
            "installed": True, "maintenance": bool(cloud["maintenance"]), "needsDbUpgrade": False,
            "version": f"{version}.0.1.2", "versionstring": f"{version}.0.1", "edition": "",
            "productname": "Nextcloud", "extendedSupport": False}, separators=(",", ":")).encode()
    for start, answer in ROUTES:
        if path.startswith(start) or path + "/" == start:
            request.inside = path[len(start):]
            request.base = root + start
            return answer(request)
    return 404, HTML, b"<html>Not Found</html>"


def in_maintenance():
    if cloud["maintenance"] == "xml":
        raise Refusal(503, MAINTENANCE, "System is in maintenance mode.")
    if cloud["maintenance"] == "html":
        raise Refusal(503, headers=HTML + [("Retry-After", "120"),
                                           ("X-Nextcloud-Maintenance-Mode", "1")])


def unauthenticated(headers=(), message=WRONG):
    return Refusal(401, NOT_AUTHENTICATED, message, headers)


def challenge(request):
    kind = "DummyBasic" if has_requested_with(request) else "Basic"
    return [("WWW-Authenticate", f'{kind} realm="Nextcloud"')]


def has_requested_with(request):
    return "XMLHttpRequest" in request.headers.get("x-requested-with", "").split(",")


def public(request, is_new):
    """A link, on the new or the old endpoint."""
    in_maintenance()
    counts = is_new or not has_requested_with(request)
    token = None
    if is_new:
        token, _, request.inside = request.inside.partition("/")
        request.base += token + "/"
        if not token:
            raise Refusal(503, "Sabre\\DAV\\Exception\\ServiceUnavailable", "No token")
    if counts and cloud.is_blocked("link"):
        if is_new:
            cloud.fail("link")
        raise Refusal(500, MAX_DELAY, "Reached maximum delay")
    given = request.credentials()
    if given is None:
        if counts:
            cloud.fail("link")
        raise unauthenticated([] if is_new else [("WWW-Authenticate", 'Basic realm="Nextcloud"')],
                              "No 'Authorization: Basic' header found.")
    if not cloud["federation"] and not has_requested_with(request) and not (
            is_new and request.method == "GET"):
        raise unauthenticated(message="")
    share = cloud.share(token or given[0])
    if not cloud["links"] or not share or share["password"] != given[1]:
        if counts:
            cloud.fail("link")
        raise unauthenticated(challenge(request))
    permissions = share["permissions"] if cloud["publicUpload"] else share["permissions"] & ~14
    return Dav(cloud, request, share["path"], request.base, permissions).answer()


def new_link(request):
    if cloud["version"] < 29:
        return 404, [], b""
    return public(request, is_new=True)


def old_link(request):
    return public(request, is_new=False)


def owner(request):
    """Whether the owner's app password was given, after one of the two was right."""
    if cloud.is_blocked("login"):
        raise Refusal(429, "", "Reached maximum delay")
    given = request.credentials()
    if not given or given[0] not in (cloud.user, cloud.email) or \
            given[1] not in cloud.app_passwords | {cloud.password}:
        cloud.fail("login")
        raise unauthenticated(challenge(request))
    return given[1] in cloud.app_passwords


def owner_files(request):
    in_maintenance()
    owner(request)
    user, _, request.inside = request.inside.partition("/")
    if user != cloud.user:
        raise Refusal(404, "Sabre\\DAV\\Exception\\NotFound", f"Principal with name {user} not found")
    request.base += user + "/"
    return Dav(cloud, request, (), request.base, 31).answer()


def owner_requests(request):
    request.is_old_ocs = request.path.startswith(cloud["webroot"] + "/ocs/v1.php")
    try:
        in_maintenance()
        with_app_password = owner(request)
    except Refusal as refusal:
        code = 997 if refusal.status == 401 else None
        return ocs(request, refusal.status, refusal.message, [], code, [
            pair for pair in refusal.headers if pair[0] != "Content-Type"])
    with cloud.lock:
        return Ocs(cloud, request, with_app_password).answer()


ROUTES = [
    ("/public.php/dav/files/", new_link), ("/public.php/webdav/", old_link),
    ("/remote.php/dav/files/", owner_files), ("/ocs/v2.php/", owner_requests),
    ("/ocs/v1.php/", owner_requests),
]


def control(request):
    """What a test does by hand."""
    order = request.path[len("/control/"):]
    body = json.loads(request.body() or "{}")
    answer = {}
    with cloud.lock:
        if order == "switches":
            unknown = set(body) - set(cloud.switches)
            if unknown:
                raise KeyError(unknown)
            cloud.switches.update(body)
        elif order == "log":
            answer = {"requests": list(cloud.log)}
            cloud.log.clear()
        elif order == "share":
            path = cloud.names(body["path"])
            for depth in range(len(path)):
                if path[:depth + 1] not in cloud.nodes:
                    cloud.make_folder(path[:depth + 1])
            answer = cloud.make_share(path, body["password"], body.get("permissions", 15))
        elif order == "edit-share":
            cloud.share(body["token"]).update(body)
        elif order == "delete-share":
            del cloud.shares[cloud.share(body["token"])["id"]]
        elif order == "remove":
            cloud.remove(cloud.names(body["path"]))
        elif order == "forget-failures":
            cloud.failures.update(link=0, login=0)
        elif order == "state":
            answer = {
                "failures": cloud.failures["link"], "loginFailures": cloud.failures["login"],
                "shares": [s["token"] for s in cloud.shares.values()],
                "files": {"/".join(path): len(node.data) for path, node in cloud.nodes.items()
                          if node.data is not None}}
        else:
            raise KeyError(order)
    return 200, [("Content-Type", "application/json")], json.dumps(answer).encode()


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
