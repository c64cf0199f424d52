import FenEncoding
package import FenProtocol
import FenStore

extension Engine {
    /// Everything that is held of a group as sealed lines, each with its newline: a first line that
    /// says what the file is, then everybody's events by author and number. `/heal` takes it in.
    package func archive(of id: GroupID) throws(FenError) -> ArchiveLines {
        try answering {
            var file = GapFile(group: try group(id).id, needs: [:])
            file.isArchive = true
            return ArchiveLines(engine: self, group: id, head: file.bytes)
        }
    }

    /// The lines from a place on, as many as are read at once; nil when none is left.
    fileprivate func archivePage(
        from place: ArchiveLines.Place, in id: GroupID
    ) throws(FenError) -> (lines: [[UInt8]], place: ArchiveLines.Place)? {
        try answering {
            let group = try group(id)
            for author in group.book.logs.keys.sorted() where author >= place.author {
                guard let log = group.book.logs[author] else { continue }
                let first = author == place.author ? place.seq : 0
                var lines: [[UInt8]] = []
                var size = 0
                var next = first
                try database.events.walk(.log(log.number, first...UInt64(Int64.max))) { row in
                    let event = SealedEvent(try row.record, group: id)
                    // Events with one number stay together, so that a page can begin by number.
                    if size >= sendingBytes, event.header.seq >= next { return false }
                    next = event.header.seq + 1
                    guard row.chain != .refused else { return true }
                    lines.append(EventLine.encode(event))
                    size += lines.last?.count ?? 0
                    return true
                }
                if !lines.isEmpty {
                    return (lines, ArchiveLines.Place(author: author, seq: next))
                }
            }
            return nil
        }
    }
}

/// The lines of an archive, read page by page while they are asked for: memory does not grow with
/// the group.
package struct ArchiveLines: AsyncSequence, Sendable {
    /// Where in the logs the reading stands: the next number of an author.
    fileprivate struct Place {
        var author = MemberID.zero
        var seq: UInt64 = 0
    }

    fileprivate let engine: Engine
    fileprivate let group: GroupID
    fileprivate let head: [UInt8]

    /// Begins with the line that says what it is.
    package func makeAsyncIterator() -> Iterator {
        Iterator(engine: engine, group: group, lines: [head])
    }

    /// One reading of the lines.
    package struct Iterator: AsyncIteratorProtocol {
        fileprivate let engine: Engine
        fileprivate let group: GroupID
        fileprivate var lines: ArraySlice<[UInt8]>
        fileprivate var place = Place()

        /// The next line, or nil at the end.
        package mutating func next() async throws -> [UInt8]? {
            while lines.isEmpty {
                guard let page = try await engine.archivePage(from: place, in: group) else {
                    return nil
                }
                lines = page.lines[...]
                place = page.place
            }
            return lines.removeFirst()
        }
    }
}
