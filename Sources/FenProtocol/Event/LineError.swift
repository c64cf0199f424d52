/// Why a line is no event of this version: the label of §4 and the field it was noticed at.
package struct LineError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The label.
    package let reason: RefusalReason
    /// The field by its name in the line; empty for the line itself.
    package let field: String

    /// Names a reason and a field.
    package init(_ reason: RefusalReason, _ field: StaticString = "") {
        self.reason = reason
        self.field = field.description
    }

    /// The label, and the field where there is one.
    package var description: String {
        field.isEmpty ? reason.label : "\(reason.label) at `\(field)`"
    }
}
