import Foundation
import Testing

/// The page about what all of this protects: each claim names a test that is there.
@Suite("Claims")
struct ClaimsTests {
    private static let page = ImportTests.root
        .appending(path: "Sources/FenEngine/FenEngine.docc/WhatThisProtects.md")

    @Test("every claim names a file of tests and functions or suites in it")
    func namesTests() throws {
        let text = try String(contentsOf: Self.page, encoding: .utf8)
        let rows = text.split(separator: "\n").filter { row in
            row.hasPrefix("| ") && !row.hasPrefix("| claim ")
        }
        #expect(rows.count > 25)
        for row in rows {
            let proof = try #require(row.split(separator: "|").dropFirst().first)
            // What stands between backquotes: paths, each with the names that are in it behind.
            let words = proof.split(separator: "`", omittingEmptySubsequences: false)
                .enumerated().filter { $0.offset.isMultiple(of: 2) == false }.map(\.element)
            let paths = words.filter { $0.hasSuffix(".swift") }
            #expect(!paths.isEmpty, "\(row)")
            var source = ""
            for word in words {
                if word.hasSuffix(".swift") {
                    let file = ImportTests.root.appending(path: "Tests/\(word)")
                    source = try String(contentsOf: file, encoding: .utf8)
                } else if !word.contains("_") {
                    let isThere =
                        source.contains("func \(word)(") || source.contains("struct \(word) ")
                    #expect(isThere, "\(word): \(row)")
                }
            }
        }
    }
}
