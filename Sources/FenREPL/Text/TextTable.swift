/// Rows of cells in columns as wide as their widest cell.
///
/// The last column is never padded, and neither is a cell whose width terminals disagree about (an
/// emoji, say): it counts for no column's width, so that it moves nothing but its own row.
package struct TextTable: Hashable, Sendable {
    /// A column's heading and the side its cells stand on.
    package struct Column: Hashable, Sendable {
        /// The heading; nothing for a column that speaks for itself.
        package var title: String
        /// The side the cells stand on.
        package var alignment: DisplayWidth.Alignment

        /// Text to the left.
        package static func left(_ title: String = "") -> Column {
            Column(title: title, alignment: .left)
        }

        /// Figures to the right.
        package static func right(_ title: String = "") -> Column {
            Column(title: title, alignment: .right)
        }
    }

    /// The columns.
    package var columns: [Column]
    /// The rows, each with a cell a column.
    package private(set) var rows: [[Phrase]] = []
    /// What stands before every row.
    package var indent = ""

    /// A table without rows.
    package init(_ columns: [Column], indent: String = "") {
        self.columns = columns
        self.indent = indent
    }

    /// Adds a row; cells that are left out are empty.
    package mutating func add(_ cells: Phrase...) {
        add(cells)
    }

    /// Adds a row; cells that are left out are empty.
    package mutating func add(_ cells: [Phrase]) {
        rows.append(Array(cells.prefix(columns.count)))
    }

    /// The table as lines, the heading first where any column has one. With a width, a last column
    /// of words goes on beneath itself.
    package func lines(width: Int? = nil) -> [String] {
        var all = rows.map { $0.map(\.text) }
        if columns.contains(where: { !$0.title.isEmpty }) {
            all.insert(columns.map(\.title), at: 0)
        }
        let widths = columns.indices.map { index in
            all.reduce(0) { max($0, index < $1.count ? Self.width($1[index]) : 0) }
        }
        let used = columns.indices.filter { index in
            all.contains { index < $0.count && !$0[index].isEmpty }
        }
        let last = used.last ?? 0
        let hanging = used.dropLast().reduce(DisplayWidth.columns(indent)) { $0 + widths[$1] + 2 }
        return all.flatMap { row -> [String] in
            var cells: [String] = []
            for index in used {
                let cell = index < row.count ? row[index] : ""
                let isLast = index == last
                let isFree = isLast && columns[index].alignment == .left
                cells.append(
                    isFree || Self.width(cell) == 0 && !cell.isEmpty
                        ? cell
                        : DisplayWidth.padded(
                            cell, to: widths[index], alignment: columns[index].alignment)
                )
            }
            let line = Self.trimmed(indent + cells.joined(separator: "  "))
            guard let width, columns[last].alignment == .left else { return [line] }
            return LineWrap.rows(line, width: width, hanging: min(hanging, width / 2))
        }
    }

    /// The columns a cell is known to take; 0 where terminals disagree.
    private static func width(_ cell: String) -> Int {
        DisplayWidth.isCertain(cell) ? DisplayWidth.columns(cell) : 0
    }

    private static func trimmed(_ line: String) -> String {
        var line = line
        while line.last == " " { line.removeLast() }
        return line
    }
}
