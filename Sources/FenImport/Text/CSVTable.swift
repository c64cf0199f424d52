import FenEncoding

/// The rows of a CSV file (RFC 4180): quotation marks, doubled ones in them, line breaks in cells,
/// any of the three line ends, and the comma, semicolon or tab between cells.
package struct CSVTable: Equatable, Sendable {
    /// A row with its place.
    package struct Row: Equatable, Sendable {
        /// The row of the file, the first being 1.
        package let number: Int
        /// The cells, as they stand between their marks.
        package var cells: [String]

        /// Whether nothing stands in it but white space.
        package var isBlank: Bool { cells.allSatisfy { $0.allSatisfy(\.isWhitespace) } }

        /// The cell at a place without the white space around it; empty behind the last.
        package subscript(index: Int) -> String {
            cells.indices.contains(index) ? cells[index].trimmingWhitespace : ""
        }
    }

    /// All rows, blank ones too.
    package private(set) var rows: [Row] = []

    /// What is read of each row below a header; an error says its row.
    func read<Record>(
        below header: Row, _ record: (Row) throws(ImportError) -> Record?
    ) throws(ImportError) -> [Record] {
        var records: [Record] = []
        for row in rows where row.number > header.number && !row.isBlank {
            do throws(ImportError) {
                if let read = try record(row) { records.append(read) }
            } catch {
                throw error.inRow(row.number)
            }
        }
        return records
    }

    /// The most cells of a row.
    static let mostCells = 512

    /// Takes a text apart.
    package init(_ text: String) throws(ImportError) {
        let bytes = Array(text.utf8)
        let separator = Self.separator(of: bytes)
        var cells: [String] = []
        var cell: [UInt8] = []
        var inQuotes = false
        var wasQuoted = false
        var index = 0

        func closeCell() {
            cells.append(String(decoding: cell, as: UTF8.self))
            cell.removeAll(keepingCapacity: true)
            wasQuoted = false
        }

        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if inQuotes {
                guard byte == UInt8(ascii: "\"") else {
                    cell.append(byte)
                    continue
                }
                if index < bytes.count, bytes[index] == byte {
                    cell.append(byte)
                    index += 1
                } else {
                    inQuotes = false
                    wasQuoted = true
                }
                continue
            }
            switch byte {
            case separator:
                closeCell()
                guard cells.count < Self.mostCells else {
                    throw ImportError(
                        "There are more than \(Self.mostCells) cells.", row: rows.count + 1)
                }
            case 0x0D, 0x0A:
                if byte == 0x0D, index < bytes.count, bytes[index] == 0x0A { index += 1 }
                closeCell()
                rows.append(Row(number: rows.count + 1, cells: cells))
                cells = []
            case UInt8(ascii: "\"") where cell.isEmpty && !wasQuoted:
                inQuotes = true
            default:
                // A mark inside of a cell that does not begin with one stands for itself.
                cell.append(byte)
            }
        }
        guard !inQuotes else {
            throw ImportError(
                "A quotation mark is never closed.", row: rows.count + 1,
                hint: "The file may be cut off; export it again.")
        }
        if !cell.isEmpty || !cells.isEmpty || wasQuoted {
            closeCell()
            rows.append(Row(number: rows.count + 1, cells: cells))
        }
    }

    /// A cell without the apostrophe that programs put before what a spreadsheet would take for a
    /// formula, and do not take away when they read their own file.
    static func unguarded(_ cell: String) -> String {
        let isGuarded = cell.first == "'" && "=+-@".contains(cell.dropFirst().first ?? "x")
        return isGuarded ? String(cell.dropFirst()) : cell
    }

    /// What stands between cells: the one of the three that is most frequent in the first line
    /// with any, outside of quotation marks.
    private static func separator(of bytes: [UInt8]) -> UInt8 {
        let candidates: [UInt8] = [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09]
        var counts = [0, 0, 0]
        var inQuotes = false
        for byte in bytes {
            if byte == UInt8(ascii: "\"") { inQuotes.toggle() }
            if inQuotes { continue }
            if byte == 0x0A || byte == 0x0D {
                // A preamble may be a plain sentence with a comma in it, a header has four.
                if counts.contains(where: { $0 >= 2 }) { break }
                counts = [0, 0, 0]
            } else if let place = candidates.firstIndex(of: byte) {
                counts[place] += 1
            }
        }
        var best = 0
        for place in counts.indices where counts[place] > counts[best] { best = place }
        return candidates[best]
    }
}
