/// A lesson: a table script that comes with the program.
package struct Lesson: Hashable, Sendable {
    /// The word after `/lesson`.
    package let name: String
    /// The script, as it stands in `Examples/lessons`.
    package let script: String

    /// What it is about: the first line of the script.
    package var title: String {
        String(script.prefix { $0 != "\n" }.drop { $0 == "#" || $0 == " " })
    }
}

/// The lessons, in an order to take them in.
package enum Lessons {
    /// All of them.
    package static let all: [Lesson] = [
        lesson("the-first-expense", PackageResources.the_first_expense_table),
        lesson("what-is-in-an-event", PackageResources.what_is_in_an_event_table),
        lesson("two-clocks-one-order", PackageResources.two_clocks_one_order_table),
        lesson("a-gap-and-its-repair", PackageResources.a_gap_and_its_repair_table),
        lesson("a-forged-event", PackageResources.a_forged_event_table),
        lesson("a-fork", PackageResources.a_fork_table),
    ]

    /// The lesson with this name or number, or the only one with this in its name.
    package static func find(_ typed: String) -> Lesson? {
        let word = typed.lowercased()
        if let number = Int(word) {
            return all.indices.contains(number - 1) ? all[number - 1] : nil
        }
        if let exact = all.first(where: { $0.name == word }) { return exact }
        let matches = all.filter { !word.isEmpty && $0.name.contains(word) }
        return matches.count == 1 ? matches[0] : nil
    }

    private static func lesson(_ name: String, _ bytes: [UInt8]) -> Lesson {
        Lesson(name: name, script: String(decoding: bytes, as: UTF8.self))
    }
}
