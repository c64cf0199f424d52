import FenEncoding
import TestSupport
import Testing

@Suite struct JSONReaderTests {
    @Test func readsPieceByPiece() throws {
        let text = #"{"a":"x\n","b":[1,true,[]],"c":{"d":-5},"e":"00ff","f":"AP8","g":"AP8"}"#
        try withReader(text) { reader in
            var seen: [String] = []
            try reader.beginObject()
            while let key = try reader.nextKey() {
                seen.append(key.text)
                switch key {
                case "a": #expect(try reader.readString() == "x\n")
                case "b":
                    try reader.beginArray()
                    #expect(try reader.nextElement())
                    #expect(try reader.readUnsigned() == 1)
                    #expect(try reader.nextElement())
                    #expect(try reader.readBool())
                    #expect(try reader.nextElement())
                    #expect(String(decoding: try reader.skipValue(), as: UTF8.self) == "[]")
                    #expect(try !reader.nextElement())
                case "c":
                    try reader.beginObject()
                    #expect(try reader.nextKey()?.text == "d")
                    #expect(try reader.readInteger() == -5)
                    #expect(try reader.nextKey() == nil)
                case "e": #expect(Array(try reader.rawString()) == Array("00ff".utf8))
                case "f": #expect(try reader.readBase64URLBytes() == [0, 255])
                default: #expect(try reader.readString() == "AP8")
                }
            }
            try reader.end()
            #expect(seen == ["a", "b", "c", "d", "e", "f", "g"].filter { $0 != "d" })
        }
    }

    @Test func readsFixedLengths() throws {
        let hex = String(repeating: "5a", count: 16)
        let text = Base64URL.encode([UInt8](repeating: 0x5a, count: 16))
        try withReader(#"["\#(hex)","\#(text)","\#(hex)","\#(text)"]"#) { reader in
            try reader.beginArray()
            _ = try reader.nextElement()
            let first = try reader.readHex(as: Bytes16.self)
            _ = try reader.nextElement()
            #expect(try reader.readBase64URL(as: Bytes16.self) == first)
            _ = try reader.nextElement()
            #expect(throws: CanonicalJSONError.self) { try reader.readHex(as: Bytes32.self) }
            _ = try reader.nextElement()
            #expect(throws: CanonicalJSONError.self) { try reader.readBase64URL(as: Bytes24.self) }
        }
    }

    @Test func keysInTheInnerObjectDoNotDisturbTheOuter() throws {
        #expect(throws: Never.self) {
            try CanonicalJSON.decode(Array(#"{"m":{"z":1},"n":2}"#.utf8))
        }
        let error = #expect(throws: CanonicalJSONError.self) {
            try CanonicalJSON.decode(Array(#"{"m":{"a":1},"b":2}"#.utf8))
        }
        #expect(error?.reason == .keyOrder)
    }

    @Test func wrongTypesAreNamed() throws {
        for text in [#"{"a":"x"}"#, #"{"a":[]}"#, #"{"a":true}"#] {
            try withReader(text) { reader in
                try reader.beginObject()
                _ = try reader.nextKey()
                let error = #expect(throws: CanonicalJSONError.self) { try reader.readInteger() }
                #expect(error?.reason == .wrongType)
            }
        }
        try withReader(#"{"a":"\n"}"#) { reader in
            try reader.beginObject()
            _ = try reader.nextKey()
            #expect(throws: CanonicalJSONError.self) { try reader.rawString() }
        }
        try withReader("[-1]") { reader in
            #expect(throws: CanonicalJSONError.self) { try reader.beginObject() }
            try reader.beginArray()
            _ = try reader.nextElement()
            #expect(throws: CanonicalJSONError.self) { try reader.readUnsigned() }
        }
    }

    @Test func aFieldThatMustComeNextIsAskedForByName() throws {
        try withReader(#"{"a":1,"b":2}"#) { reader in
            #expect(throws: CanonicalJSONError.self) { try reader.skipKey("a") }
            try reader.beginObject()
            #expect(try !reader.skipKey("b"))
            #expect(try reader.skipKey("a"))
            #expect(try reader.readInteger() == 1)
            #expect(try !reader.skipKey("c"))
            #expect(try reader.skipKey("b"))
            #expect(try reader.readInteger() == 2)
            #expect(try !reader.skipKey("c"))
            #expect(try reader.nextKey() == nil)
            try reader.end()
        }
    }

    @Test func writesIntegersOfEveryKind() {
        var writer = JSONWriter()
        writer.beginArray()
        writer.integer(UInt8.max)
        writer.integer(Int8.min)
        writer.integer(UInt64.max)
        writer.integer(Int64.min)
        for power in 0..<19 {
            writer.integer(Int64("1" + String(repeating: "0", count: power)) ?? 0)
        }
        writer.endArray()
        let powers = (0..<19).map { "1" + String(repeating: "0", count: $0) }
        #expect(
            String(decoding: writer.bytes, as: UTF8.self)
                == "[255,-128,18446744073709551615,-9223372036854775808,"
                + powers.joined(separator: ",") + "]"
        )
    }

    @Test func aLineIsFlat() throws {
        let nested = Array(#"{"a":{}}"#.utf8)
        #expect(throws: CanonicalJSONError.self) {
            try CanonicalJSON.decode(nested, limits: .line)
        }
    }

    @Test func misuseIsAnswered() {
        withReader("1") { reader in
            #expect(throws: CanonicalJSONError.self) { try reader.nextKey() }
            #expect(throws: CanonicalJSONError.self) { try reader.nextElement() }
        }
        withReader("") { reader in
            #expect(throws: CanonicalJSONError.self) { try reader.readString() }
            #expect(throws: CanonicalJSONError.self) { try reader.skipValue() }
        }
    }

    @Test func writerMakesWhatTheReaderTakes() throws {
        var writer = JSONWriter()
        writer.beginObject()
        writer.field("bool", true)
        writer.field("bytes", base64URL: [0, 255])
        writer.field("hex", hex: Bytes16())
        writer.field("int", Int64.min / 1024)
        writer.key("list")
        writer.beginArray()
        writer.integer(0)
        writer.string("a\u{1}b\"é")
        writer.beginObject()
        writer.endObject()
        writer.endArray()
        writer.field("max", 9_007_199_254_740_991)
        writer.endObject()
        let text = String(decoding: writer.bytes, as: UTF8.self)
        #expect(
            text == #"{"bool":true,"bytes":"AP8","hex":"00000000000000000000000000000000","#
                + #""int":-9007199254740992,"list":[0,"a\u0001b\"é",{}],"max":9007199254740991}"#
        )
    }

    private func withReader(_ text: String, _ body: (inout JSONReader) throws -> Void) rethrows {
        try Array(text.utf8).withUnsafeBytes { buffer in
            var reader = JSONReader(buffer)
            try body(&reader)
        }
    }
}
