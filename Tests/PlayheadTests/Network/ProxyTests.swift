import Foundation
import Playhead
import PlayheadServer
import PlayheadTesting
import Testing

@testable import TestBasics
@testable import TestSupport

/// What comes through a proxy, over real sockets.
@Suite(.timeLimit(.minutes(2)))
struct ProxyTests {
    private static let stream = "hls-ts/low.m3u8"

    /// A host that only the proxy knows.
    private func away(_ server: MediaServer, _ scheme: String = "http") throws -> String {
        let port = try #require(URL(string: server.address(of: ""))?.port)
        return "\(scheme)://media.invalid:\(port)/\(Self.stream)"
    }

    private func play(_ uri: String, proxy: String) async throws -> PlayerSnapshot {
        var configuration = PlayerConfiguration.silent
        configuration.clock = .virtual
        configuration.network.proxy = proxy
        configuration.network.tls.verifiesServers = false
        return try await MediaItem(uri: uri).plays(with: configuration)
    }

    @Test(arguments: [false, true])
    func `all requests of a stream pass the proxy, with the login of its address`(
        isSecure: Bool
    ) async throws {
        let server = try await MediaServer(
            folder: Samples.directory.path, certificate: isSecure ? .localhost : nil)
        let login = "Basic " + Data("me:se cret".utf8).base64EncodedString()
        let proxy = try await TunnelProxy(login: login)
        let uri = try away(server, isSecure ? "https" : "http")
        let player = try await play(uri, proxy: "http://me:se%20cret@127.0.0.1:\(proxy.port)")
        #expect(player.endReason == .natural && player.error == nil, "\(player)")
        let target = try #require(URL(string: uri)?.port).description
        #expect(!proxy.requests.isEmpty)
        #expect(
            proxy.requests.allSatisfy { $0.target == "media.invalid:\(target)" && $0.authorization == login })
        // What gives access to the proxy is for nobody else.
        #expect(server.log.requests.count > 4)
        #expect(server.log.requests.allSatisfy { $0.header("Proxy-Authorization") == nil })
        await server.close()
        try await proxy.close()
    }

    @Test func `a proxy that requires a login is named in the error, and requested once`() async throws {
        let server = try await MediaServer(folder: Samples.directory.path)
        let proxy = try await TunnelProxy(login: "Basic x")
        let player = try await play(try away(server), proxy: "http://127.0.0.1:\(proxy.port)")
        let error = try #require(player.error)
        #expect(error.code == .httpStatus && error.domainCode == 407, "\(error)")
        #expect(error.message.contains("The proxy 127.0.0.1:\(proxy.port) asks for a login"), "\(error)")
        #expect(proxy.requests.count == 1 && server.log.requests.isEmpty)
        await server.close()
        try await proxy.close()
    }

    @Test func `a proxy that refuses the request is named in the error`() async throws {
        let server = try await MediaServer(folder: Samples.directory.path)
        let proxy = try await TunnelProxy(status: 403)
        let player = try await play(try away(server), proxy: "http://127.0.0.1:\(proxy.port)")
        let error = try #require(player.error)
        #expect(error.code == .network, "\(error)")
        #expect(error.message.contains("The proxy 127.0.0.1:\(proxy.port) does not let"), "\(error)")
        #expect(server.log.requests.isEmpty)
        await server.close()
        try await proxy.close()
    }

    @Test func `an unreachable proxy is named in the error`() async throws {
        let server = try await MediaServer(folder: Samples.directory.path)
        let place = try HeldPort()
        let port = place.port
        let player = try await play(try away(server), proxy: "http://127.0.0.1:\(port)")
        place.close()
        let error = try #require(player.error)
        #expect(error.code == .connectionRefused, "\(error)")
        #expect(error.message == "The proxy 127.0.0.1 refuses connections on port \(port)", "\(error)")
        #expect(server.log.requests.isEmpty)
        await server.close()
    }
}
