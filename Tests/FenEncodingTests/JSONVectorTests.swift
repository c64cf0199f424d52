import FenEncoding
import Foundation
import TestSupport
import Testing

/// The published cases of RFC 8785. Our dialect has no `null`, no fractions and only short plain
/// keys, so the documents as wholes are refused and their strings and numbers are looked at.
@Suite(.enabled(if: Vectors.found, Comment(rawValue: Vectors.whySkipped)))
struct JSONVectorTests {
    @Test(arguments: ["arrays", "french", "structures", "unicode", "values", "weird"])
    func stringsOfTheDocuments(name: String) throws {
        let input = try JSONSerialization.jsonObject(
            with: try Vectors.data("jcs/input/\(name).json"))
        let output = [UInt8](try Vectors.data("jcs/output/\(name).json"))
        for text in strings(in: input) {
            let written = CanonicalJSON.encode(.string(text))
            #expect(output.firstRange(of: written) != nil, "\(text)")
            #expect(try CanonicalJSON.decode(written) == .string(text))
        }
        #expect(throws: CanonicalJSONError.self) { try CanonicalJSON.decode(output) }
    }

    @Test func numbers() throws {
        let lines = try Vectors.lines("jcs/es6_numbers_10000.txt")
        #expect(lines.count == 10_000)
        var integers = 0
        for line in lines {
            let halves = line.split(separator: ",")
            let bits = try #require(UInt64(halves[0], radix: 16))
            let text = Array(halves[1].utf8)
            let number = Double(bitPattern: bits)
            let integer = Int64(exactly: number).flatMap { abs($0) < 1 << 53 ? $0 : nil }
            if let integer {
                integers += 1
                #expect(CanonicalJSON.encode(.integer(integer)) == text)
                #expect(try CanonicalJSON.decode(text) == .integer(integer))
            } else {
                #expect(throws: CanonicalJSONError.self) { try CanonicalJSON.decode(text) }
            }
        }
        #expect(integers > 10)
    }

    private func strings(in value: Any) -> [String] {
        switch value {
        case let text as String: [text]
        case let list as [Any]: list.flatMap(strings)
        case let object as [String: Any]: object.flatMap { [$0.key] + strings(in: $0.value) }
        default: []
        }
    }
}
