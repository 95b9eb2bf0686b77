internal import HTTPTransport
package import PlayheadCore
internal import Synchronization

/// Sends the HTTP requests of one load, with their header fields and cookies, and follows redirects within
/// the policy.
package final class Fetcher: Sendable {
    /// The last response of a request, after redirects.
    package struct Outcome: Sendable {
        var head: HTTPResponseHead
        var address: HTTPURL
    }

    let order: LoadOrder
    private let client = HTTPClient(on: .shared)
    private let proxy: ProxyAddress?
    private let addressPolicy: (@Sendable (SocketAddressBytes) -> Bool)?
    private let jar: CookieJar
    let home: HTTPURL
    private let received = Atomic(0)
    private let bandwidth: BandwidthWatch?

    /// Creates a fetcher. Throws when the options are unusable, such as a missing certificate or an invalid
    /// proxy.
    package init(
        _ order: LoadOrder, home: HTTPURL, bandwidth: BandwidthWatch? = nil
    ) throws(PlayerError) {
        self.bandwidth = bandwidth
        self.order = order
        self.home = home
        jar = CookieJar(order.options.cookies, host: home.host)
        proxy = try order.options.proxy.map { text throws(PlayerError) in try ProxyAddress(text) }
        try order.options.tls.check()
        let mayBePrivate = order.policy.allowsPrivateNetworks || proxy != nil
        addressPolicy = mayBePrivate ? nil : PrivateAddressRanges.excludes
    }

    /// Cancels all requests and closes the connections, without waiting.
    package func close() { client.shutdown() }

    /// Requests a resource, and returns after the response. `work` ends when the request is written, and
    /// begins again when the result is known.
    func fetch(
        _ uri: String, isHead: Bool = false, fields extra: HTTPFields = HTTPFields(),
        from origin: HTTPURL?,
        for taker: ResponseTaker, work: Work
    ) async throws(FetchFault) -> Outcome {
        work.begin()
        guard var address = HTTPURL(uri) else {
            throw FetchFault(
                .refused, PlayerError(.invalidURI, "“\(uri)” is not an address", uri: uri))
        }
        var origin = origin
        var visited: Set<String> = []
        while true {
            if address.isFile {
                return try await read(address, isHead: isHead, fields: extra, from: origin, for: taker)
            }
            if let refusal = order.policy.refusal(of: address, from: origin) {
                throw FetchFault(.refused, refusal)
            }
            // The same URL with another cookie is a different request.
            guard visited.insert("\(jar.header(for: address) ?? "") \(address.text)").inserted else {
                throw .astray(address, "The server's redirects lead in a circle")
            }
            if visited.count > order.policy.maximumRedirects + 1 {
                throw .astray(
                    address, "The server redirects more than \(order.policy.maximumRedirects) times")
            }
            let head = try await ask(
                address, method: isHead ? .head : .get, fields: extra, for: taker, work: work)
            guard [301, 302, 303, 307, 308].contains(head.status),
                let target = head["Location"]
            else { return Outcome(head: head, address: address) }
            guard let next = HTTPURL(target, in: address) else {
                throw .astray(address, "The server redirects to what is no address")
            }
            (origin, address) = (address, next)
        }
    }

    /// Sends a body with POST. Redirects are not followed.
    func post(_ body: [UInt8], as mediaType: String, to address: HTTPURL) async throws(FetchFault) {
        if let refusal = order.policy.refusal(of: address, from: nil) { throw FetchFault(.refused, refusal) }
        let taker = ResponseTaker { head in
            guard (200..<300).contains(head.status) else { throw FetchFault(head, of: address) }
            return true
        } body: { _ in
        }
        let work = Work(order.time)
        defer { work.end() }
        work.begin()
        _ = try await ask(
            address, method: .post(body), fields: HTTPFields([("Content-Type", mediaType)]), for: taker,
            work: work)
    }

    private func ask(
        _ address: HTTPURL, method: HTTPRequest.Method, fields extra: HTTPFields, for taker: ResponseTaker,
        work: Work
    ) async throws(FetchFault) -> HTTPResponseHead {
        let redirects: Set<Int> = [301, 302, 303, 307, 308]
        if let most = order.policy.maximumBytes, received.load(ordering: .relaxed) > most {
            throw tooMuch(most, address)
        }
        let watched = taker.isMedia ? bandwidth?.watch(taker) : nil
        defer { if let transfer = watched?.transfer { bandwidth?.end(transfer) } }
        let wanted = watched?.taker ?? taker
        var taker = ResponseTaker { [jar] head in
            for field in head.values("Set-Cookie") { jar.take(field, from: address) }
            if redirects.contains(head.status), head["Location"] != nil { return false }
            return try wanted.head(head)
        } body: { [self] bytes in
            let total = received.add(bytes.count, ordering: .relaxed).newValue
            if let most = order.policy.maximumBytes, total > most { throw tooMuch(most, address) }
            try wanted.body(bytes)
        }
        taker.flow = wanted.flow
        do {
            order.fetches.begin()
            let host = proxy == nil ? address.host : nil
            let answer = order.time.expectAnswer(from: host, port: address.port)
            defer {
                order.fetches.end()
                answer.end()
            }
            return try await FetchAttempt.run(
                request(address, method, fields(for: address, extra)), with: client,
                time: order.time, silence: order.recovery.idleTimeout,
                for: taker, work: work, answer: answer, silent: .silent(address),
                archive: order.options.archive)
        } catch {
            throw FetchFault(error, at: address, proxy: proxy, tls: order.options.tls)
        }
    }

    private func request(
        _ address: HTTPURL, _ method: HTTPRequest.Method, _ fields: HTTPFields
    ) -> HTTPRequest {
        var request = HTTPRequest(url: address.request)
        request.method = method
        request.headers = fields.all
        request.proxy = proxy?.text
        request.tls = order.options.tls.settings
        request.addressPolicy = addressPolicy
        return request
    }

    private func tooMuch(_ most: Int, _ address: HTTPURL) -> FetchFault {
        FetchFault(
            .refused, NetworkPolicy.forbidden("More than \(most) bytes are not to be fetched", address))
    }

    private func fields(for address: HTTPURL, _ extra: HTTPFields) -> HTTPFields {
        var fields = HTTPFields()
        fields.add("User-Agent", order.options.userAgent ?? "Playhead/\(Player.version)")
        fields.add("Accept", "*/*")
        for (name, value) in order.options.headers.sorted(by: { $0.key < $1.key }) {
            let lower = name.lowercased()
            if ["host", "content-length", "transfer-encoding", "connection"].contains(lower) { continue }
            // These fields are not sent in clear text either, unless the URI of the item is in clear text.
            let isHome = address.host == home.host && (address.isSecure || !home.isSecure)
            if ["authorization", "cookie"].contains(lower), !isHome { continue }
            fields.replace(name, value)
        }
        for (name, value) in extra.all { fields.replace(name, value) }
        if let cookies = jar.header(for: address) {
            let given = fields["Cookie"]
            fields.replace("Cookie", given.map { "\($0); \(cookies)" } ?? cookies)
        }
        return fields
    }
}
