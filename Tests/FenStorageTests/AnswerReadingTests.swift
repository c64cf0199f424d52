import FenCrypto
import TestSupport
import Testing

@testable import FenStorage

@Suite("What servers write")
struct AnswerReadingTests {
    @Test("XML: elements, text, entities, CDATA, prefixes")
    func xml() throws {
        let root = try #require(
            XMLElement(
                document: Array(
                    """
                    \u{feff}<?xml version="1.0"?><!-- a > b --><d:a xmlns:d='x>y' q="/>">
                     <b>1 &lt;&#x20AC;&#65;&amp;&quot;&apos;&gt;</b><c/><b><![CDATA[<&>]]> 2</b>
                    </d:a >
                    """.utf8)))
        #expect(root.name == "a")
        #expect(root.children.map(\.name) == ["b", "c", "b"])
        #expect(root.text(of: "b") == "1 <€A&\"'>")
        #expect(root.children[2].text == "<&> 2")
    }

    @Test(
        "XML: what is none",
        arguments: [
            "", "a", "<a>", "<a></b>", "<a/><b/>", "</a>", "<a>&x;</a>", "<a>&lt</a>", "<a",
            "<!DOCTYPE a [<!ENTITY x 'y'>]><a>&x;</a>", "<a>&#xD800;</a>", "<a>&#99999999;</a>",
            "<a><![CDATA[x</a>", "<a b='></a>", "x<a/>", "<a/>x", "<html><br></html>",
        ])
    func noXML(_ text: String) {
        #expect(XMLElement(document: Array(text.utf8)) == nil)
    }

    @Test("XML: depth is bounded, and bytes at random do no harm")
    func hostileXML() {
        let deep = String(repeating: "<a>", count: 17) + String(repeating: "</a>", count: 17)
        #expect(XMLElement(document: Array(deep.utf8)) == nil)
        var random = SeededGenerator()
        let good = Array("<a x='1'><b>t&amp;</b><![CDATA[c]]><!-- d --><e/></a>".utf8)
        for _ in 0..<3000 { _ = XMLElement(document: random.mutated(good)) }
    }

    @Test("A page of a listing, with names encoded and not")
    func listing() throws {
        let prefix = try #require(ObjectPath("groups/x"))
        func page(_ encoding: String, _ keys: [String]) -> S3Listing? {
            let items = keys.map {
                "<Contents><Key>\($0)</Key><ETag>&quot;e&quot;</ETag><Size>3</Size></Contents>"
            }
            return S3Listing(
                Array("<ListBucketResult>\(encoding)\(items.joined())</ListBucketResult>".utf8),
                below: prefix)
        }
        let encoded = try #require(
            page(
                "<EncodingType>url</EncodingType>",
                ["groups%2Fx%2Fa+b%2Bc", "groups/x/%C3%BC", "groups/y/z", "groups/x/", "%zz"]))
        #expect(encoded.objects.map(\.path.text) == ["groups/x/a b+c", "groups/x/ü"])
        #expect(encoded.objects.first?.etag == ETag("e"))
        let raw = try #require(page("", ["groups/x/a+b%2F"]))
        #expect(raw.objects.map(\.path.text) == ["groups/x/a+b%2F"])
        #expect(S3Listing(Array("<Other/>".utf8), below: prefix) == nil)
        #expect(
            S3Listing(
                Array("<ListBucketResult><Contents/></ListBucketResult>".utf8), below: prefix)
                == nil)
    }

    @Test("Tags are freed of what is not part of them")
    func tags() {
        for text in ["\"ab-2\"", "ab-2", "W/\"ab-2\"", "\"ab-2-gzip\"", "W/\"ab-2-br\""] {
            #expect(ETag(header: text).text == "ab-2", "\(text)")
        }
        #expect(ETag(header: "").text == "")
        #expect(ETag(header: "\"").text == "\"")
    }

    @Test("Addresses: path style and virtual host, ports, paths before the bucket")
    func addresses() throws {
        func address(_ endpoint: String, pathStyle: Bool = true) -> S3Address? {
            S3Address(
                S3Place(
                    endpoint: endpoint, region: "r", bucket: "b", accessKeyID: "a",
                    secretAccessKey: SecretBytes(count: 1), pathStyle: pathStyle))
        }
        let object = try #require(ObjectPath("groups/a b+c/ü"))
        let plain = try #require(address("https://S3.Example.org:443/"))
        #expect(plain.host == "s3.example.org")
        #expect(plain.path(of: object) == "/b/groups/a%20b%2Bc/%C3%BC")
        #expect(plain.path(of: nil) == "/b")
        let hosted = try #require(address("https://s3.example.org:8443", pathStyle: false))
        #expect(hosted.host == "b.s3.example.org:8443")
        #expect(hosted.path(of: object) == "/groups/a%20b%2Bc/%C3%BC")
        #expect(hosted.path(of: nil) == "/")
        let below = try #require(address("http://127.0.0.1:80/one/two//"))
        #expect(below.host == "127.0.0.1")
        #expect(below.path(of: nil) == "/one/two/b")
        for wrong in ["", "s3.example.org", "ftp://x", "https://", "https:///x", "https://a@b"] {
            #expect(address(wrong) == nil, "\(wrong)")
        }
    }

    @Test("A place shows its name and never its key")
    func secrets() throws {
        let place = S3Place(
            endpoint: "https://s3.example.org", region: "r", bucket: "b", accessKeyID: "AKID",
            secretAccessKey: SecretBytes(copying: Array("hunter2".utf8)))
        var text = "\(place) \(String(reflecting: place))"
        dump(place, to: &text)
        dump(try S3Backend(place), to: &text)
        #expect(!text.contains("hunter2"))
        #expect(!text.contains("AKID"))
    }
}
