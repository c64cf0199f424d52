import Foundation
import Testing

/// One line of `--json`.
struct FenAnswer: Sendable {
    let command: String?
    let isOK: Bool
    let status: Int32
    let errorCode: String?
    let message: String?
    let ref: String?
    private let line: String

    /// Reads a line; nil for what is no answer.
    init?(_ line: String) {
        guard let object = Self.object(line), let isOK = object["ok"] as? Bool else { return nil }
        self.line = line
        self.isOK = isOK
        command = object["command"] as? String
        status = (object["status"] as? NSNumber)?.int32Value ?? 0
        let error = object["error"] as? [String: Any]
        errorCode = error?["code"] as? String
        message = error?["message"] as? String
        ref = object["ref"] as? String
    }

    /// The number in the reference of the event that was written, such as 42 in `alice:42`.
    var seq: UInt64? {
        ref.flatMap { $0.split(separator: ":").last }.flatMap { UInt64($0) }
    }

    /// A text among the keys.
    func text(_ key: String) -> String? {
        Self.object(line)?[key] as? String
    }

    /// A truth among the keys.
    func flag(_ key: String) -> Bool? {
        Self.object(line)?[key] as? Bool
    }

    /// A number among the keys.
    func number(_ key: String) -> Int? {
        (Self.object(line)?[key] as? NSNumber)?.intValue
    }

    /// A list of texts among the keys.
    func texts(_ key: String) -> [String] {
        Self.object(line)?[key] as? [String] ?? []
    }

    /// A list of objects among the keys.
    func list(_ key: String) -> [[String: Any]] {
        Self.object(line)?[key] as? [[String: Any]] ?? []
    }

    private static func object(_ line: String) -> [String: Any]? {
        try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    }
}

/// Every answer is a success.
func expectOK(_ answers: [FenAnswer], sourceLocation: SourceLocation = #_sourceLocation) {
    for answer in answers where !answer.isOK {
        Issue.record("\(answer)", sourceLocation: sourceLocation)
    }
}
