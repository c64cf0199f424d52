"""The part of the stand-in for a Nextcloud that makes links: OCS."""
import json
import secrets
import urllib.parse
from datetime import datetime, timedelta
from xml.sax.saxutils import escape

PREFIX = "apps/files_sharing/api/v1/shares"


class Ocs:
    """One request of the owner, whose password has been checked; `inside` follows `ocs/v2.php/`."""

    def __init__(self, cloud, request, with_app_password):
        self.cloud, self.request, self.with_app_password = cloud, request, with_app_password

    def answer(self):
        if self.request.headers.get("ocs-apirequest") != "true":
            return 412, [("Content-Type", "application/json; charset=utf-8")], \
                b'{"message":"CSRF check failed"}'
        status, message, data = self.result()
        return ocs(self.request, status, message, data)

    def result(self):
        inside, method = self.request.inside, self.request.method
        if inside == "cloud/capabilities" and method == "GET":
            return 200, "OK", self.capabilities()
        if inside == "cloud/user" and method == "GET":
            free = self.cloud.free()
            return 200, "OK", {
                "id": self.cloud.user, "email": self.cloud.email, "enabled": True,
                "quota": {"free": -3 if free is None else free, "used": self.cloud.used()}}
        if inside == "core/getapppassword" and method == "GET":
            return self.app_password()
        if inside == PREFIX and method == "POST":
            return self.create()
        if inside == PREFIX and method == "GET":
            query = dict(urllib.parse.parse_qsl(self.request.query))
            path = self.cloud.names(query.get("path", ""))
            if path not in self.cloud.nodes:
                return 404, "Wrong path, file/folder does not exist", []
            return 200, "OK", [
                self.shown(s) for s in self.cloud.shares.values() if s["path"] == path]
        if inside.startswith(PREFIX + "/"):
            share = self.cloud.shares.get(inside[len(PREFIX) + 1:])
            if not share:
                return 404, "Wrong share ID, share does not exist", []
            return self.on_share(share)
        return 404, "Invalid query, please check the syntax.", []

    def capabilities(self):
        public = {
            "enabled": self.cloud["links"],
            "password": {"enforced": self.cloud["passwordEnforced"], "askForOptionalPassword": False},
            "expire_date": {"enabled": self.cloud["expireDays"] > 0},
            "upload": self.cloud["publicUpload"], "upload_files_drop": True,
        }
        if self.cloud["expireDays"]:
            public["expire_date"].update(days=self.cloud["expireDays"], enforced=True)
        if not self.cloud["links"]:
            public = {"enabled": False}
        version = self.cloud["version"]
        return {
            "version": {"major": version, "minor": 0, "micro": 1, "string": f"{version}.0.1",
                        "edition": "", "extendedSupport": False},
            "capabilities": {
                "core": {"pollinterval": 60, "webdav-root": "remote.php/webdav"},
                "files_sharing": {"api_enabled": True, "public": public, "resharing": True},
                "files": {"forbidden_filename_extensions": [".part", ".filepart"]},
            }}

    def app_password(self):
        if self.with_app_password:
            return 403, "You cannot request an new apppassword with an apppassword", []
        word = secrets.token_hex(36)
        self.cloud.app_passwords.add(word)
        return 200, "OK", {"apppassword": word}

    def shown(self, share):
        shown = "redacted" if self.cloud["version"] >= 34 else "3|$argon2id$v=19$m=65536,t=4,p=1$"
        host = self.request.headers.get("host", "localhost")
        return {
            "id": share["id"], "share_type": 3, "token": share["token"],
            "path": "/" + "/".join(share["path"]), "permissions": share["permissions"],
            "expiration": share["expiration"], "password": shown, "share_with": shown,
            "url": f"http://{host}{self.cloud['webroot']}/index.php/s/{share['token']}"}

    def form(self):
        return dict(urllib.parse.parse_qsl(self.request.body().decode(), keep_blank_values=True))

    def refused_password(self, password):
        if self.cloud["passwordEnforced"] and not password:
            return 403, "Passwords are enforced for link and mail shares", []
        weak = self.cloud["version"] >= 34 and not self.cloud["weakPasswords"]
        if password and weak and len(password) < 10:
            return 400, "Password needs to be at least 10 characters long.", []
        return None

    def create(self):
        form = self.form()
        path = self.cloud.names(form.get("path", ""))
        permissions = int(form.get("permissions", "1"))
        if path not in self.cloud.nodes:
            return 404, "Wrong path, file/folder does not exist", []
        if form.get("shareType") != "3":
            return 400, "Unknown share type", []
        if not self.cloud["links"]:
            return 404, "Public link sharing is disabled by the administrator", []
        if permissions & 14 and not self.cloud["publicUpload"]:
            return 403, "Public upload disabled by the administrator", []
        password = form.get("password", "")
        refused = self.refused_password(password)
        if refused:
            return refused
        share = self.cloud.make_share(path, password, permissions)
        if self.cloud["expireDays"]:
            day = datetime.now() + timedelta(days=self.cloud["expireDays"])
            share["expiration"] = day.strftime("%Y-%m-%d 00:00:00")
        return 200, "OK", self.shown(share)

    def on_share(self, share):
        method = self.request.method
        if method == "DELETE":
            del self.cloud.shares[share["id"]]
            return 200, "OK", []
        if method == "PUT":
            form = self.form()
            if "password" in form:
                refused = self.refused_password(form["password"])
                if refused:
                    return refused
                share["password"] = form["password"]
            if "permissions" in form:
                share["permissions"] = int(form["permissions"]) | (
                    16 if self.cloud["federation"] else 0)
            if "expireDate" in form:
                share["expiration"] = form["expireDate"] or None
        elif method != "GET":
            return 405, "Method not allowed", []
        return 200, "OK", self.shown(share)


def ocs(request, status, message, data, code=None, headers=()):
    """An answer in the form asked for; version 1 says 200 to everything."""
    good = status == 200
    old = request.is_old_ocs
    number = code or (100 if good and old else status)
    meta = {"status": "ok" if good else "failure", "statuscode": number, "message": message}
    if "format=json" in request.query:
        kind, text = "application/json", json.dumps({"ocs": {"meta": meta, "data": data}})
    else:
        kind = "text/xml"
        text = f'<?xml version="1.0"?>\n<ocs>\n{xml(dict(meta=meta, data=data), " ")}</ocs>\n'
    fields = [("Content-Type", f"{kind}; charset=UTF-8"), *headers]
    return 200 if old and status != 401 else status, fields, text.encode()


def xml(data, indent):
    """As PHP writes arrays: lists as `element`, true as 1, false and null as nothing."""
    items = data.items() if isinstance(data, dict) else [("element", item) for item in data]
    lines = ""
    for name, value in items:
        if isinstance(value, (dict, list)):
            lines += f"{indent}<{name}>\n{xml(value, indent + ' ')}{indent}</{name}>\n"
        else:
            text = {True: "1", False: "", None: ""}.get(value, value) \
                if isinstance(value, bool) or value is None else str(value)
            lines += f"{indent}<{name}>{escape(text)}</{name}>\n" if text \
                else f"{indent}<{name}/>\n"
    return lines
