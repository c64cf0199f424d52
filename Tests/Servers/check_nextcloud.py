#!/usr/bin/env python3
"""Asks a Nextcloud, or the stand-in for one, a table of questions and compares the answers.

Without arguments it starts the stand-in and asks it as both versions, on both endpoints: a check of
the stand-in itself. With the address, token and password of a real link to an empty folder it
shows where the stand-in and that server differ:

    check_nextcloud.py --url https://cloud.example.org --token TOKEN --version 34 < password
"""
import argparse
import base64
import http.client
import json
import os
import subprocess
import sys
import urllib.parse

TAG = object()      # any strong quoted tag, the same under both names
NONE = object()     # this header is not there
XRW = {"X-Requested-With": "XMLHttpRequest"}
BODY = b'<?xml version="1.0"?><d:propfind xmlns:d="DAV:"><d:prop><d:getetag/><d:none/></d:prop></d:propfind>'


def table(version, endpoint):
    """Method, name, headers, body, status, what else must hold of the answer."""
    is_new = version >= 34
    return [
        ("PROPFIND", "", {"Depth": "0"}, BODY, 207, {"body": [b"404 Not Found"]}),
        ("PUT", "a.txt", {}, b"0123456789", 201, {"ETag": TAG}),
        ("PUT", "a.txt", {}, b"0123456789", 204, {"ETag": TAG}),
        ("PUT", "a.txt", {"If-None-Match": "*"}, b"x", 412, {"body": [b"If-None-Match"]}),
        ("PUT", "a.txt", {"If-Match": '"0123"'}, b"x", 412, {}),
        ("PUT", "a.txt", {"If-Match": "LAST"}, b"0123456789ab", 204, {"ETag": TAG}),
        ("PUT", "a.txt", {"If-Match": "W/LAST"}, b"x", 412, {}),
        ("PUT", "none.txt", {"If-Match": "*"}, b"x", 412, {}),
        ("PUT", "a.txt", {"Content-Range": "bytes 0-1/2"}, b"xx", 400, {}),
        ("PUT", "no/a.txt", {}, b"x", 409, {"body": [b"Conflict"]}),
        ("PUT", "empty", {}, b"", 201, {}),
        ("GET", "a.txt", {}, None, 200, {"ETag": TAG, "body": [b"0123456789ab"]}),
        ("GET", "a.txt", {"If-None-Match": "LAST"}, None, 304, {}),
        ("GET", "a.txt", {"If-None-Match": "W/LAST"}, None, 304, {}),
        ("GET", "a.txt", {"If-Match": '"0123"'}, None, 412, {}),
        ("GET", "a.txt", {"Range": "bytes=3-"}, None, 206, {"Content-Range": "bytes 3-11/12"}),
        ("GET", "a.txt", {"Range": "bytes=3-5"}, None, 206, {"Content-Range": "bytes 3-5/12"}),
        ("GET", "a.txt", {"Range": "bytes=-4"}, None, 206, {"Content-Range": "bytes 8-11/12"}),
        ("GET", "a.txt", {"Range": "bytes=0-100"}, None, 206, {"Content-Range": "bytes 0-11/12"}),
        ("GET", "a.txt", {"Range": "bytes=12-"}, None, 416, {"ETag": TAG, "Content-Range": NONE}),
        ("GET", "a.txt", {"Range": "bytes=0-1,3-4"}, None, 200, {}),
        ("GET", "a.txt", {"Range": "bytes=3-", "If-Range": "LAST"}, None, 206, {}),
        ("GET", "a.txt", {"Range": "bytes=3-", "If-Range": '"0123"'}, None, 200, {}),
        ("GET", "empty", {"Range": "bytes=0-"}, None, 200, {}),
        ("GET", "none.txt", {}, None, 404, {"body": [b"Sabre\\DAV\\Exception\\NotFound"]}),
        ("MKCOL", "b c+(1)@é", {}, None, 201, {}),
        ("MKCOL", "b c+(1)@é", {}, None, 405, {}),
        ("MKCOL", "no/no", {}, None, 409, {}),
        ("PUT", "b c+(1)@é", {}, b"x", 409, {}),
        ("GET", "b c+(1)@é", {}, None, 200, {"Content-Type": "text/html; charset=utf-8"}),
        ("PUT", "b c+(1)@é/e\u0301.txt", {}, b"x", 201, {}),
        ("PROPFIND", "b c+(1)@é/", {"Depth": "1"}, BODY, 207,
         {"body": [b"/b%20c%2b(1)@%c3%a9/</d:href>", b"/b%20c%2b(1)@%c3%a9/%c3%a9.txt</d:href>"]}),
        ("GET", "b c+(1)@é/é.txt", {}, None, 200, {"body": [b"x"]}),
        ("GET", "B c+(1)@é/é.txt", {}, None, 404, {}),
        ("PROPFIND", "", {"Depth": "0"}, b"<d:", 400, {}),
        ("PROPFIND", "none", {"Depth": "0"}, BODY, 404, {}),
        ("MOVE", "a.txt", {"Destination": endpoint + "c.txt", "Overwrite": "F"}, None, 201, {}),
        ("MOVE", "c.txt", {"Destination": endpoint + "empty", "Overwrite": "F"}, None, 412, {}),
        ("PUT", ".htaccess", {}, b"x", 400, {}),
        ("PUT", "a.part", {}, b"x", 400 if is_new else 201, {}),
        ("PUT", "x" * 250, {}, b"x", 201 if is_new else 500, {}),
        ("PUT", "x" * 251, {}, b"x", 400 if is_new else 500, {}),
        ("PUT", "a%2Fb", {}, b"x", 404, {}),
        ("LOCK", "c.txt", {}, None, 500, {}),
        ("PATCH", "c.txt", {}, b"x", 500, {}),
        ("DELETE", "c.txt", {}, None, 204, {}),
        ("DELETE", "c.txt", {}, None, 404, {}),
        ("DELETE", "empty", {}, None, 204, {}),
        ("DELETE", "b c+(1)@é", {}, None, 204, {}),
        ("DELETE", "x" * 250, {}, None, 204 if is_new else 404, {}),
        ("DELETE", "a.part", {}, None, 404 if is_new else 204, {}),
    ]


