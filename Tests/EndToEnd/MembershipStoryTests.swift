import TestSupport
import Testing

/// Who is in, who has gone and who is back, as tables that the real program plays with three to
/// five members: the same text over a folder and over a bucket, and one for devices that reach each
/// other without a store.
@Suite(
    "Stories of a membership", .enabled(if: FenBinary.found, "\(FenBinary.whySkipped)"))
struct MembershipStoryTests {
    private static let stories = ["race", "membership", "heir"].map { "Tests/Stories/\($0).table" }
    /// The run of all tests plays these over a folder.
    private static let examples = ["goodbye", "new-laptop", "back-in", "couple"]
        .map { "Examples/\($0).table" }

    @Test(
        "one link for three, removal and coming back, taking over: over a folder",
        arguments: stories)
    func folder(_ table: String) throws { try Stage().play(table) }

    @Test(
        "the same over a bucket, and a move, a loss and a purse of two",
        .enabled(if: S3Server.radosgw.isThere, "\(S3Server.radosgw.whySkipped)"),
        arguments: stories + examples)
    func bucket(_ table: String) throws {
        try Stage(StagedBucket(.radosgw)).play(table)
    }

    @Test("all of it between devices alone, without a store")
    func peers() throws { try Stage().play("Tests/Stories/peers.table") }
}
