import Foundation

/// A fresh folder for the length of the call.
func withTemporaryFolder<Success>(
    _ body: (String) async throws -> Success
) async throws -> Success {
    let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("fen-storage-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder.path)
}
