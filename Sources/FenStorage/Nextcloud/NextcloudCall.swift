import FenHTTP

/// One question to a share, before it is known on which endpoint it is asked.
struct NextcloudCall: Sendable {
    /// What a call is for: the same refusal means another thing for each.
    enum Purpose: Sendable {
        /// Reading an object or about it.
        case reading
        /// Changing something.
        case writing
    }

    /// The verb.
    var method: String
    /// What it is for.
    var purpose: Purpose
    /// The object or folder; nil for the share itself.
    var path: ObjectPath?
    /// Whether a slash goes behind the name: without it servers redirect, and a redirect may turn
    /// a question into another.
    var isFolder = false
    /// Headers beside those that go with every call.
    var headers: [HTTPHeader] = []
    /// The bytes to send.
    var body: [UInt8]?
    /// How much of a good answer's body is wanted.
    var plan: @Sendable (HTTPHead) -> HTTPBodyPlan = { _ in
        HTTPBodyPlan(limit: 65_536, stopsAtLimit: true)
    }

    /// Describes a call.
    init(_ method: String, _ purpose: Purpose, _ path: ObjectPath?) {
        self.method = method
        self.purpose = purpose
        self.path = path
    }

    /// Asks for tag, size and kind of something, and with `children` of what is directly in it.
    static func properties(
        of path: ObjectPath?, isFolder: Bool, children: Bool
    ) -> NextcloudCall {
        var call = NextcloudCall("PROPFIND", .reading, path)
        call.isFolder = isFolder
        call.headers = [
            HTTPHeader("Depth", children ? "1" : "0"),
            HTTPHeader("Content-Type", "application/xml; charset=utf-8"),
        ]
        call.body = Array(
            """
            <?xml version="1.0"?><d:propfind xmlns:d="DAV:"><d:prop><d:getetag/>\
            <d:getcontentlength/><d:resourcetype/></d:prop></d:propfind>
            """.utf8)
        call.plan = { _ in HTTPBodyPlan(limit: mostXML) }
        return call
    }

    /// The most bytes of a listing; an object takes about 350.
    private static let mostXML = 8 << 20
}

/// What a Nextcloud says when it refuses.
struct NextcloudRefusal: Sendable, Equatable {
    /// The name of the reason without its namespace (`FileLocked`), or empty.
    let exception: String
    /// Whether it was Nextcloud's files that answered, not the web server in front of them.
    let isFromFiles: Bool

    /// Reads an answer that is none of the good ones.
    init(_ answer: HTTPAnswer) {
        let root = XMLElement(document: answer.body)
        let name = root?.name == "error" ? root?.text(of: "exception") : nil
        let last = name?.split(separator: "\\").last ?? ""
        let isWord = last.utf8.allSatisfy { byte in
            byte < 0x80 && Character(UnicodeScalar(byte)).isLetter
        }
        exception = isWord && last.utf8.count <= 64 ? String(last) : ""
        isFromFiles = name != nil
    }
}
