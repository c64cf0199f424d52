import Foundation
import TestSupport
import Testing

/// A member at a table without a store, and the line others reach it by.
final class SoakMember: WritingMember {
    let line: CuttableLine

    /// Starts a process on a home.
    override init(_ name: String, home: String) throws {
        line = try CuttableLine(to: 1)
        try super.init(name, home: home)
    }

    /// Listens, and leads the line there.
    func listen() throws {
        let listening = try ask("/listen 127.0.0.1:0")
        let place = try #require(listening.texts("listening").first)
        line.lead(to: try #require(place.split(separator: ":").last.flatMap { UInt16($0) }))
    }

    /// Types that this member connects to another, without waiting.
    func connect(to other: SoakMember) { type("/connect \(other.line.address)", mayFail: true) }

    override func settleIn() throws { try listen() }
}
