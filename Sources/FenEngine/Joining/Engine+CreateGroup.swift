import FenCrypto
import FenEncoding
package import FenMoney
package import FenProtocol
import FenStore

extension Engine {
    /// Makes a group of which this person is the founder and organiser.
    package func createGroup(
        name: String, currency: Currency, edit: EditRule = .creator, lab: Bool = false
    ) async throws(FenError) -> GroupID {
        let (id, payload, draft) = try answering {
            try requireWriting()
            let person = try requirePerson()
            try requireHarmless(lab: lab)
            let name = try Names.checked(name, what: "group name")
            let id = GroupID.random(from: entropy)
            let key = GroupKey.generate(group: id, epoch: 0, from: entropy)
            let payload = Payload.groupCreated(
                GroupCreated(
                    name: name, currency: currency, organiserName: person.name, edit: edit,
                    check: key.check, lab: lab))
            let draft = try database.transaction {
                let number = try database.groups.insert(
                    GroupRecord(
                        id: id.raw, founder: person.publicKey.raw, name: name,
                        currency: currency.code, state: "active", isLab: lab, createdAt: now()))
                try database.keys.insert(KeyRecord(key, at: now()), in: number)
                try database.settings.set(
                    SettingName.birthplace, database.storeID.hex, in: number)
                return try begin(payload, in: number)
            }
            return (id, payload, draft)
        }
        // Nobody else can have numbers of a group that did not exist before.
        mergedOwnLogs.insert(id)
        _ = try await write(payload, in: id, draft: draft)
        return id
    }
}

extension KeyRecord {
    /// A group key as it is kept.
    init(_ key: GroupKey, at time: UInt64) {
        self.init(
            keyID: key.keyID.raw, epoch: key.epoch, secret: key.secret, receivedAt: time)
    }
}
