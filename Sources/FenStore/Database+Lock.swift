package import FenCrypto
import FenEncoding

/// A home's passphrase, as the store sees it: a key that seals the secrets, and a record beside it
/// from which whoever knows the passphrase gets the key.
extension Database {
    /// Whether the secrets are sealed.
    package var isSealed: Bool { vault.isSealed }

    /// Whether the secrets are sealed and their key was not given yet.
    package var needsKey: Bool { vault.isSealed && vault.key == nil }

    /// What was stored beside the sealed secrets; nil where nothing is sealed.
    package func lockRecord() throws(StoreError) -> [UInt8]? { try meta.bytes(.lock) }

    /// The key of the sealed secrets, for a backup; nil where nothing is sealed.
    package func lockKey() throws(StoreError) -> SecretBytes? {
        if needsKey { throw .passphraseNeeded() }
        return vault.key
    }

    /// Gives the key of the sealed secrets. Whether it is the right one shows when one is read.
    package func unlock(with key: SecretBytes) {
        if let record = vault.record { vault.close(with: key, record: record) }
    }

    /// Seals every secret with another key, or none; the record is stored with them. Nothing of
    /// what they were before stays in the file.
    package func setLock(_ lock: (record: [UInt8], key: SecretBytes)?) throws {
        let before = (key: vault.key, record: vault.record)
        let all = try AllSecrets(of: self)
        do {
            try transaction {
                if let lock {
                    vault.close(with: lock.key, record: lock.record)
                    try meta.set(.lock, lock.record)
                } else {
                    vault.open()
                    try meta.remove(.lock)
                }
                try all.store(in: self)
            }
        } catch {
            if let record = before.record {
                vault.close(with: before.key, record: record)
            } else {
                vault.open()
            }
            throw error
        }
        try compact()
    }

    /// Looks whether the secrets are sealed: another process may have changed it.
    func noticeLock() throws(StoreError) {
        guard let record = try meta.bytes(.lock) else { return vault.open() }
        if vault.record != record { vault.close(with: nil, record: record) }
    }
}

/// Everything in a home that is a secret.
private struct AllSecrets {
    private var named: [(name: String, value: SecretBytes)] = []
    private var keys: [(key: KeyRecord, group: GroupNumber)] = []
    private var stores: [(descriptor: SecretBytes, group: GroupNumber)] = []
    private var invites: [(invite: InviteRecord, group: GroupNumber)] = []

    init(of database: Database) throws(StoreError) {
        for name in try database.secrets.names() {
            if let value = try database.secrets.value(name) { named.append((name, value)) }
        }
        for record in try database.groups.all() {
            guard let group = record.number else { continue }
            for key in try database.keys.all(in: group) { keys.append((key, group)) }
            for invite in try database.invites.all(in: group) { invites.append((invite, group)) }
            if let descriptor = try database.groups.descriptor(of: group) {
                stores.append((descriptor, group))
            }
        }
    }

    func store(in database: Database) throws(StoreError) {
        for (name, value) in named { try database.secrets.set(name, value) }
        for (key, group) in keys { try database.keys.replace(key, in: group) }
        for (descriptor, group) in stores {
            try database.groups.setDescriptor(descriptor, of: group)
        }
        for (invite, group) in invites { try database.invites.put(invite, in: group) }
    }
}
