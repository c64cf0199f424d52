import FenCrypto
package import FenProtocol
import FenStorage
import FenStore

/// By what the server of a group's store is known on this device, where its certificate is of its
/// owner's own: a PEM file of authorities, which then are the only ones. No invite carries it.
extension Engine {
    /// Names the file, or lets this machine's own authorities decide again.
    package func setAuthorities(_ file: String?, in id: GroupID) async throws(FenError) {
        let path = file.map(Paths.absolute)
        try await exclusively(id) { engine throws(FenError) in
            try await engine.keepAuthorities(path, of: id)
        }
    }

    /// The file of a group; nil where this machine's own authorities decide.
    func authorities(of group: LocalGroup) throws -> String? {
        try database.settings.value(SettingName.authorities, in: group.number)
    }

    /// Forgets what was learnt of a group's store by reaching it.
    func forgetReached(_ id: GroupID) {
        backends[id] = nil
        buckets[id] = nil
        shares[id] = nil
        told[id] = nil
        storeTrouble[id] = nil
    }

    /// Refuses a file that would decide nothing: there is no server, or its key is named already.
    static func requireAuthorities(for descriptor: StorageDescriptor) throws(FenError) {
        let pin: Hash32?
        switch descriptor {
        case .s3(let store): pin = store.pin
        case .nextcloud(let store): pin = store.pin
        case .folder, .none:
            throw FenError(
                "NO_SERVER", "This group's logs travel through no server.",
                hint: "ca=FILE is for the certificate of a bucket's server or of a Nextcloud.",
                status: .usage)
        }
        guard pin != nil else { return }
        throw FenError(
            "PINNED", "The group's own word for who the server is, is its key.",
            hint: "Leave ca= out: the key goes before any authority.", status: .usage)
    }

    private func keepAuthorities(_ path: String?, of id: GroupID) throws(FenError) {
        try answering {
            try requireWriting()
            if path != nil { try Self.requireAuthorities(for: descriptor(of: group(id))) }
            try change(id) { group in
                try database.settings.set(SettingName.authorities, path, in: group.number)
            }
        }
        forgetReached(id)
    }
}
