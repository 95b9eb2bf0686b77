internal import AsyncHTTPClient
internal import NIOCore
internal import NIOHTTP1
internal import PlayheadLoops
internal import Synchronization

/// Sends the requests of one load, each with what belongs to it, and follows redirects within the policy.
final class Fetcher: Sendable {
    /// What came of a request in the end.
    struct Outcome: Sendable {
        var head: HTTPResponseHead
        var address: WebAddress
    }

    let order: LoadOrder
    let loop: any EventLoop
    private let client: HTTPClient
    private let proxy: HTTPClient.Configuration.Proxy?
    private let jar: CookieJar
    let home: WebAddress
    private let received = Atomic(0)
    private let bandwidth: BandwidthWatch?

    /// Throws where the options cannot be used: a certificate that is not there, a proxy that is none.
    init(
        _ order: LoadOrder, home: WebAddress, on loop: any EventLoop, bandwidth: BandwidthWatch? = nil
    ) throws(PlayerError) {
        self.bandwidth = bandwidth
        self.order = order
        self.home = home
        self.loop = loop
        jar = CookieJar(order.options.cookies, host: home.host)
        proxy = try order.options.proxy.map { text throws(PlayerError) in
            try HTTPClient.Configuration.Proxy(address: text)
        }
        var configuration = HTTPClient.Configuration()
        configuration.tlsConfiguration = try order.options.tls.configuration
        configuration.redirectConfiguration = .disallow
        configuration.httpVersion = .http1Only
        configuration.proxy = proxy
        configuration.connectionPool.retryConnectionEstablishment = false
        // The time of the player decides before.
        configuration.timeout = .init(connect: .seconds(30))
        let mayBePrivate = order.policy.allowsPrivateNetworks || proxy != nil
        configuration.http1_1ConnectionDebugInitializer = { channel in
            channel.withholdFromChildren()
            guard !mayBePrivate, channel.remoteAddress.map(PrivateRanges.contains) ?? true else {
                return channel.eventLoop.makeSucceededVoidFuture()
            }
            // The client gives up what could not be made, and hears of the end of it after that.
            channel.eventLoop.execute { channel.close(promise: nil) }
            return channel.eventLoop.makeFailedFuture(PrivateConnection())
        }
        client = HTTPClient(eventLoopGroupProvider: .shared(loop), configuration: configuration)
    }

    /// Throws where the options cannot be used, without doing anything with them.
    static func check(_ order: LoadOrder) throws(PlayerError) {
        if let proxy = order.options.proxy { _ = try HTTPClient.Configuration.Proxy(address: proxy) }
        _ = try order.options.tls.configuration
    }

    func close() { client.shutdown { _ in } }

    /// Asks for a resource, and returns when all of the answer has been taken.
    func fetch(
        _ uri: String, _ method: HTTPMethod, headers extra: HTTPHeaders, from origin: WebAddress?,
        for taker: FetchAttempt.Taker, onSent: @escaping @Sendable () -> Void
    ) async throws(FetchFault) -> Outcome {
        guard var address = WebAddress(uri) else {
            throw FetchFault(
                .refused, PlayerError(.badAddress, "“\(uri)” is not an address", uri: uri))
        }
        var origin = origin
        var visited: Set<String> = []
        while true {
            if address.isFile {
                return try await read(address, method, headers: extra, from: origin, for: taker)
            }
            if let refusal = order.policy.refusal(of: address, from: origin) {
                throw FetchFault(.refused, refusal)
            }
            // The same address with another cookie is another question.
            guard visited.insert("\(jar.header(for: address) ?? "") \(address.text)").inserted else {
                throw .astray(address, "The server's redirects lead in a circle")
            }
            if visited.count > order.policy.maximumRedirects + 1 {
                throw .astray(
                    address, "The server redirects more than \(order.policy.maximumRedirects) times")
            }
            let head = try await ask(address, method, headers: extra, for: taker, onSent: onSent)
            guard [301, 302, 303, 307, 308].contains(head.status.code),
                let target = head.headers.first(name: "Location")
            else { return Outcome(head: head, address: address) }
            guard let next = WebAddress(target, in: address) else {
                throw .astray(address, "The server redirects to what is no address")
            }
            (origin, address) = (address, next)
        }
    }

    private func ask(
        _ address: WebAddress, _ method: HTTPMethod, headers extra: HTTPHeaders,
        for taker: FetchAttempt.Taker, onSent: @escaping @Sendable () -> Void
    ) async throws(FetchFault) -> HTTPResponseHead {
        let redirects: Set<UInt> = [301, 302, 303, 307, 308]
        if let most = order.policy.maximumBytes, received.load(ordering: .relaxed) > most {
            throw tooMuch(most, address)
        }
        let watched = taker.isMedia ? bandwidth?.watch(taker) : nil
        defer { if let transfer = watched?.transfer { bandwidth?.end(transfer) } }
        let wanted = watched?.taker ?? taker
        let taker = FetchAttempt.Taker { [jar] head in
            for header in head.headers["Set-Cookie"] { jar.take(header, from: address) }
            if redirects.contains(head.status.code), head.headers.contains(name: "Location") { return false }
            return try wanted.head(head)
        } body: { [self] buffer in
            let total = received.add(buffer.readableBytes, ordering: .relaxed).newValue
            if let most = order.policy.maximumBytes, total > most {
                return loop.makeFailedFuture(tooMuch(most, address))
            }
            return wanted.body(buffer)
        }
        do {
            let request = try HTTPClient.Request(
                url: address.text, method: method, headers: headers(for: address, extra))
            order.fetches.begin()
            defer { order.fetches.end() }
            return try await FetchAttempt.run(
                request, with: client, on: loop, time: order.time, silence: order.recovery.silence,
                for: taker, onSent: onSent, silent: .silent(address))
        } catch let enough as EnoughRead {
            return enough.head
        } catch is PrivateConnection {
            throw FetchFault(.refused, NetworkPolicy.privateHost(address))
        } catch {
            throw FetchFault(error, at: address, proxy: proxy)
        }
    }

    private func tooMuch(_ most: Int, _ address: WebAddress) -> FetchFault {
        FetchFault(
            .refused, NetworkPolicy.forbidden("More than \(most) bytes are not to be fetched", address))
    }

    private func headers(for address: WebAddress, _ extra: HTTPHeaders) -> HTTPHeaders {
        var headers = HTTPHeaders()
        headers.add(name: "User-Agent", value: order.options.userAgent ?? "Playhead/\(Player.version)")
        headers.add(name: "Accept", value: "*/*")
        for (name, value) in order.options.headers.sorted(by: { $0.key < $1.key }) {
            let lower = name.lowercased()
            if ["host", "content-length", "transfer-encoding", "connection"].contains(lower) { continue }
            // Nor do they go in clear where the item's own address does not.
            let isHome = address.host == home.host && (address.isSecure || !home.isSecure)
            if ["authorization", "cookie"].contains(lower), !isHome { continue }
            headers.replaceOrAdd(name: name, value: value)
        }
        for (name, value) in extra { headers.replaceOrAdd(name: name, value: value) }
        if let cookies = jar.header(for: address) {
            let given = headers.first(name: "Cookie")
            headers.replaceOrAdd(name: "Cookie", value: given.map { "\($0); \(cookies)" } ?? cookies)
        }
        return headers
    }
}

/// All that is wanted of an answer has come, and more would follow.
struct EnoughRead: Error {
    var head: HTTPResponseHead
}

/// A connection that was made to an address that is not public.
private struct PrivateConnection: Error {}
