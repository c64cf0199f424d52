internal import FenEngine
internal import FenProtocol

/// Proving that what is here is whole, right, and the same everywhere.
enum ProofCommands {
    /// The commands of this file.
    static let all: [CommandSpec] = [
        CommandSpec(
            name: "frontier",
            group: .inside,
            summary: "shows how far every author's log reaches here, and what is missing",
            usage: ["", "vs PEER"],
            page: [
                "connected: without a hole from number 1. known: the largest number that a",
                "signed event proves to exist.",
            ],
            examples: ["/frontier"],
            access: .reads,
            body: frontier
        ),
        CommandSpec(
            name: "order",
            group: .inside,
            summary: "says which of two events comes first, and why",
            usage: ["REF REF"],
            page: ["Events are ordered by logical time, then by id; clocks play no part in it."],
            examples: ["/order bob:3 alice:5"],
            access: .reads,
            arguments: [.reference],
            mostWords: 2,
            body: order
        ),
        CommandSpec(
            name: "dump",
            group: .inside,
            summary: "prints the whole state as canonical JSON",
            usage: [""],
            page: ["Two devices with the same events print the same bytes."],
            examples: ["fen dump > state.json"],
            access: .reads,
            body: dump
        ),
        CommandSpec(
            name: "fingerprint",
            group: .syncing,
            summary: "shows six words for the whole state; equal words, equal state",
            usage: [""],
            page: ["Read them to each other: whoever has the same words has the same ledger."],
            examples: ["/fingerprint"],
            access: .reads,
            body: fingerprint
        ),
        CommandSpec(
            name: "audit",
            group: .inside,
            summary: "verifies every id, signature and chain in the store on this device",
            usage: [""],
            page: [
                "It also computes the state anew from the log and compares. Nothing is changed."
            ],
            examples: ["/audit"],
            access: .reads,
            body: audit
        ),
        CommandSpec(
            name: "rebuild",
            group: .inside,
            summary: "computes the state anew from the log",
            usage: [""],
            page: ["The state is a cache of the log; no event is touched."],
            examples: ["/rebuild"],
            access: .writes,
            body: rebuild
        ),
    ]

    @Sendable
    private static func frontier(
        _ session: isolated ReplSession,
        _ arguments: Arguments
    ) async throws -> CommandResult {
        let group = try await session.group()
        if let word = arguments.word(0) {
            guard word.lowercased() == "vs" else {
                throw UsageError(
                    "/frontier does not take “\(word)”.",
                    hint: "The form is /frontier, or /frontier vs PEER.")
            }
            guard session.environment.source != .arguments else {
                throw FenError(
                    "NO_PEER", PeerFace.alone.text,
                    hint: "/frontier alone shows how far the logs reach here.", status: .usage)
            }
            let compared = try await session.engine.frontier(
                against: arguments.text(from: 1), in: group.id)
            return FrontierFace(group: group).result(compared)
        }
        let rows = try await session.engine.frontier(in: group.id)
        return FrontierFace(group: group).result(rows)
    }

    @Sendable
    private static func order(
        _ session: isolated ReplSession,
        _ arguments: Arguments
    ) async throws -> CommandResult {
        let group = try await session.group()
        let first = try session.required(arguments, 0, "two events", for: "order")
        let second = try session.required(arguments, 1, "a second event", for: "order")
        let a = try await session.event(first, in: group)
        let b = try await session.event(second, in: group)
        let left = try await inspected(a, first, session, group)
        let right = try await inspected(b, second, session, group)
        return OrderFace(group: group).result(left, right)
    }

    /// An event, named as it was typed where it has gone since it was shown.
    private static func inspected(
        _ event: EventID, _ typed: String, _ session: isolated ReplSession, _ group: GroupView
    ) async throws -> EventView {
        do throws(FenError) {
            return try await session.engine.inspect(event, in: group.id).event
        } catch {
            guard error.code == "NO_EVENT" else { throw error }
            throw FenError(
                error.code, "The event that “\(typed)” means is not on this device.",
                hint: "/log lists those that are.")
        }
    }

    @Sendable
    private static func dump(
        _ session: isolated ReplSession,
        _ arguments: Arguments
    ) async throws -> CommandResult {
        let group = try await session.group()
        let text = String(decoding: try await session.engine.dump(in: group.id), as: UTF8.self)
        var result = CommandResult()
        result.text = text.split(separator: "\n").map {
            .verbatim(OutputJSON.escaped(String($0)))
        }
        result.set("group", .string(group.name))
        result.set("dump", .string(text))
        result.mainValue = text
        return result
    }

    @Sendable
    private static func fingerprint(
        _ session: isolated ReplSession,
        _ arguments: Arguments
    ) async throws -> CommandResult {
        let group = try await session.group()
        let words = try await session.engine.fingerprint(in: group.id)
        var result = CommandResult("\(own: words.joined(separator: " "))")
        result.text += session.totalMarks(group)
        result.set("group", .string(group.name))
        result.set("words", .list(words) { .string($0) })
        result.mainValue = words.joined(separator: " ")
        return result
    }

    @Sendable
    private static func audit(
        _ session: isolated ReplSession,
        _ arguments: Arguments
    ) async throws -> CommandResult {
        let group = try await session.group()
        let report = try await session.metered("verifying") {
            try await session.engine.audit(in: group.id, progress: $0)
        }
        return AuditFace(group: group).result(report)
    }

    @Sendable
    private static func rebuild(
        _ session: isolated ReplSession,
        _ arguments: Arguments
    ) async throws -> CommandResult {
        let group = try await session.group()
        let report = try await session.metered("rebuilding") {
            try await session.engine.rebuild(in: group.id, progress: $0)
        }
        var result = CommandResult()
        result.say(
            report.wasSame
                ? "Rebuilt from \(report.events, "event"); the state is the same as before."
                : "Rebuilt from \(report.events, "event"); the state was wrong and is right now.")
        result.set("group", .string(group.name))
        result.set("events", .number(report.events))
        result.set("same", .bool(report.wasSame))
        return result
    }
}
