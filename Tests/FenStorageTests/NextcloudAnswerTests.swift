import FenHTTP
import Testing

@testable import FenStorage

@Suite("Nextcloud: answers as they are written")
struct NextcloudAnswerTests {
    static func response(_ href: String, _ properties: String, status: String = "200 OK") -> String
    {
        "<d:response><d:href>\(href)</d:href><d:propstat><d:prop>\(properties)</d:prop>"
            + "<d:status>HTTP/1.1 \(status)</d:status></d:propstat></d:response>"
    }

    static func listing(_ responses: String...) -> NextcloudListing? {
        let text =
            "<d:multistatus xmlns:d=\"DAV:\">\(responses.joined())</d:multistatus>"
        return NextcloudListing(Array(text.utf8))
    }

    static let folder = response(
        "/x/logs/",
        "<d:getetag>&quot;f&quot;</d:getetag><d:resourcetype><d:collection/></d:resourcetype>")
    static let file = "<d:getetag>\"e\"</d:getetag><d:getcontentlength>3</d:getcontentlength>"

    @Test("What lies elsewhere or deeper than was asked about is passed over")
    func elsewhere() throws {
        let found = try #require(
            Self.listing(
                Self.folder, Self.response("/x/logs/a.jsonl", Self.file),
                Self.response("https://other.example/x/logs/%62.jsonl", Self.file),
                Self.response("/x/logs/c/d.jsonl", Self.file),
                Self.response("/x/logs/..%2f..%2fe.jsonl", Self.file),
                Self.response("/x/logsf.jsonl", Self.file),
                Self.response("/elsewhere/g.jsonl", Self.file)))
        #expect(found.own.isFolder)
        #expect(found.own.etag == ETag("f"))
        #expect(found.children.map(\.name) == ["a.jsonl", "b.jsonl"])
        #expect(found.children.map(\.entry.size) == [3, 3])
    }

    @Test(
        "What is no listing is not taken for one",
        arguments: [
            "", "<html></html>", "<d:multistatus/>",
            "<d:multistatus>\(response("/x/a", "<d:getetag/>"))</d:multistatus>",
            "<d:multistatus>\(response("/x/a", file, status: "404 Not Found"))</d:multistatus>",
            "<d:multistatus>\(response("/x/%zz", file))</d:multistatus>",
            "<d:multistatus>\(response("/x/a", "<d:getetag>\"e\"</d:getetag>"))</d:multistatus>",
            "<!DOCTYPE x><d:multistatus>\(response("/x/a", file))</d:multistatus>",
        ])
    func noListing(_ text: String) {
        #expect(NextcloudListing(Array(text.utf8)) == nil)
    }

    @Test("A redirect tells the server and no more of the address")
    func redirect() {
        for (location, target) in [
            ("https://new.example:8443/public.php/dav/files/TOKEN/", "https://new.example:8443"),
            ("https://new.example?TOKEN", "https://new.example"), ("/TOKEN/", nil),
            ("https://user:TOKEN@new.example/", nil), ("javascript:TOKEN", nil),
        ] {
            let answer = HTTPAnswer(
                head: HTTPHead(status: 302, headers: [HTTPHeader("Location", location)]))
            let error = StorageError(nextcloud: answer, .reading, now: 0)
            #expect(error.code == .redirect)
            #expect(error.target == target)
        }
    }

    @Test("PHP's ways of saying no are understood")
    func switches() throws {
        let text = """
            <?xml version="1.0"?>
            <ocs><meta><status>ok</status><statuscode>200</statuscode></meta>
             <data><on>1</on><off/><no>0</no><also>
             </also><inner><deep>x</deep></inner></data></ocs>
            """
        let answer = try #require(
            OCSAnswer(HTTPAnswer(head: HTTPHead(status: 200), body: Array(text.utf8))))
        #expect(!answer.deniesAt("on") && !answer.deniesAt("inner"))
        #expect(answer.deniesAt("off") && answer.deniesAt("no") && answer.deniesAt("also"))
        #expect(!answer.deniesAt("absent"))
        #expect(answer.text("inner", "deep") == "x")
        #expect(answer.text("inner", "absent") == nil)
    }
}
