/// The PEM file of certificate authorities that `ca=` names.
enum AuthorityFile {
    /// The word by which it is taken back.
    private static let off = "off"

    /// Its path, once it is seen to hold a certificate; nil where none is named, or it is taken
    /// back.
    static func path(_ arguments: Arguments) async throws -> String? {
        guard let typed = arguments.values["ca"], typed.lowercased() != off else { return nil }
        guard arguments.values["pin"] == nil else {
            throw UsageError(
                "pin and ca both say who the server is.",
                hint:
                    "pin names its key and goes with the invites; ca names a file of this device. "
                    + "Leave one out.")
        }
        guard !typed.isEmpty else {
            throw UsageError("The file of ca= is missing.", hint: "Such as: ca=~/cloud-ca.pem")
        }
        let path = FileNames.expanded(typed)
        let text = String(decoding: try await InputFile.read(path), as: UTF8.self)
        guard text.contains("-----BEGIN CERTIFICATE-----") else {
            throw UsageError(
                "The file \(path) holds no certificate.",
                hint: "It is a PEM file, which begins with -----BEGIN CERTIFICATE-----.")
        }
        return path
    }
}
