import FenCrypto
import FenEncoding
import FenLedger
import FenProtocol

/// Whom boxes are opened for.
struct BoxOwner {
    /// Their key.
    let member: MemberID
    /// The pair that opens what is wrapped to it.
    let pair: AgreementKey
}

/// A box for this person that did not hold the key it promised.
struct WrongBox: Hashable {
    /// The event it stands in.
    let event: EventID
    /// Who wrote that.
    let author: MemberID
    /// The epoch whose key it promised.
    let epoch: UInt32
}

/// What came of a box: opening it costs, so that it is done once.
enum BoxContent {
    /// A key, which may be any.
    case key(GroupKey)
    /// It does not open, or holds no key.
    case nothing
}

/// Keys in boxes (Wire format, Wrapping to a member): the organiser's `KeyEpochUpdate`, and
/// `KeyRewrapped` from anybody.
extension LocalGroup {
    /// Takes the keys that stand in boxes for this person, and what they open, until nothing new
    /// comes: whoever was away through several rotations finds one key in the box of the one before.
    /// Call it inside a transaction.
    ///
    /// A key counts as handed over, for it fits what commits to it.
    func takeBoxes(at now: UInt64) throws {
        while let key = try keysInBoxes().first {
            // One may open the events with the next, so each is looked for anew.
            try adopt(key, at: now)
        }
    }

    /// The boxes for this person that hold another key than they promise, while the right one is
    /// lacking. What nothing commits to yet is not judged.
    func wrongBoxes() -> [WrongBox] {
        guard let owner = boxOwner else { return [] }
        return boxes(for: owner).compactMap { box in
            guard !isHeld(box.epoch) else { return nil }
            let wrong = WrongBox(event: box.event, author: box.author, epoch: box.epoch)
            switch content(of: box, owner) {
            case .nothing: return wrong
            case .key(let key): return isPromised(key) == false ? wrong : nil
            }
        }
    }

    /// The keys in boxes that fit and are not held, oldest epoch first.
    private func keysInBoxes() throws -> [GroupKey] {
        guard projector.control.values.contains(where: \.bearsBox),
            let owner = boxOwner
        else { return [] }
        var found: [GroupKey] = []
        for box in boxes(for: owner) {
            guard case .key(let key) = content(of: box, owner) else { continue }
            let fits = try isPromised(key) ?? isNamed(key)
            if fits, handed.key(epoch: key.epoch, id: key.keyID) == nil { found.append(key) }
        }
        return found.sorted { ($0.epoch, $0.keyID) < ($1.epoch, $1.keyID) }
    }

    // MARK: The boxes

    private struct Box {
        let event: EventID
        let author: MemberID
        let epoch: UInt32
        let bytes: [UInt8]
    }

    /// The boxes for this person in events that count, of epochs of which a key is lacking.
    private func boxes(for owner: BoxOwner) -> [Box] {
        projector.control.values.compactMap { fact in
            guard context.labels[fact.id] == nil else { return nil }
            switch fact.payload {
            case .keyEpochUpdate(let update):
                let keyID = KeyID(update.check.bytes.prefix(KeyID.byteCount)) ?? KeyID()
                guard handed.key(epoch: update.epoch, id: keyID) == nil,
                    let own = update.wrapped.first(where: { $0.member == owner.member })
                else { return nil }
                return Box(
                    event: fact.id, author: fact.author, epoch: update.epoch, bytes: own.box)
            case .keyRewrapped(let wrapped):
                guard wrapped.member == owner.member, !isHeld(wrapped.epoch) else { return nil }
                return Box(
                    event: fact.id, author: fact.author, epoch: wrapped.epoch, bytes: wrapped.box)
            default: return nil
            }
        }
    }

    /// Whether every key that is announced for an epoch is held.
    private func isHeld(_ epoch: UInt32) -> Bool {
        let announced = context.announced.filter { $0.epoch == epoch }
        return !announced.isEmpty
            && announced.allSatisfy { keys.key(epoch: epoch, id: $0.keyID) != nil }
    }

    private func content(of box: Box, _ owner: BoxOwner) -> BoxContent {
        if let known = openedBoxes[box.event] { return known }
        var content = BoxContent.nothing
        // One that does not open is one that its writer made wrongly: said by `wrongBoxes`.
        if let secret = try? KeyWrap.unwrap(
            box.bytes, with: owner.pair, context: .epoch(box.epoch), group: id),
            let key = GroupKey(group: id, epoch: box.epoch, secret: secret)
        {
            content = .key(key)
        }
        openedBoxes[box.event] = content
        return content
    }

    // MARK: What fits

    /// Whether an organiser has announced a key; nil while nothing is announced for its epoch.
    private func isPromised(_ key: GroupKey) -> Bool? {
        let announced = context.announced.filter { $0.epoch == key.epoch }
        guard !announced.isEmpty else { return nil }
        return announced.contains {
            $0.keyID == key.keyID && ($0.check ?? key.check) == key.check
        }
    }

    /// Whether a stored event that does not open names a key. One that no organiser has announced
    /// opens events, and what it opens counts for nothing.
    private func isNamed(_ key: GroupKey) throws -> Bool {
        try unheldKeys().contains { $0.epoch == key.epoch && $0.keyID == key.keyID }
    }
}

extension Fact {
    /// Whether a key may stand in it, in a box.
    fileprivate var bearsBox: Bool {
        switch payload {
        case .keyEpochUpdate, .keyRewrapped: true
        default: false
        }
    }
}
