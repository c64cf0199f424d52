import FenCrypto
import FenEncoding
import FenPeer
import FenProtocol
import Foundation
import TestSupport
import Testing

@testable import FenEngine

/// An identity that goes to another device by a link, over real sockets on loopback.
@Suite("moving an identity by link", .serialized)
struct MoveByLinkTests {
    /// Bob at his old device, with a link open, and a fresh home.
    private struct Scene {
        let table: Table
        let old: Engine
        let new: Engine
        let link: MoveLink
        let last: UInt64

        init(saysYes: Bool = true, spends: Int = 1) async throws {
            table = try await Table.make()
            _ = try await table.join("Bob")
            var last: UInt64 = 0
            for number in 0..<spends {
                last = try await table.spend("Bob", "Here \(number)", 100).reference.seq
            }
            self.last = last
            old = try await table.open("Bob")
            _ = try await old.listen(on: "127.0.0.1:0")
            let shown = try await old.openMove(saysYes: saysYes)
            link = try MoveLink(pasted: shown.link)
            #expect(try MoveLink(pasted: shown.qrText) == link)
            new = try await BackupTests.emptyHome("Desk", of: table)
        }

        /// The same link through another port of this machine.
        func link(through port: UInt16) -> MoveLink {
            var link = link
            link.addresses = [.ipv4([127, 0, 0, 1], port: port)]
            return link
        }
    }

    private func refusal(_ scene: Scene, _ link: MoveLink) async throws -> FenError {
        try await failure { _ = try await scene.new.takeMove(link.link, shows: { _ in }) }
    }

