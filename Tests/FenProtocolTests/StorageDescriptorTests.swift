import FenCrypto
import FenEncoding
import FenProtocol
import Testing

/// Descriptors of stores and the addresses they may name (§7).
struct StorageDescriptorTests {
    /// What is written is read back; the printed form shows no secret.
    @Test(arguments: InviteTests.descriptors)
    func roundTrip(descriptor: StorageDescriptor) throws {
        #expect(try StorageDescriptor(cbor: descriptor.encode()) == descriptor)
        try descriptor.check()
        let text = "\(descriptor)"
        #expect(!text.contains("wJalr"))
        #expect(!text.contains("staple"))
        #expect(!text.contains("aBcDeFgHiJkLmNo"))
    }

    /// The bytes of the small ones, as §7 writes them.
    @Test func bytes() {
        #expect(Hex.encode(StorageDescriptor.none.encode()) == "8103")
        #expect(Hex.encode(StorageDescriptor.folder(label: "table").encode()) == "8202657461626c65")
    }

    /// Forms that are none of the four.
    @Test func malformed() {
        let texts: [CBORValue] = [
            .text("https://a.example"), .text("r"), .text("b"), .text("k"), .text("s"),
        ]
        let bad: [CBORValue] = [
            .unsigned(0), .array([]), .array([.text("x")]), .array([.unsigned(0)]),
            .array([.unsigned(0)] + texts), .array([.unsigned(0)] + texts + [.unsigned(1)]),
            .array([.unsigned(0)] + texts + [.bool(true), .text("x")]),
            .array([.unsigned(0)] + texts + [.bool(true), .bytes([1, 2])]),
            .array([.unsigned(0)] + texts + [.bool(true), .bytes(Hash32()), .null]),
            .array([.unsigned(0)] + texts.dropLast() + [.unsigned(1), .bool(true)]),
            .array([.unsigned(1)] + texts.prefix(2)), .array([.unsigned(1)] + texts),
            .array([.unsigned(2)]), .array([.unsigned(2), .unsigned(1)]),
            .array([.unsigned(2), .text("a"), .text("b")]), .array([.unsigned(3), .null]),
        ]
        for value in bad {
            #expect(throws: DescriptorError.malformed, "\(value)") {
                try StorageDescriptor(value: value)
            }
        }
        #expect(throws: DescriptorError.unknownKind) {
            try StorageDescriptor(value: .array([.unsigned(4)]))
        }
        #expect(throws: DescriptorError.malformed) { try StorageDescriptor(cbor: [0x81, 0x03, 0]) }
    }

    /// Over https anywhere, over http to this machine only.
    @Test(arguments: [
        "https://s3.example.org", "https://s3.example.org:9000", "https://s3.example.org/path/",
        "https://192.0.2.1", "https://[2001:db8::1]:443/x", "http://localhost",
        "http://LOCALHOST:9000/", "http://127.0.0.1:7480", "http://127.1.2.3", "http://[::1]:80",
        "http://[::1]",
    ])
    func rightAddresses(address: String) throws {
        try StoreAddress.check(address)
    }

    /// Addresses of other machines that try to look like this one.
    @Test(arguments: [
        "http://s3.example.org", "http://192.168.1.4:9000", "http://localhost.example.org",
        "http://127.0.0.1.example.org", "http://127.0.0.1.", "http://127.0.0", "http://127.1",
        "http://0127.0.0.1", "http://127.0.0.256", "http://127.00.0.1", "http://[::2]",
        "http://[::ffff:127.0.0.1]", "http://1270.0.1", "http://0.0.0.0",
    ])
    func insecureAddresses(address: String) {
        #expect(throws: DescriptorError.insecure) { try StoreAddress.check(address) }
    }

    /// What two programs might read in two ways is no address.
    @Test(arguments: [
        "", "s3.example.org", "ftp://s3.example.org", "https://", "https:///x", "https://:443",
        "http://127.0.0.1@evil.example", "http://127.0.0.1\\@evil.example",
        "https://user:pass@s3.example.org", "https://s3.example.org?x=1", "https://a.example#x",
        "https://s3.example .org", "https://s3.exämple.org", "https://a.example:", "HTTPS://a.b",
        "https://a.example:port", "https://a.example:123456", "https://[::1", "https://[]",
        "https://[::1]x", "http://127.0.0.1\n", " https://a.example",
    ])
    func noAddresses(address: String) {
        #expect(throws: DescriptorError.malformed) { try StoreAddress.check(address) }
    }

    /// Addresses of members' devices.
    @Test func deviceAddresses() {
        let four = InviteAddress.ipv4([192, 0, 2, 1], port: 4_711)
        #expect("\(four)" == "192.0.2.1:4711")
        #expect(four.packed == [192, 0, 2, 1, 0x12, 0x67])
        let bytes = [0x20, 1, 0x0d, 0xb8] + [UInt8](repeating: 0, count: 11) + [1]
        let six = InviteAddress.ipv6(bytes, port: 80)
        #expect("\(six)" == "[2001:db8:0:0:0:0:0:1]:80")
        #expect(six.packed.flatMap { InviteAddress(packed: $0) } == six)
        #expect(InviteAddress(packed: [1, 2, 3]) == nil)
        #expect(InviteAddress.text("a:1").packed == nil)
    }
}
