import PlayheadRemote
import PlayheadRemoteHTTP

extension PlayCommand {
    /// Starts the control over HTTP, and tells its links; nil without `--http`.
    @MainActor
    func startWebControl(
        _ control: RemoteControl, screen: TerminalScreen?
    ) throws(RemoteHTTPError) -> RemoteHTTPServer? {
        guard let options = http.server else { return nil }
        let result: Result<RemoteHTTPServer, RemoteHTTPError>? = TaskResult.of {
            do throws(RemoteHTTPError) {
                return .success(try await RemoteHTTPServer(control, options: options))
            } catch {
                return .failure(error)
            }
        }
        guard let server = try result?.get() else { return nil }
        MessageOutput(screen: screen).print(lines(about: server))
        return server
    }

    private func lines(about server: RemoteHTTPServer) -> [String] {
        guard !reports.quiet else { return [] }
        var lines = server.links.map { "Remote control: \($0)" }
        guard server.token != nil, let link = server.links.first else { return lines }
        lines.append(
            "Who has the link can control the player. It is not encrypted: use it only in a network that you trust."
        )
        if Terminal.isTerminal(.standardError), let code = QRCode(link) { lines += code.lines }
        return lines
    }
}

extension RemoteHTTPError {
    /// What the user can do.
    var hint: String? {
        switch self {
        case .inUse: "Choose another port after --http, such as --http=8467; 0 takes a free one."
        case .noSuchAddress: "--http=0.0.0.0 listens at all addresses of this machine."
        case .refused: "Ports from 1024 on need no privileges."
        case .noFolder: nil
        }
    }
}
