import FenCrypto
import FenEngine
import FenProtocol

/// `/rebuild`, beside opening and decoding the same events and nothing else.
struct RebuildFigure {
    let workshop: Workshop

    init(_ workshop: Workshop) {
        self.workshop = workshop
    }

    func rows() async throws -> [Row] {
        let events = workshop.arguments.events
        let group = try await workshop.group(events)
        let engine = try await Member.open(try await workshop.home(events))
        guard let id = try await engine.groups().first?.id else { return [] }
        var ours: [Spent] = []
        var floor: [Spent] = []
        for _ in 0..<workshop.rounds {
            let watch = Stopwatch()
            let report = try await engine.rebuild(in: id)
            ours.append(watch.spent)
            guard report.wasSame else { throw Process.Failure(description: "rebuild differs") }
            floor.append(try openAndDecode(group))
        }
        await engine.close()
        let mine = Spent.median(of: ours)
        let bare = Spent.median(of: floor)
        return [
            Row(
                "/rebuild", ours: Numbers.spent(mine), floor: Numbers.spent(bare),
                ratio: mine.wall / bare.wall, atMost: 2)
        ]
    }

    /// Opens every event with libsodium and decodes what is in it, in memory.
    private func openAndDecode(_ group: SyntheticGroup) throws -> Spent {
        var total = Spent(wall: 0, cpu: 0)
        let opener = CryptoFloor(group: group)
        var plain = [UInt8](repeating: 0, count: 40_000)
        for path in group.logs {
            let events = try SealedBytes.events(of: path, in: group.id)
            let sealed = events.map { (SealedBytes($0), $0.ciphertext) }
            total =
                total
                + (try Stopwatch.time {
                    for (event, ciphertext) in sealed {
                        try opener.withOpened(event, ciphertext, &plain) { payload in
                            _ = try Payload.decode(payload)
                        }
                    }
                })
        }
        return total
    }
}
