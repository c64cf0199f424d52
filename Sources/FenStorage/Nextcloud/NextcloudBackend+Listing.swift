import FenHTTP

extension NextcloudBackend {
    /// All objects below `prefix`, folder by folder: servers may refuse to list a tree at once.
    package func list(_ prefix: ObjectPath) async throws(StorageError) -> [ObjectInfo] {
        try await tree(prefix).objects
    }

    /// One question about the folder itself, whose tag changes with everything below it. Whoever
    /// has no token needs the listing, which is the answer to one question too.
    package func changed(
        under prefix: ObjectPath, since token: ChangeToken?
    ) async throws(StorageError) -> ChangeAnswer {
        guard token != nil else {
            let tree = try await tree(prefix)
            return ChangeAnswer(
                token: Self.token(tree.tag), isChanged: true, objects: tree.objects)
        }
        let listing = try await properties(of: prefix, isFolder: true)
        if listing == nil { try await insistOnShare() }
        let now = Self.token(listing?.own.etag)
        return ChangeAnswer(token: now, isChanged: now != token, objects: nil)
    }

    private static func token(_ tag: ETag?) -> ChangeToken {
        ChangeToken("nextcloud \(tag?.text ?? "nothing")")
    }

    /// A folder's tag, nil where there is no such folder, and the objects below it. The server
    /// looks at the folder before it looks at what is in it, so the tag is never the newer one.
    private func tree(
        _ prefix: ObjectPath
    ) async throws(StorageError) -> (tag: ETag?, objects: [ObjectInfo]) {
        var tag: ETag?
        var found: [ObjectInfo] = []
        var waiting = [prefix]
        var asked = 0
        // Members can make folders at will; more than this are nobody's logs.
        while let folder = waiting.popLast(), asked < Self.mostFolders {
            asked += 1
            guard let listing = try await properties(of: folder, isFolder: true, children: true)
            else { continue }
            if folder == prefix { tag = listing.own.etag }
            for (name, entry) in listing.children {
                guard let path = folder.appending(name) else { continue }
                if entry.isFolder {
                    waiting.insert(path, at: 0)
                } else {
                    found.append(ObjectInfo(path: path, etag: entry.etag, size: entry.size))
                }
            }
        }
        if found.isEmpty { try await insistOnShare() }
        return (tag, found.sorted { $0.path < $1.path })
    }

    /// Size and tag of an object; nil where there is none.
    func look(_ path: ObjectPath) async throws(StorageError) -> ObjectInfo? {
        guard let own = try await properties(of: path, isFolder: false)?.own, !own.isFolder else {
            return nil
        }
        return ObjectInfo(path: path, etag: own.etag, size: own.size)
    }

    /// What the server says of something; nil where it is not there.
    private func properties(
        of path: ObjectPath?, isFolder: Bool, children: Bool = false
    ) async throws(StorageError) -> NextcloudListing? {
        let answer = try await exchange.send(
            .properties(of: path, isFolder: isFolder, children: children))
        guard answer.head.status == 207 else {
            let isMissing = answer.head.status == 404 && NextcloudRefusal(answer).isFromFiles
            guard isMissing else { throw exchange.error(answer, .reading) }
            return nil
        }
        guard let listing = NextcloudListing(answer.body) else {
            throw .notAStore(cause: "HTTP 207, no listing")
        }
        return listing
    }

    /// Fails where the share's own folder is gone: then "no objects" would be a lie.
    private func insistOnShare() async throws(StorageError) {
        if try await properties(of: nil, isFolder: true) == nil { throw .noShare }
    }

    private static let mostFolders = 100
}
