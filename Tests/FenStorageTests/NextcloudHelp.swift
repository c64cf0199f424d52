import Foundation

@testable import FenStorage

/// A number that a test moves.
final class TestClock: @unchecked Sendable {
    // Sound to share: only touched while the lock is held.
    private let lock = NSLock()
    private var seconds: Int64 = 1_800_000_000

    var now: Int64 { lock.withLock { seconds } }
    func advance(_ by: Int64) { lock.withLock { seconds += by } }
}

/// The failure that some work ends in, or nil.
func failure(_ work: () async throws -> Void) async -> StorageError? {
    do {
        try await work()
        return nil
    } catch { return error as? StorageError }
}

extension ObjectPath {
    /// A log and an attachment as a share has them.
    static let someLog = ObjectPath(unchecked: "logs/\(String(repeating: "ab", count: 32)).jsonl")
    static let someAttachment = ObjectPath(
        unchecked: "attachments/\(String(repeating: "cd", count: 32))")
}
