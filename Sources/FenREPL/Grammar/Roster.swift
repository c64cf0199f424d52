internal import FenEncoding
package import FenEngine
package import FenMoney

/// The people of a group, found by what somebody typed and shown so that no two look the same.
package struct Roster: Sendable {
    /// Everybody the group knows, former members and waiting joiners included, by name: an order
    /// that is the same on everyone's screen.
    package let members: [MemberView]
    /// This device's own person.
    package let me: PartyID
    /// Guests who are members now; what was written about them keeps their id.
    package let claimed: [ClaimedGuest]

    /// The roster of a group.
    package init(_ group: GroupView) {
        self.init(members: group.members, me: group.me, claimed: group.claimedGuests)
    }

    /// A roster of these people.
    package init(members: [MemberView], me: PartyID, claimed: [ClaimedGuest] = []) {
        self.claimed = claimed
        let keyed = members.map { (key: Self.folded($0.name), member: $0) }
        self.members = keyed.sorted { ($0.key, $0.member.party) < ($1.key, $1.member.party) }
            .map(\.member)
        self.me = me
    }

    /// Everybody an expense for `all` is for: active members, guests, and oneself while waiting.
    package var everybody: [PartyID] {
        members.filter { $0.status == .active || $0.status == .guest || $0.party == me }
            .map(\.party)
    }

    /// The code of the refusal of a name that nobody has.
    static let nobody = "NO_MEMBER"

    /// The one person a typed name means: the whole name in any case, with the key tag where
    /// needed (`bob(3f9a)`), or the beginning of exactly one.
    package func find(_ typed: String) throws(UsageError) -> MemberView {
        let wanted = Self.folded(typed)
        // Whoever somebody else has called so is found by the tag behind the name.
        if wanted == "me", let own = members.first(where: { $0.party == me }) { return own }
        // Whoever has a new key is found by it; the old one by its tag.
        let current = members.filter { $0.successor == nil }
        let exact = current.filter { Self.folded($0.name) == wanted }
        if exact.count == 1 { return exact[0] }
        if exact.count > 1 {
            let present = exact.filter { $0.status == .active || $0.status == .guest }
            if present.count == 1, !present[0].needsTag { return present[0] }
            throw ambiguous(typed, exact)
        }
        if let tagged = members.first(where: { Self.folded(tagged($0)) == wanted }) {
            return tagged
        }
        let beginnings = current.filter {
            !wanted.isEmpty && Self.folded($0.name).hasPrefix(wanted)
        }
        if beginnings.count == 1 { return beginnings[0] }
        if beginnings.count > 1 { throw ambiguous(typed, beginnings) }
        var named = members.filter { $0.status == .active || $0.status == .guest }.map(name)
        var start = named.count == 1 ? "The group is" : "Here are"
        if named.count > 8 {
            let nearest = Nearest.words(to: wanted, among: members.map { Self.folded($0.name) })
            named = members.filter { nearest.contains(Self.folded($0.name)) }.map(name)
            start = "Nearest:"
        }
        throw UsageError(
            "Nobody in this group is called “\(typed)”.",
            hint: (named.isEmpty ? "" : "\(start) \(named.joined(separator: ", ")). ")
                + "/members lists everybody.",
            code: Self.nobody
        )
    }

    /// A person's name for text of ours that is neutralised later, with the key tag where two
    /// could be confused.
    package func name(_ party: PartyID) -> String {
        if let member = members.first(where: { $0.party == party }) { return name(member) }
        if let guest = claimed.first(where: { $0.guest == party }), guest.member != party {
            return "\(name(guest.member)), as \(guest.name)"
        }
        return "#" + party.hex.prefix(8)
    }

    /// Whom money may be said to be of: also a guest who is a member now, by the name that lines of
    /// before give them.
    package func party(_ typed: String) throws(UsageError) -> PartyID {
        let wanted = Self.folded(typed)
        if let guest = claimed.first(where: { Self.folded(name($0.guest)) == wanted }) {
            return guest.guest
        }
        return try find(typed).party
    }

    /// The guest a typed name means, also one who is a member already: a claim may be corrected.
    package func guest(_ typed: String) throws(UsageError) -> PartyID {
        let wanted = Self.folded(typed)
        let claims = claimed.filter { Self.folded($0.name) == wanted }
        let named = members.filter { Self.folded($0.name) == wanted && $0.status == .guest }
        if claims.count == 1, named.isEmpty { return claims[0].guest }
        if named.count == 1 { return named[0].party }
        let found = try find(typed)
        guard found.status == .guest else {
            let guests = members.filter { $0.status == .guest }.map(name)
            throw UsageError(
                "\(name(found)) is no guest, but somebody with a device.",
                hint: guests.isEmpty
                    ? "This group has no guests; /guest NAME adds one."
                    : "The guests are \(guests.joined(separator: ", ")).",
                code: "NOT_A_GUEST"
            )
        }
        return found.party
    }

    /// The member with a device a typed name means; a guest of the same name is not meant.
    package func owner(_ typed: String) throws(UsageError) -> MemberView {
        let wanted = Self.folded(typed)
        let named = members.filter { Self.folded($0.name) == wanted && $0.status == .active }
        if named.count == 1 { return named[0] }
        return try find(typed)
    }

    /// Whether somebody is called so already, whatever the case and the spaces.
    package func hasName(_ typed: String) -> Bool {
        let wanted = Self.folded(typed)
        return members.contains { Self.folded($0.name) == wanted }
    }

    /// A person's name, ready to be shown.
    package func shown(_ party: PartyID) -> Phrase {
        Phrase(foreign: name(party))
    }

    /// Several people, as they are listed.
    package func shown(_ parties: some Sequence<PartyID>) -> Phrase {
        ordered(Array(parties), by: { $0 }).map { shown($0) }.joined()
    }

    /// Parties in the order of the roster; those it does not know come last, by id.
    package func ordered<Row>(_ rows: [Row], by party: (Row) -> PartyID) -> [Row] {
        var places: [PartyID: Int] = [:]
        for (place, member) in members.enumerated() { places[member.party] = place }
        return rows.sorted { left, right in
            let (a, b) = (party(left), party(right))
            return (places[a] ?? members.count, a) < (places[b] ?? members.count, b)
        }
    }

    /// A reference that may be typed back: `bob:42`, in quotation marks where the name has spaces.
    package func text(_ reference: Reference) -> String {
        let author = members.first { $0.party == reference.author }
        // What was written under a key that was replaced has numbers of its own.
        let shown = author?.successor == nil ? nil : author.map(tagged)
        let name = (shown ?? name(reference.author)).lowercased()
        let ticks = String(repeating: "'", count: reference.branch)
        let text = "\(name):\(reference.seq)\(ticks)"
        return text.contains(where: \.isWhitespace) ? "\"\(text)\"" : text
    }

    /// A reference, ready to be shown.
    package func shown(_ reference: Reference) -> Phrase {
        Phrase(foreign: text(reference))
    }

    /// A name; of somebody who has a new key that of the new one: it is one person.
    private func name(_ member: MemberView) -> String {
        if let successor = member.successor,
            let newest = members.first(where: { $0.party == successor })
        {
            return name(newest)
        }
        return member.needsTag ? tagged(member) : member.name
    }

    private func tagged(_ member: MemberView) -> String {
        "\(member.name)(\(member.tag))"
    }

    private func ambiguous(_ typed: String, _ found: [MemberView]) -> UsageError {
        UsageError(
            "“\(typed)” could be \(found.map(tagged).joined(separator: ", ")).",
            hint: "Type the name with its key tag, such as \(tagged(found[0]))."
        )
    }

    /// A name as it is compared: spaces and case make no difference.
    static func folded(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
    }
}
