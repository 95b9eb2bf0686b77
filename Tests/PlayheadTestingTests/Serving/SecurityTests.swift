import NIOSSL
import Playhead
import PlayheadServer
import PlayheadTesting
import Testing

@Suite(.timeLimit(.minutes(1)))
struct SecurityTests {
    static let text = String(repeating: "0123456789", count: 10_000)
    static let trusted = ServerCertificate.localhost.chain

    private func server(
        _ faults: Fault..., certificate: ServerCertificate = .localhost
    ) async throws -> MediaServer {
        var plan = FaultPlan(documents: ["film.mp4": Self.text])
        if !faults.isEmpty { plan.rules = [FaultRule("**")] }
        if !faults.isEmpty { plan.rules[0].faults = faults }
        return try await MediaServer(plan: plan, certificate: certificate)
    }

    @Test func `a TLS server answers a client that trusts its certificate`() async throws {
        let server = try await server()
        #expect(server.address(of: "film.mp4") == "https://127.0.0.1:\(server.port)/film.mp4")
        #expect(server.certificate == .localhost)
        let requests = [Request("/film.mp4"), Request("/film.mp4", "GET", ["Range": "bytes=-2"])]
        let replies = try await RawClient.exchange(requests, at: server.port, trusting: Self.trusted)
        #expect(replies.map(\.body.count) == [100_000, 2])
        #expect(server.log.requests.map(\.connection) == [1, 1])
        await server.close()
    }

    @Test func `a TLS server answers no client without TLS or trust`() async throws {
        let server = try await server()
        let plain = try await RawClient.get("/film.mp4", at: server.port)
        #expect(plain.status == nil && plain.end != .complete)
        let expired = try await self.server(
            certificate: ServerCertificate(chain: Self.expired, key: ServerCertificate.localhost.key))
        for (server, trusted) in [(server, Self.expired), (expired, Self.expired), (expired, Self.trusted)] {
            let reply = try await RawClient.exchange(
                [Request("/film.mp4")], at: server.port, trusting: trusted)
            #expect(reply[0].status == nil && reply[0].end != .complete)
            #expect(server.log.requests.isEmpty)
        }
    }

    @Test(arguments: [(Fault.reset(at: 50_000), Reply.End.reset), (.cut(at: 50_000), .closed)])
    func `a TLS connection breaks off at the byte of the fault`(fault: Fault, end: Reply.End) async throws {
        let server = try await server(fault)
        let replies = try await RawClient.exchange(
            [Request("/film.mp4")], at: server.port, trusting: Self.trusted)
        #expect(replies[0].status == 200 && replies[0].end == end)
        #expect(replies[0].body.count == 50_000)
        #expect(try await server.log.waitsForAnswer().end == (end == .reset ? .reset : .cut))
    }

    @Test func `a TLS server closes while a client waits`() async throws {
        let server = try await server(.stall(at: 100))
        async let replies = RawClient.exchange(
            [Request("/film.mp4")], at: server.port, trusting: Self.trusted)
        try await server.log.wait()
        await server.close()
        #expect(try await replies[0].end != .complete)
        #expect(server.log.requests.first?.end == .serverClosed)
    }

    @Test func `a TLS server needs a certificate and its key`() async throws {
        for certificate in [
            ServerCertificate(chain: "", key: ServerCertificate.localhost.key),
            ServerCertificate(chain: Self.trusted, key: "none"),
            ServerCertificate(chain: Self.trusted, key: Self.trusted),
        ] {
            let error = await #expect(throws: MediaServerError.self) {
                _ = try await server(certificate: certificate)
            }
            #expect(error?.description.contains("The certificate or its key cannot be used") == true)
        }
    }

    @Test func `a player refuses an untrusted certificate with tlsFailure`() async throws {
        let server = try await server()
        let player = Player()
        player.load(MediaItem(uri: server.address(of: "film.mp4")), autoplay: true)
        let error = try await player.waitForError()
        #expect(error.code == .tlsFailure)
        #expect(server.log.requests.isEmpty)
        await player.close()
        await server.close()
    }

    /// Made with the key of the other one.
    private static let expired = """
        -----BEGIN CERTIFICATE-----
        MIIBrDCCAVGgAwIBAgIURqmPviUK1DF518UHH0AQThY84DswCgYIKoZIzj0EAwIw
        KzEpMCcGA1UEAwwgUGxheWhlYWQgbWVkaWEgc2VydmVyLCBmb3IgdGVzdHMwHhcN
        MjAwMTAxMDAwMDAwWhcNMjAwMTAyMDAwMDAwWjArMSkwJwYDVQQDDCBQbGF5aGVh
        ZCBtZWRpYSBzZXJ2ZXIsIGZvciB0ZXN0czBZMBMGByqGSM49AgEGCCqGSM49AwEH
        A0IABJs33hF+P8HFDYB8Qi1wIUvX3d1JeeLWbBDGY3Q3eiRrd2d/V/1XBuUTfgix
        zK5+40ghREqwNWNqBTz5K+CECaCjUzBRMCwGA1UdEQQlMCOCCWxvY2FsaG9zdIcE
        fwAAAYcQAAAAAAAAAAAAAAAAAAAAATAMBgNVHRMBAf8EAjAAMBMGA1UdJQQMMAoG
        CCsGAQUFBwMBMAoGCCqGSM49BAMCA0kAMEYCIQDgSD8mFhPNrBUB4WlS+FCjtGfu
        zwI4IidFRjdp42oOOgIhAJowwn6On5yW+69cNJ70kuY8vqhWNqtmCyGab8tnKfOs
        -----END CERTIFICATE-----
        """
}
