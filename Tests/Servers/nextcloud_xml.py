"""Listings as servers write them: on one line, on many, or with other prefixes."""
from xml.sax.saxutils import escape

NAMESPACES = {"DAV:": "d", "http://sabredav.org/ns": "s", "http://owncloud.org/ns": "oc",
              "http://nextcloud.org/ns": "nc"}


def multistatus(responses, style):
    foreign = style == "foreign"
    prefixes = dict(NAMESPACES)
    if foreign:
        prefixes["DAV:"] = "D"
    declared = " ".join(f'xmlns:{prefix}="{space}"' for space, prefix in prefixes.items())
    d = prefixes["DAV:"]

    def name(tag):
        space, _, local = tag[1:].partition("}")
        return f"{prefixes.get(space, 'x1')}:{local}"

    def element(tag, value):
        if value == "":
            return f"<{name(tag)}/>"
        if isinstance(value, tuple):
            return f"<{name(tag)}><{d}:{value[0]}/></{name(tag)}>"
        if foreign:
            return f"<{name(tag)} x='a > b'><![CDATA[{value}]]></{name(tag)}>"
        return f"<{name(tag)}>{escape(value, {chr(34): '&quot;'})}</{name(tag)}>"

    def propstat(inner, status):
        if foreign:
            return f"<{d}:propstat><{d}:status>HTTP/1.1 {status}</{d}:status><!-- <d:prop> -->" \
                   f"<{d}:prop>{inner}</{d}:prop></{d}:propstat>"
        return f"<{d}:propstat><{d}:prop>{inner}</{d}:prop>" \
               f"<{d}:status>HTTP/1.1 {status}</{d}:status></{d}:propstat>"

    parts = []
    for href, found, missing in responses:
        stats = []
        if found:
            stats.append(propstat("".join(element(*pair) for pair in found), "200 OK"))
        if missing:
            stats.append(propstat("".join(f"<{name(m)}/>" for m in missing), "404 Not Found"))
        if foreign:
            stats.reverse()
        parts.append(f"<{d}:response><{d}:href>{escape(href)}</{d}:href>{''.join(stats)}"
                     f"</{d}:response>")
    gap = "" if style == "compact" else "\n  "
    body = gap.join(parts)
    if style == "pretty":
        body = "\n  " + body.replace("><", ">\n    <") + "\n"
    return f'<?xml version="1.0"?>\n<{d}:multistatus {declared}>{body}</{d}:multistatus>\n'
