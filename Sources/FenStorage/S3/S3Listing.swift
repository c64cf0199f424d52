/// One page of `ListObjectsV2`.
struct S3Listing: Equatable, Sendable {
    /// The objects that can be ours: others' names may be none that we would ever write.
    var objects: [ObjectInfo] = []
    /// How the next page is asked for; nil on the last one.
    var next: String?

    /// Reads a page; nil where it is none.
    init?(_ document: [UInt8], below prefix: ObjectPath) {
        guard let root = XMLElement(document: document), root.name == "ListBucketResult" else {
            return nil
        }
        let isEncoded = root.text(of: "EncodingType") == "url"
        for item in root.children where item.name == "Contents" {
            guard let raw = item.text(of: "Key"), let etag = item.text(of: "ETag"),
                let size = item.text(of: "Size").flatMap(Int.init), size >= 0
            else { return nil }
            let key = isEncoded ? PercentEncoding.decode(raw, plusIsSpace: true) : raw
            guard let path = key.flatMap({ ObjectPath($0) }), path.isBelow(prefix) else { continue }
            objects.append(ObjectInfo(path: path, etag: ETag(header: etag), size: size))
        }
        if root.text(of: "IsTruncated") == "true" {
            next = root.text(of: "NextContinuationToken").flatMap { $0.isEmpty ? nil : $0 }
        }
    }
}
