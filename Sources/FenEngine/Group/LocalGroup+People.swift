import FenCrypto
import FenEncoding
import FenLedger
import FenMoney
import FenProtocol
import FenStore

extension LocalGroup {
    /// Tells one state of whose lines are taken from any other: whose all are, and the keys by
    /// which somebody's joining opens. A number would not do, for one may go as another comes.
    var takenDigest: String {
        var bytes: [UInt8] = []
        for member in context.takenWhole.sorted() {
            bytes += Array(member.hex.utf8)
            // Of whoever has gone not everything is kept.
            if !context.isActive(member) { bytes.append(0x2d) }
        }
        for key in keys.all.map(\.keyID.hex).sorted() { bytes += Array(key.utf8) }
        return SHA256.hash(bytes).hex
    }

    /// Whether two people here could be confused by this name.
    func isAmbiguous(_ name: String) -> Bool {
        (nameCounts[NameLook.of(name)] ?? 0) > 1
    }

    /// How many people look as if they had the same name. Who only waits counts for nobody but
    /// themselves: a stranger's name must not change how a member is shown.
    private var nameCounts: [String: Int] {
        var counts: [String: Int] = [:]
        // Whoever has a new key is one person, not two of one name.
        for (key, name) in context.names where context.successors[key] == nil {
            counts[NameLook.of(name), default: 0] += 1
        }
        for guest in context.guests.values where guest.claimed == nil {
            counts[NameLook.of(guest.name), default: 0] += 1
        }
        return counts
    }

    /// What the founder was called in the invite, while the founding event is not here.
    func inviterName(of party: PartyID) -> String? {
        guard party.member == founder, context.name(of: party)?.isEmpty ?? true else { return nil }
        // A name that cannot be read is only not shown.
        return (try? database.settings.value(SettingName.inviter, in: number)) ?? nil
    }

    /// Everybody who takes part or waits to, by party.
    func people() -> [MemberView] {
        let counts = nameCounts
        // A mark that cannot be read is only not shown.
        let verified = VerifiedKeys((try? database.friends.all()) ?? [])
        func view(
            _ party: PartyID, _ name: String, _ status: PartyStatus, isConfusable: Bool = false
        ) -> MemberView {
            let name = name.isEmpty ? inviterName(of: party) ?? "" : name
            return MemberView(
                party: party, name: name, tag: party.member.tag, status: status,
                needsTag: name.isEmpty || isConfusable || (counts[NameLook.of(name)] ?? 0) > 1,
                isOrganiser: party.member == context.organiser,
                trust: status == .guest
                    ? .unchecked : verified.trust(party.member, named: name),
                successor: context.successors[party.member] == nil
                    ? nil : context.current(party))
        }
        var people = context.members.map { member in
            let status: PartyStatus =
                switch member.status {
                case .active: .active
                case .left: .left
                case .removed, .rekeyed: .removed
                }
            return view(PartyID(member: member.id), member.name, status)
        }
        people += context.joiners.values.map { joiner in
            let look = NameLook.of(joiner.name)
            let alike = context.joiners.values.count { NameLook.of($0.name) == look }
            return view(
                PartyID(member: joiner.id), joiner.name, .pending,
                isConfusable: alike > 1 || counts[look] != nil)
        }
        people += context.guests.values.filter { $0.claimed == nil }.map {
            view(PartyID(guest: $0.id), $0.name, .guest)
        }
        return people.sorted { $0.party < $1.party }
    }

    /// The guests that are members now, by id.
    func claimedGuests() -> [ClaimedGuest] {
        context.guests.values.filter { $0.claimed != nil }.sorted { $0.id < $1.id }.map { guest in
            let party = PartyID(guest: guest.id)
            return ClaimedGuest(
                guest: party, name: guest.name, member: context.current(party))
        }
    }
}

/// What a name looks like, so that look-alikes are told apart by their key's tag.
enum NameLook {
    /// Names with the same look could be confused by a reader: case, width, accents that combine,
    /// invisible characters and repeated white space do not tell them apart.
    static func of(_ name: String) -> String {
        var look = ""
        for scalar in name.nfc.lowercased().unicodeScalars {
            switch scalar.properties.generalCategory {
            case .format, .control, .nonspacingMark: continue
            case .spaceSeparator:
                if look.last != " " { look.append(" ") }
            default: look.unicodeScalars.append(twins[scalar] ?? scalar)
            }
        }
        return look.trimmingWhitespace
    }

    /// Letters of other scripts that look like Latin ones in most fonts.
    private static let twins: [Unicode.Scalar: Unicode.Scalar] = [
        "а": "a", "е": "e", "о": "o", "р": "p", "с": "c", "х": "x", "у": "y", "і": "i", "ј": "j",
        "ѕ": "s", "ԁ": "d", "һ": "h", "ո": "n", "ս": "u", "օ": "o", "ο": "o", "α": "a", "ν": "v",
        "ρ": "p", "ι": "i", "κ": "k", "υ": "u", "χ": "x", "ı": "i", "ℓ": "l", "0": "o", "1": "l",
    ]
}
