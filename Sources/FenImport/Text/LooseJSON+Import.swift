import FenEncoding

extension LooseJSON {
    /// Reads one value and nothing behind it.
    init(_ text: String) throws(ImportError) {
        do throws(Fault) {
            try self.init(parsing: text)
        } catch {
            throw ImportError(
                "This is no JSON from line \(error.line) on.",
                hint: "The file may be cut off; export it again.")
        }
    }

    /// A whole number; nil for anything else.
    var integer: Int64? {
        guard let text = numberText, let number = FileNumber(text), number.scale == 0 else {
            return nil
        }
        return number.isNegative ? -number.digits : number.digits
    }
}
