/// Why a backup could not be opened, each in words of its own.
enum SealedFileError {
    static let foreign = FenError(
        "NOT_A_BACKUP", "This file is no backup of fen's.",
        hint: "Name the file that /backup or /identity move wrote.", status: .usage)

    static let newer = FenError(
        "BACKUP_NEWER", "A newer version of fen made this backup.",
        hint: "Restore it with that version, or a later one; nothing was changed here.")

    static let cut = FenError(
        "BACKUP_CUT", "This backup is cut short: its end is missing.",
        hint: "Copy it again from where it was made, whole; nothing was changed here.")

    static let long = FenError(
        "BACKUP_LONG", "Something stands behind the end of this backup.",
        hint: "Copy it again from where it was made; nothing was changed here.")

    static let damaged = FenError(
        "BACKUP_DAMAGED", "This backup is damaged: what is in it is not what was written.",
        hint: "Take another copy of it; nothing was changed here.")

    static func wrong(_ kind: SealedFileKind) -> FenError {
        kind == .backup
            ? FenError(
                "WRONG_PASSPHRASE", "This is not the backup's passphrase.",
                hint: "Type it again: capitals and spaces count. Without it nobody can open the "
                    + "file.", status: .trust)
            : FenError(
                "WRONG_CODE", "This is not the code of this file.",
                hint: "Type the six words that the old device showed.", status: .trust)
    }

    static func unreadable(_ path: String, _ reason: String, isMissing: Bool) -> FenError {
        FenError(
            "FILE_NOT_READ", "The file \(path) cannot be read: \(reason).",
            hint: isMissing
                ? "Check the path. Without a backup or your 12 words you can start fresh: existing "
                    + "group members can send you a new invite."
                : "Check the path.",
            status: isMissing ? .usage : .failed)
    }
}
