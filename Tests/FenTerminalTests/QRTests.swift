import FenTerminal
import Foundation
import Testing

/// A screen as the tests assume it: colours and Unicode.
private let full = TerminalStyle(isTerminal: true)

@Suite("QR codes")
struct QRTests {
    private static let link =
        "FEN:J3/ABCDEFGHIJKLMNOPQRSTUVWXYZ234567ABCDEFGHIJKLMNOPQRSTUVWXYZ2345"
    private static let large = TerminalSize(rows: 200, columns: 300)

    @Test("capitals take the alphanumeric mode and level L")
    func modes() throws {
        // Version 2 at level L holds 47 alphanumeric characters or 32 bytes.
        #expect(try QRCode.encode(String(repeating: "A", count: 47)).version == 2)
        #expect(try QRCode.encode(String(repeating: "a", count: 33)).version == 3)
        #expect(throws: QRCodeError.tooLong) {
            try QRCode.encode(String(repeating: "a", count: 3000))
        }
        #expect(throws: QRCodeError.empty) { try QRCode.encode("") }
    }

    @Test("a code that does not fit is not drawn at all")
    func measures() throws {
        let matrix = try QRCode.encode(Self.link)
        let side = matrix.size + 8
        let rows = (side + 1) / 2 + 1
        for (size, fits) in [
            (TerminalSize(rows: rows, columns: side), true),
            (TerminalSize(rows: rows - 1, columns: side), false),
            (TerminalSize(rows: rows, columns: side - 1), false),
        ] {
            let drawn = QRRenderer.render(matrix, style: full, size: size)
            if fits {
                guard case .lines(let lines) = drawn else { throw CocoaError(.featureUnsupported) }
                #expect(lines.count == rows - 1)
            } else {
                #expect(drawn == .needs(TerminalSize(rows: rows, columns: side)))
            }
        }
        let small = TerminalSize(rows: 24, columns: 80)
        #expect(
            QRRenderer.render(matrix, QRDrawing(isBig: true), style: full, size: small)
                == .needs(TerminalSize(rows: side + 1, columns: 2 * side))
        )
        let pipe = TerminalStyle(isTerminal: false)
        #expect(QRRenderer.render(matrix, style: pipe, size: Self.large) == .noTerminal)
    }

    @Test("a locale without UTF-8 gets ASCII")
    func locale() throws {
        let style = TerminalStyle.detect(environment: ["LC_ALL": "C"], isTerminal: true)
        let matrix = try QRCode.encode("FEN")
        guard case .lines(let lines) = QRRenderer.render(matrix, style: style, size: Self.large)
        else { throw CocoaError(.featureUnsupported) }
        #expect(lines.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } })
        #expect(lines.contains { $0.contains("##") })
    }

    @Test("a picture is private, whole, and never replaces a file")
    func picture() throws {
        let file = FileManager.default.temporaryDirectory
            .appending(path: "fen-qr-\(UUID().uuidString).png")
        defer { try? FileManager.default.removeItem(at: file) }
        try TerminalQR.write(Self.link, to: file.path)
        var facts = stat()
        #expect(stat(file.path, &facts) == 0 && facts.st_mode & 0o777 == 0o600)
        #expect(throws: TerminalQR.FileError.exists) {
            try TerminalQR.write(Self.link, to: file.path)
        }
        if Decoder.isInstalled { #expect(try Decoder.read(file) == Self.link) }
    }

    @Test("the code of a move by link is small, and read back")
    func move() throws {
        // Four addresses, as many as there can be: 16 bytes of secret, 26 with what belongs to it.
        let text = "FEN:M1/" + String(repeating: "A7", count: 42)
        #expect(try QRCode.encode(text).version <= 4)
        let file = FileManager.default.temporaryDirectory
            .appending(path: "fen-qr-\(UUID().uuidString).png")
        defer { try? FileManager.default.removeItem(at: file) }
        try TerminalQR.write(text, to: file.path)
        if Decoder.isInstalled { #expect(try Decoder.read(file) == text) }
    }

    @Test(
        "AC-07: every variant is read back from the screen",
        .enabled(if: Tmux.isInstalled && Decoder.isInstalled, "tmux or zbarimg is not installed"),
        arguments: ["", "big", "invert", "ascii", "big invert", "ascii invert"],
        Theme.all
    )
    func screen(_ variant: String, _ theme: Theme) throws {
        try check(variant, theme, lightOnDark: variant.contains("invert"))
    }

    @Test(
        "without colours a code reads on a dark theme, and inverted on a light one",
        .enabled(if: Tmux.isInstalled && Decoder.isInstalled, "tmux or zbarimg is not installed"),
        arguments: [("", 0), ("invert", 1), ("ascii invert", 0), ("ascii", 1)]
    )
    func colourless(_ variant: String, _ theme: Int) throws {
        try check(
            variant,
            Theme.all[theme],
            lightOnDark: false,
            environment: ["NO_COLOR": "1"]
        )
    }

    @Test(
        "AC-08: a small window gets the size it needs",
        .enabled(if: Tmux.isInstalled, "tmux is not installed"),
        arguments: [(80, 24), (40, 20)]
    )
    func smallWindow(_ columns: Int, _ rows: Int) throws {
        let tmux = try Tmux(columns: columns, rows: rows)
        try tmux.ready()
        try tmux.type("/qr \(Self.link)\(Self.link)\(Self.link)\(Self.link)\r")
        let shown = try tmux.wait { $0.joined(separator: " ").contains("/qr FILE.png") }
        #expect(shown.joined(separator: " ").contains("columns and"))
        #expect(!shown.joined().contains("█"))
    }

    private func check(
        _ variant: String,
        _ theme: Theme,
        lightOnDark: Bool,
        environment: [String: String] = [:]
    ) throws {
        let tmux = try Tmux(columns: 120, rows: 60, environment: environment)
        try tmux.ready()
        try tmux.type("/qr \(Self.link) \(variant)\r")
        try tmux.wait { $0.count > 15 && $0.last == "[dublin] a>" }
        let lines = try tmux.screen(escapes: true)
        let file = tmux.folder.appending(path: "screen.pgm")
        try CellPicture(lines, theme: theme, columns: 120).write(to: file)
        if environment["NO_COLOR"] != nil, variant.contains("ascii") {
            // A camera does not see the strokes of each sign; the decoder of a screenshot does.
            let soft = ["-blur", "0x3", "-threshold", "50%", file.path]
            try Command.run("/usr/bin/env", ["convert", file.path] + soft)
        }
        #expect(try Decoder.read(file, lightOnDark: lightOnDark) == Self.link)
    }
}

/// The zbar decoder.
private enum Decoder {
    static let isInstalled = FileManager.default.isExecutableFile(atPath: "/usr/bin/zbarimg")

    static func read(_ file: URL, lightOnDark: Bool = false) throws -> String {
        var arguments = ["--raw", "--quiet", "-Sdisable", "-Sqrcode.enable"]
        if lightOnDark { arguments.append("-Stest-inverted") }
        let text = try Command.run("/usr/bin/zbarimg", arguments + [file.path]).output
        return text.trimmingCharacters(in: .newlines)
    }
}
