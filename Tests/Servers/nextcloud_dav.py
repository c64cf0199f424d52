"""Files of the stand-in for a Nextcloud, over WebDAV."""
import time
import urllib.parse
import xml.etree.ElementTree as ElementTree
from email.utils import formatdate

from nextcloud_state import Refusal
from nextcloud_xml import multistatus

DAV = "{DAV:}"
SABRE = "Sabre\\DAV\\Exception\\"
BUSY = "OCA\\DAV\\Connector\\Sabre\\Exception\\FileLocked"


def precondition(header):
    return Refusal(412, SABRE + "PreconditionFailed",
                   f"An {header} header was specified, but the condition failed", detail=header)


class Dav:
    """One request below `root`, a path of the cloud, with what the link or the account allows."""

    def __init__(self, cloud, request, root, base, permissions):
        self.cloud, self.request = cloud, request
        self.root, self.base, self.permissions = root, base, permissions
        self.names = cloud.names(request.inside)
        self.path = root + self.names

    def answer(self):
        if not self.cloud.nodes.get(self.root):
            if self.cloud["version"] < 29:
                raise Refusal(500, "Exception", "The folder is not there")
            raise Refusal(404, SABRE + "NotFound", "File not found")
        method = self.request.method
        if not self.permissions & 1 and method not in ("PUT", "MKCOL", "MOVE"):
            raise Refusal(405 if method == "PROPFIND" else 404, SABRE + "MethodNotAllowed",
                          "Only PUT, MKCOL and MOVE are allowed on files drop")
        if not self.permissions & 2 and method in ("PUT", "MKCOL", "MOVE", "DELETE"):
            raise Refusal(403, SABRE + "Forbidden")
        action = getattr(self, method.lower(), None)
        if method in ("LOCK", "PATCH") or action is None:
            raise Refusal(500, "Error", "This is not understood")
        return action()

    def node(self):
        node = self.cloud.nodes.get(self.path)
        if node is None:
            raise Refusal(404, SABRE + "NotFound", f"File with name {self.request.inside} "
                          "could not be located")
        return node

    def tag(self, node):
        """The tag as it leaves the server, and as it leaves Nextcloud."""
        tag = f'"{node.tag}{self.cloud["tagSuffix"]}"'
        packs = "accept-encoding" in self.request.headers
        if self.cloud["gzipTags"] == "always" or self.cloud["gzipTags"] == "asked" and packs:
            tag = tag[:-1] + '-gzip"'
        if self.cloud["weakTags"] == "always" or self.cloud["weakTags"] == "asked" and packs:
            tag = "W/" + tag
        return [("ETag", tag), ("OC-ETag", f'"{node.tag}"')]

    # Reading

    def head(self):
        return self.get()

    def get(self):
        node = self.node()
        if node.data is None:
            text = b"This is the WebDAV interface. It can only be accessed by WebDAV clients."
            return 200, [("Content-Type", "text/html; charset=utf-8")], text
        headers = self.request.headers
        quoted = f'"{node.tag}"'
        if headers.get("if-match", quoted) not in (quoted, "*"):
            raise precondition("If-Match")
        known = headers.get("if-none-match", "").removeprefix("W/")
        if known in (quoted, "*"):
            return 304, self.tag(node), b""
        fields = self.tag(node) + [
            ("Content-Type", "application/octet-stream"),
            ("Content-Disposition", 'attachment; filename="file"'),
            ("Last-Modified", formatdate(node.time, usegmt=True))]
        size = len(node.data)
        wanted = self.range(size)
        if wanted is None or headers.get("if-range", quoted) != quoted:
            return 200, fields, node.data
        first, last = wanted
        fields.append(("Content-Range", f"bytes {first}-{last}/{size}"))
        return 206, fields, node.data[first:last + 1]

    def range(self, size):
        """The first and the last byte; None for all of it."""
        text = self.request.headers.get("range", "")
        if not text.startswith("bytes=") or "," in text or size == 0:
            return None
        first, _, last = text[6:].partition("-")
        if not first:
            return max(0, size - int(last)), size - 1
        if int(first) >= size:
            raise Refusal(416, SABRE + "RequestedRangeNotSatisfiable",
                          f"The start offset ({first}) exceeded the size of the entity ({size})",
                          headers=self.tag(self.node()))
        return int(first), min(int(last), size - 1) if last else size - 1

    # Writing

    def check_name(self):
        for name in self.names:
            longest = 250 if self.cloud["version"] >= 34 else 249
            if len(name.encode()) > longest:
                new = self.cloud["version"] >= 34
                raise Refusal(400 if new else 500, "OCP\\Files\\InvalidPathException",
                              "File name is too long")
            bad = any(c == "\\" or ord(c) < 32 for c in name) or name.lower() == ".htaccess"
            partial = name.endswith((".part", ".filepart")) and self.cloud["version"] >= 34
            if bad or partial:
                raise Refusal(400, "OCA\\DAV\\Connector\\Sabre\\Exception\\InvalidPath",
                              "File name is not allowed")

    def check_parent(self):
        parent = self.cloud.nodes.get(self.path[:-1])
        if parent is None or parent.data is not None:
            raise Refusal(409, SABRE + "Conflict", "Parent node does not exist")

    def check_conditions(self):
        node = self.cloud.nodes.get(self.path)
        headers = self.request.headers
        if headers.get("if-none-match") == "*" and node:
            raise precondition("If-None-Match")
        match = headers.get("if-match")
        if match is not None and (
                self.cloud["matchesFail"] or not node or match not in ("*", f'"{node.tag}"')):
            raise precondition("If-Match")

    def put(self):
        cloud, request = self.cloud, self.request
        with cloud.lock:
            self.check_name()
            if "content-range" in request.headers:
                raise Refusal(400, SABRE + "BadRequest",
                              "Content-Range on PUT requests are forbidden.")
            if cloud["tooLarge"] is not None and request.length > cloud["tooLarge"]:
                raise Refusal(413)
            self.check_parent()
            node = cloud.nodes.get(self.path)
            if node and node.data is None:
                raise Refusal(409, SABRE + "Conflict", "PUT is not allowed on non-files.")
            self.check_conditions()
            if self.path in cloud.writing or cloud.take("busyPuts"):
                raise Refusal(423, BUSY, f'"{request.inside}" is locked')
            cloud.writing.add(self.path)
        try:
            data = request.body()
            time.sleep(cloud["slowPut"])
            with cloud.lock:
                return self.commit(data)
        finally:
            with cloud.lock:
                cloud.writing.discard(self.path)

    def commit(self, data):
        cloud = self.cloud
        free = cloud.free(self.path)
        if free is not None and len(data) > free:
            raise Refusal(507, SABRE + "InsufficientStorage", "Insufficient space in the folder")
        if cloud["truncateAt"] is not None and len(data) > cloud["truncateAt"]:
            cloud.store(self.path, data[:cloud["truncateAt"]])
            raise Refusal(400, SABRE + "BadRequest",
                          f"Expected filesize of {len(data)} bytes but read (from the client) and "
                          f"wrote (to storage) {cloud['truncateAt']} bytes.")
        if self.request.is_chunked and cloud["chunkedIsEmpty"] or cloud.take("emptyPuts"):
            data = b""
        # The lock of a write does not keep another from having come first.
        self.check_conditions()
        existed = self.path in cloud.nodes
        node = cloud.store(self.path, data)
        headers = self.tag(node) + [("OC-FileId", "00000042oc")]
        if "x-oc-mtime" in self.request.headers:
            headers.append(("X-OC-MTime", "accepted"))
        if cloud["version"] >= 34:
            headers.append(("X-NC-Permissions", "RGDNVW"))
        return 204 if existed else 201, headers, b""

    def mkcol(self):
        with self.cloud.lock:
            if self.path in self.cloud.nodes:
                raise Refusal(405, SABRE + "MethodNotAllowed",
                              "The resource you tried to create already exists")
            self.check_name()
            self.check_parent()
            if self.cloud.free() == 0 and self.cloud["version"] >= 34:
                raise Refusal(507, SABRE + "InsufficientStorage", "Insufficient space")
            self.cloud.make_folder(self.path)
            return 201, [("OC-FileId", "00000043oc")], b""

    def delete(self):
        with self.cloud.lock:
            self.node()
            self.cloud.remove(self.path)
            return 204, [], b""

    def move(self):
        with self.cloud.lock:
            node = self.node()
            target = urllib.parse.urlsplit(self.request.headers.get("destination", "")).path
            inside = urllib.parse.unquote(target).removeprefix(self.base)
            path = self.root + self.cloud.names(inside)
            if path in self.cloud.nodes and self.request.headers.get("overwrite") == "F":
                raise precondition("Overwrite")
            existed = path in self.cloud.nodes
            self.cloud.store(path, node.data)
            self.cloud.remove(self.path)
            return 204 if existed else 201, [], b""

    # Listing

    def propfind(self):
        node = self.node()
        wanted = self.wanted_properties()
        depth = self.request.headers.get("depth", "infinity")
        paths = [self.path]
        if node.data is None and depth == "1":
            paths += self.cloud.children(self.path)
        elif node.data is None and depth == "infinity":
            size = len(self.path)
            paths += sorted(p for p in self.cloud.nodes if len(p) > size and p[:size] == self.path)
        text = multistatus([self.response(path, wanted) for path in paths], self.cloud["xml"])
        return 207, [("Content-Type", "application/xml; charset=utf-8")], text.encode()

    def wanted_properties(self):
        body = self.request.body()
        if not body:
            return None
        try:
            root = ElementTree.fromstring(body)
        except ElementTree.ParseError:
            raise Refusal(400, SABRE + "BadRequest", "The XML is not well formed")
        properties = root.find(DAV + "prop")
        return None if properties is None else [child.tag for child in properties]

    def response(self, path, wanted):
        node = self.cloud.nodes[path]
        known = {DAV + "getlastmodified": formatdate(node.time, usegmt=True)}
        if node.data is None:
            known[DAV + "resourcetype"] = ("collection",)
            known[DAV + "quota-used-bytes"] = str(self.cloud.used())
            free = self.cloud.free()
            known[DAV + "quota-available-bytes"] = "-3" if free is None else str(free)
        else:
            known[DAV + "getcontentlength"] = str(len(node.data))
            known[DAV + "resourcetype"] = ""
            known[DAV + "getcontenttype"] = "application/octet-stream"
        known[DAV + "getetag"] = f'"{node.tag}"'
        names = list(known) if wanted is None else wanted
        found = [(name, known[name]) for name in names if name in known]
        missing = [name for name in names if name not in known]
        inside = "/".join(path[len(self.root):])
        slash = "/" if node.data is None and inside else ""
        return self.href(inside + slash), found, missing

    def href(self, inside):
        # Lower-case hex, and these five raw, as Sabre writes them.
        raw = self.base + inside
        text = "".join(
            chr(byte) if chr(byte).isalnum() and byte < 128 or chr(byte) in "-_.~()@:/"
            else f"%{byte:02x}" for byte in raw.encode())
        if self.cloud["absoluteHrefs"]:
            return f"http://{self.request.headers.get('host', 'localhost')}{text}"
        return text
