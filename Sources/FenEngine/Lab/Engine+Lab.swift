import FenCrypto
import FenEncoding
import FenLedger
package import FenMoney
import FenPeer
package import FenProtocol
import FenStore

/// Faults made on purpose, in groups that were made for practice and in no other.
extension Engine {
    /// Loses events of an author on this device, as a damaged disk or a store would.
    package func labLose(
        _ author: PartyID, _ range: ClosedRange<UInt64>, in id: GroupID
    ) throws(FenError) -> LabReport {
        try answering {
            try requireLab(id)
            guard try author.member != group(id).founder || range.lowerBound > 1 else {
                throw FenError(
                    "KEEPS_BEGINNING",
                    "The founder's number 1 says that this group is one for practice: without it "
                        + "nothing could be brought back.",
                    hint: "Lose others: the range may begin with 2.", status: .usage)
            }
            var moved = 0
            try change(id) { group in
                guard let log = group.book.logs[author.member] else { return }
                var lost: [(EventNumber, [UInt8])] = []
                try database.events.forEach(.log(log.number, range)) { row in
                    guard row.chain != .refused else { return }
                    let event = SealedEvent(try row.record, group: id)
                    lost.append((row.number, Array(EventLine.encode(event).dropLast())))
                }
                for (number, line) in lost {
                    try database.aside.put(
                        AsideLine(
                            digest: SHA256.hash(line).raw, reason: Self.lostInLab,
                            author: author.raw, line: line),
                        in: group.number, at: now())
                    try database.events.remove(number)
                }
                try database.events.disconnect(from: range.lowerBound, in: log.number)
                moved = lost.count
            }
            if try author.member == requirePerson().publicKey { try forgetOwnFile(in: id) }
            try takeUpAnew(id)
            return try labReport(in: id) { $0.moved = moved }
        }
    }

    /// Brings back everything that the lab has lost and that has not come back by itself.
    package func labUnlose(in id: GroupID) throws(FenError) -> LabReport {
        try answering {
            try requireLab(id)
            let lines = try change(id) { group in
                try database.aside.take(Self.lostInLab, in: group.number).map(\.line)
            }
            return try takeLab(lines, in: id) { report in
                report.moved = report.stored
                report.stored = 0
            }
        }
    }

    /// The text of an invite that nobody is let in by: it is not issued.
    package func labInvite(in id: GroupID) throws(FenError) -> String {
        try answering {
            try requireLab(id)
            let group = try group(id)
            try requireOrganiser(group, to: "invite people")
            return try invite(name: "lab", ttl: 600, in: group).issued.link
        }
    }

    /// Lays an altered copy of an event before this device, as a store that lies would.
    package func labTamper(_ event: EventID, in id: GroupID) throws(FenError) -> LabReport {
        try answering {
            try requireLab(id)
            let sealed = SealedEvent(try requireEvent(event, in: group(id)).1, group: id)
            var bytes = sealed.ciphertext
            bytes[bytes.count / 2] ^= 1
            let altered = SealedEvent(
                header: sealed.header, ciphertext: bytes, signature: sealed.signature)
            return try takeLab([Array(EventLine.encode(altered).dropLast())], in: id)
        }
    }

    /// Lays an event before this device that claims to be somebody's and is signed by a stranger.
    package func labForge(_ author: PartyID, in id: GroupID) throws(FenError) -> LabReport {
        try answering {
            try requireLab(id)
            let group = try group(id)
            guard let key = group.writingKey, let tip = try group.book.ownTip(of: author.member)
            else {
                throw FenError(
                    "NOTHING_TO_FORGE", "This device cannot continue that log.",
                    hint: "/frontier shows whose logs are whole here.")
            }
            let stranger = SigningKey.generate(from: entropy)
            let sealed = try EventSeal.seal(
                payload: .messagePosted(MessagePosted(text: "I owe you everything", replyTo: nil)),
                draft: EventDraft(
                    seq: tip.nextSeq, lamport: try group.nextLamport(), createdAt: now(),
                    prev: tip.prev),
                key: key, signer: stranger, entropy: entropy)
            var header = sealed.header
            header.author = author.member
            let forged = SealedEvent(
                header: header, ciphertext: sealed.ciphertext, signature: sealed.signature)
            return try takeLab([Array(EventLine.encode(forged).dropLast())], in: id)
        }
    }

