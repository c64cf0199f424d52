import TestSupport
import Testing

/// A bucket's key that somebody knows who was removed (decisions: another key first, the old one is
/// deleted after the hand-off window).
@Suite(
    "A bucket's other key", .enabled(if: FenBinary.found, "\(FenBinary.whySkipped)"),
    .enabled(if: BucketKey.isPossible, "\(BucketKey.whySkipped)"))
struct BucketKeyTests {
    @Test("it reaches everybody who is left, locks nobody out, and shuts out who knows the old one")
    func story() throws {
        let (old, new) = (try BucketKey(), try BucketKey())
        defer { try? new.delete() }
        let store = try StagedBucket(.radosgw, key: old)
        let stage = try Stage(
            store, more: ["next": store.words(key: new.name), "nextSecret": new.secret],
            secrets: [new.secret])
        try stage.play("Tests/Stories/key.table")
        #expect(try store.bucket.ask(old) == "welcome")
        try stage.play("Tests/Stories/key-within.table")
        try old.delete()
        #expect(try store.bucket.ask(old) == "InvalidAccessKeyId")
        #expect(try store.bucket.ask(new) == "welcome")
        try stage.play("Tests/Stories/key-after.table")
    }
}

extension TestBucket {
    /// What the server says to a key that lists the bucket, asked by boto3.
    fileprivate func ask(_ key: BucketKey) throws -> String {
        try order("ask", key.name, key.secret).filter { !$0.isWhitespace }
    }
}
