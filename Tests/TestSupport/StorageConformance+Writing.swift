import FenStorage

extension StorageConformance {
    static let writing: [Case] = [
        Case("A write replaces the whole object") { subject in
            let path = try subject.path("a.jsonl")
            _ = try await subject.backend.put(path, .pattern(1000), condition: .none)
            _ = try await subject.backend.put(path, .pattern(3), condition: .none)
            let body = try await subject.body(path)
            try subject.expectEqual(body.bytes, .pattern(3), "the object")
        },
        Case("ifAbsent writes only where nothing is") { subject in
            guard subject.backend.capabilities.conditionalPut else { return }
            let path = try subject.path("a.jsonl")
            _ = try await subject.backend.put(path, .pattern(5), condition: .ifAbsent)
            try await subject.expectFailure(.precondition, "writing over something") {
                _ = try await subject.backend.put(path, .pattern(6), condition: .ifAbsent)
            }
            let body = try await subject.body(path)
            try subject.expectEqual(body.bytes, .pattern(5), "the object")
        },
        Case("ifMatch writes only over that very version") { subject in
            guard subject.backend.capabilities.conditionalPut else { return }
            let path = try subject.path("a.jsonl")
            try await subject.expectFailure(.precondition, "matching nothing") {
                _ = try await subject.backend.put(
                    path, .pattern(5), condition: .ifMatch(ETag("nothing")))
            }
            let first = try await subject.backend.put(path, .pattern(5), condition: .none)
            let second = try await subject.backend.put(
                path, .pattern(6), condition: .ifMatch(first))
            try await subject.expectFailure(.precondition, "matching an older version") {
                _ = try await subject.backend.put(path, .pattern(7), condition: .ifMatch(first))
            }
            let body = try await subject.body(path)
            try subject.expectEqual(body.bytes, .pattern(6), "the object")
            try subject.expectEqual(body.etag, second, "the tag")
        },
        Case("A removed object is missing, and removing it again is no failure") { subject in
            let path = try subject.path("a.jsonl")
            _ = try await subject.backend.put(path, .pattern(5), condition: .none)
            try await subject.backend.delete(path)
            try await subject.backend.delete(path)
            try await subject.backend.delete(try subject.path("never.jsonl"))
            try await subject.expectFailure(.missing, "reading what was removed") {
                _ = try await subject.body(path)
            }
            let listed = try await subject.backend.list(subject.folder)
            try subject.expectEqual(listed, [], "the listing")
        },
        Case("Of many writers with ifAbsent one wins, and its bytes stand") { subject in
            guard subject.backend.capabilities.conditionalPut else { return }
            let path = try subject.path("a.jsonl")
            let winners = try await withThrowingTaskGroup(of: Int?.self) { tasks in
                for writer in 0..<8 {
                    tasks.addTask {
                        do {
                            _ = try await subject.backend.put(
                                path, .pattern(100, from: writer), condition: .ifAbsent)
                            return writer
                        } catch let error as StorageError {
                            try subject.expectEqual(error.code, .precondition, "a loser's failure")
                            return nil
                        }
                    }
                }
                var winners: [Int] = []
                for try await winner in tasks { if let winner { winners.append(winner) } }
                return winners
            }
            try subject.expectEqual(winners.count, 1, "the number of winners")
            let body = try await subject.body(path)
            try subject.expectEqual(body.bytes, .pattern(100, from: winners[0]), "the object")
        },
        Case("A reader beside a writer sees one version or the other") { subject in
            let path = try subject.path("a.jsonl")
            let versions = [[UInt8].pattern(50_000), .pattern(50_000, from: 9)]
            _ = try await subject.backend.put(path, versions[0], condition: .none)
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                tasks.addTask {
                    for round in 0..<20 {
                        _ = try await subject.backend.put(
                            path, versions[round % 2], condition: .none)
                    }
                }
                tasks.addTask {
                    for _ in 0..<40 {
                        let body = try await subject.body(path)
                        try subject.expect(versions.contains(body.bytes), "a mixed version is seen")
                    }
                }
                try await tasks.waitForAll()
            }
        },
        Case("Names with the characters of conflict copies are kept") { subject in
            let names = [
                "ab.sync-conflict-20260807-101500-ABCDEFG.jsonl",
                "ab (Alice's conflicted copy 2026-08-07).jsonl", "ab (Konflikt Ä ü 日本).jsonl",
                "a+b=c&d@e!.jsonl",
            ]
            for name in names {
                _ = try await subject.backend.put(
                    try subject.path(name), Array(name.utf8), condition: .none)
            }
            let listed = try await subject.backend.list(subject.folder)
            try subject.expectEqual(
                listed.map { String($0.path.name) }.sorted(), names.sorted(), "the listing")
            for name in names {
                let body = try await subject.body(try subject.path(name))
                try subject.expectEqual(body.bytes, Array(name.utf8), "the object \(name)")
            }
        },
    ]
}
