import FenEncoding
import FenStore
import Foundation
import TestSupport

/// A fresh place for a home that other processes use too, for the length of the call.
func withSharedHome(_ body: (HomeFolder) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("fen-home-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try await body(HomeFolder(path: folder))
}

/// A fresh place for a home, for the length of the call.
func withHome<Success>(_ body: (HomeFolder) throws -> Success) throws -> Success {
    let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("fen-home-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    return try body(HomeFolder(path: folder))
}

/// Makes plausible values from a seed.
struct Samples {
    var random: SeededGenerator

    init(seed: UInt64 = 1) { random = SeededGenerator(seed: seed) }

    mutating func fixed<Value: FixedBytes>() -> Value {
        var value = Value()
        value.withUnsafeMutableBytes { buffer in
            for index in buffer.indices {
                buffer[index] = UInt8.random(in: 0...255, using: &random)
            }
        }
        return value
    }

    mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
    }

    mutating func group() -> GroupRecord {
        GroupRecord(
            id: fixed(), founder: fixed(), name: "Trip", currency: "EUR", state: "active",
            createdAt: 1_700_000_000_000)
    }

    mutating func event(
        _ author: Bytes32, _ seq: UInt64, lamport: UInt64? = nil, prev: Bytes32? = nil,
        state: EventState = EventState()
    ) -> EventRecord {
        EventRecord(
            id: fixed(), author: author, seq: seq, lamport: lamport ?? seq,
            createdAt: 1_700_000_000_000 + seq, epoch: 0, keyID: fixed(), prev: prev ?? fixed(),
            nonce: fixed(), signature: fixed(), ciphertext: bytes(272), state: state)
    }

    /// A log in which each event names the one before.
    mutating func chain(_ author: Bytes32, _ count: Int) -> [EventRecord] {
        var events: [EventRecord] = []
        for seq in 1...count {
            events.append(event(author, UInt64(seq), prev: events.last?.id ?? .zero))
        }
        return events
    }
}

/// Mounts a small file system for the length of the call; does nothing where that is not allowed.
func withMount(_ options: String, _ body: (String) async throws -> Void) async throws {
    try await withSharedHome { home in
        try home.make()
        guard (try? run("mount", "-t", "tmpfs", "-o", options, "tmpfs", home.path)) != nil else {
            return
        }
        do {
            try await body(home.path)
        } catch {
            try run("umount", "-l", home.path)
            throw error
        }
        try run("umount", "-l", home.path)
    }
}

/// Runs a program and throws when it fails.
func run(_ words: String...) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    process.standardError = nil
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw CocoaError(.fileWriteUnknown) }
}

/// All bytes of a file.
func contents(of path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
}

/// A file's permission bits.
func permissions(of path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
}
