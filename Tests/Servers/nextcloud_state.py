"""What the stand-in for a Nextcloud remembers: files, links, failures, and how it is to behave."""
import hashlib
import secrets
import string
import threading
import time
import unicodedata

# How it behaves, and each can be changed while it runs (POST /control/switches).
SWITCHES = {
    "version": 34,              # 34, or 27: no new endpoint, other errors
    "webroot": "",              # the server lies below this path
    "federation": True,         # off: no answer without X-Requested-With
    "links": True,              # off: every link answers like a wrong password
    "publicUpload": True,       # off: links cannot be written
    "passwordEnforced": False,  # links need a password
    "weakPasswords": False,     # on: any password will do
    "expireDays": 0,            # links end after so many days
    "delay": 0.0,               # seconds after the first failure, doubled for each (27 only)
    "coarseTags": False,        # the same tag for the same size within one second
    "gzipTags": "never",        # "-gzip" behind the tag: "never", "asked" (Accept-Encoding), "always"
    "tagSuffix": "",            # behind every tag but Nextcloud's own header, by another packer
    "weakTags": "never",        # W/ before the tag: the same three
    "xml": "compact",           # "compact", "pretty" or "foreign": other prefixes, comments, CDATA
    "absoluteHrefs": False,     # addresses in listings have scheme and host
    "truncateAt": None,         # a body longer than this goes live cut, and the answer is 400
    "chunkedIsEmpty": False,    # a body without a length becomes an empty file
    "emptyPuts": 0,             # so many of the next writes store nothing and say that all is well
    "busyPuts": 0,              # so many of the next writes find a lock; -1: all
    "slowPut": 0.0,             # seconds a write holds its lock
    "quota": None,              # bytes that the owner may have
    "maintenance": None,        # "xml" or "html": which 503
    "noLength": False,          # downloads without a Content-Length
    "expect": "answer",         # 100-continue: "answer", "ignore" or "refuse" (417)
    "firstByteDelay": 0.0,      # seconds before an answer begins
    "cutDownloadAt": None,      # downloads are reset after so many bytes
    "cutUploadAt": None,        # uploads are reset after so many bytes
    "loseAnswers": 0,           # so many of the next answers to writes are lost, the write is done
    "redirect": None,           # "https" (the same host), or another host's address
    "http10": False,            # as through an old proxy: HTTP/1.0, closes after each answer
    "untrusted": False,         # the name it is asked by is not in its list
    "tooMany": False,           # something before it answers 429 to everything
    "matchesFail": False,       # something before it spoils If-Match
    "tooLarge": None,           # the web server takes no body beyond this (413)
}


class Refusal(Exception):
    """An answer that is none of the good ones."""

    def __init__(self, status, kind="", message="", headers=(), detail=""):
        self.status, self.kind, self.message = status, kind, message
        self.headers, self.detail = list(headers), detail


class Node:
    """A file, or a folder where `data` is None."""

    def __init__(self, data, tag):
        self.data, self.tag, self.time = data, tag, int(time.time())


class Cloud:
    """One owner's files. Paths are tuples of names; the root is the empty one."""

    def __init__(self):
        self.lock = threading.RLock()
        self.switches = dict(SWITCHES)
        self.user, self.password, self.email = "ada", "an account's password", "ada@example.org"
        self.app_passwords = {"app-password-of-ada"}
        self.nodes = {(): Node(None, self.folder_tag())}
        self.shares = {}
        self.failures = {"link": 0, "login": 0}
        self.writing = set()
        self.log = []

    def __getitem__(self, switch):
        return self.switches[switch]

    def take(self, switch):
        """Whether a switch that counts down still has some left; -1 never runs out."""
        with self.lock:
            left = self.switches[switch]
            if left > 0:
                self.switches[switch] -= 1
            return left != 0

    # Files

    @staticmethod
    def folder_tag():
        return secrets.token_hex(7)[:13]

    def file_tag(self, path, size):
        if not self["coarseTags"]:
            return secrets.token_hex(16)
        return hashlib.md5(f"{int(time.time())} {path} {size}".encode()).hexdigest()

    @staticmethod
    def names(path):
        return tuple(unicodedata.normalize("NFC", name) for name in path.split("/") if name)

    def used(self):
        return sum(len(node.data) for node in self.nodes.values() if node.data is not None)

    def free(self, besides=None):
        """What is left of the quota, where the file at `besides` is about to go."""
        if self["quota"] is None:
            return None
        there = self.nodes.get(besides)
        return max(0, self["quota"] - self.used() + (len(there.data) if there else 0))

    def touch(self, path):
        """Everything above what changed has another tag."""
        for depth in range(len(path)):
            self.nodes[path[:depth]].tag = self.folder_tag()

    def store(self, path, data):
        self.nodes[path] = Node(data, self.file_tag(path, len(data)))
        self.touch(path)
        return self.nodes[path]

    def make_folder(self, path):
        self.nodes[path] = Node(None, self.folder_tag())
        self.touch(path)

    def remove(self, path):
        for other in [p for p in self.nodes if p[:len(path)] == path]:
            del self.nodes[other]
        self.touch(path)

    def children(self, path):
        return sorted(p for p in self.nodes if len(p) == len(path) + 1 and p[:-1] == path)

    # Links

    def make_share(self, path, password, permissions):
        token = "".join(secrets.choice(string.ascii_letters + string.digits) for _ in range(15))
        if self["federation"]:
            permissions |= 16
        number = str(len(self.log) * 100 + len(self.shares) + 1)
        self.shares[number] = {
            "id": number, "token": token, "path": path, "password": password,
            "permissions": permissions, "expiration": None}
        return self.shares[number]

    def share(self, token):
        return next((s for s in self.shares.values() if s["token"] == token), None)

    # Failures

    def is_blocked(self, action):
        return self.failures[action] >= 11

    def fail(self, action):
        """Counts a failure and waits as the old server does."""
        with self.lock:
            self.failures[action] += 1
            count = self.failures[action]
        if self["version"] < 34 and self["delay"]:
            time.sleep(min(25, self["delay"] * 2 ** (count - 1)))
