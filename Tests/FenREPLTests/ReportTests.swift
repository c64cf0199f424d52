import FenEngine
import Foundation
import Testing

@testable import FenREPL

/// The page that a group's money is written into.
@Suite("A report")
struct ReportTests {
    /// A group with something of everything, and its page.
    private func page() async throws -> (world: World, alice: Person, path: String, html: String) {
        let world = try World()
        let (alice, _) = try await StoryTests.pair(
            world, group: "\"Trip <b> & Co\" EUR", asker: Script(["Alice", "no", "yes"]))
        await alice.types("/rate CZK 0.04")
        await alice.types(
            "+ 30 \"<script>alert(1)</script>\" in food on 2026-11-03 note \"'\\\" & more\"")
        await alice.types("+ 250 CZK Tram on 2026-11-04")
        await alice.types("/refund 5 Dinner in food on 2026-11-05")
        await alice.types("/settle Bob 1 cash")
        let path = world.folder + "/report.html"
        await alice.types("/report \(path)")
        return (world, alice, path, try String(contentsOfFile: path, encoding: .utf8))
    }

    @Test("it says what the program says, and nothing of what people typed is markup")
    func content() async throws {
        let (_, alice, path, html) = try await page()
        for text in [
            "<title>Trip &lt;b&gt; &amp; Co</title>", "&lt;script&gt;alert(1)&lt;/script&gt;",
            "[food]", "250.00 CZK (10.00 EUR)", "-5.00 EUR", "payment", "cash",
            "Bob pays Alice", "As of ",
        ] { #expect(html.contains(text), "\(text)") }
        for text in ["<script", "http:", "https:", "url(", "src=", "href=", "<b>", "<link"] {
            #expect(!html.contains(text), "\(text)")
        }
        let sums = await alice.types("/balances").lines
        let balance = try #require(sums.first { $0.contains("Alice") }?.split(separator: " ")[1])
        #expect(html.contains("\(balance) EUR"))
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        await alice.fails("/report \(path)", status: 1, "Nothing was written")
        await alice.types("/report \(path)")
        await alice.fails("/report", status: 2)
        await alice.fails("/report a b", status: 2)
        await alice.fails("/report \(path)/no/where.html", status: 1)
    }

    @Test("every tag that is opened is closed")
    func wellFormed() async throws {
        let html = try await page().html
        var open: [Substring] = []
        for match in html.matches(of: /<(\/?)([a-z0-9]+)[^>]*?(\/?)>/) {
            let (_, closes, name, closed) = match.output
            if ["meta", "br"].contains(name) || !closed.isEmpty { continue }
            if closes.isEmpty { open.append(name) } else { #expect(open.popLast() == name) }
        }
        #expect(open.isEmpty)
    }

    @Test(
        "a browser shows it on a phone without scrolling sideways, and prints it",
        .enabled(if: Browser.isInstalled, "chromium is not installed"))
    func browser() async throws {
        let (world, _, path, html) = try await page()
        // A copy that says how wide it is; the page itself lets no script run.
        let script =
            "<script>const page = document.documentElement; "
            + "document.title = page.scrollWidth - page.clientWidth</script></body>"
        let policy = try #require(html.range(of: "default-src 'none'; "))
        let copy = html.replacingCharacters(in: policy, with: "")
            .replacing("</body>", with: script)
        try copy.write(toFile: world.folder + "/copy.html", atomically: true, encoding: .utf8)
        let dump = try await Browser.run(
            ["--dump-dom", "--window-size=500,900", world.folder + "/copy.html"], in: world.folder)
        #expect(dump.contains("<title>0</title>"))
        // What the browser made of the page has what the page has.
        let shown = try await Browser.run(["--dump-dom", path], in: world.folder)
        #expect(shown.contains("&lt;script&gt;alert(1)&lt;/script&gt;"))
        #expect(
            shown.components(separatedBy: "<rect ").count
                == html.components(separatedBy: "<rect ").count)
        let pdf = world.folder + "/report.pdf"
        _ = try await Browser.run(
            ["--no-pdf-header-footer", "--print-to-pdf=\(pdf)", path], in: world.folder)
        let printed = try #require(FileManager.default.contents(atPath: pdf))
        #expect(printed.starts(with: Data("%PDF".utf8)) && printed.count > 10_000)
    }
}

/// A browser without a window.
enum Browser {
    static let isInstalled = FileManager.default.isExecutableFile(atPath: "/usr/bin/chromium")

    /// Runs it once with a profile of its own below `folder`; what it prints.
    static func run(_ arguments: [String], in folder: String) async throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/chromium")
        process.arguments =
            [
                "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                "--user-data-dir=\(folder)/profile",
            ] + arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        return try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async {
                do {
                    try process.run()
                    let bytes = output.fileHandleForReading.readDataToEndOfFile()
                    process.waitUntilExit()
                    continuation.resume(returning: String(decoding: bytes, as: UTF8.self))
                } catch {
                    continuation.resume(throwing: error)
                }
            }
        }
    }
}
