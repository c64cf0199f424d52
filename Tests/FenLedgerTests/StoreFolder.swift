import FenCrypto
import FenEncoding
import FenLedger
import FenProtocol
import Foundation

/// A group's store folder read whole with an invite link, as the independent reader in
/// `Tests/Reader` reads it.
struct StoreFolder {
    let group: GroupID
    let founder: MemberID
    /// What a device would have stored of it.
    let facts: [Fact]

    init(link: String, store: URL) throws {
        let invite = try InviteCodec.read(pasted: link).invite
        guard let key = invite.key else { throw CocoaError(.fileReadCorruptFile) }
        group = invite.groupID
        founder = invite.founder
        let logs = store.appendingPathComponent("groups/\(group.uuidString)/logs")
        let authentic = Self.authentic(try Self.lines(in: logs, group: group))
        // Strangers' lines are not stored, and read again when their author is let in: in rounds.
        var known: Set<MemberID> = [invite.founder]
        var waiting: Set<MemberID> = []
        while true {
            let opened = Self.open(
                Self.chained(Self.events(of: known, waiting, in: authentic)), with: key,
                founder: founder)
            var ledger = Ledger(group: group, founder: founder)
            ledger.insert(opened.facts)
            // Also a key that may move the organiser's role without having been admitted.
            let admitted = known.union(ledger.project().context.takenWhole)
            let joining = waiting.union(Self.joining(authentic, opened.keys))
            if (admitted, joining) == (known, waiting) {
                facts = opened.facts
                return
            }
            (known, waiting) = (admitted, joining)
        }
    }

    /// Every copy of every event whose line is in form; a last line without newline waits.
    private static func lines(in logs: URL, group: GroupID) throws -> [EventID: [SealedEvent]] {
        var copies: [EventID: [SealedEvent]] = [:]
        for file in try FileManager.default.contentsOfDirectory(atPath: logs.path) {
            let bytes = [UInt8](try Data(contentsOf: logs.appendingPathComponent(file)))
            for line in bytes.split(separator: 0x0a, omittingEmptySubsequences: false).dropLast() {
                guard let event = try? EventLine.decode([UInt8](line), group: group),
                    (event.header.seq == 1) == (event.header.prev == .zero)
                else { continue }
                copies[event.id, default: []].append(event)
            }
        }
        return copies
    }

    /// Signed themselves, or named as the previous event by an authentic one of the same author.
    private static func authentic(_ copies: [EventID: [SealedEvent]]) -> [EventID: SealedEvent] {
        var result: [EventID: SealedEvent] = [:]
        for (id, events) in copies {
            result[id] = events.first { $0.verifySignature() }
        }
        var waiting = Array(result.values)
        while let event = waiting.popLast() {
            guard result[event.header.prev] == nil, let named = copies[event.header.prev]?.first,
                named.header.author == event.header.author
            else { continue }
            result[named.id] = named
            waiting.append(named)
        }
        return result
    }

    /// All events of known authors, and the first 64 of each waiting one.
    private static func events(
        of known: Set<MemberID>,
        _ waiting: Set<MemberID>,
        in authentic: [EventID: SealedEvent]
    ) -> [SealedEvent] {
        Dictionary(grouping: authentic.values, by: \.header.author).flatMap { author, events in
            if known.contains(author) { return events }
            guard waiting.contains(author) else { return [] }
            return Array(
                events.sorted { $0.head < $1.head }.prefix(ProtocolLimits.pendingEvents))
        }
    }

    /// Without what is `BAD_CHAIN`.
    private static func chained(_ events: [SealedEvent]) -> [SealedEvent] {
        var index = MemoryLogIndex()
        _ = index.insert(
            events.map { Fact(header: $0.header, id: $0.id, content: .unknownKey) })
        return events.filter { !index.isRefused($0.id) }
    }

    private struct KeyName: Hashable {
        let epoch: UInt32
        let key: KeyID
    }

    /// Opens everything, and round by round what the keys in histories open whose authors'
    /// membership speaks for them.
    private static func open(
        _ events: [SealedEvent],
        with key: GroupKey,
        founder: MemberID
    ) -> (facts: [Fact], keys: [KeyName: GroupKey]) {
        var keys = [KeyName(epoch: key.epoch, key: key.keyID): key]
        var index = MemoryLogIndex()
        _ = index.insert(events.map { Fact(header: $0.header, id: $0.id, content: .unknownKey) })
        while true {
            let facts = events.map { event in
                let key = keys[KeyName(epoch: event.header.epoch, key: event.header.keyID)]
                let content = key.map { open(event, $0) } ?? .unknownKey
                return Fact(header: event.header, id: event.id, content: content)
            }
            let context = GroupContext.evaluate(
                group: key.group, founder: founder, control: facts.filter(\.isControl),
                index: index)
            let count = keys.count
            for fact in facts {
                guard case .keyHistory(let history) = fact.payload,
                    context.membershipLabel(of: fact.id, by: fact.author, fact.seq) == nil,
                    let older = GroupKey(
                        group: key.group, epoch: history.epoch, secret: history.key)
                else { continue }
                keys[KeyName(epoch: older.epoch, key: older.keyID)] = older
            }
            if keys.count == count { return (facts, keys) }
        }
    }

    private static func open(_ event: SealedEvent, _ key: GroupKey) -> OpenResult {
        guard let payload = try? EventSeal.open(event, key: key) else { return .corrupt }
        return .payload(payload)
    }

    /// Authors with a `MemberJoined` that opens.
    private static func joining(
        _ authentic: [EventID: SealedEvent],
        _ keys: [KeyName: GroupKey]
    ) -> Set<MemberID> {
        var result: Set<MemberID> = []
        for event in authentic.values {
            let name = KeyName(epoch: event.header.epoch, key: event.header.keyID)
            if let key = keys[name],
                case .memberJoined? = try? EventSeal.open(event, key: key)
            {
                result.insert(event.header.author)
            }
        }
        return result
    }
}
