import FenEncoding
import FenStore
import Testing

/// How much of what is no event yet is kept.
@Suite("Limits of lines aside")
struct AsideLimitTests {
    @Test("of held lines the oldest go, by author and altogether, by count and by bytes")
    func held() throws {
        try withHome { home in
            let database = try Database.open(home, mode: .readWrite)
            var samples = Samples()
            let authors: [Bytes32] = [samples.fixed(), samples.fixed()]
            try database.transaction {
                let group = try database.groups.insert(samples.group())
                for author in authors {
                    for time in UInt64(1)...10 {
                        let line = HeldLine(
                            id: samples.fixed(), author: author, seq: time,
                            line: samples.bytes(100))
                        try database.aside.hold(line, in: group, at: time)
                    }
                }
                let wide = LineLimit(count: 1_000, bytes: 1_000_000)
                func seqs(_ author: Bytes32) throws -> [UInt64] {
                    try database.aside.held(in: group).filter { $0.author == author }.map(\.seq)
                }
                try database.aside.limitHeld(author: wide, all: wide, in: group)
                #expect(try seqs(authors[0]).count == 10)
                try database.aside.limitHeld(
                    author: LineLimit(count: 6, bytes: 1_000_000), all: wide, in: group)
                #expect(try seqs(authors[0]) == [5, 6, 7, 8, 9, 10])
                try database.aside.limitHeld(
                    author: LineLimit(count: 6, bytes: 450), all: wide, in: group)
                #expect(try seqs(authors[1]) == [7, 8, 9, 10])
                try database.aside.limitHeld(
                    author: wide, all: LineLimit(count: 1_000, bytes: 400), in: group)
                #expect(try seqs(authors[0]) == [9, 10])
                #expect(try seqs(authors[1]) == [9, 10])
            }
        }
    }

    @Test("of lines of a newer version the first ones stay, by count and by bytes")
    func aside() throws {
        try withHome { home in
            let database = try Database.open(home, mode: .readWrite)
            var samples = Samples()
            try database.transaction {
                let group = try database.groups.insert(samples.group())
                for number in 0..<10 {
                    let line = AsideLine(
                        digest: samples.fixed(), reason: "NEW", author: nil,
                        line: [UInt8(number)] + samples.bytes(99))
                    try database.aside.put(line, in: group, at: 1)
                }
                try database.aside.limit(
                    "NEW", to: LineLimit(count: 8, bytes: 1_000_000), in: group)
                #expect(try database.aside.count("NEW", in: group) == 8)
                try database.aside.limit("NEW", to: LineLimit(count: 8, bytes: 550), in: group)
                let left = try database.aside.take("NEW", in: group).map { $0.line.first }
                #expect(left == [0, 1, 2, 3, 4])
            }
        }
    }
}
