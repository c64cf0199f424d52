import Foundation
import TestSupport
import Testing

@testable import FenEngine

/// Random lives of a group and of its members' devices: races for one invite, removals, leavings,
/// comings back, keys that change, roles that move, homes that are lost and restored in each way
/// there is; over a store, from device to device, and over both.
@Suite("random lives", .serialized)
struct RandomLivesTests {
    /// More with `FEN_RANDOM_LIVES` set to how many, from `FEN_RANDOM_LIVES_FROM` on.
    static let seeds: [UInt64] = {
        let settings = ProcessInfo.processInfo.environment
        let count = settings["FEN_RANDOM_LIVES"].flatMap { UInt64($0) } ?? 6
        let first = settings["FEN_RANDOM_LIVES_FROM"].flatMap { UInt64($0) } ?? 1
        return Array(first..<first + count)
    }()

    @Test(
        "same roster, same balances, keys by entitlement, no event lost, no number twice",
        arguments: seeds)
    func lives(_ seed: UInt64) async throws {
        let life = try await DeviceLife(seed)
        for _ in 0..<44 { try await life.step() }
        try await life.end()
        try await life.judge()
        await life.table.closeAll()
    }
}
