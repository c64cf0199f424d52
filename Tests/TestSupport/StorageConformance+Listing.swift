import FenStorage

extension StorageConformance {
    static let appending: [Case] = [
        Case("An append adds to the end and gives the new tag") { subject in
            let path = try subject.path("a.jsonl")
            let first = try await subject.backend.put(path, .pattern(100), condition: .none)
            let second = try await subject.backend.append(
                path, .pattern(50, from: 100), at: 100, etag: first)
            let third = try await subject.backend.append(
                path, .pattern(25, from: 150), at: 150, etag: second)
            let body = try await subject.body(path)
            try subject.expectEqual(body.bytes, .pattern(175), "the object")
            try subject.expectEqual(body.etag, third, "the tag")
            try subject.expectEqual(Set([first, second, third]).count, 3, "the number of tags")
        },
        Case("An append to another version, size or nothing changes nothing") { subject in
            guard subject.backend.capabilities.conditionalPut else { return }
            let path = try subject.path("a.jsonl")
            let first = try await subject.backend.put(path, .pattern(10), condition: .none)
            try await subject.expectFailure(.precondition, "appending at a wrong size") {
                _ = try await subject.backend.append(path, .pattern(5), at: 9, etag: first)
            }
            let second = try await subject.backend.put(path, .pattern(11), condition: .none)
            try await subject.expectFailure(.precondition, "appending to an old version") {
                _ = try await subject.backend.append(path, .pattern(5), at: 10, etag: first)
            }
            let body = try await subject.body(path)
            try subject.expectEqual(body.bytes, .pattern(11), "the object")
            try subject.expectEqual(body.etag, second, "the tag")
        },
    ]

    static let listing: [Case] = [
        Case("A listing is sorted, complete, and agrees with what is read") { subject in
            let names = [
                "b.jsonl", "a.jsonl", "c/d.jsonl", "c/a.jsonl", "B.jsonl", "a.repair.jsonl",
            ]
            for (index, name) in names.enumerated() {
                _ = try await subject.backend.put(
                    try subject.path(name), .pattern(index * 10), condition: .none)
            }
            let listed = try await subject.backend.list(subject.folder)
            try subject.expectEqual(
                listed.map(\.path), try names.map(subject.path).sorted(), "the listing")
            for object in listed {
                let body = try await subject.body(object.path)
                try subject.expectEqual(body.totalSize, object.size, "the size of \(object.path)")
                try subject.expectEqual(body.etag, object.etag, "the tag of \(object.path)")
            }
        },
        Case("A listing knows where a name ends") { subject in
            _ = try await subject.backend.put(
                try subject.path("x/a.jsonl"), .pattern(1), condition: .none)
            _ = try await subject.backend.put(
                try subject.path("xy/a.jsonl"), .pattern(1), condition: .none)
            let listed = try await subject.backend.list(try subject.path("x"))
            try subject.expectEqual(
                listed.map(\.path), [try subject.path("x/a.jsonl")], "the listing of x")
            let nothing = try await subject.backend.list(try subject.path("nothing"))
            try subject.expectEqual(nothing, [], "the listing of nothing")
        },
        Case("A long listing is complete") { subject in
            let names = (0..<60).map { "\($0).jsonl" }
            for name in names {
                _ = try await subject.backend.put(
                    try subject.path(name), .pattern(3), condition: .none)
            }
            let listed = try await subject.backend.list(subject.folder)
            try subject.expectEqual(
                listed.map(\.path), try names.map(subject.path).sorted(), "the listing")
        },
        Case("Every change is noticed, and no change is none") { subject in
            let path = try subject.path("a.jsonl")
            var token: ChangeToken?
            func ask(_ wanted: Bool?, _ what: String) async throws {
                let answer = try await subject.backend.changed(
                    under: subject.folder, since: token)
                if let wanted { try subject.expectEqual(answer.isChanged, wanted, what) }
                token = answer.token
            }
            let first = try await subject.backend.put(path, .pattern(10), condition: .none)
            try await ask(true, "the first answer")
            try await ask(false, "the answer after nothing")
            _ = try await subject.backend.append(path, .pattern(5), at: 10, etag: first)
            try await ask(true, "the answer after an append")
            _ = try await subject.backend.put(path, .pattern(15, from: 3), condition: .none)
            try await ask(true, "the answer after a write of the same size")
            _ = try await subject.backend.put(
                try subject.path("b.jsonl"), .pattern(1), condition: .none)
            try await ask(true, "the answer after a new object")
            try await subject.backend.delete(path)
            try await ask(true, "the answer after a removal")
            try await ask(false, "the last answer")
        },
    ]
}
