import FenEncoding

/// What a `PROPFIND` says of something, and of what is directly in it.
struct NextcloudListing: Equatable, Sendable {
    /// One of them.
    struct Entry: Equatable, Sendable {
        /// The path as the server has it, decoded, without a slash at its end.
        var path: String
        /// Whether it is a folder.
        var isFolder: Bool
        /// Its tag; a folder's changes with everything below it.
        var etag: ETag
        /// Its size in bytes, 0 for a folder.
        var size: Int
    }

    /// What was asked about.
    var own: Entry
    /// What is directly in it, by name.
    var children: [(name: String, entry: Entry)] = []

    /// Reads a listing; nil where it is none.
    ///
    /// Paths are compared decoded and to the path of what was asked about, not to the one that it
    /// was asked by: servers write them in their own way, and a proxy may have changed the root.
    init?(_ document: [UInt8]) {
        guard let root = XMLElement(document: document), root.name == "multistatus" else {
            return nil
        }
        var entries: [Entry] = []
        for response in root.children where response.name == "response" {
            guard let entry = Self.entry(response) else { return nil }
            entries.append(entry)
        }
        guard let own = entries.min(by: { $0.path.utf8.count < $1.path.utf8.count }) else {
            return nil
        }
        self.own = own
        for entry in entries where entry.path.hasPrefix(own.path + "/") {
            let name = String(entry.path.dropFirst(own.path.count + 1))
            if !name.contains("/") { children.append((name, entry)) }
        }
    }

    private static func entry(_ response: XMLElement) -> Entry? {
        // What the thing has not stands in a part of its own, with another status.
        let found = response.children.first { part in
            part.name == "propstat"
                && (part.text(of: "status") ?? "").split(separator: " ").dropFirst().first == "200"
        }
        guard let href = response.text(of: "href"), let path = path(href.trimmingWhitespace),
            let properties = found?.child("prop"),
            let etag = properties.text(of: "getetag").map(ETag.init(header:)), !etag.text.isEmpty
        else { return nil }
        if properties.child("resourcetype")?.child("collection") != nil {
            return Entry(path: path, isFolder: true, etag: etag, size: 0)
        }
        guard let size = properties.text(of: "getcontentlength").flatMap(Int.init), size >= 0
        else { return nil }
        return Entry(path: path, isFolder: false, etag: etag, size: size)
    }

    /// The path of an address or of a path.
    private static func path(_ href: String) -> String? {
        var rest = href[...]
        if let scheme = ["https://", "http://"].first(where: href.hasPrefix) {
            rest = rest.dropFirst(scheme.count).drop { $0 != "/" }
        }
        while rest.last == "/" { rest = rest.dropLast() }
        return PercentEncoding.decode(rest, plusIsSpace: false)
    }

    /// Equal is what says the same.
    static func == (left: NextcloudListing, right: NextcloudListing) -> Bool {
        left.own == right.own && left.children.map(\.name) == right.children.map(\.name)
            && left.children.map(\.entry) == right.children.map(\.entry)
    }
}
