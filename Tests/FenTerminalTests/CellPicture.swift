import Foundation
import Testing

/// A terminal's colours as someone has set them.
struct Theme: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let foreground: UInt8
    let ground: UInt8

    static let all = [
        Theme(testDescription: "dark", foreground: 220, ground: 10),
        Theme(testDescription: "light", foreground: 20, ground: 250),
        Theme(testDescription: "solarized", foreground: 120, ground: 238),
    ]
}

/// A screen captured with its colours, drawn as a grey picture: eight by sixteen pixels a cell.
struct CellPicture {
    private struct Cell {
        var character: Character
        var foreground: UInt8
        var ground: UInt8
    }

    private var rows: [[Cell]] = []
    private let theme: Theme

    /// Reads rows as `tmux capture-pane -e` gives them.
    init(_ lines: [String], theme: Theme, columns: Int) {
        self.theme = theme
        var foreground = theme.foreground
        var ground = theme.ground
        for line in lines {
            var cells: [Cell] = []
            var rest = line[...]
            while let character = rest.popFirst() {
                if character == "\u{1B}", rest.first == "[" {
                    let end = rest.firstIndex(of: "m") ?? rest.endIndex
                    let codes = rest[..<end].dropFirst().split(
                        separator: ";",
                        omittingEmptySubsequences: false
                    )
                    Self.apply(codes.map { Int($0) ?? 0 }, theme, &foreground, &ground)
                    rest = rest[end...].dropFirst()
                } else {
                    cells.append(
                        Cell(character: character, foreground: foreground, ground: ground)
                    )
                }
            }
            let blank = Cell(character: " ", foreground: theme.foreground, ground: theme.ground)
            while cells.count < columns { cells.append(blank) }
            rows.append(cells)
        }
    }

    private static func apply(
        _ codes: [Int],
        _ theme: Theme,
        _ foreground: inout UInt8,
        _ ground: inout UInt8
    ) {
        var rest = codes[...]
        while let code = rest.popFirst() {
            switch code {
            case 38, 48:
                guard rest.popFirst() == 5, let colour = rest.popFirst() else { return }
                let grey: UInt8 = colour == 16 ? 0 : colour == 231 ? 255 : 128
                if code == 38 { foreground = grey } else { ground = grey }
            case 39: foreground = theme.foreground
            case 49: ground = theme.ground
            default:
                foreground = theme.foreground
                ground = theme.ground
            }
        }
    }

    /// A portable grey map.
    func write(to file: URL) throws {
        let width = (rows.map(\.count).max() ?? 0) * 8
        let height = rows.count * 16
        var pixels = Data("P5 \(width) \(height) 255\n".utf8)
        for row in rows {
            for y in 0..<16 {
                for cell in row {
                    for x in 0..<8 {
                        pixels.append(
                            Self.isInk(cell.character, x, y) ? cell.foreground : cell.ground
                        )
                    }
                }
            }
        }
        try pixels.write(to: file)
    }

    private static func isInk(_ character: Character, _ x: Int, _ y: Int) -> Bool {
        switch character {
        case " ": false
        case "█": true
        case "▀": y < 8
        case "▄": y >= 8
        // Thick strokes, as a bold font draws them.
        case "#":
            (1...2).contains(x) || (5...6).contains(x) || (4...6).contains(y)
                || (9...11).contains(y)
        default: (2...5).contains(x) && (5...12).contains(y)
        }
    }
}
