import FenCrypto
import FenProtocol
import FenStorage
import FenStore

/// A group's share of a Nextcloud, as every member reaches it: its owner too.
extension Engine {
    /// The share of a group, with what is known of its server and of how this device stands with it.
    func shareBackend(
        of group: LocalGroup, at store: NextcloudStore
    ) throws -> any StorageBackend {
        let known = try database.settings.value(SettingName.conditions, in: group.number)
        let (id, clock) = (group.id, options.clock)
        let share = try NextcloudBackend(
            NextcloudPlace(store, authorities: try authorities(of: group)),
            honoursConditions: known == Self.honoured,
            standing: try standing(of: group), now: { clock.now() / 1_000 },
            keep: { [weak self] in await self?.keep($0, of: id, at: store) })
        shares[group.id] = share
        return patient(share, at: .nextcloud(store))
    }

    /// Sees, once, whether the server of a share honours conditions of writing.
    func learnShare(of id: GroupID) async throws(FenError) {
        let unknown = try answering { () -> (NextcloudStore, NextcloudBackend)? in
            let group = try group(id)
            guard options.access == .readWrite, lab[id]?.isOffline != true,
                backends[id] == nil || shares[id] != nil,
                case .nextcloud(let store) = try descriptor(of: group),
                try database.settings.value(SettingName.conditions, in: group.number) == nil,
                try backend(of: group) != nil
            else { return nil }
            return shares[id].map { (store, $0) }
        }
        guard let (store, share) = unknown else { return }
        let honours: Bool
        do throws(StorageError) {
            honours = try await share.probed().honoursConditions
        } catch {
            // What takes nothing more can be read all the same; it is seen another time.
            guard [.quota, .readOnly].contains(error.code) else {
                throw FenError(translating: error)
            }
            return
        }
        try noteConditions(honours, of: id, at: .nextcloud(store))
    }

    /// Lets the server be asked again that has refused the password: a person wants it. What it
    /// shuts out for a while stays out, since asking makes that longer.
    func resumeShare(of id: GroupID) throws {
        let group = try group(id)
        guard try standing(of: group) == .refused || shares[id]?.standing == .refused else {
            return
        }
        try change(id) { group in
            try database.settings.set(SettingName.standing, nil, in: group.number)
        }
        shares[id]?.resume()
    }

    /// Asks a share that is there no more nothing, for each refusal counts against the account.
    func refuseShare(of id: GroupID) throws {
        try change(id) { group in
            let refused = NextcloudStanding.refused.text
            try database.settings.set(SettingName.standing, refused, in: group.number)
        }
        backends[id] = nil
        shares[id] = nil
    }

    /// Where a group's logs travel, for people. Why nothing is asked goes before what failed last.
    func shareView(
        of group: LocalGroup, at store: NextcloudStore, state: String
    ) throws -> BackendView {
        var standing = try standing(of: group)
        let failure = standing.failure(now: Int64(clamping: now() / 1_000))
        return .nextcloud(
            server: store.baseURL, state: failure?.message ?? state,
            endsOn: try database.settings.value(SettingName.linkEnds, in: group.number),
            isOwner: try hasAccount(of: group))
    }

    func standing(of group: LocalGroup) throws -> NextcloudStanding {
        try database.settings.value(SettingName.standing, in: group.number)
            .flatMap(NextcloudStanding.init(text:)) ?? .open
    }

    private func keep(
        _ standing: NextcloudStanding, of id: GroupID, at store: NextcloudStore
    ) {
        // Where it cannot be kept the next process asks once more, and nothing else is lost.
        _ = try? change(id) { group in
            // Another store may have been bound in the meantime.
            guard try descriptor(of: group) == .nextcloud(store) else { return }
            try database.settings.set(SettingName.standing, standing.text, in: group.number)
        }
    }
}

extension NextcloudPlace {
    /// The share that a descriptor names, with the file by which its server is known here.
    init(_ store: NextcloudStore, authorities: String?) {
        self.init(
            baseURL: store.baseURL, shareToken: store.shareToken,
            sharePassword: SecretBytes(copying: store.sharePassword), pin: store.pin,
            authorities: authorities)
    }
}

extension NextcloudStore {
    /// The descriptor of a share.
    init(_ place: NextcloudPlace) {
        self.init(
            baseURL: place.baseURL, shareToken: place.shareToken,
            sharePassword: place.sharePassword.lendBytes { String(decoding: $0, as: UTF8.self) },
            pin: place.pin)
    }
}
