import FenEncoding
import FenProtocol

/// A store as one device reaches it: what the group says of it, where a folder is here, and by what
/// a server is known here.
struct StoreTarget: Sendable, Equatable {
    /// What invites and `StorageKeyRotated` say of it.
    let descriptor: StorageDescriptor
    /// A shared folder's absolute path on this device; nil for every other kind.
    let folder: String?
    /// A PEM file of certificate authorities on this device: whoever they vouch for is the server,
    /// and nobody else. Nil where this machine's own authorities decide.
    let authorities: String?

    /// A store, and where a folder is.
    init(_ descriptor: StorageDescriptor, folder: String? = nil, authorities: String? = nil) {
        self.descriptor = descriptor
        self.folder = folder
        self.authorities = authorities
    }

    /// A folder of this device, under its own name.
    init(folder path: String) {
        let label = path.split(separator: "/").last.map(String.init) ?? path
        self.init(.folder(label: String(label.unicodeScalars.prefix(80))), folder: path)
    }

    /// Whether it is the same place. A folder's label is only a name: the path says whether it is
    /// another one.
    func isSamePlace(as other: StoreTarget) -> Bool {
        folder == other.folder && (folder != nil || descriptor == other.descriptor)
    }

    /// Whether both are shares of one Nextcloud, by different links or the same.
    func isSameServer(as other: StoreTarget) -> Bool {
        guard case .nextcloud(let mine) = descriptor, case .nextcloud(let theirs) = other.descriptor
        else { return false }
        return mine.baseURL == theirs.baseURL
    }

    /// As it is kept beside the group's other settings, with a number that belongs to it. It holds
    /// the store's credentials, as the group's own row does.
    func text(_ number: UInt64) -> String {
        // The last part may hold line breaks, and the one before it must not.
        let file = Hex.encode(Array((authorities ?? "").utf8))
        return "\(number)\n\(Hex.encode(descriptor.encode()))\n\(file)\n\(folder ?? "")"
    }

    /// Reads what ``text(_:)`` made; nil for anything else.
    static func read(_ text: String) -> (target: StoreTarget, number: UInt64)? {
        let lines = text.split(separator: "\n", maxSplits: 3, omittingEmptySubsequences: false)
        guard lines.count == 4, let number = UInt64(lines[0]),
            let bytes = Hex.decode(lines[1]), let file = Hex.decode(lines[2]),
            let descriptor = try? StorageDescriptor(cbor: bytes)
        else { return nil }
        let target = StoreTarget(
            descriptor, folder: lines[3].isEmpty ? nil : String(lines[3]),
            authorities: file.isEmpty ? nil : String(decoding: file, as: UTF8.self))
        return (target, number)
    }
}

/// How a group came to have the store it has on this device.
enum StoreOrigin {
    /// This device's person chose it.
    case person
    /// An invite named it.
    case invite(InviteID)
    /// The organiser moved the group, by this event.
    case rotation(EventID)
}
