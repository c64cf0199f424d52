/// SQL text that is put together once, from parts that several queries share.
///
/// A query is kept in a `static let`: the connection knows its statement by the query's identity.
package final class Query: Sendable {
    /// The SQL, as UTF-8.
    package let text: [UInt8]

    /// Keeps the text.
    package init(_ text: String) { self.text = Array(text.utf8) }
}