    @Test("asked with the same words, handed over, confirmed by itself; own tail holds on")
    func moved() async throws {
        let scene = try await Scene(saysYes: false)
        let (table, old, new) = (scene.table, scene.old, scene.new)
        let shown = Said()
        let code = scene.link.qrText
        let taking = Task { try await new.takeMove(code, shows: { await shown.add($0) }) }
        #expect(try await eventually { await old.moveGuest != nil })
        let guest = try #require(await old.moveGuest)
        #expect(try await eventually { await shown.texts == [guest.words] })
        // Until the yes everything goes on.
        try await table.spend("Bob", "Still here", 100)
        #expect(await old.answerMove(true) == .arrived)
        let taken = try await taking.value
        #expect(taken.isTold && taken.person.name == "Bob")
        #expect(try await old.isMoveConfirmed())
        let refused = try await failure { _ = try await table.spend("Bob", "No more", 100) }
        #expect(refused.code == "IDENTITY_MOVED")
        #expect(try await failure { try await old.undoMove() }.code == "MOVE_CONFIRMED")
        #expect(
            !FileManager.default.fileExists(atPath: table.homePath("Desk") + "/fen.db.arriving"))
        await new.close()
        _ = try await table.open("Desk")
        #expect(try await table.spend("Desk", "There", 100).reference.seq == scene.last + 2)
        await table.closeAll()
    }

    @Test(
        "no, a wrong secret, an expired link and a used home bring nothing, and the old one writes")
    func refusals() async throws {
        let scene = try await Scene(saysYes: false)
        let (table, old, new) = (scene.table, scene.old, scene.new)
        let first = scene.link.link
        let taking = Task { try await new.takeMove(first, shows: { _ in }) }
        #expect(try await eventually { await old.moveGuest != nil })
        #expect(await old.answerMove(false) == .nothingMoved("it was turned away"))
        let no = try await failure { _ = try await taking.value }
        #expect(no.code == "NOT_MOVED_HERE" && no.message.contains("said no"))
        #expect(await old.answerMove(true) == nil)
        // A link that is no more.
        #expect(try await refusal(scene, scene.link).code == "NOT_MOVED_HERE")
        let second = try MoveLink(pasted: try await old.openMove().link)
        let wrong = MoveLink(
            expiry: second.expiry, addresses: second.addresses, entropy: .system)
        for _ in 0..<3 {
            let error = try await refusal(scene, wrong)
            #expect(error.message.contains("not the link") && error.status == .trust)
        }
        #expect(try await refusal(scene, second).message.contains("used up"))
        let third = try MoveLink(pasted: try await old.openMove(saysYes: true).link)
        table.clock.advance(seconds: 601)
        #expect(try await refusal(scene, third).message.contains("ten minutes are over"))
        let fourth = try await old.openMove(saysYes: true).link
        let alice = try await table.open("Alice")
        let used = try await failure { _ = try await alice.takeMove(fourth, shows: { _ in }) }
        #expect(used.code == "HOME_IN_USE")
        try await table.spend("Bob", "Still here", 100)
        await new.close()
        await table.closeAll()
    }

    @Test("cut at any byte, never both write: either nothing has moved, or the old one only reads")
    func cuts() async throws {
        var random = SeededGenerator()
        for round in 0..<12 {
            let scene = try await Scene(spends: 3)
            let (table, old, new) = (scene.table, scene.old, scene.new)
            let port = try #require(scene.link.addresses.first?.packed?.suffix(2))
            let line = try CuttableLine(
                to: UInt16(port[port.startIndex]) << 8 | UInt16(port[port.endIndex - 1]))
            // How long all of it is, is not known before: a large part of the cuts is near the end.
            let size = try await fileSize(of: old)
            let place = round < 6 ? random.below(size) : size - 100 + random.below(800)
            line.cut(after: place)
            var taken: TakenMove?
            var error: FenError?
            do throws(FenError) {
                taken = try await new.takeMove(scene.link(through: line.port).link, shows: { _ in })
            } catch let failure {
                error = failure
            }
            _ = try await eventually { await old.isSettled }
            let oldWrites = await !old.isMoved
            #expect(!(oldWrites && taken != nil), "round \(round), cut after \(place)")
            if oldWrites {
                try await table.spend("Bob", "Still here", 100)
                // And the move is made after all.
                _ = try await old.listen(on: "127.0.0.1:0")
                let again = try await old.openMove(saysYes: true)
                taken = try await new.takeMove(again.link, shows: { _ in })
                #expect(taken?.isTold == true)
            } else if let taken {
                if try await !old.isMoveConfirmed() {
                    try await old.confirmMove(taken.confirmation)
                }
            } else {
                // In doubt: the person sees that nothing is on the new one, and takes it back.
                #expect(error?.hint?.contains("/identity move undo") == true)
                try await old.undoMove()
                try await table.spend("Bob", "Back here", 100)
            }
            await new.close()
            if taken != nil {
                _ = try await table.open("Desk")
                _ = try await table.spend("Desk", "There", 100)
                await table.close("Desk")
            }
            let alice = try await table.open("Alice")
            _ = try await alice.sync(in: table.group)
            #expect(try await alice.view(table.group).gate.isEmpty)
            await table.closeAll()
        }
    }

    @Test("a link opened while a failed move is still being ended stays open")
    func nextLink() async throws {
        let scene = try await Scene()
        let (table, old) = (scene.table, scene.old)
        let address = try #require(scene.link.addresses.first.flatMap { PeerAddress("\($0)") })
        let taking = try await MoveTaking.begin(address, secret: scene.link.secret)
        let size = try await taking.waitForYes()
        while try await taking.next() != nil {}
        // Another size than was sent: the old device ends it, and waits a while for this one to go.
        await #expect(throws: MoveFailure.self) { _ = try await taking.code(having: size + 1) }
        #expect(try await eventually { await !old.isMoving })
        _ = try await old.listen(on: "127.0.0.1:0")
        _ = try await old.openMove(saysYes: true)
        try await Task.sleep(for: .milliseconds(1_200))
        #expect(await old.openedMove?.move.isOpen == true)
        _ = taking.words
        await scene.new.close()
        await table.closeAll()
    }

    @Test("a large home goes over in bounded memory")
    func large() async throws {
        let scene = try await Scene()
        let (table, old, new) = (scene.table, scene.old, scene.new)
        let draft = String(repeating: "x", count: 1_000)
        try await old.fill(bytes: 48 << 20, with: draft)
        let before = residentBytes()
        let taken = try await new.takeMove(scene.link.link, shows: { _ in })
        let grown = residentBytes() - before
        print("48 MiB moved; resident memory grew by", grown >> 10, "KiB")
        #expect(taken.isTold && grown < 48 << 20)
        await new.close()
        await table.closeAll()
    }

    /// About how many bytes go over the line.
    private func fileSize(of engine: Engine) async throws -> Int {
        let pieces = Pieces()
        try await engine.backUp(under: BackupTests.passphrase) { await pieces.add($0) }
        return await pieces.bytes.count
    }

    /// The memory of this process that is in use.
    private func residentBytes() -> Int {
        let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
        return (text?.split(separator: " ").dropFirst().first).flatMap { Int($0) }.map { $0 << 12 }
            ?? 0
    }
}

/// What was said, in order.
actor Said {
    private(set) var texts: [String] = []
    func add(_ text: String) { texts.append(text) }
}

extension Engine {
    /// No move is under way any more.
    var isSettled: Bool { openedMove == nil && !isMoving }

    /// Makes the home large.
    func fill(bytes: Int, with text: String) throws {
        for number in 0..<(bytes / 65_536) {
            let words = (0..<65).map { "\(number) \($0) \(text)" }.joined()
            try setSetting("filler-\(number)", to: words)
        }
    }
}
