internal import NIOCore
internal import NIOSSL

/// The certificate that a server shows to clients that come by TLS, and its key.
public struct ServerCertificate: Sendable, Hashable {
    /// The certificate in PEM, followed by those that vouch for it, if any.
    public var chain: String
    /// The private key, in PEM.
    public var key: String
    /// Certificates in PEM that a client's own has to be, or to descend from; nil: clients need none.
    public var clients: String?

    /// A certificate and its key, in PEM.
    public init(chain: String, key: String) {
        self.chain = chain
        self.key = key
    }

    /// A certificate for `localhost`, 127.0.0.1 and ::1 that nobody vouches for, valid until 2119.
    ///
    /// A client accepts it if it is told to trust this very certificate. It is the same everywhere and its key is no secret: trust it
    /// in tests only. It cannot vouch for others.
    public static let localhost = ServerCertificate(
        chain: """
            -----BEGIN CERTIFICATE-----
            MIIBrjCCAVOgAwIBAgIUbGXwuqc29jPplx5sq5B/0aTUGJAwCgYIKoZIzj0EAwIw
            KzEpMCcGA1UEAwwgUGxheWhlYWQgbWVkaWEgc2VydmVyLCBmb3IgdGVzdHMwIBcN
            MjAwMTAxMDAwMDAwWhgPMjExOTEyMzEwMDAwMDBaMCsxKTAnBgNVBAMMIFBsYXlo
            ZWFkIG1lZGlhIHNlcnZlciwgZm9yIHRlc3RzMFkwEwYHKoZIzj0CAQYIKoZIzj0D
            AQcDQgAEmzfeEX4/wcUNgHxCLXAhS9fd3Ul54tZsEMZjdDd6JGt3Z39X/VcG5RN+
            CLHMrn7jSCFESrA1Y2oFPPkr4IQJoKNTMFEwLAYDVR0RBCUwI4IJbG9jYWxob3N0
            hwR/AAABhxAAAAAAAAAAAAAAAAAAAAABMAwGA1UdEwEB/wQCMAAwEwYDVR0lBAww
            CgYIKwYBBQUHAwEwCgYIKoZIzj0EAwIDSQAwRgIhAPH1zu+J2vfxtSLQA6OK3hno
            vlSu3DNIxN4aVVETf8L7AiEA8BW+oWa0OACzgtHdV+dZxYuyXLkqSWm/zVsic3MN
            GJw=
            -----END CERTIFICATE-----
            """,
        key: """
            -----BEGIN PRIVATE KEY-----
            MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgloKvSvlpM/pQPA3I
            hVu5sHFD7/Ap/gUbM8/L0kpmEiqhRANCAASbN94Rfj/BxQ2AfEItcCFL193dSXni
            1mwQxmN0N3oka3dnf1f9VwblE34IscyufuNIIURKsDVjagU8+SvghAmg
            -----END PRIVATE KEY-----
            """
    )

    /// What connections are made with.
    func context() throws(MediaServerError) -> NIOSSLContext {
        do {
            let chain = try NIOSSLCertificate.fromPEMBytes(Array(chain.utf8))
            if chain.isEmpty { throw MediaServerError.badCertificate(reason: "there is none in the text") }
            var configuration = TLSConfiguration.makeServerConfiguration(
                certificateChain: chain.map { .certificate($0) },
                privateKey: .privateKey(try NIOSSLPrivateKey(bytes: Array(key.utf8), format: .pem)))
            if let clients {
                let roots = try NIOSSLCertificate.fromPEMBytes(Array(clients.utf8))
                if roots.isEmpty { throw MediaServerError.badCertificate(reason: "there is none of clients") }
                configuration.trustRoots = .certificates(roots)
                configuration.certificateVerification = .noHostnameVerification
            }
            // A client need not say that it has seen the end of a connection.
            configuration.shutdownTimeout = .milliseconds(200)
            return try NIOSSLContext(configuration: configuration)
        } catch let error as MediaServerError {
            throw error
        } catch {
            throw .badCertificate(reason: "\(error)")
        }
    }
}
