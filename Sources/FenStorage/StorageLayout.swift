/// Where a group's objects are, as protocol §9 lays them out.
package struct StorageLayout: Hashable, Sendable {
    /// The folder of the logs.
    package let logs: ObjectPath
    /// The folder of the attachments.
    package let attachments: ObjectPath

    /// The layout of a place that many groups share: below `groups/<group id>/`.
    ///
    /// Nil if the id is not a lowercase UUID.
    package init?(group: String) {
        guard group.utf8.count == 36, group.utf8.allSatisfy(Self.isIDByte) else { return nil }
        logs = ObjectPath(unchecked: "groups/\(group)/logs")
        attachments = ObjectPath(unchecked: "groups/\(group)/attachments")
    }

    /// The layout of a place that belongs to one group alone, as a Nextcloud share does.
    package static let alone = StorageLayout(
        logs: ObjectPath(unchecked: "logs"), attachments: ObjectPath(unchecked: "attachments"))

    private init(logs: ObjectPath, attachments: ObjectPath) {
        self.logs = logs
        self.attachments = attachments
    }

    /// An author's own log, by the author's key in hex; nil if that is no key.
    package func log(author: String) -> ObjectPath? { key(author, in: logs, suffix: ".jsonl") }

    /// What a holder put back of other authors' lines, by the holder's key in hex.
    package func repair(holder: String) -> ObjectPath? {
        key(holder, in: logs, suffix: ".repair.jsonl")
    }

    /// An attachment, by the SHA-256 of the object in hex.
    package func attachment(hash: String) -> ObjectPath? { key(hash, in: attachments, suffix: "") }

    /// Whether an object is to be read as lines: every `.jsonl` of the logs, conflict copies too.
    package func isLog(_ path: ObjectPath) -> Bool {
        path.isBelow(logs) && path.text.hasSuffix(".jsonl")
    }

    /// The key that a log's name begins with, in hex; a hint only, the lines say whose they are.
    package func author(of path: ObjectPath) -> Substring? {
        let name = path.name
        let end = name.utf8.index(name.startIndex, offsetBy: 64, limitedBy: name.endIndex)
        guard let end, name.utf8[..<end].allSatisfy(Self.isHexByte) else { return nil }
        return name[..<end]
    }

    private func key(_ hex: String, in folder: ObjectPath, suffix: String) -> ObjectPath? {
        guard hex.utf8.count == 64, hex.utf8.allSatisfy(Self.isHexByte) else { return nil }
        return ObjectPath(unchecked: folder.text + "/" + hex + suffix)
    }

    private static func isHexByte(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }

    private static func isIDByte(_ byte: UInt8) -> Bool {
        isHexByte(byte) || byte == UInt8(ascii: "-")
    }
}
