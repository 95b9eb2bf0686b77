import ArgumentParser
import Playhead

/// What is fetched from a network, and how.
struct NetworkOptionGroup: ParsableArguments {
    @Option(
        name: .customLong("header"),
        help: ArgumentHelp(
            "A header for every request, such as 'Authorization: Bearer …'. May be given several times.",
            valueName: "name: value"))
    var headers: [HeaderLine] = []

    @Option(help: ArgumentHelp("Cookies to send, in a file as curl writes it.", valueName: "file"))
    var cookies: String?

    @Option(help: ArgumentHelp("What this program says it is.", valueName: "text"))
    var userAgent: String?

    @Option(help: ArgumentHelp("The proxy that all requests go through.", valueName: "uri"))
    var proxy: String?

    @Flag(help: "Do not look at servers' certificates: whoever sits between sees and changes everything.")
    var insecure = false

    @Option(
        help: ArgumentHelp("The most that a variant of a stream may need, such as 3M.", valueName: "bit/s"))
    var maxBitrate: Bitrate?

    @Option(
        help: ArgumentHelp("What is assumed of the network at the start, such as 800k.", valueName: "bit/s"))
    var startBitrate: Bitrate?

    @Option(help: ArgumentHelp("The most lines that a variant's pictures may have.", valueName: "lines"))
    var maxHeight: Int?

    @Option(help: ArgumentHelp("How far behind its newest part a live stream begins.", valueName: "seconds"))
    var liveOffset: Seconds?

    @Option(help: ArgumentHelp("How long a network may give nothing.", valueName: "seconds"))
    var stallTimeout = Seconds(.seconds(30))

    @Option(help: ArgumentHelp("How often a request that failed is sent again.", valueName: "number"))
    var retries = 3

    @Option(help: "What is done where a part of a stream is missing.")
    var onHole: NetworkRecovery.MissingPart = .skip

    @Flag(help: "Refuse hosts whose addresses are not public.")
    var denyPrivateNetworks = false

    func validate() throws {
        if let maxHeight, maxHeight < 1 { throw ValidationError("--max-height must be at least 1") }
        if let offset = liveOffset?.duration, offset < .zero {
            throw ValidationError("--live-offset must not be negative")
        }
        guard stallTimeout.duration >= .milliseconds(1) else {
            throw ValidationError("--stall-timeout must be at least 0.001")
        }
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

    /// Sets a player up as asked; the cookies are read for it.
    func apply(to configuration: inout PlayerConfiguration) {
        for header in headers { configuration.network.headers[header.name] = header.value }
        configuration.network.cookies = (try? readCookies()) ?? []
        configuration.network.userAgent = userAgent
        configuration.network.proxy = proxy
        configuration.network.tls.verifiesServers = !insecure
        configuration.quality.maximumBitrate = maxBitrate?.value
        configuration.quality.startBitrate = startBitrate?.value
        configuration.quality.maximumHeight = maxHeight
        configuration.liveOffset = liveOffset?.duration
        configuration.stallDeadline = stallTimeout.duration
        configuration.networkRecovery.retries = retries
        configuration.networkRecovery.missingPart = onHole
        configuration.networkPolicy.allowsPrivateNetworks = !denyPrivateNetworks
    }
}

/// `Name: value`.
struct HeaderLine: ExpressibleByArgument {
    let name: String
    let value: String

    /// Takes what is a header by RFC 9110: no other characters in a name than those of a token, none of control in a value.
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

/// Bits a second: a number, with `k` or `M` behind it if need be.
struct Bitrate: ExpressibleByArgument {
    let value: Int

    init?(argument: String) {
        let factors: [Character: Double] = ["k": 1e3, "K": 1e3, "M": 1e6]
        let factor = argument.last.flatMap { factors[$0] }
        guard let number = Double(factor == nil ? argument[...] : argument.dropLast()) else { return nil }
        let rate = number * (factor ?? 1)
        guard rate >= 1, rate <= 1e12 else { return nil }
        value = Int(rate)
    }
}
