/// A stretch of lines, each with its newline, and how the one behind it is read.
struct LinePage: Sendable {
    let lines: [[UInt8]]
    /// Reads what is behind these; nil where nothing is.
    let next: @Sendable () async throws -> LinePage?
}

/// Lines of a group, read page by page while they are asked for: memory does not grow with the
/// group. What comes in meanwhile is among them when its place has not been passed.
package struct PagedLines: AsyncSequence, Sendable {
    /// What they begin with.
    let first: LinePage

    /// Begins from the front.
    package func makeAsyncIterator() -> Iterator {
        Iterator(lines: first.lines[...], readNext: first.next)
    }

    /// One reading of the lines.
    package struct Iterator: AsyncIteratorProtocol {
        fileprivate var lines: ArraySlice<[UInt8]>
        fileprivate var readNext: @Sendable () async throws -> LinePage?

        /// The next line, or nil at the end.
        package mutating func next() async throws -> [UInt8]? {
            while lines.isEmpty {
                guard let page = try await readNext() else { return nil }
                lines = page.lines[...]
                readNext = page.next
            }
            return lines.removeFirst()
        }
    }
}
