import FenEncoding
import TestSupport
import Testing

@Suite struct FixedBytesTests {
    private struct Name: FixedBytesWrapper {
        var raw: Bytes16
    }

    @Test func takesExactlyItsLength() throws {
        #expect(Bytes16([UInt8](repeating: 1, count: 15)) == nil)
        #expect(Bytes16([UInt8](repeating: 1, count: 17)) == nil)
        #expect(Bytes24([UInt8](0..<24))?.bytes == [UInt8](0..<24))
        #expect(Bytes32(0..<32)?.bytes == [UInt8](0..<32))
        #expect(Bytes64([UInt8](0..<64)[...])?.bytes == [UInt8](0..<64))
        #expect(Bytes32.byteCount == 32 && Name.byteCount == 16)
        #expect(Bytes64.zero.bytes == [UInt8](repeating: 0, count: 64))
        #expect(MemoryLayout<Bytes24>.size == 24)
    }

    @Test func readsLowercaseHexOnly() throws {
        let text = "00112233445566778899aabbccddeeff"
        let name = try #require(Name(hex: text))
        #expect(name.hex == text)
        #expect(name.description == text)
        #expect(Name(hex: text.uppercased()) == nil)
        #expect(Name(hex: text.dropLast()) == nil)
        #expect(Name(hex: text.dropLast(2)) == nil)
        #expect(Name(hex: text + "00") == nil)
        #expect(Name(hex: text.dropLast() + "g") == nil)
    }

    @Test func comparesAsUnsignedBytes() throws {
        var generator = SeededGenerator()
        for _ in 0..<2000 {
            let first = generator.bytes(32)
            // Values that differ late, or in one bit, are where a comparison goes wrong.
            var second = first
            second[generator.below(32)] ^= UInt8(1 << generator.below(8))
            let one = try #require(Bytes32(first))
            let other = try #require(Bytes32(second))
            #expect((one < other) == first.lexicographicallyPrecedes(second))
            #expect((other < one) == second.lexicographicallyPrecedes(first))
            #expect(one != other)
            #expect(one == Bytes32(first) && one.hashValue == Bytes32(first)?.hashValue)
        }
    }

    @Test func everyLengthComparesOverItsWholeLength() throws {
        func check<Value: FixedBytes>(_ type: Value.Type) throws {
            for index in 0..<Value.byteCount {
                var bytes = [UInt8](repeating: 7, count: Value.byteCount)
                let base = try #require(Value(bytes))
                bytes[index] = 200
                let greater = try #require(Value(bytes))
                #expect(base < greater && !(greater < base) && base != greater)
                #expect(greater.bytes == bytes)
            }
        }
        try check(Bytes16.self)
        try check(Bytes24.self)
        try check(Bytes32.self)
        try check(Bytes64.self)
        try check(Name.self)
    }
}
