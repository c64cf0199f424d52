import Glibc

/// One line of the answer: ours, the floor's, and what was aimed at.
struct Row {
    let figure: String
    let ours: String
    let floor: String
    let ratio: String
    let goal: String
    /// Whether the goal was met; nil where there is none.
    let isMet: Bool?

    /// A figure with a goal for its ratio to a floor.
    init(
        _ figure: String, ours: String, floor: String, ratio: Double, atMost goal: Double
    ) {
        self.init(
            figure, ours: ours, floor: floor, ratio: Numbers.ratio(ratio),
            goal: "≤ \(Numbers.ratio(goal))", isMet: ratio <= goal)
    }

    /// A figure with a goal for how many times faster than something else it is.
    init(
        _ figure: String, ours: String, floor: String, faster: Double, atLeast goal: Double
    ) {
        self.init(
            figure, ours: ours, floor: floor, ratio: "\(Numbers.ratio(faster)) faster",
            goal: "≥ \(Numbers.ratio(goal)) faster", isMet: faster >= goal)
    }

    /// Any other figure.
    init(
        _ figure: String, ours: String, floor: String = "", ratio: String = "",
        goal: String = "", isMet: Bool? = nil
    ) {
        self.figure = figure
        self.ours = ours
        self.floor = floor
        self.ratio = ratio
        self.goal = goal
        self.isMet = isMet
    }
}

/// The answer of a run.
struct Table {
    var rows: [Row] = []

    /// Prints it on standard output, with what the machine was doing beside it.
    func print(_ arguments: Arguments) {
        let head = ["figure", "fen", "floor or rival", "ratio", "goal", ""]
        let lines =
            [head]
            + rows.map { row in
                let verdict = row.isMet.map { $0 ? "met" : "missed" } ?? ""
                return [row.figure, row.ours, row.floor, row.ratio, row.goal, verdict]
            }
        let widths = head.indices.map { column in
            lines.map { $0[column].count }.max() ?? 0
        }
        for (index, line) in lines.enumerated() {
            let cells = zip(line, widths).map { cell, width in
                cell + String(repeating: " ", count: width - cell.count)
            }
            Swift.print(cells.joined(separator: "  ").trimmingTrailingSpace)
            if index == 0 {
                let rules = widths.map { String(repeating: "─", count: $0) }
                Swift.print(rules.joined(separator: "  "))
            }
        }
        Swift.print(
            """

            \(arguments.events) events, medians of \(arguments.rounds) rounds; \
            \(Machine.cores) cores, load \(Machine.load)
            """)
    }
}

extension String {
    fileprivate var trimmingTrailingSpace: String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}

/// Numbers as the table shows them.
enum Numbers {
    /// A duration in the unit that suits it.
    static func time(_ seconds: Double) -> String {
        if seconds >= 1 { return fixed(seconds, 2) + " s" }
        if seconds >= 1e-3 { return fixed(seconds * 1e3, seconds >= 0.1 ? 0 : 2) + " ms" }
        return fixed(seconds * 1e6, 1) + " µs"
    }

    /// Wall and processor time.
    static func spent(_ spent: Spent) -> String {
        "\(time(spent.wall)) (cpu \(time(spent.cpu)))"
    }

    /// A ratio.
    static func ratio(_ ratio: Double) -> String {
        fixed(ratio, ratio >= 100 ? 0 : ratio >= 10 ? 1 : 2) + "×"
    }

    /// A number of kibibytes as mebibytes.
    static func memory(_ kibibytes: Int) -> String {
        fixed(Double(kibibytes) / 1_024, 1) + " MiB"
    }

    /// A number with so many decimals.
    static func fixed(_ number: Double, _ decimals: Int) -> String {
        var scale = 1.0
        for _ in 0..<decimals { scale *= 10 }
        let whole = Int64((number * scale).rounded())
        guard decimals > 0 else { return String(whole) }
        let digits = String(whole.magnitude)
        let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
        let split = padded.index(padded.endIndex, offsetBy: -decimals)
        return (whole < 0 ? "-" : "") + padded[..<split] + "." + padded[split...]
    }
}

/// The machine a run had.
enum Machine {
    /// How many processors are there.
    static var cores: Int { sysconf(Int32(_SC_NPROCESSORS_ONLN)) }

    /// The load averages of the last one, five and fifteen minutes.
    static var load: String {
        var averages = [Double](repeating: 0, count: 3)
        guard getloadavg(&averages, 3) == 3 else { return "unknown" }
        return averages.map { Numbers.fixed($0, 2) }.joined(separator: " ")
    }

    /// The most memory this process has held at once, in kibibytes.
    static var peakMemory: Int {
        guard let file = fopen("/proc/self/status", "r") else { return 0 }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        while fgets(&line, 256, file) != nil {
            let text = line.withUnsafeBufferPointer { buffer in
                String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
            }
            guard text.hasPrefix("VmHWM:") else { continue }
            return text.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first
                .flatMap { Int($0) } ?? 0
        }
        return 0
    }
}
