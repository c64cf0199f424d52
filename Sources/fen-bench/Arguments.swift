/// What `fen-bench` can measure; the raw value is typed to choose it.
enum FigureName: String, CaseIterable {
    case ingest
    case write
    case start
    case balances
    case rebuild
    case settle
    case size
    case repair
    case store
    case pull
    case scale
    case rivals
}

/// What was asked of this run.
struct Arguments {
    /// The figures to measure; all of them when none was named.
    var figures = FigureName.allCases
    /// How many events the large log has.
    var events = 100_000
    /// How often each figure is taken; its median counts.
    var rounds = 3

    static let usage = """
        usage: fen-bench [FIGURE…] [--events N] [--rounds N]
        figures: \(FigureName.allCases.map(\.rawValue).joined(separator: " "))
        rivals uses ledger and, where FEN_BENCH_PYTHON names a Python that has it, ihatemoney.
        store and pull use the radosgw that Tests/Servers/s3-servers starts, store also
        Tests/Servers/nextcloud.py below the working folder, pull also rclone, if it is in the path.
        """

    /// Reads the words after the program's name; nil when they cannot be understood.
    init?(_ words: [String]) {
        var named: [FigureName] = []
        var words = words[...]
        while let word = words.popFirst() {
            switch word {
            case "--events":
                guard let count = words.popFirst().flatMap({ Int($0) }), count >= 100 else {
                    return nil
                }
                events = count
            case "--rounds":
                guard let count = words.popFirst().flatMap({ Int($0) }), count >= 1 else {
                    return nil
                }
                rounds = count
            default:
                guard let figure = FigureName(rawValue: word) else { return nil }
                named.append(figure)
            }
        }
        if !named.isEmpty { figures = named }
    }
}
