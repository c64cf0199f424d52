import FenHTTP

/// One question to a bucket, not yet signed.
struct S3Call: Sendable {
    /// What a call is for: the same refusal means another thing for each.
    enum Purpose: Sendable {
        /// Reading the listing.
        case listing
        /// Reading one object or about it.
        case reading
        /// Changing an object.
        case writing
    }

    /// The verb.
    var method: String
    /// What it is for.
    var purpose: Purpose
    /// The object; nil for the bucket.
    var object: ObjectPath?
    /// The query, not yet encoded.
    var query: [(name: String, value: String)] = []
    /// Headers beside those of the signature; those that begin with `x-amz-` are signed.
    var headers: [HTTPHeader] = []
    /// The bytes to send.
    var body: [UInt8]?
    /// How much of the answer's body is wanted; error bodies are always read as far as they are
    /// used.
    var plan: @Sendable (HTTPHead) -> HTTPBodyPlan = { _ in HTTPBodyPlan(limit: Self.mostXML) }

    /// The most bytes of an answer in XML; a page of 1,000 names of 900 bytes, each escaped.
    static let mostXML = 8 << 20

    /// Describes a call.
    init(_ method: String, _ purpose: Purpose, _ object: ObjectPath? = nil) {
        self.method = method
        self.purpose = purpose
        self.object = object
    }
}

/// What a store says when it refuses.
struct S3Refusal: Sendable {
    /// The word for the reason (`NoSuchBucket`), or empty.
    let code: String
    /// The region it names.
    let region: String?
    /// The address it names.
    let endpoint: String?

    /// Reads an answer that is none of the good ones.
    init(_ answer: HTTPAnswer) {
        let root = XMLElement(document: answer.body)
        let error = root?.name == "Error" ? root : nil
        func word(_ text: String?, _ more: String, _ most: Int) -> String? {
            guard let text, 1...most ~= text.utf8.count,
                text.utf8.allSatisfy({ byte in
                    Character(UnicodeScalar(byte)).isLetter && byte < 0x80
                        || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || more.utf8.contains(byte)
                })
            else { return nil }
            return text
        }
        code = word(error?.text(of: "Code"), ".", 64) ?? ""
        region = word(answer.head["x-amz-bucket-region"] ?? error?.text(of: "Region"), "-", 64)
        endpoint = word(error?.text(of: "Endpoint"), "-.:", 200)
    }
}
