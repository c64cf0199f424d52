import FenCrypto
import FenEncoding
import FenLedger
import FenProtocol

/// A file that carries missing events on a stick or in a mail: what is needed, and what is given.
///
///     {"fen":"gaps/1","group":ID,"needs":[{"author":KEY,"missing":[[from,to],…]},…]}
///     event line
///     …
///
/// The first line is canonical JSON; the others are lines as in a log. Nothing of it is secret to
/// members, and nobody else can read more than who lacks which numbers.
///
/// An archive, `"fen":"archive/1"`, is the same with nothing needed: it is read and stays as it is.
struct GapFile {
    /// What its first line says it is.
    private static let form = "gaps/1"
    /// What that of an archive says.
    private static let archiveForm = "archive/1"
    /// The most authors and ranges of one author that are read.
    private static let mostAuthors = 256
    private static let mostRanges = 4_096

    /// The group it is about.
    let group: GroupID
    /// The numbers that are needed, by author.
    var needs: [MemberID: NumberSet]
    /// Event lines, without newlines.
    var lines: [[UInt8]] = []
    /// It keeps what it has, and asks for nothing.
    var isArchive = false

    /// Puts a file together.
    init(group: GroupID, needs: [MemberID: NumberSet], lines: [[UInt8]] = []) {
        self.group = group
        self.needs = needs
        self.lines = lines
    }

    /// The file's bytes.
    var bytes: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.field("fen", isArchive ? Self.archiveForm : Self.form)
        writer.field("group", group.uuidString)
        writer.key("needs")
        writer.beginArray()
        for (author, numbers) in needs.sorted(by: { $0.key < $1.key }) {
            writer.beginObject()
            writer.field("author", hex: author)
            writer.key("missing")
            writer.beginArray()
            for range in numbers.ranges.prefix(Self.mostRanges) {
                writer.beginArray()
                writer.integer(range.lowerBound)
                writer.integer(range.upperBound)
                writer.endArray()
            }
            writer.endArray()
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
        return writer.bytes + [0x0a] + lines.flatMap { $0 + [0x0a] }
    }

    /// Reads a file; nil for anything else than one of ours.
    init?(_ bytes: [UInt8]) {
        let all = bytes.split(separator: 0x0a)
        guard let first = all.first,
            let head = try? CanonicalJSON.decode(Array(first), limits: .local),
            case .object(let fields) = head, case .string(let form)? = fields["fen"],
            [Self.form, Self.archiveForm].contains(form),
            case .string(let id)? = fields["group"], let group = GroupID(uuidString: id),
            case .array(let authors)? = fields["needs"], authors.count <= Self.mostAuthors
        else { return nil }
        var needs: [MemberID: NumberSet] = [:]
        for item in authors {
            guard case .object(let fields) = item, case .string(let hex)? = fields["author"],
                let author = MemberID(hex: hex), case .array(let ranges)? = fields["missing"],
                ranges.count <= Self.mostRanges
            else { return nil }
            let numbers = ranges.compactMap(Self.range)
            guard numbers.count == ranges.count else { return nil }
            needs[author] = NumberSet(numbers)
        }
        self.init(group: group, needs: needs, lines: all.dropFirst().map(Array.init))
        isArchive = form == Self.archiveForm
    }

    private static func range(_ value: JSONValue) -> ClosedRange<UInt64>? {
        guard case .array(let ends) = value, ends.count == 2, case .integer(let low) = ends[0],
            case .integer(let high) = ends[1], low >= 1, low <= high
        else { return nil }
        return UInt64(low)...UInt64(high)
    }
}
