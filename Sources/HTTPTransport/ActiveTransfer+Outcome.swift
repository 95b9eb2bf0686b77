internal import CCurl
internal import Glibc

extension ActiveTransfer {
    /// The end and the metrics of the transfer, from libcurl's result and the findings of the callbacks.
    func outcome(_ code: CURLcode) -> (HTTPTransferEnd, HTTPTransferMetrics) {
        let end: HTTPTransferEnd
        if transfer.isCancelled {
            end = .cancelled
        } else if let fault {
            end = .failed(fault)
        } else if code == CURLE_OK {
            end = hasHead ? .finished : .failed(.protocolViolation("There was no response head"))
        } else {
            end = .failed(failure(code))
        }
        return (end, metrics)
    }

    private var metrics: HTTPTransferMetrics {
        var metrics = HTTPTransferMetrics()
        metrics.nameLookup = .microseconds(easy.offset(CURLINFO_NAMELOOKUP_TIME_T))
        metrics.connect = .microseconds(easy.offset(CURLINFO_CONNECT_TIME_T))
        metrics.tls = .microseconds(easy.offset(CURLINFO_APPCONNECT_TIME_T))
        metrics.firstByte = .microseconds(easy.offset(CURLINFO_STARTTRANSFER_TIME_T))
        metrics.total = .microseconds(easy.offset(CURLINFO_TOTAL_TIME_T))
        metrics.bytesReceived = easy.offset(CURLINFO_SIZE_DOWNLOAD_T)
        metrics.reusedConnection = hasHead && easy.number(CURLINFO_NUM_CONNECTS) == 0
        metrics.remoteAddress = easy.text(CURLINFO_PRIMARY_IP).flatMap {
            SocketAddressBytes(text: $0, port: UInt16(clamping: easy.number(CURLINFO_PRIMARY_PORT)))
        }
        if request.wantsCertificate { metrics.certificateEnd = easy.certificateEnd }
        metrics.version =
            switch easy.number(CURLINFO_HTTP_VERSION) {
            case 1: .http1_0
            case 2: .http1_1
            case 3: .http2
            case 30: .http3
            default: nil
            }
        return metrics
    }

    private func failure(_ code: CURLcode) -> HTTPTransportError {
        let text = easy.text(code)
        if let proxied = proxyFailure(code, text) { return proxied }
        switch code {
        case CURLE_ABORTED_BY_CALLBACK:
            if let refusedAddress { return .addressRefused(refusedAddress) }
        case CURLE_URL_MALFORMAT: return .unusableURL(request.url)
        case CURLE_UNSUPPORTED_PROTOCOL:
            // This code also means an HTTP/0.9 response.
            return easy.offset(CURLINFO_CONNECT_TIME_T) > 0 || easy.number(CURLINFO_NUM_CONNECTS) > 0
                ? .protocolViolation(text) : .unusableURL(request.url)
        case CURLE_COULDNT_RESOLVE_HOST: return .unresolvableHost(text)
        case CURLE_COULDNT_CONNECT:
            if let refusedAddress { return .addressRefused(refusedAddress) }
            return isRefused ? .connectionRefused(text) : .unreachable(text)
        case CURLE_OPERATION_TIMEDOUT: return .connectTimeout(text)
        case CURLE_PEER_FAILED_VERIFICATION: return .untrustedCertificate(text)
        case CURLE_SSL_CERTPROBLEM, CURLE_SSL_CACERT_BADFILE: return .unusableCertificateFile(text)
        case CURLE_SSL_CLIENTCERT: return .clientCertificateRequired(text)
        case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CIPHER, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_ENGINE_INITFAILED:
            return Self.saysCertificateRequired(text) ? .clientCertificateRequired(text) : .tlsFailure(text)
        case CURLE_PARTIAL_FILE: return .bodyCut(text)
        case CURLE_BAD_CONTENT_ENCODING: return .undecodableBody(text)
        case CURLE_WEIRD_SERVER_REPLY: return .protocolViolation(text)
        // This is CURLE_TOO_LARGE, which older headers lack.
        case CURLcode(rawValue: 100): return .headTooLarge
        case CURLE_OUT_OF_MEMORY where !hasHead && easy.number(CURLINFO_HTTP_VERSION) > 0:
            return .headTooLarge
        case CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_HTTP2, CURLE_HTTP2_STREAM:
            return broken(code, text)
        default: break
        }
        return .other(code: Int(code.rawValue), text)
    }

    private var isRefused: Bool { easy.number(CURLINFO_OS_ERRNO) == Int(ECONNREFUSED) }

    private func broken(_ code: CURLcode, _ text: String) -> HTTPTransportError {
        // In TLS 1.3 the server's alert comes after the client's side of the handshake.
        if Self.saysCertificateRequired(text) { return .clientCertificateRequired(text) }
        let isFraming = code == CURLE_RECV_ERROR && text.contains("chunk")
        if isFraming || (code == CURLE_HTTP2 && !hasHead) { return .protocolViolation(text) }
        return hasHead ? .bodyCut(text) : .connectionBroken(text)
    }

    /// Whether an alert of the server requires a client certificate. libcurl has no code for a late alert.
    /// The strings are OpenSSL's names of the alerts (RFC 8446, section 6).
    private static func saysCertificateRequired(_ text: String) -> Bool {
        ["certificate required", "bad certificate", "unknown ca", "certificate unknown"].contains {
            text.contains("alert " + $0)
        }
    }

    private func proxyFailure(_ code: CURLcode, _ text: String) -> HTTPTransportError? {
        guard let proxy = request.proxy else { return nil }
        let status = easy.number(CURLINFO_HTTP_CONNECTCODE)
        switch code {
        case CURLE_COULDNT_RESOLVE_PROXY: return .unresolvableProxy(text)
        case CURLE_URL_MALFORMAT where text.contains("proxy"): return .unusableProxy(proxy)
        case CURLE_PROXY: return socksFailure(text)
        case CURLE_LOGIN_DENIED: return .proxyAuthenticationRequired(text)
        case CURLE_COULDNT_CONNECT where refusedAddress == nil && status == 0:
            return .unreachableProxy(isRefused: isRefused, text)
        // Some proxies respond with 401.
        case _ where !hasHead && (status == 407 || status == 401): return .proxyAuthenticationRequired(text)
        case _ where !hasHead && status >= 300: return .proxyRefused(status: status, text)
        case CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_GOT_NOTHING:
            // The connection ended before the tunnel was established.
            return hasHead || status != 0 || !proxy.lowercased().hasPrefix("http")
                ? nil : .proxyRefused(status: nil, text)
        default: return nil
        }
    }

    private func socksFailure(_ text: String) -> HTTPTransportError {
        switch CURLproxycode(rawValue: UInt32(clamping: easy.number(CURLINFO_PROXY_ERROR))) {
        case CURLPX_NO_AUTH, CURLPX_USER_REJECTED, CURLPX_RECV_AUTH, CURLPX_SEND_AUTH:
            .proxyAuthenticationRequired(text)
        case CURLPX_RESOLVE_HOST: .unresolvableHost(text)
        default: .proxyRefused(status: nil, text)
        }
    }
}
