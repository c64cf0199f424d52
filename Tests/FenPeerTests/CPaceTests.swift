import FenCrypto
import FenEncoding
import TestSupport
import Testing

@testable import FenPeer

/// The draft's vectors, and the exchange at the table.
@Suite("CPace") struct CPaceTests {
    private struct Vector {
        let channel: String
        let generator: String
        let shares: [String]
        let secret: String
        let key: String
    }

    private static let sid = unhex("7e4b4791d6a8ef019b936c79fb7f2c57")
    private static let scalars = [
        "da3d23700a9e5699258aef94dc060dfda5ebb61f02a5ea77fad53f4ff0976d08",
        "d2316b454718c35362d83d69df6320f38578ed5984651435e2949762d900b80d",
    ].map { SecretBytes(copying: unhex($0)) }

    /// draft-irtf-cfrg-cpace-21, appendix B.3, and the same with the channel name of versions 11 to
    /// 13, which hash alike.
    private static let vectors = [
        Vector(
            channel: "6f630b425f726573706f6e6465720b415f696e69746961746f72",
            generator: "a6fc82c3b8968fbb2e06fee81ca858586dea50d248f0c7ca6a18b0902a30b36b",
            shares: [
                "d40fb265a7abeaee7939d91a585fe59f7053f982c296ec413c624c669308f87a",
                "08bcf6e9777a9c313a3db6daa510f2d398403319c2341bd506a92e672eb7e307",
            ],
            secret: "",
            key: "4c5469a16b2364c4b944ebc1a79e51d1674ad47db26e8718154f59faebfaa52d"
                + "8346f30aa58377117eb20d527f2cbc5c76381f7fd372e89df8239f87f2e02ed1"),
        Vector(
            channel: "0a41696e69746961746f720a42726573706f6e646572",
            generator: "5e25411ca1ad7c9debfd0b33ad987a95cefef2d3f15dcc8bd26415a5dfe2e15a",
            shares: [
                "383a85dd236978f17f8c8545b50dabc52a39fcdab2cf8bc531ce040ff77ca82d",
                "a6206309c0e8e5f579295e35997ac4300ab3fecec3c17f7b604f3e698fa1383c",
            ],
            secret: "fa1d0318864e2cacb26875f1b791c9ae83204fe8359addb53e95a2e98893853f",
            key: "e91ccb2c0f5e0d0993a33956e3be59754f3f2b07db57631f5394452ea2e7b435"
                + "4674eb1f5686c078462bf83bec72e8743df440108e638f3526d9b90e85be096f"),
    ]

    private func sides(_ channel: [UInt8], _ words: [String] = ["Password", "Password"]) throws
        -> [CPace]
    {
        try (0...1).map { side in
            try CPace(
                password: SecretBytes(copying: words[side]), channel: channel, sid: Self.sid,
                associated: [UInt8](["ADa", "ADb"][side].utf8), scalar: Self.scalars[side])
        }
    }

    @Test("the draft's vectors", arguments: [0, 1])
    func vectors(index: Int) throws {
        let vector = Self.vectors[index]
        let channel = unhex(vector.channel)
        let password = SecretBytes(copying: "Password")
        let generator = try CPace.generator(password: password, channel: channel, sid: Self.sid)
        #expect(Hex.encode(generator.lendBytes { [UInt8]($0) }) == vector.generator)
        let sides = try sides(channel)
        #expect(sides.map(\.share.hex) == vector.shares)
        if !vector.secret.isEmpty {
            let secret = try Ristretto255.multiply(Self.scalars[0], sides[1].share)
            #expect(Hex.encode(secret.lendBytes { [UInt8]($0) }) == vector.secret)
        }
        for side in 0...1 {
            let key = try sides[side].key(
                with: sides[1 - side].share, associated: [UInt8](["ADb", "ADa"][side].utf8),
                isInitiator: side == 0)
            #expect(Hex.encode(key.lendBytes { [UInt8]($0) }) == vector.key)
        }
    }

    @Test("the generator string fills the first block")
    func generatorString() {
        let parts = CPace.generatorParts(
            password: SecretBytes(copying: "Password"),
            channel: unhex(Self.vectors[0].channel), sid: Self.sid)
        let text = parts.flatMap { part in part.lendBytes { [UInt8]($0) } }
        #expect(text.count == 172)
        #expect(
            Hex.encode(text).hasPrefix("11435061636552697374726574746f3235350850617373776f726464"))
        #expect(CPace.lengthBytes(0) == [0])
        #expect(CPace.lengthBytes(127) == [0x7f])
        #expect(CPace.lengthBytes(128) == [0x80, 0x01])
        #expect(CPace.lengthBytes(300) == [0xac, 0x02])
    }

    // Appendix B.3.11: no element, and the one all keys agree on.
    @Test(
        "shares that must be refused",
        arguments: [
            "2b3c6b8c4f3800e7aef6864025b4ed79bd599117e427c41bd47d93d654b4a51c",
            "0000000000000000000000000000000000000000000000000000000000000000",
        ])
    func badShares(hex: String) throws {
        let share = try #require(RistrettoPoint(hex: hex))
        let side = try sides([])[0]
        #expect(throws: CryptoError.noSharedSecret) {
            try side.key(with: share, associated: [], isInitiator: true)
        }
    }

    @Test("other words or another channel give another key")
    func differing() throws {
        let channel = unhex(Self.vectors[0].channel)
        let right = try sides(channel)
        let wrong = try sides(channel, ["Password", "Passwort"])
        let one = try right[0].key(
            with: wrong[1].share, associated: [], isInitiator: true)
        let other = try wrong[1].key(
            with: right[0].share, associated: [], isInitiator: false)
        #expect(one != other)
    }
}
