package import FenStorage

/// The contract of `StorageBackend` as cases that any implementation has to pass.
///
/// A backend's own test is
///
///     @Test(arguments: StorageConformance.all)
///     func conforms(_ item: StorageConformance.Case) async throws {
///         try await item.run(on: emptyBackend())
///     }
///
/// Each case gets a place of its own, or at least a folder of its own: it writes only below
/// ``folder``, which is fresh for every case.
package enum StorageConformance {
    /// One promise of the contract.
    package struct Case: Sendable, CustomStringConvertible {
        /// What is promised.
        package let name: String
        private let body: @Sendable (Subject) async throws -> Void

        init(_ name: String, _ body: @escaping @Sendable (Subject) async throws -> Void) {
            self.name = name
            self.body = body
        }

        /// What is promised; the name under which the test is listed.
        package var description: String { name }

        /// Tries the promise on a place that has been prepared.
        package func run(on backend: any StorageBackend) async throws {
            try await body(Subject(backend: backend))
        }
    }

    /// Thrown when a promise is broken.
    package struct Broken: Error, CustomStringConvertible {
        /// What was found instead.
        package let description: String
    }

    /// All promises.
    package static let all = reading + writing + appending + listing

    /// The place under test, with the few questions that every case asks.
    struct Subject: Sendable {
        let backend: any StorageBackend
        let folder: ObjectPath

        init(backend: any StorageBackend) throws {
            self.backend = backend
            let fresh = String(UInt64.random(in: 0...UInt64.max), radix: 36)
            guard let folder = ObjectPath("groups/conformance-\(fresh)/logs") else {
                throw Broken(description: "a path was refused")
            }
            self.folder = folder
        }

        func path(_ name: String) throws -> ObjectPath {
            guard let path = folder.appending(name) else {
                throw Broken(description: "the path \(name) was refused")
            }
            return path
        }

        func expect(_ holds: Bool, _ otherwise: String) throws {
            if !holds { throw Broken(description: otherwise) }
        }

        func expectEqual<Value: Equatable>(
            _ found: Value, _ wanted: Value, _ what: String
        ) throws {
            try expect(found == wanted, "\(what) is \(found), not \(wanted)")
        }

        func expectFailure(
            _ code: StorageError.Code, _ what: String, _ work: () async throws -> Void
        ) async throws {
            do {
                try await work()
            } catch let error as StorageError {
                try expect(error.code == code, "\(what) fails with \(error.code), not \(code)")
                try expect(!error.message.isEmpty, "\(what) fails without a sentence")
                return
            }
            throw Broken(description: "\(what) does not fail")
        }

        /// The bytes that a read brings, which must not be `unchanged`.
        func body(
            _ path: ObjectPath, from offset: Int = 0, limit: Int = 1 << 20,
            _ condition: GetCondition = .none
        ) async throws -> ObjectBody {
            let answer = try await backend.get(
                path, from: offset, limit: limit, condition: condition)
            guard case .body(let body) = answer else {
                throw Broken(description: "a read answers \"unchanged\"")
            }
            return body
        }
    }
}

extension [UInt8] {
    /// `count` bytes that differ from place to place.
    static func pattern(_ count: Int, from start: Int = 0) -> [UInt8] {
        (start..<start + count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ ($0 >> 8)) }
    }
}
