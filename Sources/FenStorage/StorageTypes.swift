/// Bounds of everything that is read into memory.
package enum StorageLimits {
    /// The most bytes one read returns unless the caller asks for less.
    package static let readChunk = 8 << 20
    /// The largest object that is read whole.
    package static let wholeObject = 256 << 20
}

/// Names one version of an object; opaque, compared byte for byte.
package struct ETag: Hashable, Sendable {
    /// The text as the place gave it, without quotes or weakness mark.
    package let text: String

    /// Wraps a tag that has been freed of quotes.
    package init(_ text: String) { self.text = text }
}

/// One line of a listing.
package struct ObjectInfo: Hashable, Sendable {
    /// Where the object is.
    package var path: ObjectPath
    /// The version that was listed.
    package var etag: ETag
    /// Its size in bytes.
    package var size: Int

    /// Describes one object.
    package init(path: ObjectPath, etag: ETag, size: Int) {
        self.path = path
        self.etag = etag
        self.size = size
    }
}

/// When a read is wanted.
package enum GetCondition: Hashable, Sendable {
    /// Always.
    case none
    /// From the offset if the object still has this tag, else from its beginning.
    case ifRange(ETag)
    /// Only if the object still has this tag, else `precondition`.
    case ifMatch(ETag)
    /// Only if the object has another tag, else ``GetAnswer/unchanged``.
    case ifNoneMatch(ETag)
}

/// When a write is wanted.
package enum PutCondition: Hashable, Sendable {
    /// Always.
    case none
    /// Only over this very version.
    case ifMatch(ETag)
    /// Only if there is no such object.
    case ifAbsent
}

/// What a read brought.
package enum GetAnswer: Hashable, Sendable {
    /// The object still has the tag of the `ifNoneMatch`.
    case unchanged
    /// Bytes of the object.
    case body(ObjectBody)
}

/// Bytes of one version of an object.
package struct ObjectBody: Hashable, Sendable {
    /// The bytes from ``offset`` on.
    package var bytes: [UInt8]
    /// Where in the object ``bytes`` begins.
    package var offset: Int
    /// The version they belong to.
    package var etag: ETag
    /// How large that version is.
    package var totalSize: Int

    /// Describes a body.
    package init(bytes: [UInt8], offset: Int, etag: ETag, totalSize: Int) {
        self.bytes = bytes
        self.offset = offset
        self.etag = etag
        self.totalSize = totalSize
    }

    /// Whether something of the object is not in ``bytes``.
    package var isPartial: Bool { bytes.count != totalSize }

    /// Whether nothing follows ``bytes``.
    package var reachesEnd: Bool { offset + bytes.count >= totalSize }
}

/// What a place looked like when it was last asked; opaque.
package struct ChangeToken: Hashable, Sendable {
    /// The text to keep between processes.
    package let text: String

    /// Restores a token that was kept.
    package init(_ text: String) { self.text = text }

    /// A digest of a listing: two listings with the same paths, tags and sizes have the same.
    init(listing: [ObjectInfo]) {
        var hash = FNV128()
        for object in listing {
            hash.combine(object.path.text)
            hash.combine(object.etag.text)
            hash.combine(String(object.size))
        }
        text = hash.text
    }
}

/// The answer to "anything new?".
package struct ChangeAnswer: Hashable, Sendable {
    /// What to ask with the next time.
    package var token: ChangeToken
    /// Whether something may have changed; never false when something did.
    package var isChanged: Bool
    /// The listing, where the question brought it along.
    package var objects: [ObjectInfo]?

    /// Describes an answer.
    package init(token: ChangeToken, isChanged: Bool, objects: [ObjectInfo]?) {
        self.token = token
        self.isChanged = isChanged
        self.objects = objects
    }
}

/// What a place can do.
package struct StorageCapabilities: Hashable, Sendable {
    /// Whether `ifMatch` and `ifAbsent` are honoured when writing.
    package var conditionalPut: Bool
    /// Whether appending costs what is appended, not what is there.
    package var cheapAppend: Bool
    /// How many transfers at once do it good.
    package var concurrency: Int

    /// Describes a place.
    package init(conditionalPut: Bool, cheapAppend: Bool, concurrency: Int) {
        self.conditionalPut = conditionalPut
        self.cheapAppend = cheapAppend
        self.concurrency = concurrency
    }
}

/// A fixed, unkeyed digest: for noticing change among honest answers, not for trust.
private struct FNV128 {
    private var value: UInt128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d

    mutating func combine(_ text: String) {
        for byte in text.utf8 { step(byte) }
        step(0)
    }

    private mutating func step(_ byte: UInt8) {
        value ^= UInt128(byte)
        value = value &* 0x0000_0000_0100_0000_0000_0000_0000_013b
    }

    var text: String { String(value, radix: 36) }
}
