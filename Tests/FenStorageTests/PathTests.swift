import FenStorage
import Testing

@Suite("Object names")
struct PathTests {
    @Test(
        "Names that leave a root, or that some place would spell otherwise, are refused",
        arguments: [
            "", "/", "/a", "a/", "a//b", ".", "..", "a/..", "../a", "a/../b", "a/./b", "...",
            "a\\b",
            "a\u{0}b", "a\nb", "a\u{7f}", String(repeating: "x", count: 201),
            Array(repeating: "abcdefghij", count: 100).joined(separator: "/"),
        ])
    func refused(_ text: String) {
        #expect(ObjectPath(text) == nil)
    }

    @Test(
        "Names of logs, attachments and conflict copies are taken",
        arguments: [
            "a", ".a", "..a", "a.jsonl", "logs/a.b-c_d.jsonl", "x/Alice's (copy) ü 日本.jsonl",
        ])
    func taken(_ text: String) throws {
        let path = try #require(ObjectPath(text))
        #expect(path.text == text)
        #expect(path.segments.joined(separator: "/") == text)
    }

    @Test("Two spellings of one letter are two names")
    func spellings() throws {
        let composed = try #require(ObjectPath("\u{e9}"))
        let decomposed = try #require(ObjectPath("e\u{301}"))
        #expect(composed != decomposed)
        #expect(Set([composed, decomposed]).count == 2)
    }

    @Test("The layout is protocol §9's")
    func layout() throws {
        let id = "3f2b8c1e-1111-4222-8333-444455556666"
        let key = String(repeating: "0f", count: 32)
        let layout = try #require(StorageLayout(group: id))
        let log = try #require(layout.log(author: key))
        #expect(log.text == "groups/\(id)/logs/\(key).jsonl")
        #expect(layout.repair(holder: key)?.text == "groups/\(id)/logs/\(key).repair.jsonl")
        #expect(layout.attachment(hash: key)?.text == "groups/\(id)/attachments/\(key)")
        #expect(StorageLayout.alone.log(author: key)?.text == "logs/\(key).jsonl")
        #expect(layout.author(of: log) == key[...])
        #expect(layout.isLog(log))
        let copy = try #require(layout.logs.appending("\(key) (copy).jsonl"))
        #expect(layout.isLog(copy) && layout.author(of: copy) == key[...])
        let other = try #require(layout.logs.appending("notes.txt"))
        #expect(!layout.isLog(other) && layout.author(of: other) == nil)
        #expect(StorageLayout(group: "../../etc") == nil)
        #expect(layout.log(author: "../" + key) == nil)
        #expect(layout.log(author: key.uppercased()) == nil)
    }
}