def ask(url, path, method, headers, body):
    parts = urllib.parse.urlsplit(url)
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    link = kind(parts.netloc, timeout=30)
    try:
        link.request(method, parts.path.rstrip("/") + path, body, headers)
        answer = link.getresponse()
        return answer.status, answer.headers, answer.read()
    finally:
        link.close()


def compare(url, token, password, version, is_new):
    """Says what differs, one line each."""
    endpoint = f"/public.php/dav/files/{token}/" if is_new else "/public.php/webdav/"
    user = "anonymous" if is_new else token
    login = {"Authorization": "Basic " + base64.b64encode(f"{user}:{password}".encode()).decode()}
    last, differences, count = None, [], 0
    for method, name, headers, body, status, wanted in table(version, endpoint):
        sent = {key: value.replace("LAST", last or "") for key, value in headers.items()}
        path = endpoint + (name if "%2F" in name else urllib.parse.quote(name))
        found = ask(url, path, method, login | XRW | sent, body)
        label = f"{version} {'new' if is_new else 'old'} {method} {name[:30]} {headers}"
        count += 1
        if found[0] != status:
            differences.append(f"{label}: {found[0]}, not {status}")
        for key, value in wanted.items():
            if key == "body":
                differences += [f"{label}: without {v!r}" for v in value if v not in found[2]]
                continue
            has = found[1][key]
            if value is TAG:
                right = has is not None and has.startswith('"') and has == found[1]["OC-ETag"]
                last = has
            else:
                right = has is None if value is NONE else has == value
            if not right:
                differences.append(f"{label}: {key} is {has!r}")
    return differences, count


def stand_in():
    """Starts the stand-in, asks it, and ends it."""
    script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "nextcloud.py")
    with subprocess.Popen([sys.executable, script], stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE, text=True) as server:
        url = f"http://127.0.0.1:{json.loads(server.stdout.readline())['port']}"

        def control(order, **facts):
            return json.loads(ask(url, "/control/" + order, "POST", {}, json.dumps(facts))[2])

        differences, count = [], 0
        for version, is_new in ((34, True), (34, False), (27, False)):
            control("switches", version=version)
            share = control("share", path=f"groups/{version}{is_new}", password="right")
            found = compare(url, share["token"], "right", version, is_new)
            differences += found[0]
            count += found[1]
        server.stdin.close()
        return differences, count


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--url")
    parser.add_argument("--token")
    parser.add_argument("--version", type=int, default=34)
    options = parser.parse_args()
    if options.url:
        password = sys.stdin.readline().rstrip("\n")
        found = [compare(options.url, options.token, password, options.version, is_new)
                 for is_new in ([True, False] if options.version >= 29 else [False])]
        differences, count = sum((f[0] for f in found), []), sum(f[1] for f in found)
    else:
        differences, count = stand_in()
    print("\n".join(differences + [f"{count} questions, {len(differences)} differences"]))
    sys.exit(1 if differences else 0)


main()
