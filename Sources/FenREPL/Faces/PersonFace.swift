internal import FenEncoding
internal import FenEngine
internal import FenMoney

extension Roster {
    /// A person in the JSON face: `member` is the id, `name` what the group calls them; `fields`
    /// stand beside it.
    func json(
        _ party: PartyID,
        _ fields: KeyValuePairs<String, OutputJSON> = [:]
    ) -> OutputJSON {
        let known =
            members.first { $0.party == party }?.name
            ?? claimed.first { $0.guest == party }?.name
        let name = known?.isEmpty == true ? nil : known
        return .object(
            [
                OutputJSON.Field(key: "member", value: .string(party.hex)),
                OutputJSON.Field(key: "name", value: .text(name)),
            ] + fields.map { OutputJSON.Field(key: $0.key, value: $0.value) }
        )
    }

    /// How somebody stands in the group, in words.
    static func words(_ status: PartyStatus) -> Phrase {
        switch status {
        case .active: "member"
        case .pending: "waiting to be let in"
        case .left: "left"
        case .removed: "removed"
        case .guest: "guest, without a device"
        }
    }
}
