internal import PlayheadCore
internal import PlayheadNetwork

extension RemoteFile {
    /// All bytes of an HTTP resource, with retries.
    func fetched() async throws(PlayerError) -> [UInt8] {
        guard let address = HTTPURL(uri), !address.host.isEmpty else {
            throw PlayerError(
                .invalidURI, "The address names no host", hint: "check the address", uri: uri)
        }
        let order = access.order(for: uri)
        let fetcher = try Fetcher(order, home: home(of: address))
        defer { fetcher.close() }
        var schedule = RetryPolicy(
            order.recovery, stallTimeout: order.stallTimeout, patience: .bounded, hasBegun: false)
        while true {
            do throws(FetchFault) {
                return try await fetcher.fetchWhole(address.text, limit: limit, excess: excess).body
            } catch {
                let pause = schedule.pause(after: error, at: order.time.now, chance: .random(in: -1...1))
                guard let pause, !Task.isCancelled else { throw error.error }
                try? await Task.sleep(for: pause)
            }
        }
    }

    /// Credentials of an item are sent to its own host only. An item that is no web resource has no such
    /// host.
    private func home(of address: HTTPURL) -> HTTPURL {
        guard let home = access.home else { return address }
        let nowhere = "https://host.invalid/"
        return HTTPURL(NetworkAccess.isWeb(home) ? home : nowhere) ?? address
    }
}
