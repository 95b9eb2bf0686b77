internal import FoundationEssentials
internal import PlayheadServer

extension ServerCertificate {
    /// The certificate for this machine. Clients need a certificate from the file `clients`; nil accepts all
    /// clients.
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
