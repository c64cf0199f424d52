import FenEncoding
import FenLedger
import FenProtocol
import FenStore
import Testing

@testable import FenEngine

/// Whose `StorageKeyRotated` moves anybody (Kinds: the organiser's).
@Suite("who may move a group")
struct MovingRightsTests {
    @Test("a stranger's, a member's and a former organiser's move nobody")
    func others() throws {
        var (group, bare) = try Self.founded()
        var (bob, mallory) = (LogWriter(), LogWriter())
        try bare.take([group.founder.line(group.admission(of: bob.key), under: group.old)])
        try bare.take([
            mallory.line(group.joining, under: group.old),
            mallory.line(Self.move(to: "mallory"), under: group.old, lamport: 100),
            bob.line(Self.move(to: "bob"), under: group.old, lamport: 101),
        ])
        #expect(bare.group.context.storeRotation == nil)
        try bare.take([group.founder.line(Self.move(to: "alice"), under: group.old, lamport: 102)])
        #expect(bare.group.context.storeRotation?.target == .folder(label: "alice"))

        // The role goes to Bob: Alice's next one does not count, what she wrote before still does.
        let last = group.founder.tip
        let handing =
            #"{"heads":[{"id":"\#(last.id.hex)","seq":\#(last.seq)}],"#
            + #""kind":"OrganiserChanged","member":"\#(bob.key.hex)"}"#
        try bare.take([
            group.founder.line(handing, under: group.old, lamport: 103),
            group.founder.line(Self.move(to: "former"), under: group.old, lamport: 104),
        ])
        #expect(bare.group.context.storeRotation?.target == .folder(label: "alice"))
        try bare.take([bob.line(Self.move(to: "bob"), under: group.old, lamport: 105)])
        #expect(bare.group.context.storeRotation?.target == .folder(label: "bob"))
        #expect(difference(try bare.dump(), try bare.oracle()) == "")
    }

    @Test("a descriptor that cannot be used, or must not, is no store to go to")
    func unusable() throws {
        for bytes: [UInt8] in [
            [0x81, 0x18, 0x63], [0xff], StorageDescriptor.s3(Self.insecure).encode(),
        ] {
            var (group, bare) = try Self.founded()
            try bare.take([
                group.founder.line(Self.move(descriptor: bytes), under: group.old)
            ])
            let rotation = try #require(bare.group.context.storeRotation)
            #expect(rotation.target == nil && !rotation.isFolder)
        }
    }

    /// A group with its beginning, as its founder wrote it.
    private static func founded() throws -> (HandmadeGroup, BareGroup) {
        var group = try HandmadeGroup()
        let bare = try BareGroup(group.invite, seed: 1)
        try bare.adopt(group.old)
        let creation =
            #"{"check":"\#(group.old.check.hex)","currency":"EUR","edit":"creator","#
            + #""kind":"GroupCreated","name":"Trip","organiser_name":"Alice"}"#
        try bare.take([group.founder.line(creation, under: group.old)])
        return (group, bare)
    }

    private static let insecure = S3Store(
        endpoint: "http://s3.example.org", region: "eu", bucket: "b", accessKeyID: "k",
        secretAccessKey: "s", pathStyle: true, pin: nil)

    private static func move(to label: String) -> String {
        move(descriptor: StorageDescriptor.folder(label: label).encode())
    }

    private static func move(descriptor: [UInt8]) -> String {
        #"{"descriptor":"\#(Base64URL.encode(descriptor))","kind":"StorageKeyRotated"}"#
    }
}
