internal import CCurl
internal import Glibc

extension ActiveTransfer {
    /// Sets all options of the handle. Returns the fault of an invalid request.
    func prepare() -> HTTPTransportError? {
        // Without this check, libcurl would guess a scheme.
        let isWeb = ["http://", "https://"].contains { scheme in
            request.url.utf8.prefix(scheme.utf8.count).elementsEqualIgnoringCase(scheme.utf8)
        }
        guard isWeb, !request.url.utf8.contains(0) else { return .unusableURL(request.url) }
        if let fault = collectFields() { return fault }
        for code in setBasics() + setConnection() + setTLS() + setCallbacks() where code != CURLE_OK {
            return .other(code: Int(code.rawValue), CurlLibrary.text(code))
        }
        guard let proxy = request.proxy else { return nil }
        let schemes = ["http", "https", "socks4", "socks4a", "socks5", "socks5h"]
        guard let parts = URLParts(proxy), schemes.contains(parts.scheme),
            easy.set(CURLOPT_PROXY, Self.resolvingNames(parts)) == CURLE_OK
        else { return .unusableProxy(proxy) }
        return nil
    }

    private func collectFields() -> HTTPTransportError? {
        var fields = request.headers
        if let range = request.range { fields.append(("Range", range.fieldValue)) }
        for (name, value) in fields {
            guard !name.isEmpty, name.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != 0x3A }),
                !value.utf8.contains(where: { $0 == 0 || $0 == 0x0A || $0 == 0x0D })
            else { return .unusableHeader(name: name) }
            // “Name:” would remove the field; “Name;” sends it without a value.
            addField(value.allSatisfy { $0 == " " || $0 == "\t" } ? "\(name);" : "\(name): \(value)")
        }
        // The status line of SHOUTcast servers.
        addAlias("ICY ")
        return nil
    }

    private func setBasics() -> [CURLcode] {
        [
            easy.keepErrorText(),
            easy.set(CURLOPT_NOSIGNAL, 1),
            easy.set(CURLOPT_PROTOCOLS_STR, "http,https"),
            easy.set(CURLOPT_FOLLOWLOCATION, 0),
            easy.set(CURLOPT_URL, request.url),
            easy.set(CURLOPT_PATH_AS_IS, 1),
            // An empty string offers all supported content codings.
            easy.set(CURLOPT_ACCEPT_ENCODING, request.acceptsCompressed ? "" : nil),
            easy.set(CURLOPT_BUFFERSIZE, 64 << 10),
        ] + setMethod() + setLists()
    }

    private func setMethod() -> [CURLcode] {
        switch request.method {
        case .get: [easy.set(CURLOPT_HTTPGET, 1)]
        case .head: [easy.set(CURLOPT_NOBODY, 1)]
        case .post(let body):
            [easy.set(CURLOPT_POST, 1), easy.set(CURLOPT_POSTFIELDSIZE, body.count), easy.setBody(body)]
        }
    }

    private func setConnection() -> [CURLcode] {
        let (seconds, attoseconds) = request.connectTimeout.components
        let limit = max(1, min(seconds, 86_400) * 1000 + attoseconds / 1_000_000_000_000_000)
        return [
            // Credentials and the proxy come only from the request.
            easy.set(CURLOPT_NETRC, 0),
            easy.set(CURLOPT_PROXY, ""),
            easy.set(CURLOPT_NOPROXY, ""),
            easy.set(CURLOPT_HTTPPROXYTUNNEL, request.proxy == nil ? 0 : 1),
            easy.set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1),
            easy.set(CURLOPT_CONNECTTIMEOUT_MS, Int(limit)),
            easy.set(CURLOPT_TCP_NODELAY, 1),
            easy.set(CURLOPT_TCP_KEEPALIVE, 1),
            // The end of a transfer does not wait for the name lookup of the system.
            easy.set(CURLOPT_QUICK_EXIT, 1),
            easy.set(
                CURLOPT_HTTP_VERSION,
                request.version == .http1 ? playhead_curl_http1 : playhead_curl_http2_over_tls),
        ]
    }

    private func setTLS() -> [CURLcode] {
        let tls = request.tls
        var codes = [
            easy.set(CURLOPT_SSL_VERIFYPEER, tls.verifies ? 1 : 0),
            easy.set(CURLOPT_SSL_VERIFYHOST, tls.verifies ? 2 : 0),
            // An empty password prevents a prompt at the terminal.
            easy.set(CURLOPT_KEYPASSWD, ""),
            easy.set(CURLOPT_CERTINFO, request.wantsCertificate ? 1 : 0),
        ]
        if let file = tls.caFile {
            codes += [easy.set(CURLOPT_CAINFO, file), easy.set(CURLOPT_CAPATH, nil)]
            codes += [easy.set(CURLOPT_PROXY_CAINFO, file), easy.set(CURLOPT_PROXY_CAPATH, nil)]
        } else if easy.text(CURLINFO_CAPATH) != nil {
            // From the certificate folder of the system, only needed files are read. The system's file with
            // all root certificates takes about 50 ms of the thread.
            codes += [easy.set(CURLOPT_CAINFO, nil), easy.set(CURLOPT_PROXY_CAINFO, nil)]
        }
        if let file = tls.certificate {
            codes += [easy.set(CURLOPT_SSLCERT, file), easy.set(CURLOPT_SSLKEY, tls.key ?? file)]
        }
        return codes
    }

    private func setCallbacks() -> [CURLcode] {
        let me = unsafe Unmanaged.passUnretained(self).toOpaque()
        return [
            unsafe playhead_curl_set_pointer(easy.handle, CURLOPT_PRIVATE, me),
            unsafe playhead_curl_set_pointer(easy.handle, CURLOPT_HEADERDATA, me),
            unsafe playhead_curl_set_writer(easy.handle, CURLOPT_HEADERFUNCTION) { bytes, size, count, me in
                let total = size * count
                guard let me = unsafe ActiveTransfer.of(me) else { return 0 }
                return unsafe me.takeLine(UnsafeRawBufferPointer(start: bytes, count: total)) ? total : 0
            },
            unsafe playhead_curl_set_pointer(easy.handle, CURLOPT_WRITEDATA, me),
            unsafe playhead_curl_set_writer(easy.handle, CURLOPT_WRITEFUNCTION) { bytes, size, count, me in
                guard let me = unsafe ActiveTransfer.of(me) else { return 0 }
                return unsafe me.takeBody(UnsafeRawBufferPointer(start: bytes, count: size * count))
            },
            unsafe playhead_curl_set_pointer(easy.handle, CURLOPT_OPENSOCKETDATA, me),
            unsafe playhead_curl_set_socket_opener(easy.handle) { me, _, address in
                guard let address = unsafe address, let me = unsafe ActiveTransfer.of(me) else {
                    return playhead_curl_bad_socket
                }
                let bytes = unsafe UnsafeRawBufferPointer(
                    start: playhead_curl_address_bytes(address), count: Int(address.pointee.addrlen))
                guard me.allows(unsafe SocketAddressBytes(socketAddress: bytes)) else {
                    return playhead_curl_bad_socket
                }
                return unsafe socket(
                    address.pointee.family, address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue),
                    address.pointee.protocol)
            },
            unsafe playhead_curl_set_pointer(easy.handle, CURLOPT_PREREQDATA, me),
            unsafe playhead_curl_set_request_check(easy.handle) { me, remote, _, port, localPort in
                guard let me = unsafe ActiveTransfer.of(me) else { return CURL_PREREQFUNC_ABORT }
                let address = unsafe remote.map { unsafe String(cString: $0) }.flatMap {
                    SocketAddressBytes(text: $0, port: UInt16(clamping: port))
                }
                let isAllowed = me.allowsUse(of: address, from: Int(localPort))
                return isAllowed ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
            },
        ]
    }

    /// The proxy URL with a scheme that lets a SOCKS proxy resolve host names.
    private static func resolvingNames(_ proxy: URLParts) -> String {
        let names = ["socks4": "socks4a", "socks5": "socks5h"]
        guard let name = names[proxy.scheme] else { return proxy.text }
        return name + proxy.text.dropFirst(proxy.scheme.count)
    }
}
