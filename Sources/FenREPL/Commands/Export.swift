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
            usage: ["FILE [jsonl]"],
            page: [
                "jsonl: plain and readable, one record a line. The file is not encrypted; it is",
                "written with mode 0600, whole or not at all.",
            ],
            examples: ["/export dublin.jsonl", "fen export dublin.jsonl jsonl --yes"],
            access: .reads,
            arguments: [.file, .words(["jsonl"])],
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
        guard form == "jsonl" else {
            throw UsageError(
                "“\(form)” is no format this version of fen writes.",
                hint: "It writes jsonl: /export \(file) jsonl"
            )
        }
        let path = FileNames.expanded(file)
        if OutputFile.exists(path) {
            let sure = try await session.confirm(
                [.line("\(foreign: path) exists.")], "Replace this file?")
            guard sure else { return session.dropped("Nothing was written.") }
        }
        let output = OutputFile(path)
        try await output.start()
        var count = 0
        do {
            for try await line in try await session.engine.export(in: group.id) {
                try await output.write(line)
                count += 1
            }
            try await output.finish()
        } catch {
            await output.discard()
            throw error
        }
        var result = CommandResult("Wrote \(count, "record") to \(foreign: path).")
        result.text += session.totalMarks(group)
        result.set("file", .string(path))
        result.set("format", .string(form))
        result.set("records", .number(count))
        result.set("partial", group.partial.json)
        result.mainValue = path
        return result
    }
}
