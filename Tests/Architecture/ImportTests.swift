import Foundation
import Testing

/// Reads the imports of every room against the list of what each may use. Dependencies point one
/// way, and each C library stays behind one room.
@Suite("Imports")
struct ImportTests {
    /// What each folder under `Sources` may import, besides nothing.
    static let allowed: [String: Set<String>] = [
        "CTerminal": [],
        "FenEncoding": [],
        "FenCrypto": ["CSodium", "FenEncoding"],
        "FenMoney": ["FenEncoding"],
        "FenImport": ["FenEncoding", "FenMoney"],
        "FenProtocol": ["FenEncoding", "FenCrypto", "FenMoney"],
        "FenLedger": ["FenEncoding", "FenCrypto", "FenMoney", "FenProtocol"],
        "FenStore": ["CSQLite", "FenEncoding", "FenCrypto", "Glibc"],
        "FenHTTP": ["CCurl", "FenEncoding", "Dispatch", "Glibc", "Synchronization"],
        "FenRates": ["FenHTTP", "FenEncoding", "FenMoney"],
        "FenStorage": ["FenHTTP", "FenEncoding", "FenCrypto", "Glibc", "Synchronization"],
        "FenPeer": [
            "FenEncoding", "FenCrypto", "FenProtocol", "Glibc", "Dispatch", "Synchronization",
        ],
        "FenEngine": [
            "FenEncoding", "FenCrypto", "FenMoney", "FenProtocol", "FenLedger", "FenStore",
            "FenStorage", "FenPeer", "FenRates", "Glibc", "Dispatch", "Synchronization",
        ],
        "FenREPL": [
            "FenEncoding", "FenMoney", "FenImport", "FenProtocol", "FenEngine", "Dispatch",
            "Glibc", "Synchronization",
        ],
        "FenTerminal": [
            "CTerminal", "CQREncode", "FenEncoding", "FenEngine", "FenREPL", "Glibc", "Dispatch",
            "Synchronization",
        ],
        "fen": ["FenTerminal"],
        "fen-bench": [
            "CSodium", "CSQLite", "FenEncoding", "FenCrypto", "FenMoney", "FenProtocol",
            "FenStorage", "FenEngine", "FenREPL", "Glibc", "Dispatch", "Synchronization",
        ],
    ]

    static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    @Test("every Swift folder under Sources has its line in the list")
    func listIsComplete() throws {
        let folders = try Self.swiftFolders()
        #expect(folders.subtracting(Self.allowed.keys).isEmpty)
        #expect(!folders.isEmpty)
    }

    @Test("no file imports what its room may not use", arguments: allowed.keys.sorted())
    func importsAreAllowed(room: String) throws {
        let list = try #require(Self.allowed[room])
        for (file, module) in try Self.imports(in: room) {
            #expect(list.contains(module), "\(file) imports \(module)")
        }
    }

    @Test("the top level holds what belongs there and nothing else")
    func topLevel() throws {
        let belongs: Set<String> = ["Package.swift", "Sources", "Tests", "Examples", "README.md"]
        let found = try FileManager.default.contentsOfDirectory(atPath: Self.root.path)
            .filter { !$0.hasPrefix(".") }
        #expect(Set(found).subtracting(belongs).isEmpty)
    }

    private static func swiftFolders() throws -> Set<String> {
        let sources = root.appending(path: "Sources")
        let names = try FileManager.default.contentsOfDirectory(atPath: sources.path)
        return Set(names.filter { !swiftFiles(in: $0).isEmpty })
    }

    private static func swiftFiles(in room: String) -> [URL] {
        let folder = root.appending(path: "Sources/\(room)")
        let walk = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        return (walk?.allObjects as? [URL] ?? []).filter { $0.pathExtension == "swift" }
    }

    private static func imports(in room: String) throws -> [(file: String, module: String)] {
        try swiftFiles(in: room).flatMap { file in
            try String(contentsOf: file, encoding: .utf8).split(separator: "\n").compactMap {
                line in
                let words = line.split(separator: " ")
                guard let at = words.firstIndex(of: "import"), at <= 2, words.count > at + 1,
                    words[..<at].allSatisfy({ importModifiers.contains(String($0)) })
                else { return nil }
                let module = words[at + 1].split(separator: ".")[0]
                return (file.lastPathComponent, String(module))
            }
        }
    }

    private static let importModifiers: Set<String> = [
        "internal", "package", "public", "private", "fileprivate", "@preconcurrency",
    ]
}
