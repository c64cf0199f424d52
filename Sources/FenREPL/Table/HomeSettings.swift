internal import FenEngine

/// The settings of this program on this device.
package enum HomeSettings {
    /// A setting.
    package struct Key: Sendable {
        /// The word for it.
        package let name: String
        /// Its value until somebody changes it.
        package let standard: String
        /// What it does.
        package let meaning: String
        /// The words it can be; none where ``HomeSettings`` checks it otherwise.
        package var words = ["on", "off"]
    }

    /// Whether the shares are shown, and a yes asked for, before an expense is saved.
    package static let preview = Key(
        name: "preview", standard: "unusual",
        meaning: "shows expenses before saving them: off, unusual or always",
        words: ["off", "unusual", "always"])

    /// Whether an expense in a currency without a rate fetches the rate of its day.
    package static let ratesAuto = Key(
        name: "rates-auto", standard: "off",
        meaning: "an expense in a currency without a rate fetches that of its day")

    /// All of them.
    package static let keys = [
        Key(name: "plain", standard: "off", meaning: "fen's own words in ASCII"),
        Key(name: "poll", standard: "30", meaning: "seconds between looks at the store", words: []),
        preview,
        ratesAuto,
        Key(
            name: "rates-url", standard: Engine.standardRatesAddress,
            meaning: "the service that /rates fetch asks", words: []),
        Key(
            name: "snapshot-after", standard: "72",
            meaning: "hours something must be missing before /snapshot", words: []),
    ]

    static var page: [String] {
        keys.map { "\($0.name): \($0.meaning) (\($0.standard) until changed)" }
    }

    /// The setting a typed word means, with its value checked.
    static func check(_ key: String, _ value: String) throws -> (String, String) {
        let word = key.lowercased()
        guard let found = keys.first(where: { $0.name == word }) else {
            let names = keys.map(\.name).joined(separator: ", ")
            throw UsageError("There is no setting “\(key)”.", hint: "There are: \(names).")
        }
        let text = value.lowercased()
        switch found.name {
        case "poll":
            guard let seconds = Int(text), (2...3600).contains(seconds) else {
                throw UsageError("“\(value)” is no time.", hint: "From 2 to 3600 seconds.")
            }
            return (found.name, String(seconds))
        case "snapshot-after":
            guard let hours = Int(text), (1...8760).contains(hours) else {
                throw UsageError("“\(value)” is no time.", hint: "From 1 to 8760 hours.")
            }
            return (found.name, String(hours))
        case "rates-url":
            return (found.name, try Engine.checkedRatesAddress(value))
        default:
            guard found.words.contains(text) else {
                let words = found.words.dropLast().joined(separator: ", ")
                throw UsageError(
                    "\(found.name) is \(words) or \(found.words.last ?? "").",
                    hint: "Such as: /set \(found.name) \(found.words.last ?? "")")
            }
            return (found.name, text)
        }
    }
}
