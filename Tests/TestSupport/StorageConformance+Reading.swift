import FenStorage

extension StorageConformance {
    static let reading: [Case] = [
        Case("A missing object is missing, whatever the condition") { subject in
            let path = try subject.path("nothing.jsonl")
            for condition in [
                GetCondition.none, .ifMatch(ETag("x")), .ifNoneMatch(ETag("x")),
                .ifRange(ETag("x")),
            ] {
                try await subject.expectFailure(.missing, "reading nothing") {
                    _ = try await subject.backend.get(
                        path, from: 0, limit: 10, condition: condition)
                }
            }
        },
        Case("What was written is read back whole, with its tag and size") { subject in
            let path = try subject.path("a.jsonl")
            for size in [0, 1, 4096, 100_000] {
                let bytes = [UInt8].pattern(size)
                let etag = try await subject.backend.put(path, bytes, condition: .none)
                let body = try await subject.body(path)
                try subject.expect(body.bytes == bytes, "\(size) bytes come back different")
                try subject.expectEqual(body.etag, etag, "the tag")
                try subject.expectEqual(body.totalSize, size, "the size")
                try subject.expect(!body.isPartial && body.reachesEnd, "a whole read looks partial")
            }
        },
        Case("A read from an offset brings the rest") { subject in
            let path = try subject.path("a.jsonl")
            let bytes = [UInt8].pattern(1000)
            _ = try await subject.backend.put(path, bytes, condition: .none)
            let body = try await subject.body(path, from: 990)
            try subject.expectEqual(body.offset, 990, "the offset")
            try subject.expectEqual(body.bytes, Array(bytes[990...]), "the tail")
            try subject.expect(body.isPartial && body.reachesEnd, "a tail looks whole")
        },
        Case("A limit is kept, and the steps make the whole") { subject in
            let path = try subject.path("a.jsonl")
            let bytes = [UInt8].pattern(1000)
            let etag = try await subject.backend.put(path, bytes, condition: .none)
            var found: [UInt8] = []
            var ends = false
            while !ends {
                let body = try await subject.body(
                    path, from: found.count, limit: 300, .ifMatch(etag))
                try subject.expect(body.bytes.count <= 300, "a limit is not kept")
                try subject.expect(!body.bytes.isEmpty, "a read in the middle brings nothing")
                found += body.bytes
                ends = body.reachesEnd
            }
            try subject.expect(found == bytes, "the steps do not make the whole")
        },
        Case("At the end and beyond there is nothing, but the size is told") { subject in
            let path = try subject.path("a.jsonl")
            _ = try await subject.backend.put(path, .pattern(10), condition: .none)
            for offset in [10, 11, 5000] {
                let body = try await subject.body(path, from: offset)
                try subject.expectEqual(body.bytes, [], "what lies at \(offset) of 10")
                try subject.expectEqual(body.totalSize, 10, "the size")
            }
        },
        Case("ifNoneMatch: the same version is unchanged, another comes") { subject in
            let path = try subject.path("a.jsonl")
            let first = try await subject.backend.put(path, .pattern(10), condition: .none)
            let same = try await subject.backend.get(
                path, from: 0, limit: 100, condition: .ifNoneMatch(first))
            try subject.expectEqual(same, .unchanged, "the answer for the same version")
            _ = try await subject.backend.put(path, .pattern(11), condition: .none)
            let body = try await subject.body(path, .ifNoneMatch(first))
            try subject.expectEqual(body.totalSize, 11, "the size of the new version")
        },
        Case("ifMatch: another version is a failed precondition") { subject in
            let path = try subject.path("a.jsonl")
            let first = try await subject.backend.put(path, .pattern(10), condition: .none)
            _ = try await subject.body(path, from: 4, .ifMatch(first))
            _ = try await subject.backend.put(path, .pattern(11), condition: .none)
            try await subject.expectFailure(.precondition, "reading another version") {
                _ = try await subject.body(path, from: 4, .ifMatch(first))
            }
        },
        Case("ifRange: the tail of the same version, or another from its beginning") { subject in
            let path = try subject.path("a.jsonl")
            let first = try await subject.backend.put(path, .pattern(10), condition: .none)
            let tail = try await subject.body(path, from: 4, .ifRange(first))
            try subject.expectEqual(tail.offset, 4, "the offset in the same version")
            _ = try await subject.backend.put(path, .pattern(20, from: 7), condition: .none)
            let whole = try await subject.body(path, from: 4, .ifRange(first))
            try subject.expectEqual(whole.offset, 0, "the offset in another version")
            try subject.expectEqual(whole.bytes, .pattern(20, from: 7), "the other version")
        },
        Case("Every version has a tag of its own") { subject in
            let path = try subject.path("a.jsonl")
            var tags: Set<ETag> = []
            for round in 0..<40 {
                let etag = try await subject.backend.put(
                    path, .pattern(64, from: round), condition: .none)
                try subject.expect(tags.insert(etag).inserted, "two versions have one tag")
            }
        },
    ]
}
