import Foundation
import Testing

/// Where a story is played: the folder of the play stays from one part to the next.
struct Stage {
    let workshop: Workshop
    /// The store, whose server goes when nobody holds it; nil for a folder.
    private let store: (any StagedStore)?
    private let secrets: [String]

    /// A stage on which the tables' names stand for themselves: a folder, or no store at all.
    init() throws {
        workshop = try Workshop()
        store = nil
        secrets = []
    }

    /// A stage over a store; `more` are names of the story's own, and what of them may be shown
    /// nowhere.
    init(
        _ store: some StagedStore, more: [String: String] = [:], secrets: [String] = []
    ) throws {
        workshop = try Workshop()
        self.store = store
        self.secrets = [store.secret] + secrets
        try Self.write(store.names.merging(more) { $1 }, to: workshop.file("names"))
    }

    /// A member's home.
    func home(_ name: String) -> String { workshop.file("play/" + name) }

    /// Plays a table of this repository and checks it; nothing secret is shown.
    func play(_ table: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let path = FenBinary.repository.appending(path: table).path
        let names = store != nil ? ["--with", workshop.file("names")] : []
        let run = try Fen.run(
            ["table", path, "--check"] + names + ["--keep", workshop.file("play")],
            home: workshop.file("nobody"))
        let output = run.output + run.errors
        try #require(
            run.status == 0 && output.contains("expectations hold"), "\(table): \(output)",
            sourceLocation: sourceLocation)
        for secret in secrets {
            #expect(!output.contains(secret), sourceLocation: sourceLocation)
        }
    }

    /// The part of a fetched store that a reader takes for its root: where `groups` lies.
    func root(of files: [String], in folder: String) throws -> String {
        let file = try #require(files.first { $0.hasSuffix(".jsonl") })
        let parts = file.split(separator: "/")
        let place = try #require(parts.firstIndex(of: "groups"))
        return ([folder] + parts[..<place].map(String.init)).joined(separator: "/")
    }

    /// Writes the file of names, for its owner alone.
    private static func write(_ names: [String: String], to path: String) throws {
        let text = names.sorted { $0.key < $1.key }
            .map { "set \($0.key) \($0.value.replacing("$", with: "$$"))\n" }.joined()
        let isWritten = FileManager.default.createFile(
            atPath: path, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
        guard isWritten else { throw CocoaError(.fileWriteUnknown) }
    }
}
