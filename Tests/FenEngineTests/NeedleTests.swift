import TestSupport
import Testing

@testable import FenEngine

/// What people look for in texts.
@Suite("Looking for words")
struct NeedleTests {
    @Test("found whatever the case of either, in any alphabet", arguments: 1...4)
    func isFound(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let letters = Array("aAbBkK\u{212A} éÉößñÑдД日🙂")
        for _ in 0..<4_000 {
            func text(_ most: Int) -> String {
                String((0..<random.below(most)).map { _ in letters[random.below(letters.count)] })
            }
            let (needle, hay) = (text(4), text(12))
            let expected = hay.lowercased().contains(needle.lowercased()) || needle.isEmpty
            let isFound = Array(hay.utf8).withUnsafeBytes(Needle(needle).isIn)
            #expect(isFound == expected, "\(needle) in \(hay), seed \(seed)")
        }
    }
}
