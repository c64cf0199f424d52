/// Why the bytes of a payload are not what §3 and §5 ask for. On every device the event is
/// `CORRUPT`: the rule looks at nothing but the payload itself.
package struct PayloadError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What is wrong.
    package enum Problem: String, Sendable {
        /// Longer than a payload may be.
        case tooLong = "is longer than a payload may be"
        /// Not canonical JSON of the restricted kind (§3).
        case notCanonical = "is not canonical JSON"
        /// No object with a `kind`.
        case noKind = "has no kind"
        /// A field that must be there is not.
        case missing = "is missing"
        /// Another JSON type than the field has.
        case wrongType = "has the wrong type"
        /// Text or a list of a length that is not allowed.
        case wrongLength = "has a length that is not allowed"
        /// A number outside its range.
        case outOfRange = "is out of range"
        /// Text that is not in the form the field has.
        case malformed = "is malformed"
        /// A list that is not strictly ascending.
        case notAscending = "is not strictly ascending"
        /// Parts that do not add up.
        case wrongSum = "does not add up"
        /// A money unit of which only some fields are there.
        case notWhole = "is not whole"
        /// Two fields that must differ do not.
        case notDifferent = "must differ"
    }

    /// The field, by its name on the wire; empty for the payload itself.
    package let field: String
    /// What is wrong with it.
    package let problem: Problem

    /// Names a field and what is wrong with it.
    package init(_ field: StaticString, _ problem: Problem) {
        self.field = field.description
        self.problem = problem
    }

    /// A sentence without the payload's content in it.
    package var description: String {
        field.isEmpty ? "the payload \(problem.rawValue)" : "`\(field)` \(problem.rawValue)"
    }

    /// The label an event with such a payload carries.
    package var reason: RefusalReason {
        .corrupt
    }
}
