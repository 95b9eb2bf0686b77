import ArgumentParser
import Playhead

/// The options for network requests and their limits.
struct FetchingOptionGroup: ParsableArguments {
    @Option(
        name: .customLong("header"),
        help: ArgumentHelp(
            "Header for every request, such as 'Authorization: Bearer TOKEN'. Repeatable.",
            valueName: "name: value"))
    var headers: [HeaderLine] = []

    @Option(
        name: .customLong("decryption-key"),
        help: ArgumentHelp(
            "Content key of encrypted streams, in hexadecimal. Repeatable.",
            valueName: "key ID:key"))
    var decryptionKeyPairs: [DecryptionKeyPair] = []

    @Option(help: ArgumentHelp("Cookie file in curl's format.", valueName: "file"), completion: .file())
    var cookies: String?

    @Option(help: ArgumentHelp("User-Agent header.", valueName: "text"))
    var userAgent: String?

    @Option(help: ArgumentHelp("Proxy for all requests.", valueName: "uri"))
    var proxy: String?

    @Flag(help: "Skip certificate checks. Attackers on the network can read and change everything.")
    var insecure = false

    @Option(help: ArgumentHelp("Retries of a failed request.", valueName: "number"))
    var retries = 3

    @Flag(help: "Refuse hosts with private addresses.")
    var denyPrivateNetworks = false

    func validate() throws {
        guard (0...1000).contains(retries) else {
            throw ValidationError("--retries must lie between 0 and 1000")
        }
        if cookies == "" || proxy == "" { throw ValidationError("A file or uri must not be empty") }
        do { _ = try readCookies() } catch { throw ValidationError(error.description) }
    }

    private func readCookies() throws(PlayerError) -> [NetworkCookie] {
        guard let cookies else { return [] }
        return try NetworkCookie.read(path: cookies)
    }

    /// The network options. The cookie file is read here.
    var options: NetworkOptions {
        var options = NetworkOptions()
        for header in headers { options.headers[header.name] = header.value }
        options.cookies = (try? readCookies()) ?? []
        options.userAgent = userAgent
        options.proxy = proxy
        options.tls.verifiesServers = !insecure
        return options
    }

    /// The content keys by key ID. If an ID occurs twice, the last key is used.
    var decryptionKeys: [String: String] {
        var keys: [String: String] = [:]
        for pair in decryptionKeyPairs { keys[pair.id] = pair.key }
        return keys
    }

    var policy: NetworkPolicy {
        var policy = NetworkPolicy()
        policy.allowsPrivateNetworks = !denyPrivateNetworks
        return policy
    }

    var recovery: NetworkRecovery {
        var recovery = NetworkRecovery()
        recovery.retries = retries
        return recovery
    }
}

/// A key ID and a key of 32 hexadecimal digits each, separated by a colon.
struct DecryptionKeyPair: ExpressibleByArgument {
    let id: String
    let key: String

    init?(argument: String) {
        let parts = argument.split(separator: ":", omittingEmptySubsequences: false)
        let areNumbers = parts.allSatisfy { $0.utf8.count == 32 && $0.allSatisfy(\.isHexDigit) }
        guard parts.count == 2, areNumbers else { return nil }
        (id, key) = (parts[0].lowercased(), String(parts[1]))
    }
}

/// A header for requests, in the form `Name: value`.
struct HeaderLine: ExpressibleByArgument {
    let name: String
    let value: String

    /// Parses a header by RFC 9110. The name has only token characters, and the value has no control
    /// characters.
    init?(argument: String) {
        guard let colon = argument.firstIndex(of: ":") else { return nil }
        name = String(argument[..<colon])
        value = argument[argument.index(after: colon)...].trimmed
        let isToken = !name.isEmpty && name.utf8.allSatisfy(Self.isOfToken)
        guard isToken, value.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7f }) else {
            return nil
        }
    }

    private static func isOfToken(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
}

extension Substring {
    fileprivate var trimmed: String {
        let rest = drop(while: \.isWhitespace)
        return String(rest.prefix(rest.count - rest.reversed().prefix(while: \.isWhitespace).count))
    }
}
