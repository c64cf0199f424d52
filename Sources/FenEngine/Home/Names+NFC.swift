@_spi(_Unicode) import Swift

extension String {
    /// Normalisation form C, as the standard library's Unicode tables have it. Writers apply it;
    /// readers never check.
    var nfc: String {
        var scalars = String.UnicodeScalarView()
        scalars.append(contentsOf: _nfc)
        return String(scalars)
    }
}
