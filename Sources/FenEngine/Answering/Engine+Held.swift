import FenCrypto
package import FenProtocol
import FenStore

/// Lines of somebody's log that are here and cannot be proven yet.
package struct HeldView: Sendable, Equatable {
    /// Whose log they claim to be of.
    package let author: MemberView
    /// How many there are.
    package let count: Int
}

extension Engine {
    /// Whose lines are held until a good copy or their author's next event comes, and how many; a
    /// line whose number has been filled by a good one waits for nothing.
    package func heldLines(in id: GroupID) throws(FenError) -> [HeldView] {
        try answering {
            let group = try group(id)
            var counts: [MemberID: Int] = [:]
            for line in try database.aside.held(in: group.number) {
                let author = MemberID(raw: line.author)
                guard try group.book.id(of: author, at: line.seq) == nil else { continue }
                counts[author, default: 0] += 1
            }
            return try counts.sorted { $0.key < $1.key }.map { author, count in
                HeldView(author: try view(of: author, in: group), count: count)
            }
        }
    }
}
