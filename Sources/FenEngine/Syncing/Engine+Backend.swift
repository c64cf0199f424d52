import FenCrypto
import FenEncoding
package import FenProtocol
import FenStorage
import FenStore

extension Engine {
    /// Binds a group to a shared folder on this device, to a bucket, to a share, or to no store.
    ///
    /// A new store is taken to have nothing of the group: everything is sent again, which costs
    /// bytes and never an event.
    ///
    /// Returns whether the folder had to be made.
    @discardableResult
    package func setBackend(
        _ choice: BackendChoice, in id: GroupID
    ) async throws(FenError) -> Bool {
        switch choice {
        case .none:
            try await bind(id, to: StorageDescriptor.none, folder: nil)
            return false
        case .s3(let store):
            try await bindBucket(store, in: id)
            return false
        case .nextcloud(let store):
            try await bind(id, to: .nextcloud(store), folder: nil)
            return false
        case .folder(let path):
            let path = try answering { try Self.absolute(path) }
            let folder = FolderBackend(root: path)
            let isMade = !Paths.exists(path)
            do {
                try await folder.prepare()
            } catch {
                throw FenError(translating: error)
            }
            let label = path.split(separator: "/").last.map(String.init) ?? path
            try await bind(
                id, to: .folder(label: String(label.unicodeScalars.prefix(80))), folder: path)
            return isMade
        }
    }

    /// Where a group's logs travel, for people.
    func backendView(of group: LocalGroup) throws -> BackendView {
        let failing = try database.outbox.all(in: group.number).first { $0.attempts > 0 }
        let state = failing?.message ?? "ready"
        if let path = try database.settings.value(SettingName.folder, in: group.number) {
            return .folder(path: path, state: state)
        }
        switch try descriptor(of: group) {
        case .none, .folder: return .none
        case .s3(let store):
            return .s3(
                endpoint: store.endpoint, bucket: store.bucket, state: state,
                remarks: buckets[group.id]?.remarks ?? [])
        case .nextcloud(let store): return try shareView(of: group, at: store, state: state)
        }
    }

    /// What the group's invites say of its store.
    func descriptor(of group: LocalGroup) throws -> StorageDescriptor {
        guard let bytes = try database.groups.descriptor(of: group.number) else { return .none }
        return try StorageDescriptor(cbor: bytes.withUnsafeBytes { [UInt8]($0) })
    }

    /// The place a group's logs are kept; nil for peers only.
    func backend(of group: LocalGroup) throws -> (any StorageBackend)? {
        if let known = backends[group.id] { return known }
        var backend: (any StorageBackend)?
        if let path = try database.settings.value(SettingName.folder, in: group.number) {
            backend = FolderBackend(root: path)
        } else if case .s3(let store) = try descriptor(of: group) {
            backend = try bucketBackend(of: group, at: store)
        } else if case .nextcloud(let store) = try descriptor(of: group) {
            backend = try shareBackend(of: group, at: store)
        }
        backends[group.id] = backend
        return backend
    }

    /// Notes a store. A pass over the old one ends first: what it would note at its end is of files
    /// that the new one does not have.
    func bind(
        _ id: GroupID, to descriptor: StorageDescriptor, folder: String?
    ) async throws(FenError) {
        try await exclusively(id) { engine throws(FenError) in
            try await engine.note(descriptor, folder: folder, of: id)
        }
    }

    private func note(
        _ descriptor: StorageDescriptor, folder: String?, of id: GroupID
    ) throws(FenError) {
        try answering { try keep(descriptor, folder: folder, of: id) }
        backends[id] = nil
        buckets[id] = nil
        shares[id] = nil
        mergedOwnLogs.remove(id)
    }

    private func keep(_ descriptor: StorageDescriptor, folder: String?, of id: GroupID) throws {
        try change(id) { group in
            let known = try database.settings.value(SettingName.folder, in: group.number)
            let before = try self.descriptor(of: group)
            try database.groups.setDescriptor(
                SecretBytes(copying: descriptor.encode()), of: group.number)
            try database.settings.set(SettingName.folder, folder, in: group.number)
            try database.settings.set(SettingName.standing, nil, in: group.number)
            // A folder's label is only a name: the path says whether it is another one.
            let isSame = known == folder && (folder != nil || before == descriptor)
            guard !isSame else { return }
            try database.settings.set(SettingName.conditions, nil, in: group.number)
            try forgetAccount(of: group)
            try database.outbox.removeAll(in: group.number)
            try database.cursors.removeAll(in: group.number)
            try database.events.setAllUnpublished(in: group.number, since: now())
        }
    }

    /// A folder as an absolute path, `~` meaning this person's own.
    static func absolute(_ path: String) throws(FenError) -> String {
        let typed = path.trimmingWhitespace
        guard !typed.isEmpty else {
            throw FenError(
                "NO_FOLDER", "Say which folder.", hint: "Such as: /backend folder ~/Shared/trip",
                status: .usage)
        }
        return Paths.absolute(typed)
    }
}
