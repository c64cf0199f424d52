import FenProtocol
import FenStorage
import FenStore

/// A store that worked and is not there any more: its owner took it away. Nothing is written in the
/// group until a pass goes through, another store is bound, or none.
///
/// A folder that is not there is never taken for gone: it may not be mounted today.
extension Engine {
    /// A store that is not there twice, so long apart, is gone, in milliseconds.
    private static let missingTime: UInt64 = 10_000

    /// The store is there, whatever it says to what is sent.
    func noteFound(in id: GroupID) throws {
        let group = try group(id)
        for key in [SettingName.missingSince, SettingName.goneSince] {
            if try time(key, of: group) != nil { return try change(id, forgetMissing) }
        }
    }

    /// Forgets that the store was missing; call it inside a transaction.
    func forgetMissing(of group: LocalGroup) throws {
        try database.settings.set(SettingName.missingSince, nil, in: group.number)
        try database.settings.set(SettingName.goneSince, nil, in: group.number)
    }

    /// Refuses to write where nobody would get it: the group's store was there and is not any more.
    func requireStoreNotGone(_ group: LocalGroup) throws {
        guard try time(SettingName.goneSince, of: group) != nil else { return }
        throw FenError(
            "STORE_GONE",
            "The group's store is gone: nothing new is written here, since nobody would get it.",
            hint: "/export FILE events keeps everything that is here as an archive. /sync looks "
                + "once more; /backend binds another store, /backend none goes on without one.",
            status: .network)
    }

    /// Notes that the store says it is not there; call it inside a transaction.
    ///
    /// Once may be a slip of a server; twice, or once where a person looks, freezes the group.
    func noteMissing(in group: LocalGroup, from origin: PassOrigin) throws {
        guard try time(SettingName.goneSince, of: group) == nil,
            try database.passes.lastDone(in: group.number) != nil
        else { return }
        let first = try time(SettingName.missingSince, of: group)
        if origin == .person || first.map({ $0 + Self.missingTime <= now() }) ?? false {
            try database.settings.set(SettingName.goneSince, String(now()), in: group.number)
        } else if first == nil {
            try database.settings.set(SettingName.missingSince, String(now()), in: group.number)
        }
    }

    /// Whether the store itself is missing, and not only an object in it.
    func saysItIsMissing(_ id: GroupID) async -> Bool {
        guard let group = try? group(id), let backend = try? backend(of: group),
            let layout = try? layout(of: group)
        else { return false }
        do throws(StorageError) {
            _ = try await backend.list(layout.logs)
            return false
        } catch {
            return error.code == .missing
        }
    }
}
