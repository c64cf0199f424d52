"""Who is let into the stand-in for a Nextcloud, and who answers there."""
import json

from nextcloud_dav import Dav
from nextcloud_ocs import Ocs, ocs
from nextcloud_state import Cloud, Refusal

WRONG = "Username or password was incorrect"
MAX_DELAY = "OCP\\Security\\Bruteforce\\MaxDelayReached"
MAINTENANCE = "OCA\\DAV\\Exception\\ServerMaintenanceMode"
NOT_AUTHENTICATED = "Sabre\\DAV\\Exception\\NotAuthenticated"
HTML = [("Content-Type", "text/html; charset=UTF-8")]
cloud = Cloud()


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
