internal import CCurl

/// An easy handle of libcurl with its error buffer.
@safe final class EasyHandle {
    let handle: UnsafeMutableRawPointer
    private let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))

    init?() {
        guard let handle = unsafe curl_easy_init() else {
            unsafe errorText.deallocate()
            return nil
        }
        unsafe self.handle = handle
        unsafe errorText.pointee = 0
    }

    deinit {
        unsafe curl_easy_cleanup(handle)
        unsafe errorText.deallocate()
    }

    func keepErrorText() -> CURLcode {
        unsafe playhead_curl_set_pointer(handle, CURLOPT_ERRORBUFFER, errorText)
    }

    /// libcurl's message for an error.
    func text(_ code: CURLcode) -> String {
        let text = unsafe String(cString: errorText)
        return text.isEmpty ? CurlLibrary.text(code) : text
    }

    func set(_ option: CURLoption, _ value: Int) -> CURLcode {
        unsafe playhead_curl_set_long(handle, option, value)
    }

    /// Sets an option. Nil resets it.
    func set(_ option: CURLoption, _ value: String?) -> CURLcode {
        guard let value else { return unsafe playhead_curl_set_text(handle, option, nil) }
        return unsafe playhead_curl_set_text(handle, option, value)
    }

    /// Sets the body of a POST request. libcurl copies it; its size is set before.
    func setBody(_ body: [UInt8]) -> CURLcode {
        // Without a pointer, libcurl would ask a callback for the body.
        unsafe (body.isEmpty ? [0] : body).withUnsafeBytes { bytes in
            unsafe playhead_curl_set_pointer(
                handle, CURLOPT_COPYPOSTFIELDS, UnsafeMutableRawPointer(mutating: bytes.baseAddress))
        }
    }

    /// The end of the server's certificate, as text.
    var certificateEnd: String? {
        guard let text = unsafe playhead_curl_certificate_end(handle) else { return nil }
        return unsafe String(cString: text)
    }

    func number(_ info: CURLINFO) -> Int {
        var value = 0
        return unsafe playhead_curl_get_long(handle, info, &value) == CURLE_OK ? value : 0
    }

    func offset(_ info: CURLINFO) -> Int64 {
        var value: curl_off_t = 0
        return unsafe playhead_curl_get_offset(handle, info, &value) == CURLE_OK ? Int64(value) : 0
    }

    func text(_ info: CURLINFO) -> String? {
        var value: UnsafePointer<CChar>?
        guard unsafe playhead_curl_get_text(handle, info, &value) == CURLE_OK, let value = unsafe value else {
            return nil
        }
        return unsafe String(cString: value)
    }
}
