internal import FoundationEssentials
internal import PlayheadServer

extension ServerCertificate {
    /// The one for this machine, which lets in those who show a certificate of a file, or all.
    static func localhost(for clients: String?) throws(MediaServerError) -> ServerCertificate {
        var certificate = localhost
        guard let clients else { return certificate }
        do {
            certificate.clients = try String(contentsOfFile: clients, encoding: .utf8)
        } catch {
            throw .badCertificate(reason: "\(clients) cannot be read")
        }
        return certificate
    }
}
