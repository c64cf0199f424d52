internal import FenEngine
internal import FenProtocol

/// Taking the records out.
enum ExportCommands {
    /// The forms a file may have, in the order in which they are offered.
    private enum Form: String, CaseIterable {
        case jsonl
        case json
        case csv
        case ledger
        case events
    }

    /// The commands of this file.
    static let all: [CommandSpec] = [
        CommandSpec(
            name: "export",
            group: .inAndOut,
            summary: "writes the group's records into a file",
            usage: ["FILE [jsonl, json, csv, ledger or events]"],
            page: [
                "jsonl: plain and readable, one record a line; /import takes it in.",
                "json: the same records and the balances as one document.",
                "csv: a row for each expense and settlement, a column for each person with what they",
                "paid minus what they owe, in the group's currency: rows sum to zero, columns to the",
                "balances. Deleted and voided entries are left out.",
                "ledger: a journal for ledger and hledger, an account for each person; `ledger -f FILE",
                "bal` shows the balances. Deleted and voided entries are left out.",
                "events: the archive, everybody's sealed events as they are stored. Only members can",
                "read it, and /heal FILE takes it in on any member's device, also when the store is",
                "gone.",
                "Every form but events is readable by anybody who has the file. The file is written",
                "with mode 0600, whole or not at all. Without a form, its ending says which it is.",
            ],
            examples: [
                "/export dublin.jsonl", "/export dublin.csv", "/export dublin.journal ledger",
                "/export ~/stick/dublin.events events", "fen export dublin.jsonl jsonl --yes",
            ],
            access: .reads,
            arguments: [.file, .words(Form.allCases.map(\.rawValue))],
            mostWords: 2,
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
        let (form, isGuess) = try form(arguments.word(1), file)
        let path = FileNames.expanded(file)
        guard try await session.mayReplace(path) else {
            return session.dropped("Nothing was written.")
        }
        var result: CommandResult
        let count: Int
        switch form {
        case .events:
            // The first line only says what the file is.
            count =
                try await OutputFile.write(session.engine.archive(of: group.id), to: path) - 1
            result = CommandResult(
                """
                Wrote \(count, "sealed event") to \(foreign: path). Only members can read it; \
                /heal takes it in on any member's device.
                """)
        case .jsonl:
            count = try await OutputFile.write(session.engine.export(in: group.id), to: path)
            result = CommandResult("Wrote \(count, "record") to \(foreign: path).")
            if isGuess {
                result.say(
                    "The name says no format: it is jsonl, one record a line.")
            }
        case .json:
            count = try await json(session, group, to: path)
            result = CommandResult("Wrote \(count, "record") to \(foreign: path).")
        case .csv, .ledger:
            count = try await rows(session, group, form, to: path)
            result = CommandResult(
                form == .csv
                    ? "Wrote \(count, "row") to \(foreign: path)."
                    : "Wrote \(count, "transaction") to \(foreign: path).")
        }
        if form != .events { result.text += session.totalMarks(group) }
        result.set("file", .string(path))
        result.set("format", .string(form.rawValue))
        result.set("records", .number(count))
        result.set("partial", group.partial.json)
        result.mainValue = path
        return result
    }

    /// The format that was typed, or that the file's ending says; else jsonl, as a guess.
    private static func form(
        _ typed: String?, _ file: String
    ) throws(UsageError) -> (form: Form, isGuess: Bool) {
        guard let typed = typed?.lowercased() else {
            switch file.split(separator: ".").last?.lowercased() {
            case "csv": return (.csv, false)
            case "json": return (.json, false)
            case "jsonl": return (.jsonl, false)
            case "ledger", "journal", "hledger": return (.ledger, false)
            case "events": return (.events, false)
            default: return (.jsonl, true)
            }
        }
        if let form = Form(rawValue: typed == "hledger" ? "ledger" : typed) {
            return (form, false)
        }
        throw UsageError(
            "“\(typed)” is no format this version of fen writes.",
            hint: "It writes \(Form.allCases.map(\.rawValue).joined(separator: ", ")): "
                + "/export \(file) csv"
        )
    }

    private static func json(
        _ session: isolated ReplSession, _ group: GroupView, to path: String
    ) async throws -> Int {
        let balances = try await session.engine.balances(in: group.id)
        let document = JSONExport(group, balances: balances)
        let lines = try await session.engine.export(in: group.id)
        return try await OutputFile.whole(path) { file in
            try await file.write(document.opening)
            var count = 0
            for try await line in lines {
                try await file.write(document.record(line, isFirst: count == 0))
                count += 1
            }
            try await file.write(document.closing)
            return count
        }
    }

    private static func rows(
        _ session: isolated ReplSession, _ group: GroupView, _ form: Form, to path: String
    ) async throws -> Int {
        let engine = session.engine
        let localTime = session.environment.localTime
        let table = CSVExport(group, localTime: localTime)
        let journal = JournalExport(group, localTime: localTime)
        let isCSV = form == .csv
        let head = isCSV ? table.header : journal.header(isPartial: !group.partial.isEmpty)
        return try await OutputFile.whole(path) { file in
            try await file.write(head)
            var count = 0
            var place: EntryPlace?
            while let page = try await engine.records(after: place, in: group.id) {
                for record in page.records {
                    let bytes = isCSV ? try table.row(record) : journal.transaction(record)
                    guard let bytes else { continue }
                    try await file.write(bytes)
                    count += 1
                }
                place = page.place
            }
            return count
        }
    }
}
