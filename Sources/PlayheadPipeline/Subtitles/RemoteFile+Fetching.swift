internal import PlayheadCore
internal import PlayheadNetwork

extension RemoteFile {
    /// All bytes of an HTTP resource, with retries.
    func fetched() async throws(PlayerError) -> [UInt8] {
        guard let address = HTTPURL(uri), !address.host.isEmpty else {
            throw PlayerError(
                .invalidURI, "The address names no host", hint: "check the address", uri: uri)
        }
        let fetcher = try Fetcher(access.order(for: uri), home: home(of: address))
        defer { fetcher.close() }
        return try await fetcher.load(address.text, limit: limit, excess: excess).bytes
    }

    /// Credentials of an item are sent to its own host only. An item that is no web resource has no such
    /// host.
    private func home(of address: HTTPURL) -> HTTPURL {
        guard let home = access.home else { return address }
        let nowhere = "https://host.invalid/"
        return HTTPURL(NetworkAccess.isWeb(home) ? home : nowhere) ?? address
    }
}
