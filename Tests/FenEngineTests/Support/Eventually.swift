/// Waits for something, 30 s at most.
func eventually(_ test: () async throws -> Bool) async throws -> Bool {
    for _ in 0..<3_000 {
        if try await test() { return true }
        try await Task.sleep(for: .milliseconds(10))
    }
    return false
}
