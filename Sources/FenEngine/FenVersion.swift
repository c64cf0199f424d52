/// Which fen this is.
package enum FenVersion {
    /// What `--version` prints and diagnostics say.
    package static let text = "0.1.0"
}
