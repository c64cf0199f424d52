import FenEncoding
import Foundation
import TestSupport
import Testing

@Suite struct CanonicalJSONTests {
    private func decode(_ text: String) throws(CanonicalJSONError) -> JSONValue {
        try CanonicalJSON.decode(Array(text.utf8))
    }

    @Test(arguments: [
        "{}", "[]", "\"\"", "true", "false", "0", "-1", "9007199254740991", "-9007199254740991",
        #"{"a":1,"b":[{},[],"x"],"c_9":{"z":false}}"#,
        // Keys are in the order of their code units: digits, underscore, letters, longer later.
        #"{"0":1,"_":2,"a":3,"a0":4,"a_":5,"aa":6}"#,
        // The escapes of RFC 8785 §3.2.2.2, and what is not escaped.
        #""\b\t\n\f\r\"\\\u0000\u001f/<>'\#u{7f}é€😂\#u{fb33}\#u{2028}""#,
        "[[[[[[[[]]]]]]]]",
    ])
    func takesCanonical(text: String) throws {
        let value = try decode(text)
        #expect(String(decoding: CanonicalJSON.encode(value), as: UTF8.self) == text)
    }

    @Test(
        arguments: [
            ("", .truncated), ("{", .truncated), (#"{"a""#, .truncated), (#"{"a":"#, .truncated),
            (#"{"a":1"#, .truncated), ("[1,", .truncated), (#""abc"#, .truncated),
            (#""\u00"#, .truncated), (#""\"#, .truncated), ("tru", .wrongType),
            (" {}", .wrongType), ("{} ", .trailingBytes), ("{}{}", .trailingBytes),
            ("{}\n", .trailingBytes), (#"{ "a":1}"#, .unexpectedCharacter),
            (#"{"a" :1}"#, .unexpectedCharacter), (#"{"a": 1}"#, .wrongType),
            (#"{"a":1,}"#, .unexpectedCharacter), ("[1,]", .wrongType),
            ("[1 ,2]", .unexpectedCharacter),
            ("[,1]", .wrongType), (#"{,"a":1}"#, .unexpectedCharacter),
            ("[1}", .unexpectedCharacter),
            (#"{"a":1]"#, .unexpectedCharacter), ("null", .wrongType), ("NaN", .wrongType),
            (#"{"a":1,"a":2}"#, .keyOrder), (#"{"b":1,"a":2}"#, .keyOrder),
            (#"{"ab":1,"a":2}"#, .keyOrder), (#"{"":1}"#, .badKey), (#"{"A":1}"#, .badKey),
            (#"{"a-b":1}"#, .badKey), (#"{"é":1}"#, .badKey), (#"{"\u0061":1}"#, .badKey),
            (#"{"123456789012345678901234567890123":1}"#, .badKey),
            ("00", .badNumber), ("01", .badNumber), ("-0", .badNumber), ("-", .badNumber),
            ("+1", .wrongType), ("1.0", .badNumber), ("1e2", .badNumber), ("1E2", .badNumber),
            (".5", .wrongType), ("9007199254740992", .badNumber), ("-9007199254740992", .badNumber),
            ("99999999999999999999", .badNumber), ("18446744073709551617", .badNumber),
            (#""\/""#, .badEscape), (#""\u0041""#, .badEscape), (#""\u001F""#, .badEscape),
            (#""\u000a""#, .badEscape), (#""\u0022""#, .badEscape), (#""\u007f""#, .badEscape),
            (#""\ud83d\ude02""#, .badEscape), (#""\ud83d""#, .badEscape), (#""\x""#, .badEscape),
            (#""\u00g0""#, .badEscape), ("\"\t\"", .badEscape), ("\"\0\"", .badEscape),
            ("[[[[[[[[[]]]]]]]]]", .tooDeep),
        ] as [(String, CanonicalJSONError.Reason)])
    func refuses(text: String, reason: CanonicalJSONError.Reason) {
        let error = #expect(throws: CanonicalJSONError.self) { try decode(text) }
        #expect(error?.reason == reason, "\(text): \(String(describing: error))")
    }

    // Unicode, table 3-7: too long, surrogates, beyond the last plane, cut, stray.
    @Test(arguments: [
        "c080", "c1bf", "e08080", "e09fbf", "eda080", "edbfbf", "f0808080", "f08fbfbf", "f4908080",
        "f5808080", "ff", "80", "bf", "c2", "c220", "e0a0", "e0a020", "f09080", "f0908020",
    ])
    func refusesBadUTF8(hex: String) {
        let bytes = [0x22] + unhex(hex) + [0x22]
        let error = #expect(throws: CanonicalJSONError.self) { try CanonicalJSON.decode(bytes) }
        #expect(error?.reason == .badUTF8)
    }

    @Test(arguments: [
        "c280", "dfbf", "e0a080", "ed9fbf", "ee8080", "efbfbf", "f0908080", "f48fbfbf",
    ])
    func takesEdgesOfUTF8(hex: String) throws {
        let bytes = [0x22] + unhex(hex) + [0x22]
        #expect(CanonicalJSON.encode(try CanonicalJSON.decode(bytes)) == bytes)
    }

    @Test func takesNoMoreThanItsLimit() throws {
        let size = JSONLimits.payload.bytes
        let longest = "\"" + String(repeating: "x", count: size - 2) + "\""
        #expect(throws: Never.self) { try decode(longest) }
        let error = #expect(throws: CanonicalJSONError.self) { try decode(longest + "x") }
        #expect(error?.reason == .tooLarge)
    }

    @Test func objectsAreInOrderWhateverTheyAreMadeOf() throws {
        let object = JSONObject([("b", .integer(1)), ("a", .bool(true)), ("b", .integer(2))])
        #expect(object.members.map(\.key) == ["a", "b"])
        #expect(object["b"] == .integer(2) && object["a"] == .bool(true) && object["c"] == nil)
        // RFC 8785 §3.2.3 sorts by UTF-16 code units, which is not Swift's order.
        let weird = JSONObject([("\u{fb33}", .bool(true)), ("😂", .bool(true))])
        #expect(weird.members.map(\.key) == ["😂", "\u{fb33}"])
    }

    @Test func stringsAreEqualByBytes() {
        #expect(JSONValue.string("\u{e9}") != .string("e\u{301}"))
        #expect(JSONValue.string("\u{e9}") == .string("\u{e9}"))
    }

    @Test func readsBackWhatItWrites() throws {
        var generator = SeededGenerator()
        for _ in 0..<1000 {
            let value = generator.json(depth: 4)
            let bytes = CanonicalJSON.encode(value)
            #expect(try CanonicalJSON.decode(bytes) == value)
            // Foundation must see the same text in it.
            if case .object = value {
                #expect(throws: Never.self) {
                    try JSONSerialization.jsonObject(with: Data(bytes))
                }
            }
        }
    }

    @Test func whatItTakesIsWhatItWouldWrite() {
        var generator = SeededGenerator()
        var taken = 0
        for _ in 0..<20_000 {
            let bytes = generator.mutated(CanonicalJSON.encode(generator.json(depth: 3)))
            let value = try? CanonicalJSON.decode(bytes)
            if let value {
                taken += 1
                #expect(CanonicalJSON.encode(value) == bytes)
            }
            let checked = (try? bytes.withUnsafeBytes { try CanonicalJSON.checkObject($0) }) != nil
            if case .object = value {
                #expect(checked)
            } else {
                #expect(!checked)
            }
        }
        #expect(taken > 100)
    }
}

extension SeededGenerator {
    /// A random value that can be written.
    mutating func json(depth: Int) -> JSONValue {
        switch below(depth > 0 ? 6 : 3) {
        case 0: return .bool(below(2) == 0)
        case 1:
            let limit: Int64 = 9_007_199_254_740_991
            let near = Int64(below(3)) - 1
            return .integer(below(2) == 0 ? near : Int64.random(in: -limit...limit, using: &self))
        case 2: return .string(text())
        case 3: return .array((0..<below(4)).map { _ in json(depth: depth - 1) })
        default:
            let letters = Array("abz059_")
            return .object(
                JSONObject(
                    (0..<below(5)).map { _ in
                        let key = String((0...below(4)).map { _ in letters[below(letters.count)] })
                        return (key: key, value: json(depth: depth - 1))
                    }
                )
            )
        }
    }

    /// A random text with what is hard about texts in it.
    mutating func text() -> String {
        let hard: [Unicode.Scalar] = [
            "\u{0}", "\u{8}", "\t", "\n", "\u{b}", "\u{c}", "\r", "\u{1f}", "\"", "\\", "/",
            "\u{7f}",
            "\u{80}", "é", "\u{301}", "€", "\u{2028}", "\u{d7ff}", "\u{e000}", "\u{fffe}", "😂",
            "\u{10ffff}",
        ]
        var text = String.UnicodeScalarView()
        for _ in 0..<below(24) {
            text.append(below(3) == 0 ? hard[below(hard.count)] : "x")
        }
        return String(text)
    }
}
