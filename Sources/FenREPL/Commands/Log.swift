internal import FenEncoding
internal import FenEngine
internal import FenProtocol

/// Looking at events from inside.
enum LogCommands {
    /// The commands of this file.
    static let all: [CommandSpec] = [
        CommandSpec(
            name: "log",
            group: .inside,
            summary: "lists events with number, logical time and kind",
            usage: ["[AUTHOR] [FROM-TO or last N]"],
            page: [
                "With an author that author's log; without one the newest 40 events of all, in the",
                "group's order.",
            ],
            examples: ["/log", "/log bob 1-20", "/log last 50"],
            access: .reads,
            arguments: [.member, .free],
            body: log
        ),
        CommandSpec(
            name: "inspect",
            group: .inside,
            summary: "takes an event apart: header bytes, id, signature, payload, where it is",
            usage: ["REF"],
            page: ["Id and signature are computed anew, nothing is taken on trust."],
            examples: ["/inspect bob:1", "/inspect #3f9a"],
            access: .reads,
            arguments: [.reference],
            mostWords: 1,
            body: inspect
        ),
        CommandSpec(
            name: "raw",
            group: .inside,
            summary: "prints an event's line as it is stored and passed on",
            usage: ["REF [json or hex]"],
            page: ["json is the line form of the protocol; hex its bytes."],
            examples: ["/raw bob:1", "/raw bob:1 hex"],
            access: .reads,
            arguments: [.reference, .words(["json", "hex"])],
            mostWords: 2,
            body: raw
        ),
    ]

    @Sendable
    private static func log(
        _ session: isolated ReplSession,
        _ arguments: Arguments
    ) async throws -> CommandResult {
        let group = try await session.group()
        let face = EventFace(group)
        var words = arguments.words
        var author: MemberView?
        if let first = words.first, first.text != "last", NumberRanges.read(first.text) == nil {
            author = try face.roster.find(first.text)
            words.removeFirst()
        }
        var range: ClosedRange<UInt64>?
        var limit: Int? = author == nil ? 40 : nil
        if let first = words.first {
            if first.text == "last" {
                limit = try ListLimit.number(words.count == 2 ? words[1] : nil)
            } else if let found = NumberRanges.read(words.map(\.text).joined()) {
                range = found
                limit = nil
            } else {
                throw UsageError(
                    "“\(first.text)” is no range.",
                    hint: "Such as: /log bob 1-20, /log last 50"
                )
            }
        }
        var events: [EventView]
        var isCut: Phrase?
        if let limit, author == nil {
            let (newest, count) = try await session.engine.newest(limit, in: group.id)
            events = newest
            if count > limit { isCut = "The newest \(limit) of \(count):" }
        } else {
            events = try await session.engine.log(
                author: author?.party, range: range, newest: limit.map { $0 + 1 }, in: group.id)
            if let limit, events.count > limit {
                events = Array(events.suffix(limit))
                isCut = "The newest \(limit):"
            }
        }
        var result = CommandResult()
        var table = TextTable([
            .left(), .right("lamport"), .left("claimed time"), .left("kind"),
            .left(), .left(),
        ])
        for event in events {
            session.shown.add(event.id)
            table.add(
                face.roster.shown(event.reference),
                "\(event.lamport)",
                "\(own: session.time(event.createdAt).text)",
                Phrase(foreign: event.kindName),
                face.states(event).joined(),
                "#\(own: String(event.id.hex.prefix(8)))"
            )
        }
        if events.isEmpty { result.say("No events here.") }
        if let isCut { result.say(isCut) }
        result.show(table)
        result.set("events", .list(events, face.json))
        return result
    }

    @Sendable
    private static func inspect(
        _ session: isolated ReplSession,
        _ arguments: Arguments
    ) async throws -> CommandResult {
        let group = try await session.group()
        let reference = try session.required(arguments, 0, "an event", for: "inspect")
        let id = try await session.event(reference, in: group)
        let view = try await session.engine.inspect(id, in: group.id)
        session.shown.add(id)
        return InspectFace(group: group).result(view, time: session.time(view.event.createdAt).text)
    }

    @Sendable
    private static func raw(
        _ session: isolated ReplSession,
        _ arguments: Arguments
    ) async throws -> CommandResult {
        let group = try await session.group()
        let reference = try session.required(arguments, 0, "an event", for: "raw")
        let form = arguments.word(1)?.lowercased() ?? "json"
        guard form == "json" || form == "hex" else {
            throw UsageError("“\(form)” is no form of a line.", hint: "/raw REF json, /raw REF hex")
        }
        let id = try await session.event(reference, in: group)
        var bytes = try await session.engine.raw(id, in: group.id)
        while bytes.last == 0x0A { bytes.removeLast() }
        session.shown.add(id)
        let line = String(decoding: bytes, as: UTF8.self)
        var result = CommandResult()
        if form == "hex" {
            result.text = HexDump.lines(bytes).map { .line(Phrase(own: $0)) }
        } else {
            result.say(Phrase(foreign: line))
        }
        result.set("id", .string(id.hex))
        result.set("line", .string(line))
        result.set("hex", .string(Hex.encode(bytes)))
        result.mainValue = line
        return result
    }
}
