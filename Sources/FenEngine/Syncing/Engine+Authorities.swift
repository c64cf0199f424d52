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

    /// The server that a group was moved to, by whatever proves it here: the file may be for the
    /// server before only, or for both.
    func trusted(
        _ descriptor: StorageDescriptor, in id: GroupID
    ) async throws(FenError) -> StoreTarget {
        let file = try answering { try authorities(of: group(id)) }
        let known = StoreTarget(descriptor, authorities: file)
        if file == nil { return known }
        do throws(FenError) {
            _ = try await reach(known, makes: false)
            return known
        } catch {
            return StoreTarget(descriptor)
        }
    }

    /// Forgets what was learnt of a group's store by reaching it.
    func forgetReached(_ id: GroupID) {
        backends[id] = nil
        buckets[id] = nil
        shares[id] = nil
        told[id] = nil
        storeTrouble[id] = nil
    }

    private func keepAuthorities(_ path: String?, of id: GroupID) throws(FenError) {
        try answering {
            try requireWriting()
            switch try descriptor(of: group(id)) {
            case .s3, .nextcloud: break
            case .folder, .none:
                throw FenError(
                    "NO_SERVER", "This group's logs travel through no server.",
                    hint: "A certificate's authority is named for a bucket or a Nextcloud.",
                    status: .usage)
            }
            try change(id) { group in
                try database.settings.set(SettingName.authorities, path, in: group.number)
                try database.settings.set(SettingName.leftAloneUntil, nil, in: group.number)
            }
        }
        forgetReached(id)
    }
}
