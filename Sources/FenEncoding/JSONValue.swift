/// A value of the canonical JSON this project writes: RFC 8785 without `null`, fractions and
/// exponents.
package indirect enum JSONValue: Equatable, Sendable {
    /// An object, its keys in order.
    case object(JSONObject)
    /// An array.
    case array([JSONValue])
    /// A string.
    case string(String)
    /// `true` or `false`.
    case bool(Bool)
    /// An integer, |n| <= 2^53 - 1.
    case integer(Int64)

    /// Equal when written as the same bytes: `String`'s own equality takes composed and decomposed
    /// letters for the same.
    package static func == (left: JSONValue, right: JSONValue) -> Bool {
        switch (left, right) {
        case (.object(let one), .object(let other)): one == other
        case (.array(let one), .array(let other)): one == other
        case (.string(let one), .string(let other)): one.utf8.elementsEqual(other.utf8)
        case (.bool(let one), .bool(let other)): one == other
        case (.integer(let one), .integer(let other)): one == other
        default: false
        }
    }
}

/// An object of canonical JSON: its members in the order of their keys, each key once.
package struct JSONObject: Equatable, Sendable {
    /// A key and its value.
    package typealias Member = (key: String, value: JSONValue)

    /// The members in order.
    package let members: [Member]

    /// Puts members in order; of several with one key the last holds.
    package init(_ pairs: [Member]) {
        var members: [Member] = []
        // The sort is stable, so the later of two equal keys stays the later one.
        for pair in pairs.sorted(by: { JSONObject.precedes($0.key, $1.key) }) {
            if let last = members.last, last.key == pair.key { members.removeLast() }
            members.append(pair)
        }
        self.members = members
    }

    /// Takes members that are in order already, as a reader has made sure.
    init(ordered members: [Member]) {
        self.members = members
    }

    /// The value of a key.
    package subscript(key: String) -> JSONValue? {
        var low = 0
        var high = members.count
        while low < high {
            let middle = (low + high) / 2
            if JSONObject.precedes(members[middle].key, key) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low < members.count && members[low].key == key ? members[low].value : nil
    }

    /// Equal when every member is.
    package static func == (left: JSONObject, right: JSONObject) -> Bool {
        left.members.elementsEqual(right.members) { $0.key == $1.key && $0.value == $1.value }
    }

    private static func precedes(_ left: String, _ right: String) -> Bool {
        left.utf16.lexicographicallyPrecedes(right.utf16)
    }
}
