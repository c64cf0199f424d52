import FenCrypto
import FenLedger
import FenProtocol

/// Keys that members ask each other for (Wire format, Rotation).
extension LocalGroup {
    /// How many requests of one member for one epoch a device answers: each is an event of
    /// everybody's, and a member might write them without end.
    private static let mostAnswers = 8

    /// The epoch whose key a member has to ask for; nil where nothing is lacking, or the request
    /// is written already.
    ///
    /// Only what somebody with a say over keys has written asks for one: anybody may seal an event
    /// under a key of their own making. Whoever holds the newest key finds the others in its
    /// history.
    func epochToAsk(for me: MemberID) throws -> UInt32? {
        guard context.isActive(me) else { return nil }
        let lacking = try unheldKeys().filter { context.tenures.governing.contains($0.author) }
        guard let epoch = lacking.map(\.epoch).max() else { return nil }
        return request(of: me, for: epoch) == nil ? epoch : nil
    }

    /// A member's own request for a key.
    func request(of member: MemberID, for epoch: UInt32) -> Fact? {
        projector.control.values.first { fact in
            guard fact.author == member, case .keyRewrapRequest(let request) = fact.payload else {
                return false
            }
            return request.epoch == epoch
        }
    }

    /// The requests that a device may answer and has not: those of active members, for keys it
    /// holds and they are entitled to, while the organiser has not answered.
    func openRequests(for me: MemberID) throws -> [Fact] {
        guard context.isActive(me) else { return [] }
        var answered: Set<EventID> = []
        var answers: [MemberID: [UInt32: Int]] = [:]
        var requests: [Fact] = []
        for fact in projector.control.values where context.labels[fact.id] == nil {
            switch fact.payload {
            case .keyRewrapRequest(let request)
            where fact.author != me && context.isActive(fact.author)
                && context.announced.contains { isHeld($0, of: request.epoch) }:
                requests.append(fact)
            case .keyRewrapped(let answer):
                guard fact.author == me || context.tenures.hasRight(fact) else { continue }
                if let request = answer.request { answered.insert(request) }
                if fact.author == me {
                    answers[answer.member, default: [:]][answer.epoch, default: 0] += 1
                }
            default: continue
            }
        }
        requests.removeAll { fact in
            guard case .keyRewrapRequest(let request) = fact.payload else { return true }
            return answered.contains(fact.id)
                || answers[fact.author]?[request.epoch] ?? 0 >= Self.mostAnswers
        }
        guard !requests.isEmpty, try isOrganisersLogWhole() else { return [] }
        return requests.filter { mayAnswer($0, as: me) }.sorted { $0.order < $1.order }
    }

    /// Whether somebody who asks for a key is known to be entitled to it. Of a leaving this device
    /// may not have heard, while whoever changed the key had: so that anybody but the organiser goes
    /// by whom that key, or a newer one, was given to. What the organiser's device gives to somebody
    /// who turns out to have left makes it change the key again (``formerHolders``).
    private func mayAnswer(_ request: Fact, as me: MemberID) -> Bool {
        guard context.organiser != me, case .keyRewrapRequest(let asked) = request.payload else {
            return true
        }
        return context.announced.contains {
            $0.epoch >= asked.epoch && recipients(of: $0).contains(request.author)
        }
    }

    /// Whether nothing of those who have held the role is missing or sealed here, so that this
    /// device knows of every removal that there is to know of.
    private func isOrganisersLogWhole() throws -> Bool {
        let holders = Set(context.tenures.all.map(\.holder))
        let sealed = try unheldKeys().contains { holders.contains($0.author) }
        return try !sealed
            && frontiers().allSatisfy { !holders.contains($0.author) || $0.isWhole }
    }

    private func isHeld(_ key: AnnouncedKey, of epoch: UInt32) -> Bool {
        key.epoch == epoch && keys.key(epoch: epoch, id: key.keyID) != nil
    }

    /// The answers to a request: each announced key of its epoch that is held, in a box.
    func answers(to request: Fact, _ entropy: EntropySource) throws -> [KeyRewrapped] {
        guard case .keyRewrapRequest(let asked) = request.payload else { return [] }
        return try context.announced.filter { isHeld($0, of: asked.epoch) }
            .compactMap { keys.key(epoch: $0.epoch, id: $0.keyID) }
            .map { key in
                KeyRewrapped(
                    epoch: key.epoch, member: request.author,
                    box: try wrap(key, to: request.author, entropy), request: request.id)
            }
    }

    /// The key an invite of this group was made with; nil where its issuing is not here.
    func key(of invite: InviteID) -> GroupKey? {
        guard let issued = context.invites[invite]?.issued, let fact = projector.control[issued]
        else { return nil }
        return keys.key(epoch: fact.epoch, id: fact.keyID)
    }

    /// What somebody needs beside the key they came with: the announced keys that it does not lead
    /// to, oldest epoch first.
    func keysLacking(to known: GroupKey) -> [GroupKey] {
        context.announced.filter { $0.epoch >= known.epoch && $0.keyID != known.keyID }
            .compactMap { keys.key(epoch: $0.epoch, id: $0.keyID) }
            .sorted { ($0.epoch, $0.keyID) < ($1.epoch, $1.keyID) }
    }
}
