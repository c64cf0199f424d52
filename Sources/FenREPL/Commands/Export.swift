internal import FenEngine
internal import FenProtocol

/// Taking the records out.
enum ExportCommands {
    /// The commands of this file.
    static let all: [CommandSpec] = [
        CommandSpec(
            name: "export",
            group: .inAndOut,
            summary: "writes the group's records into a file",
            usage: ["FILE [jsonl or events]"],
            page: [
                "jsonl: plain and readable, one record a line. The file is not encrypted.",
                "events: the archive, everybody's sealed events as they are stored. Only members can",
                "read it, and /heal FILE takes it in on any member's device, also when the store is",
                "gone.",
                "The file is written with mode 0600, whole or not at all.",
            ],
            examples: [
                "/export dublin.jsonl", "/export ~/stick/dublin.events events",
                "fen export dublin.jsonl jsonl --yes",
            ],
            access: .reads,
            arguments: [.file, .words(["jsonl", "events"])],
            body: export
        )
    ]

    @Sendable
    private static func export(
        _ session: isolated ReplSession,
        _ arguments: Arguments
    ) async throws -> CommandResult {
        let group = try await session.group()
        let file = try session.required(arguments, 0, "a file", for: "export")
        let form = arguments.word(1)?.lowercased() ?? "jsonl"
        guard ["jsonl", "events"].contains(form) else {
            throw UsageError(
                "“\(form)” is no format this version of fen writes.",
                hint: "It writes jsonl and events: /export \(file) jsonl"
            )
        }
        let path = FileNames.expanded(file)
        guard try await session.mayReplace(path) else {
            return session.dropped("Nothing was written.")
        }
        var result: CommandResult
        let count: Int
        if form == "events" {
            // The first line only says what the file is.
            count = try await write(session.engine.archive(of: group.id), to: path) - 1
            result = CommandResult(
                """
                Wrote \(count, "sealed event") to \(foreign: path). Only members can read it; \
                /heal takes it in on any member's device.
                """)
        } else {
            count = try await write(session.engine.export(in: group.id), to: path)
            result = CommandResult("Wrote \(count, "record") to \(foreign: path).")
            result.text += session.totalMarks(group)
        }
        result.set("file", .string(path))
        result.set("format", .string(form))
        result.set("records", .number(count))
        result.set("partial", group.partial.json)
        result.mainValue = path
        return result
    }

    /// Writes all lines into a file, whole or not at all. Returns how many there were.
    private static func write<Lines: AsyncSequence & Sendable>(
        _ lines: Lines, to path: String
    ) async throws -> Int where Lines.Element == [UInt8] {
        let output = OutputFile(path)
        try await output.start()
        var count = 0
        do {
            for try await line in lines {
                try await output.write(line)
                count += 1
            }
            try await output.finish()
        } catch {
            await output.discard()
            throw error
        }
        return count
    }
}
