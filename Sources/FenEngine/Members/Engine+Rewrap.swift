import FenCrypto
import FenEncoding
import FenLedger
import FenMoney
import FenProtocol
import FenStore

/// Asking for keys, and giving them to whoever is entitled.
extension Engine {
    /// The longest that a member's device leaves a request to the organiser's, in milliseconds.
    private static let answerPatience: UInt64 = 60_000

    /// Asks for the key that this device lacks, once, and answers what others ask. Part of a pass.
    ///
    /// The organiser's device answers at once, others after a while of a random length, if it has
    /// not answered by then.
    func exchangeKeys(in id: GroupID) async throws(FenError) {
        // A box may have come while the key that opens it could not be had.
        try answering {
            if try !group(id).unheldKeys().isEmpty {
                try change(id) { group in try group.takeBoxes(at: now()) }
            }
        }
        let (epoch, requests) = try answering { () -> (UInt32?, [Fact]) in
            let group = try group(id)
            guard let me = try person()?.publicKey else { return (nil, []) }
            let epoch = try group.epochToAsk(for: me)
            let requests = try dueRequests(for: me, in: group)
            guard epoch != nil || !requests.isEmpty, try mayWriteUnasked(in: group) else {
                return (nil, [])
            }
            return (epoch, requests)
        }
        if let epoch {
            _ = try await write(
                .keyRewrapRequest(KeyRewrapRequest(epoch: epoch)), in: id, withinPass: true)
        }
        for request in requests { try await answer(request, in: id) }
    }

    private func answer(_ request: Fact, in id: GroupID) async throws(FenError) {
        let (answers, key) = try answering {
            let group = try group(id)
            return (
                try group.answers(to: request, entropy),
                group.keys.key(epoch: request.epoch, id: request.keyID)
            )
        }
        // Sealed under the key that the asker has shown to hold.
        for answer in answers {
            _ = try await write(.keyRewrapped(answer), in: id, withinPass: true, under: key)
        }
    }

    /// The requests whose time it is; the others are looked at again when it is theirs.
    private func dueRequests(for me: MemberID, in group: LocalGroup) throws -> [Fact] {
        let open = try group.openRequests(for: me)
        if group.context.organiser == me || open.isEmpty { return open }
        var due: [Fact] = []
        var next: UInt64?
        try change(group.id) { group in
            for request in open {
                let name = SettingName.answerDue + request.id.hex
                let known = try database.settings.value(name, in: group.number)
                let time =
                    known.flatMap { UInt64($0) } ?? now()
                    + entropy.uniform(below: Self.answerPatience + 1)
                if known == nil {
                    try database.settings.set(name, String(time), in: group.number)
                }
                if time <= now() { due.append(request) } else { next = min(next ?? time, time) }
            }
        }
        if let next { answerLater(in: group.id, after: next - min(next, now())) }
        return due
    }

    private func answerLater(in id: GroupID, after milliseconds: UInt64) {
        guard answerTimers[id] == nil, !isClosing else { return }
        answerTimers[id] = Task { [weak self] in
            try? await Task.sleep(for: .milliseconds(milliseconds))
            guard !Task.isCancelled else { return }
            await self?.answerNow(in: id)
        }
    }

    private func answerNow(in id: GroupID) async {
        answerTimers[id] = nil
        // What cannot be answered now is answered by the next pass.
        try? await exclusively(id) { engine throws(FenError) in
            try await engine.exchangeKeys(in: id)
        }
        await publish(in: id)
    }

    /// Gives somebody who was let in the keys that came after the one of their invite, sealed under
    /// that one.
    func giveKeys(
        to member: MemberID, by invite: InviteID, in id: GroupID, withinPass: Bool
    ) async throws(FenError) {
        let known = try answering { try group(id).key(of: invite) }
        try await giveKeys(to: member, knowing: known, in: id, withinPass: withinPass)
    }

    /// Gives somebody the keys that came after one they hold, sealed under that one.
    func giveKeys(
        to member: MemberID, knowing known: GroupKey?, in id: GroupID, withinPass: Bool
    ) async throws(FenError) {
        let lacking = try answering { try known.map(group(id).keysLacking) ?? [] }
        for key in lacking {
            let box = try answering { try group(id).wrap(key, to: member, entropy) }
            _ = try await write(
                .keyRewrapped(KeyRewrapped(epoch: key.epoch, member: member, box: box)), in: id,
                withinPass: withinPass, under: known)
        }
    }

    // MARK: For people

    /// How this device stands with a group's keys.
    func keyStanding(of group: LocalGroup) throws -> KeyStanding {
        var standing = KeyStanding()
        guard let me = try person()?.publicKey else { return standing }
        standing.epoch = group.writingKey?.epoch
        let lacking = Set(try group.unheldKeys().map(\.epoch))
        if group.context.isActive(me), !lacking.isEmpty {
            if group.boxOwner == nil { group.boxOwner = boxOwner() }
            standing.lacking = lacking.sorted()
            standing.askedAt = standing.lacking.reversed()
                .compactMap { group.request(of: me, for: $0) }.first
                .map { Int64(clamping: $0.createdAt) }
            standing.wrongFrom = Set(group.wrongBoxes().map(\.author)).sorted()
                .map(PartyID.init(member:))
        }
        if group.context.organiser == me {
            standing.formerHolders = group.formerHolders.map(PartyID.init(member:))
            standing.isUnfinished = !group.keysOutsideHistory.isEmpty
        }
        return standing
    }

    /// Tells once who has sent a wrong key.
    func announceWrongKeys(in group: LocalGroup) {
        for wrong in group.wrongBoxes() where toldWrongBoxes.insert(wrong.event).inserted {
            announcer.yield(
                .wrongKey(group.id, PartyID(member: wrong.author), wrong.epoch))
        }
    }
}
