/// A synthetic group's store with some events taken out of it.
struct Holes {
    /// Which events are missing.
    enum Shape: Hashable {
        /// So many, spread evenly over all logs, no two side by side.
        case scattered(Int)
        /// So many in a row, in the middle of one log.
        case block(Int)
    }

    /// The store that lacks them.
    let store: TemporaryFolder
    /// How many bytes the missing lines have together, without newlines.
    let bytes: Int

    /// Takes events out; never those that a log begins with, nor its last.
    init(_ shape: Shape, of group: SyntheticGroup) throws {
        store = try TemporaryFolder("holes")
        var random = SeededGenerator(seed: 19)
        var bytes = 0
        for (index, path) in group.logs.enumerated() {
            let lines = try Files.read(path).split(separator: 0x0a)
            let missing = try Self.missing(
                shape, index, SyntheticGroup.headCount(ofLog: index)..<lines.count - 1, &random)
            let relative = path.dropFirst(group.folder.path.count)
            let target = store.path + relative
            Files.makeFolder(
                String(target.prefix(upTo: target.lastIndex(of: "/") ?? target.endIndex)))
            var kept: [UInt8] = []
            for (place, line) in lines.enumerated() {
                if missing.contains(place) { bytes += line.count } else { kept += line + [0x0a] }
            }
            try Files.append(kept, to: target)
        }
        self.bytes = bytes
    }

    /// The places of one log's missing lines.
    private static func missing(
        _ shape: Shape, _ log: Int, _ places: Range<Int>, _ random: inout SeededGenerator
    ) throws -> Set<Int> {
        let tooFew = Process.Failure(description: "the logs are too short for so many holes")
        switch shape {
        case .scattered(let count):
            let authors = SyntheticGroup.authors
            let own = count / authors + (log < count % authors ? 1 : 0)
            guard own > 0 else { return [] }
            let stretch = places.count / own
            guard stretch > 1 else { throw tooFew }
            return Set(
                (0..<own).map { places.lowerBound + $0 * stretch + random.below(stretch - 1) })
        case .block(let count):
            guard log == SyntheticGroup.authors / 2 else { return [] }
            guard places.count > count else { throw tooFew }
            let first = places.lowerBound + (places.count - count) / 2
            return Set(first..<first + count)
        }
    }
}

extension Holes.Shape: CustomStringConvertible {
    var description: String {
        switch self {
        case .scattered(1): "1 missing"
        case .scattered(let count): "\(count) missing here and there"
        case .block(let count): "\(count) missing in a row"
        }
    }
}
