internal import CCurl

extension HTTPError {
    /// The error for a result of libcurl; `verification` is OpenSSL's result for the certificate.
    init(_ result: CURLcode, verification: Int = 0) {
        let code: Code =
            switch result {
            case CURLE_URL_MALFORMAT, CURLE_UNKNOWN_OPTION,
                CURLE_NOT_BUILT_IN, CURLE_BAD_FUNCTION_ARGUMENT, CURLE_OUT_OF_MEMORY,
                CURLE_FAILED_INIT, CURLE_SSL_ENGINE_NOTFOUND:
                .request
            case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: .resolve
            case CURLE_COULDNT_CONNECT: .connect
            case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR,
                CURLE_SSL_INVALIDCERTSTATUS:
                .untrusted
            case CURLE_SSL_PINNEDPUBKEYNOTMATCH: .otherKey
            case CURLE_SSL_CACERT_BADFILE: .authorities
            case CURLE_OPERATION_TIMEDOUT: .stalled
            // Unsupported is what libcurl calls an answer without a status line.
            case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL: .malformed
            default: .interrupted
            }
        var detail = "curl \(result.rawValue)"
        if let text = curl_easy_strerror(result) { detail += ", \(String(cString: text))" }
        if code == .untrusted, let reason = Self.reason(verification) { detail += ", \(reason)" }
        self.init(code, detail)
    }

    /// What OpenSSL found wrong with a certificate (`X509_V_ERR_…`).
    private static func reason(_ verification: Int) -> String? {
        switch verification {
        case 0: "the certificate is for another name"
        case 9: "the certificate is not valid yet"
        case 10: "the certificate has expired"
        case 18, 19: "the certificate is signed by nobody this machine knows"
        case 20, 21: "the authority that signed the certificate is not known here"
        default: "certificate check \(verification)"
        }
    }
}
