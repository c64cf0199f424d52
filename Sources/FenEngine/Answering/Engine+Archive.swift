import FenEncoding
package import FenProtocol
import FenStore

extension Engine {
    /// Everything that is held of a group as sealed lines, each with its newline: a first line that
    /// says what the file is, then everybody's events by author and number. `/heal` takes it in.
    package func archive(of id: GroupID) throws(FenError) -> PagedLines {
        try answering {
            var file = GapFile(group: try group(id).id, needs: [:])
            file.isArchive = true
            return PagedLines(
                first: LinePage(lines: [file.bytes]) { [self] in
                    try await archivePage(from: ArchivePlace(), in: id)
                })
        }
    }

    /// The lines from a place on, as many as are read at once; nil when none is left.
    private func archivePage(
        from place: ArchivePlace, in id: GroupID
    ) throws(FenError) -> LinePage? {
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
                    let place = ArchivePlace(author: author, seq: next)
                    return LinePage(lines: lines) { [self] in
                        try await archivePage(from: place, in: id)
                    }
                }
            }
            return nil
        }
    }
}

/// Where in the logs the reading of an archive stands: the next number of an author.
private struct ArchivePlace {
    var author = MemberID.zero
    var seq: UInt64 = 0
}
