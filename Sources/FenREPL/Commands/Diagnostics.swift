internal import FenEngine

/// A report of how this home stands, to be sent to somebody who helps.
enum DiagnosticsCommands {
    /// The commands of this file.
    static let all: [CommandSpec] = [
        CommandSpec(
            name: "diagnostics",
            group: .inAndOut,
            summary: "writes a report of how things stand, with nothing private in it",
            usage: ["FILE"],
            page: [
                "It holds versions, states, codes, counts, times, what the stores can do and the last",
                "steps on the wire. Keys, names, amounts, texts, paths, addresses and what opens a",
                "store are not in it; groups and people are numbered.",
                "All of it is shown first, and written once you say yes. The file has mode 0600.",
            ],
            examples: ["/diagnostics report.txt"],
            access: .reads,
            needsGroup: false,
            arguments: [.file],
            mostWords: 1,
            body: diagnostics
        )
    ]

    @Sendable
    private static func diagnostics(
        _ session: isolated ReplSession,
        _ arguments: Arguments
    ) async throws -> CommandResult {
        let file = try session.required(arguments, 0, "a file", for: "diagnostics")
        let path = FileNames.expanded(file)
        let lines = lines(try await session.engine.diagnostics())
        let shown = lines.map { TextBlock.line("\(own: $0)") }
        guard try await session.confirm(shown, "Write this into \(foreign: path)?"),
            try await session.mayReplace(path)
        else { return session.dropped("Nothing was written.") }
        try await OutputFile.write(Array(lines.joined(separator: "\n").utf8), to: path)
        var result = CommandResult()
        // Where nobody was asked, it has not been shown yet.
        if session.saysYes { result.text = shown }
        result.say(
            """
            Wrote \(lines.count, "line") to \(foreign: path). Read it before you send it: it says \
            how things stand, and not who, what or how much.
            """)
        result.set("file", .string(path))
        result.set("lines", .list(lines) { .string($0) })
        result.mainValue = path
        return result
    }

    /// The report as it stands in the file.
    private static func lines(_ view: DiagnosticsView) -> [String] {
        var lines: [String] = []
        for section in view.sections {
            if !lines.isEmpty { lines.append("") }
            lines.append("[\(section.title)]")
            lines += section.rows.map { "\($0.key): \($0.value)" }
        }
        return lines
    }
}
