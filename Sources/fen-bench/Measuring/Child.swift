import FenEncoding
import FenEngine
import FenMoney
import Glibc

/// A part that this program plays as a process of its own, because what is measured is a whole
/// process: its start, or its memory.
enum Child {
    /// A fresh member joins: home, store folder, invite.
    case ingest(home: String, store: String, link: String)
    /// From exec to where a prompt would stand, then it stays idle no longer.
    case prompt(home: String)
    /// `/balances` and out.
    case balances(home: String)
    /// `/balances` and the plan, and out.
    case settle(home: String)

    private static let word = "--child"

    /// Recognises a child's arguments.
    init?(_ words: [String]) {
        guard words.first == Self.word, words.count >= 3 else { return nil }
        switch words[1] {
        case "ingest" where words.count == 5:
            self = .ingest(home: words[2], store: words[3], link: words[4])
        case "prompt": self = .prompt(home: words[2])
        case "balances": self = .balances(home: words[2])
        case "settle": self = .settle(home: words[2])
        default: return nil
        }
    }

    /// The arguments that make a child.
    var words: [String] {
        switch self {
        case .ingest(let home, let store, let link): [Self.word, "ingest", home, store, link]
        case .prompt(let home): [Self.word, "prompt", home]
        case .balances(let home): [Self.word, "balances", home]
        case .settle(let home): [Self.word, "settle", home]
        }
    }

    /// Does it; the first line on standard output tells the parent that it is done, and the peak
    /// of its memory.
    func run() async {
        do throws(FenError) {
            switch self {
            case .ingest(let home, let store, let link):
                let engine = try await Member.join(home: home, store: store, link: link)
                await engine.close()
            case .prompt(let home):
                let engine = try await Engine.open(EngineOptions(home: home))
                for group in try await engine.groups() { _ = try await engine.view(group.id) }
                Self.report()
                // Where a person would begin to type; closing is no part of it.
                _exit(0)
            case .balances(let home):
                let engine = try await Engine.open(EngineOptions(home: home))
                for group in try await engine.groups() {
                    for row in try await engine.balances(in: group.id).rows {
                        print(row.party.hex.prefix(8), row.minor)
                    }
                }
                await engine.close()
            case .settle(let home):
                let engine = try await Engine.open(EngineOptions(home: home))
                for group in try await engine.groups() {
                    for row in try await engine.balances(in: group.id).rows {
                        print(row.party.hex.prefix(8), row.minor)
                    }
                    print("plan", try await engine.plan(in: group.id).transfers.count)
                }
                await engine.close()
            }
            Self.report()
        } catch {
            Narration.say("child: \(error)")
            exit(1)
        }
    }

    private static func report() {
        print("peak \(Machine.peakMemory)")
        fflush(nil)
    }
}
