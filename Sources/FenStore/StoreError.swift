/// Why this device's own store did not do what was asked.
///
/// Holds no path, name or amount of anybody's: it may be shown, logged and put into a bug report.
package struct StoreError: Error, Hashable, Sendable {
    /// The kinds of failure.
    package struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The word that stands in `--json` and diagnostics.
        package let rawValue: String

        /// Wraps a word.
        package init(_ rawValue: String) { self.rawValue = rawValue }

        /// The word.
        package var description: String { rawValue }

        /// The disk, or the person's share of it, is full.
        package static let diskFull = Code("diskFull")
        /// The home can be read but not written.
        package static let readOnly = Code("readOnly")
        /// What is on the disk is not what was written there.
        package static let corrupt = Code("corrupt")
        /// Another process holds the database for longer than we wait.
        package static let busy = Code("busy")
        /// Another process has the home open for writing.
        package static let locked = Code("locked")
        /// A later version of fen wrote this home.
        package static let newerSchema = Code("newerSchema")
        /// An earlier version wrote it, and only opening it for writing can bring it up to date.
        package static let olderSchema = Code("olderSchema")
        /// There is no home yet.
        package static let missing = Code("missing")
        /// The home exists but this person may not open it.
        package static let denied = Code("denied")
        /// The secrets are sealed, and the passphrase was not given.
        package static let passphraseNeeded = Code("passphraseNeeded")
        /// The disk failed.
        package static let inputOutput = Code("inputOutput")
        /// A rule of the schema was broken: a defect of ours.
        package static let constraint = Code("constraint")
        /// SQLite was used wrongly: a defect of ours.
        package static let misuse = Code("misuse")
    }

    /// Which kind.
    package var code: Code
    /// What happened, one calm sentence.
    package var message: String
    /// What the person can do.
    package var hint: String
    /// The technical detail, for diagnostics.
    package var cause: String?

    /// Describes a failure.
    package init(_ code: Code, _ message: String, hint: String = "", cause: String? = nil) {
        self.code = code
        self.message = message
        self.hint = hint
        self.cause = cause
    }
}

extension StoreError {
    static func diskFull(_ cause: String?) -> StoreError {
        StoreError(
            .diskFull, "The disk is full; nothing was saved.",
            hint: "Make room on the disk that holds fen's home, then do it again. "
                + "What was saved before is safe.",
            cause: cause)
    }

    static func readOnly(_ cause: String?) -> StoreError {
        StoreError(
            .readOnly, "fen's home can be read but not written.",
            hint: "Give yourself permission to write there, or choose another home with --home. "
                + "Commands that only read still work.",
            cause: cause)
    }

    static func corrupt(_ cause: String?) -> StoreError {
        StoreError(
            .corrupt, "The database in fen's home is damaged.",
            hint: "Copy the whole home to a safe place first. Then ask for a new invite and join "
                + "from a new home: fen --home NEW join. What others or a store have comes back "
                + "by itself; you are a new member there, and the old entries keep your old name.",
            cause: cause)
    }

    static func denied(_ cause: String?) -> StoreError {
        StoreError(
            .denied, "fen's home may not be opened.",
            hint: "It belongs to somebody else, or its permissions were changed; "
                + "choose another home with --home.",
            cause: cause)
    }

    static func inputOutput(_ cause: String?) -> StoreError {
        StoreError(
            .inputOutput, "The disk that holds fen's home failed.",
            hint:
                "Copy the home to another disk as soon as you can, then use --home with the copy.",
            cause: cause)
    }

    /// No home where one is to be read.
    static func missing() -> StoreError {
        StoreError(
            .missing, "There is no fen home here yet.",
            hint: "Start fen once, or name another home with --home.")
    }

    /// A database without tables, where one is to be read.
    static func empty() -> StoreError {
        StoreError(
            .missing, "The database in fen's home is empty.",
            hint: "A first start that was cut off leaves it so, and starting fen goes on from "
                + "there. If this home held groups, look for a copy of fen.db first; without one, "
                + "join again with a new invite.")
    }

    /// A database without tables in a home that had some.
    static func emptied() -> StoreError {
        StoreError(
            .corrupt, "The database in fen's home is empty, and this home has been used before.",
            hint:
                "Look for a copy of fen.db and put it back. Without one, ask for a new invite and "
                + "join from a new home: fen --home NEW join.")
    }

    static func locked(pid: Int32?) -> StoreError {
        let who = pid.map { " (pid \($0))" } ?? ""
        return StoreError(
            .locked, "Another fen\(who) has this home open.",
            hint: "Use that one, or close it; commands that only read work beside it.")
    }

    static func newerSchema(found: Int, known: Int) -> StoreError {
        StoreError(
            .newerSchema,
            "A newer fen wrote this home: its schema is version \(found), "
                + "this fen knows up to version \(known).",
            hint: "Start the newer fen. Nothing was changed.")
    }

    static func olderSchema(found: Int, known: Int) -> StoreError {
        StoreError(
            .olderSchema,
            "An older fen wrote this home: its schema is version \(found), "
                + "this fen needs version \(known).",
            hint: "Start fen once with this home; it brings the home up to date and keeps all.")
    }
}
