internal import FenEncoding
internal import FenEngine
internal import FenImport
internal import FenMoney

/// Who the names of a file are in the group: somebody who is called so, whom the person says, or a
/// guest that is added.
struct ImportPeople: Sendable {
    /// Names with the people they are.
    private(set) var known: [String: PartyID] = [:]
    /// The names that become guests, in the order of the file.
    private(set) var guests: [String] = []
    private let roster: Roster
    private let group: Phrase

    /// Looks the names up; pairs are `NAME=MEMBER` as typed.
    init(
        _ file: ImportedFile, _ used: Set<String>, _ group: GroupView, _ pairs: [String]
    ) throws(UsageError) {
        roster = Roster(group)
        self.group = Phrase(foreign: group.name)
        for pair in pairs {
            let (name, member) = try Self.pair(pair, file.people, roster)
            known[name] = member
        }
        let present = roster.members.filter { $0.status != .pending || $0.party == group.me }
        for name in file.people where used.contains(name) && known[name] == nil {
            let named = present.filter { Roster.folded($0.name) == Roster.folded(name) }
            let active = named.filter { $0.status == .active || $0.status == .guest }
            let found = active.isEmpty ? named : active
            guard found.count <= 1 else {
                throw UsageError(
                    "“\(name)” could be \(found.map { roster.name($0.party) }.joined(separator: ", ")).",
                    hint: "Say who: \"\(name)\"=\(roster.name(found[0].party))"
                )
            }
            if let only = found.first {
                known[name] = only.party
            } else if let tagged = try? roster.find(name), name.hasSuffix(")") {
                known[name] = tagged.party
            } else {
                guests.append(name)
            }
        }
    }

    /// Asks who each name is that nobody has; an empty answer makes a guest. Where nobody can be
    /// asked all of them become guests.
    mutating func ask(_ session: isolated ReplSession) async throws {
        guard session.environment.isInteractive, !session.saysYes else { return }
        var left: [String] = []
        for name in guests {
            let names = roster.members.filter { $0.status == .active || $0.status == .guest }
                .map { roster.shown($0.party) }
            let renderer = OutcomeRenderer(environment: session.environment)
            let answer = await session.environment.asker.text(
                renderer.lines([
                    .line("Nobody in \(group) is called \(foreign: name)."),
                    .line("It has \(names.listed)."),
                ]),
                question: renderer.question("Who is \(foreign: name)? (Enter adds a guest)"),
                suggestion: nil)
            guard let text = Answer.text(answer, suggestion: nil) else {
                throw UsageError("Nothing was imported.", hint: "Type the command again.")
            }
            if text.isEmpty {
                left.append(name)
            } else {
                known[name] = try roster.find(text).party
            }
        }
        guests = left
    }

    /// Stand for the guests that are not there yet: ids that nobody has.
    var placeholders: [PartyID] {
        guests.indices.map { index in
            var bytes = [UInt8](repeating: 0xFF, count: 32)
            bytes[30] = UInt8(truncatingIfNeeded: index >> 8)
            bytes[31] = UInt8(truncatingIfNeeded: index)
            return PartyID(bytes) ?? PartyID()
        }
    }

    /// Everybody by the file's names, once the guests are there.
    func parties(guests added: [PartyID]) -> [String: PartyID] {
        var parties = known
        for (name, party) in zip(guests, added) { parties[name] = party }
        return parties
    }

    private static func pair(
        _ typed: String, _ names: [String], _ roster: Roster
    ) throws(UsageError) -> (String, PartyID) {
        // A name may hold the sign itself.
        for place in typed.indices where typed[place] == "=" {
            let left = Roster.folded(String(typed[..<place]))
            guard let name = names.first(where: { Roster.folded($0) == left }) else { continue }
            return (name, try roster.find(String(typed[typed.index(after: place)...])).party)
        }
        let left = typed.prefix { $0 != "=" }
        throw UsageError(
            "Nobody in the file is called “\(left)”.",
            hint: "The file names \(names.prefix(12).joined(separator: ", "))."
        )
    }
}
