import FenEncoding
import FenHTTP

/// An answer of a Nextcloud's own requests (OCS), in XML, which is their default.
struct OCSAnswer: Sendable {
    /// The HTTP status.
    let status: Int
    /// What was asked for; empty where there is nothing.
    let data: XMLElement

    /// Reads an answer; nil for what is none.
    init?(_ answer: HTTPAnswer) {
        guard let root = XMLElement(document: answer.body), root.name == "ocs",
            root.child("meta") != nil
        else { return nil }
        status = answer.head.status
        data = root.child("data") ?? XMLElement(name: "data")
    }

    /// The text at a path of names, without white space around; nil where something is missing.
    func text(_ path: String...) -> String? {
        path.reduce(Optional(data)) { $0?.child($1) }?.text.trimmingWhitespace
    }

    /// Whether the value at a path of names is there and says no: PHP writes it as nothing.
    func deniesAt(_ path: String...) -> Bool {
        guard let found = path.reduce(Optional(data), { $0?.child($1) }) else { return false }
        return found.children.isEmpty && ["", "0", "false"].contains(found.text.trimmingWhitespace)
    }
}

/// What `/status.php` says to anybody, without a password.
struct NextcloudStatus: Equatable, Sendable {
    /// Whether it is being looked after.
    let isInMaintenance: Bool

    /// Reads it; nil where what answers is no Nextcloud that is set up.
    init?(_ answer: HTTPAnswer) {
        guard answer.head.status == 200 else { return nil }
        let text = String(decoding: answer.body, as: UTF8.self).filter { !$0.isWhitespace }
        guard text.contains("\"installed\":true"), text.contains("\"productname\":") else {
            return nil
        }
        isInMaintenance = text.contains("\"maintenance\":true")
    }
}
