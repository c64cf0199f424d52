import Foundation
import TestSupport
import Testing

@testable import FenREPL

/// A second link to a group's folder in a Nextcloud, for when somebody has gone who knows the first.
@Suite(
    "Another link after a removal",
    .enabled(if: ScriptServer.isPossible, "\(ScriptServer.whySkipped)"))
struct ShareRenewalTests {
    @Test("the members go over by themselves, and the old link is deleted after 72 hours")
    func renewal() async throws {
        let share = try ShareTests()
        let alice = try await share.organiser()
        let bob = try await share.member("Bob", of: alice)
        let may = try await share.member("May", of: alice)
        let old = try await share.server.state().shares
        #expect(old.count == 1)
        let removed = await alice.types("/remove Bob --yes").lines.joined(separator: " ")
        #expect(removed.contains("/backend nextcloud new-link makes another link"))
        await bob.fails("/backend nextcloud new-link", status: 2, "owns the account")
        let said = await alice.types("/backend nextcloud new-link").lines
        #expect(said.contains { $0.contains("another link to its folder") })
        let both = try await share.server.state().shares
        #expect(both.count == 2)

        // May was away; the link she knows still works, and leads her to the other.
        await alice.types("+ 12 Tea")
        await may.types("/sync")
        await may.types("/sync")
        #expect(await may.types("/expenses").lines.contains { $0.contains("Tea") })
        await may.types("+ 6 Milk")
        await may.types("/sync")
        await alice.types("/sync")
        #expect(await alice.types("/expenses").lines.contains { $0.contains("Milk") })
        #expect(try await share.server.state().shares.count == 2)

        share.world.wait(minutes: 72 * 60 + 1)
        await alice.types("/sync")
        let left = try await share.server.state().shares
        #expect(left.count == 1 && Set(left).isDisjoint(with: old))
        await may.types("/sync")
        // Bob is out of the store as well; May is not.
        let outcome = await bob.session.execute("/sync")
        #expect(outcome.exitCode == 3)
        await may.types("+ 3 Bread")
        await may.types("/sync")
        await alice.types("/sync")
        #expect(await alice.types("/dump").lines == may.types("/dump").lines)
    }
}
