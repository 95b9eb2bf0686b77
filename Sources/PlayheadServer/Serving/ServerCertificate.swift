internal import NIOCore
internal import NIOSSL

/// The TLS certificate of a server, with its private key.
public struct ServerCertificate: Sendable, Hashable {
    /// The certificate in PEM format, followed by the intermediate certificates.
    public var chain: String
    /// The private key in PEM format.
    public var key: String
    /// The trusted certificates for clients, in PEM format; nil if clients need no certificate.
    public var clients: String?

    /// Makes a certificate from PEM text.
    public init(chain: String, key: String) {
        self.chain = chain
        self.key = key
    }

    /// A self-signed certificate for `localhost`, 127.0.0.1 and ::1 that is valid until 2119.
    ///
    /// A client accepts it only if it trusts this certificate explicitly. The certificate and its key are
    /// public and the same in all copies of this library, so use it in tests only. It cannot sign other
    /// certificates.
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

    /// The TLS context for connections.
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
            // A client may close a connection without `close_notify`.
            configuration.shutdownTimeout = .milliseconds(200)
            return try NIOSSLContext(configuration: configuration)
        } catch let error as MediaServerError {
            throw error
        } catch {
            throw .badCertificate(reason: "\(error)")
        }
    }
}
