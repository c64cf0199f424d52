internal import FenEngine
internal import FenImport
internal import FenMoney
internal import FenProtocol

/// Taking the records of other programs in.
enum ImportCommands {
    /// The commands of this file.
    static let all: [CommandSpec] = [
        CommandSpec(
            name: "import",
            group: .inAndOut,
            summary: "takes in expenses and payments from a file of another program",
            usage: ["FILE [as KIND] [NAME=MEMBER …]"],
            page: [
                "KIND is splitwise (CSV), spliit (JSON or CSV), ihatemoney (JSON or CSV), cospend",
                "(CSV) or jsonl (fen's own export); it is found out where it is left out.",
                "Names in the file that somebody here has are theirs. Of every other you are asked",
                "once who it is; without a person to ask, or with --yes, they become guests. Pairs",
                "say it in the line: \"May L.\"=May.",
                "What the file comes to for everybody is shown, and nothing is written before your",
                "yes. All of it is written or nothing; where a row is wrong its number is said.",
                "Rows that are here already are left out, so a newer file of the same group may be",
                "imported over an older one. Other currencies need a rate: /rate USD 0.915. Payments",
                "meet the same gate as /settle.",
            ],
            examples: [
                "/import trip_2026-07-05_export.csv", "/import bills.json as ihatemoney",
                "/import trip.csv \"May L.\"=May Bob=Robert",
            ],
            access: .writes,
            arguments: [.file, .words(["as"]), .words(ImportKind.allCases.map(\.rawValue))],
            body: run
        )
    ]

    @Sendable
    private static func run(
        _ session: isolated ReplSession,
        _ arguments: Arguments
    ) async throws -> CommandResult {
        let group = try await session.group()
        let name = try session.required(arguments, 0, "a file", for: "import")
        let path = FileNames.expanded(name)
        let (kind, pairs) = try words(arguments.words.dropFirst())
        let bytes = try await InputFile.read(path)
        let file = try wrapping { () throws(ImportError) in
            try ImportReader.read(bytes, as: kind, currency: group.currency)
        }
        let known = try await session.engine.importedSources(in: group.id)
        var keys = RowKeys(file.kind, digest: Engine.sourceDigest)
        let rows = file.rows.map { (row: $0, key: keys.key($0)) }
        let fresh = rows.filter { !known.contains($0.key) }
        guard !fresh.isEmpty else {
            return nothingNew(path, file, group)
        }
        let rates = Dictionary(
            group.rates.map { ($0.currency, $0.rate) }, uniquingKeysWith: { _, last in last })
        try checkRates(fresh.map(\.row), rates, group)
        var people = try ImportPeople(file, Set(fresh.map(\.row).flatMap(\.names)), group, pairs)
        try await people.ask(session)
        let draft = ImportDraft(rows: fresh, currency: group.currency, rates: rates, people: people)
        let totals = try wrapping { () throws(ImportError) in try draft.totals() }
        let face = ImportFace(
            group: group, file: file, fresh: fresh.count, people: people, totals: totals)
        let entries: Phrase = "\(fresh.count, "entry", "entries")"
        let sure = try await session.confirm(
            face.preview, "Import \(entries) into \(foreign: group.name)?")
        guard sure else { return session.dropped("Nothing was imported.") }
        let report = try await session.engine.importAll(guests: people.guests, in: group.id) {
            try draft.items($0)
        }
        let after = try await session.engine.view(group.id)
        var result = face.result(report, after)
        result.text += session.savingLines(after)
        result.set("file", .string(path))
        result.set("unsynced", .number(after.unsynced))
        result.mainValue = String(report.expenses + report.payments)
        return result
    }

    /// Runs what reads a file; a fault of the file is the person's to mend, like a mistyped line.
    private static func wrapping<Value>(
        _ body: () throws(ImportError) -> Value
    ) throws(UsageError) -> Value {
        do throws(ImportError) {
            return try body()
        } catch {
            throw UsageError(error)
        }
    }

    /// The kind and the pairs behind the file.
    private static func words(
        _ words: ArraySlice<Token>
    ) throws(UsageError) -> (ImportKind?, [String]) {
        var kind: ImportKind?
        var pairs: [String] = []
        for word in words {
            if word.text.contains("=") {
                pairs.append(word.text)
            } else if let found = ImportKind(rawValue: word.text.lowercased()), kind == nil {
                kind = found
            } else if word.text != "as" {
                throw UsageError(
                    "“\(word.text)” is no kind of file that is read here.",
                    hint: "The kinds are "
                        + ImportKind.allCases.map(\.rawValue).joined(separator: ", ")
                        + "; a pair says who a name is: Bob=Robert"
                )
            }
        }
        return (kind, pairs)
    }

    private static func checkRates(
        _ rows: [ImportedRow], _ rates: [Currency: Rate], _ group: GroupView
    ) throws(UsageError) {
        let missing = ImportMaker.missingRates(rows, currency: group.currency, rates: rates)
        guard let first = missing.first else { return }
        let codes = missing.map(\.code).joined(separator: ", ")
        throw UsageError(
            "The file has amounts in \(codes), and this group has no rate for "
                + (missing.count == 1 ? "it." : "them."),
            hint: (group.isOrganiser ? "Agree on one first" : "The organiser sets one first")
                + ": /rate \(first.code) 0.915",
            code: MoneyBuilder.noRate
        )
    }

    private static func nothingNew(
        _ path: String, _ file: ImportedFile, _ group: GroupView
    ) -> CommandResult {
        var result = CommandResult(
            """
            All \(file.rows.count, "entry", "entries") of this file are in \
            \(foreign: group.name) already; nothing was written.
            """)
        ImportFace.set(
            &result, group, file, fresh: 0, report: ImportFace.Counts(), guests: [], totals: [])
        result.set("file", .string(path))
        result.set("unsynced", .number(group.unsynced))
        result.mainValue = "0"
        return result
    }
}

extension UsageError {
    /// A file that is not taken in.
    init(_ fault: ImportError) {
        self.init(
            fault.sentence,
            hint: fault.hint.isEmpty ? "Nothing was imported." : fault.hint, code: "BAD_FILE")
    }
}

extension ImportedRow {
    /// Everybody the row names.
    var names: [String] { paid.map(\.name) + parts.map(\.name) }
}
