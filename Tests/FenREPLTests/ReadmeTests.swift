import FenREPL
import Foundation
import Testing

@Suite("README")
struct ReadmeTests {
    @Test("its reference is what the command table says")
    func reference() throws {
        let root = URL(filePath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
        let reference = HelpText.markdown().trimmingCharacters(in: .whitespacesAndNewlines)
        #expect(
            readme.contains("<!-- commands -->\n\(reference)\n<!-- /commands -->"),
            "put the output of `fen help reference` between the markers of README.md")
    }
}
