import Foundation
import Playhead
import PlayheadServer
import PlayheadTesting
import Testing

@testable import TestBasics
@testable import TestSupport

/// Servers that let nobody in without a certificate.
@Suite(.timeLimit(.minutes(2)))
struct ClientCertificateTests {
    private static let certificate = """
        -----BEGIN CERTIFICATE-----
        MIIBoDCCAUegAwIBAgIUf7adMO45zbFrFn+4Atldbh2PpfAwCgYIKoZIzj0EAwIw
        JTEjMCEGA1UEAwwaUGxheWhlYWQgY2xpZW50LCBmb3IgdGVzdHMwIBcNMjYxMTIy
        MDkxNDA0WhgPMjEyNTA2MTYwOTE0MDRaMCUxIzAhBgNVBAMMGlBsYXloZWFkIGNs
        aWVudCwgZm9yIHRlc3RzMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEo/E2W2hY
        MC8RJPi5+QDlHPg5ZGn6/APcIveU5y9VIR6NJIYNBTesIgwHfdkQIINEahdqCw1V
        iUejxtg63WmCI6NTMFEwHQYDVR0OBBYEFPMzO5bR3ZovSBekxSbzTw3ZAcdjMB8G
        A1UdIwQYMBaAFPMzO5bR3ZovSBekxSbzTw3ZAcdjMA8GA1UdEwEB/wQFMAMBAf8w
        CgYIKoZIzj0EAwIDRwAwRAIgHwoP5+guTgRL3/ekoEQaqFEpMeH9Cae4FBBW3PP2
        JkwCIA14daXOAuI4sGi6Bh/dgbLCvEOAY148pNGkLxx+ozEP
        -----END CERTIFICATE-----
        """
    private static let key = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgLuGGBTprY+Eow1Yr
        n4FkZeo3xrEPIfgsWgorvD0ajVihRANCAASj8TZbaFgwLxEk+Ln5AOUc+Dlkafr8
        A9wi95TnL1UhHo0khg0FN6wiDAd92RAgg0RqF2oLDVWJR6PG2DrdaYIj
        -----END PRIVATE KEY-----
        """

    private func server() async throws -> MediaServer {
        var certificate = ServerCertificate.localhost
        certificate.clients = Self.certificate
        return try await MediaServer(folder: Samples.directory.path, certificate: certificate)
    }

    private var configuration: PlayerConfiguration {
        var configuration = PlayerConfiguration.silent
        configuration.clock = .virtual
        configuration.network.tls.verifiesServers = false
        return configuration
    }

    @Test(arguments: ["hls-ts/low.m3u8", "av-h264-aac.mp4"])
    func `a player with a client certificate plays the medium`(path: String) async throws {
        let folder = try TemporaryFolder()
        var configuration = configuration
        configuration.network.tls.certificate = try folder.write(Self.certificate, to: "own.pem")
        configuration.network.tls.privateKey = try folder.write(Self.key, to: "key.pem")
        let player = try await server().plays(path, with: configuration)
        #expect(player.endReason == .natural && player.error == nil, "\(player)")
    }

    @Test(arguments: ["hls-ts/low.m3u8", "av-h264-aac.mp4"])
    func `a player without a client certificate reports that one is required`(path: String) async throws {
        let server = try await server()
        let player = try await server.plays(path, with: configuration)
        let error = try #require(player.error)
        #expect(error.code == .tlsFailure, "\(error)")
        #expect(error.message == "The server 127.0.0.1 wants a certificate of yours, or another one")
        #expect(server.log.requests.isEmpty)
    }

    @Test func `a missing certificate file is reported before any request`() async throws {
        let server = try await server()
        var configuration = configuration
        configuration.network.tls.certificate = "/nonexistent/own.pem"
        let player = try await server.plays("av-h264-aac.mp4", with: configuration)
        #expect(player.error?.code == .notPermitted, "\(player)")
        #expect(player.error?.message.contains("/nonexistent/own.pem") == true)
        #expect(server.log.requests.isEmpty)
    }
}
