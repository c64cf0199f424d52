import Foundation
import Testing

/// What has to hold when several members have written at once and all is calm again.
enum SoakCheck {
    /// Waits until all hold the same numbers, whole, as long as anybody gets any further within a
    /// minute; returns how many.
    static func settle(_ members: [WritingMember]) throws -> Int {
        func look() throws -> [[String: Int]] { try members.map { try $0.heights() } }
        var heights = try look()
        var grown = Date()
        while Set(heights).count > 1, Date().timeIntervalSince(grown) < 60 {
            Thread.sleep(forTimeInterval: 0.1)
            let new = try look()
            if new != heights { grown = Date() }
            heights = new
        }
        try #require(Set(heights).count == 1, "\(heights)")
        return heights[0].values.reduce(0, +)
    }

    /// Nobody lacks anything, all show the same, and every answer was true.
    static func check(_ members: [WritingMember]) throws {
        var dumps: Set<String> = []
        var words: Set<[String]> = []
        for member in members {
            dumps.insert(try #require(try member.ask("/dump").text("dump")))
            words.insert(try member.ask("/fingerprint").texts("words"))
            #expect(try member.ask("/frontier").flag("whole") == true)
            #expect(try member.ask("/gaps").list("gaps").isEmpty)
            #expect(try member.ask("/audit").flag("clean") == true)
        }
        #expect(dumps.count == 1, "the dumps differ")
        #expect(words.count == 1 && words.first?.count == 6, "\(words)")
        for member in members {
            let log = try members[0].ask("/log \(member.name) 1-999999").list("events")
            var texts: [Int: String] = [:]
            for event in log {
                guard let seq = (event["seq"] as? NSNumber)?.intValue else { continue }
                texts[seq] = event["payload"] as? String
            }
            #expect(texts.count == log.count)
            for (token, seq) in member.answered where texts[seq]?.contains(token) != true {
                Issue.record("\(member.name)'s \(token) is not number \(seq)")
            }
        }
    }
}
