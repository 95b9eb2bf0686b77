import ArgumentParser
import PlayheadRemoteHTTP
import PlayheadSystem

/// The options for control over HTTP.
struct HTTPControlOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Web page and HTTP interface for control; others than this machine need a token.",
            valueName: "address"))
    var http: HTTPAddress?

    @Option(
        help: ArgumentHelp("Folder of files that may be added over HTTP; repeatable.", valueName: "folder"),
        completion: .directory)
    var httpFolder: [String] = []

    func validate() throws {
        if http == nil, !httpFolder.isEmpty { throw ValidationError("--http-folder needs --http") }
    }

    /// The options of the server; nil without one.
    var server: RemoteHTTPOptions? {
        guard let http else { return nil }
        var options = RemoteHTTPOptions()
        options.host = http.host
        options.port = http.port
        options.folders = httpFolder
        return options
    }
}

/// The value of `--http`: `HOST`, `PORT`, `HOST:PORT` or `[IPV6]:PORT`.
struct HTTPAddress: ExpressibleByArgument, Equatable {
    var host = RemoteHTTPOptions().host
    var port = RemoteHTTPOptions.defaultPort

    init?(argument: String) {
        if let port = Self.port(argument) {
            self.port = port
        } else if NumericHost.bytes(argument) != nil {
            host = argument
        } else if argument.hasPrefix("["), let end = argument.firstIndex(of: "]") {
            host = String(argument[..<end].dropFirst())
            let rest = argument[argument.index(after: end)...]
            guard NumericHost.bytes(host) != nil else { return nil }
            guard !rest.isEmpty else { return }
            guard rest.first == ":", let port = Self.port(rest.dropFirst()) else { return nil }
            self.port = port
        } else {
            let parts = argument.split(separator: ":", omittingEmptySubsequences: false)
            let isNumber = parts[0].utf8.allSatisfy { $0.digit != nil }
            guard (1...2).contains(parts.count), !isNumber, !parts[0].contains("/") else {
                return nil
            }
            host = String(parts[0])
            guard parts.count == 2 else { return }
            guard let port = Self.port(parts[1]) else { return nil }
            self.port = port
        }
    }

    private static func port(_ text: some StringProtocol) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ $0.digit != nil }), let port = Int(text) else {
            return nil
        }
        return (0...65535).contains(port) ? port : nil
    }
}