    /// Writes a second event with the number of this person's last, as a copied home would.
    package func labFork(in id: GroupID) async throws(FenError) -> LabReport {
        let report = try answering {
            try requireLab(id)
            let group = try group(id)
            let signer = try requireSigner()
            guard let key = group.writingKey,
                let tip = try group.book.ownTip(of: signer.publicKey), tip.nextSeq > 1,
                let last = try database.events.find(tip.prev.raw, in: group.number)?.record
            else {
                throw FenError(
                    "NOTHING_TO_FORK", "You have written nothing here yet.",
                    hint: "Write something.")
            }
            let event = try EventSeal.seal(
                payload: .messagePosted(
                    MessagePosted(text: "The same number, written elsewhere", replyTo: nil)),
                draft: EventDraft(
                    seq: tip.nextSeq - 1, lamport: SealedEvent(last, group: id).header.lamport + 1,
                    createdAt: now(), prev: EventID(raw: last.prev)),
                key: key, signer: signer, entropy: entropy)
            return try takeLab([Array(EventLine.encode(event).dropLast())], in: id)
        }
        await publish(in: id)
        return report
    }

    /// Cuts this device off from store and peers, or lets it back.
    package func labOffline(_ isOffline: Bool, in id: GroupID) async throws(FenError) {
        try answering { try requireLab(id) }
        lab[id, default: LabState()].isOffline = isOffline
        if isOffline { await peers?.hubs[id]?.endAll() }
    }

    /// Puts the clock of this device forward or back, for this group.
    package func labClock(_ milliseconds: Int64, in id: GroupID) throws(FenError) {
        try answering { try requireLab(id) }
        lab[id, default: LabState()].clockOffset = milliseconds
    }

    /// Ends the process when the next write reaches a phase.
    package func labCrash(at phase: WritePhase, in id: GroupID) throws(FenError) {
        try answering { try requireLab(id) }
        crashesAt = phase
    }

    /// What this device's clock says in a group, which the lab may have put forward or back.
    func claimedTime(in id: GroupID) -> UInt64 {
        UInt64(clamping: Int64(clamping: now()) + (lab[id]?.clockOffset ?? 0))
    }

    /// Refuses to go on the network where the lab has cut this device off.
    func requireOnline(_ id: GroupID) throws(FenError) {
        guard lab[id]?.isOffline == true else { return }
        throw FenError(
            "LAB_OFFLINE", "This device is offline in the lab.",
            hint: "/lab offline off lets it back.", status: .network)
    }

    private static let lostInLab = "LOST_IN_LAB"

    private func requireLab(_ id: GroupID) throws {
        try requireWriting()
        guard try group(id).context.isLab else {
            throw FenError(
                "NOT_A_LAB", "This group is a real one; the lab works in practice groups only.",
                hint: "/new \"Practice\" EUR --lab makes one.", status: .usage)
        }
    }

    private func takeLab(
        _ lines: [[UInt8]], in id: GroupID, note: (inout LabReport) -> Void = { _ in }
    ) throws -> LabReport {
        let result = try takeLines(lines, in: id).result
        tellPeers(result.facts, in: id)
        return try labReport(in: id) { report in
            report.stored = result.facts.count
            report.held = result.held
            for (reason, count) in result.refused { report.refused[reason.label] = count }
            note(&report)
        }
    }

    /// Loads a group anew and computes everything it shows.
    private func takeUpAnew(_ id: GroupID) throws {
        loaded[id] = nil
        try change(id) { group in
            try group.rebuild()
            try group.noteGaps(at: now())
        }
    }

    private func labReport(
        in id: GroupID, note: (inout LabReport) -> Void
    ) throws -> LabReport {
        let group = try group(id)
        var report = LabReport()
        report.gaps = try views(of: try group.rawReasons(), in: group)
        report.gate = try gateReasons(against: .settle, in: group).flatMap(GateView.all)
        note(&report)
        return report
    }
}
