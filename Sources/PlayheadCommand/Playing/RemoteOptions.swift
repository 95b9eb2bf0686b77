import ArgumentParser
import Playhead
import PlayheadRemote

/// The options for control by other programs.
struct RemoteOptions: ParsableArguments {
    @Option(
        name: .customLong("input-ipc-server"),
        help: ArgumentHelp("Unix socket for control with mpv's JSON IPC.", valueName: "path"),
        completion: .file())
    var ipcPath: String?

    @Flag(help: "Wait for remote control without items, and after the last one.")
    var idle = false

    @Option(help: "Control by the desktop over D-Bus; auto: with a terminal or a window.")
    var mpris: MPRISUse = .auto

    func validate() throws {
        if ipcPath == "" { throw ValidationError("A path must not be empty") }
    }
}

/// The value of `--mpris`.
enum MPRISUse: String, ExpressibleByArgument, CaseIterable { case auto, yes, no }

extension PlayCommand {
    /// The address of the bus for control by the desktop; nil without such control.
    ///
    /// - Parameter hasTerminal: whether keys come from a terminal.
    func busAddress(hasTerminal: Bool) -> String? {
        let mayOpenWindow =
            output.video != .none && output.video != .terminal
            && (Environment["WAYLAND_DISPLAY"] ?? Environment["DISPLAY"]) != nil
        switch remote.mpris {
        case .no: return nil
        case .auto where !hasTerminal && !mayOpenWindow: return nil
        case .auto, .yes: return MPRISService.sessionAddress
        }
    }

    /// What remote controls may do beyond the player: items get the options of the command.
    func host(
        quit: @escaping @Sendable () -> Void, screenshot: @escaping @Sendable () -> Void
    ) -> RemoteHost {
        var host = RemoteHost()
        host.quit = quit
        host.screenshot = screenshot
        let (network, policy) = (self.network.options, self.network.policy)
        host.makeItem = { item(MediaItem(pathOrURI: $0)) }
        host.readPlaylist = { name throws(PlayerError) in
            let list = try await Playlist.read(name, network: network, policy: policy)
            return list.items.map { item($0) }
        }
        return host
    }
}
