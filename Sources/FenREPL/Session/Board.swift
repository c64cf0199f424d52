internal import Synchronization

/// What the prompt's thread may read at any time, also while a line runs: a snapshot that the
/// session renews after every line and notice.
package final class Board: Sendable {
    /// The snapshot.
    package struct Content: Sendable {
        /// The prompt, with a space at its end.
        package var prompt = "[no group] > "
        /// The current group's id as text.
        package var destination: String?
        /// The groups' names in the order of `/groups`.
        package var groups: [String] = []
        /// Which of them have something new that was not looked at.
        package var unread: Set<Int> = []
        /// The names of the current group's people.
        package var names: [String] = []
        /// References of the newest entries, the newest first.
        package var references: [String] = []
        /// Currencies in use here.
        package var currencies: [String] = []
        /// Categories in use here.
        package var categories: [String] = []
        /// Names of open invites.
        package var invites: [String] = []

        /// Nothing known yet.
        package init() {}
    }

    private let content = Mutex(Content())

    /// A board with nothing on it.
    package init() {}

    /// What stands on it now.
    package var now: Content { content.withLock { $0 } }

    /// Puts something else on it.
    package func set(_ new: Content) { content.withLock { $0 = new } }

    /// Changes what stands on it.
    package func update(_ change: (inout Content) -> Void) { content.withLock { change(&$0) } }
}
