import FenCrypto
import FenEncoding
import FenLedger
import FenMoney
import FenPeer
package import FenProtocol
import FenStore

extension Engine {
    /// The most bytes of lines that are put into one file.
    private static let mostGiven = 64 << 20

    /// A file that asks for what is missing here: it goes to whoever may hold it, by a stick or a
    /// mail, and comes back with the entries.
    package func gapFile(in id: GroupID) throws(FenError) -> (bytes: [UInt8], needs: [GapNeed]) {
        try answering {
            let group = try group(id)
            let needs = try group.missingNumbers()
            guard !needs.isEmpty else {
                throw FenError(
                    "NOTHING_MISSING", "Nothing is missing here, so there is nothing to ask for.",
                    hint: "/heal FILE gives others what theirs asks for.")
            }
            return (
                GapFile(group: id, needs: needs).bytes, try views(of: needs, in: group)
            )
        }
    }

    /// Takes the entries that a file gives, and adds those that it needs and that are here.
    package func heal(with bytes: [UInt8]) async throws(FenError) -> HealReport {
        let file = try answering {
            try requireWriting()
            guard let file = GapFile(bytes) else {
                throw FenError(
                    "NOT_A_GAP_FILE", "This file does not carry missing entries of a group.",
                    hint: "/gaps export FILE writes one, /export FILE events an archive.",
                    status: .usage)
            }
            _ = try group(file.group)
            return file
        }
        let known = try answering { try database.events.count(in: group(file.group).number) }
        let bad = file.lines.isEmpty ? 0 : try await takeFileLines(file.lines, in: file.group)
        return try answering {
            let group = try group(file.group)
            var answer = file
            let given = try lines(for: file.needs, in: group)
            answer.needs = try group.missingNumbers().merging(given.rest) { $0.union($1) }
            answer.lines = given.lines
            return HealReport(
                group: file.group, received: try database.events.count(in: group.number) - known,
                bad: bad, given: given.lines.count, needs: try views(of: answer.needs, in: group),
                isWhole: try group.isWhole(), answer: file.isArchive ? nil : answer.bytes)
        }
    }

    /// The lines that are held of some numbers, and the numbers that are not.
    private func lines(
        for needs: [MemberID: NumberSet], in group: LocalGroup
    ) throws -> (lines: [[UInt8]], rest: [MemberID: NumberSet]) {
        var lines: [[UInt8]] = []
        var rest: [MemberID: NumberSet] = [:]
        var size = 0
        for (author, numbers) in needs.sorted(by: { $0.key < $1.key }) {
            let held =
                try isServed(author, in: group) ? group.book.log(of: author).held : NumberSet()
            let lacking = numbers.subtracting(held)
            if !lacking.isEmpty { rest[author] = lacking }
            for range in numbers.subtracting(lacking).ranges where size < Self.mostGiven {
                let batch = try peerLines(
                    of: author, range, after: nil, bytes: Self.mostGiven - size, in: group.id)
                lines += batch.lines
                size += batch.lines.reduce(0) { $0 + $1.count }
            }
        }
        return (lines, rest)
    }

    private func views(
        of needs: [MemberID: NumberSet], in group: LocalGroup
    ) throws -> [GapNeed] {
        try needs.sorted { $0.key < $1.key }.map { author, numbers in
            GapNeed(author: try view(of: author, in: group), missing: numbers.ranges)
        }
    }
}

extension LocalGroup {
    /// The numbers that are known to exist and not here, by author.
    func missingNumbers() throws -> [MemberID: NumberSet] {
        var needs: [MemberID: NumberSet] = [:]
        for frontier in try frontiers() where !frontier.isWhole {
            needs[frontier.author] = frontier.missing
        }
        return needs
    }
}
