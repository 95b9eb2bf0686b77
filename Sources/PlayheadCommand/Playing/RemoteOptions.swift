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

    @Option(
        name: .customLong("input-file"),
        help: ArgumentHelp(
            "File or FIFO with commands of `playhead control`, one on a line.", valueName: "path"),
        completion: .file())
    var inputFile: String?

    @Flag(help: "Add the items to the player that listens at that socket, if one does.")
    var enqueue = false

    @Flag(help: "Wait for remote control without items, and after the last one.")
    var idle = false

    @Option(help: "Control by the desktop over D-Bus; auto: with a terminal or a window.")
    var mpris: MPRISUse = .auto

    func validate() throws {
        if ipcPath == "" || inputFile == "" { throw ValidationError("A path must not be empty") }
        if inputFile == "-" {
            throw ValidationError("--input-file needs a file or a FIFO, and not standard input")
        }
        if enqueue, ipcPath == nil { throw ValidationError("--enqueue needs --input-ipc-server") }
    }
}

/// The value of `--mpris`.
enum MPRISUse: String, ExpressibleByArgument, CaseIterable { case auto, yes, no }

extension PlayCommand {
    /// The address of the bus for control by the desktop; nil without such control.
    ///
    /// - Parameters:
    ///   - hasTerminal: whether keys come from a terminal.
    ///   - variable: reads a variable of the environment.
    func busAddress(hasTerminal: Bool, _ variable: (String) -> String? = { Environment[$0] }) -> String? {
        let mayOpenWindow =
            output.video != .none && output.video != .terminal
            && (variable("WAYLAND_DISPLAY") ?? variable("DISPLAY")) != nil
        switch remote.mpris {
        case .no: return nil
        case .auto where !hasTerminal && !mayOpenWindow: return nil
        case .auto, .yes: return MPRISService.findSessionAddress(variable)
        }
    }

    /// Adds the items to the player that listens at the socket; false if none does, or without `--enqueue`.
    func enqueue() throws -> Bool {
        guard remote.enqueue, let path = remote.ipcPath, let client = try? JSONIPCClient(path: path) else {
            return false
        }
        let list = PlaybackItems(self)
        for item in list.media {
            var options: [String: RemoteValue] = [:]
            if let title = item.title { options["force-media-title"] = .string(title) }
            if let start = item.startPosition { options["start"] = .number(start.inSeconds) }
            if let end = item.endPosition { options["end"] = .number(end.inSeconds) }
            _ = try client.request(["loadfile", .string(item.uri), "append-play", .int(-1), .map(options)])
        }
        if let fault = list.faults.first { throw fault }
        return true
    }

    /// What remote controls may do beyond the player: items get the options of the command.
    func host(
        quit: @escaping @Sendable () -> Void, screenshot: @escaping @Sendable () -> Void
    ) -> RemoteHost {
        var host = RemoteHost()
        host.quit = quit
        host.screenshot = screenshot
        host.bookmarks = BookmarkFile()
        let (network, policy) = (self.network.options, self.network.policy)
        host.makeItem = { item(MediaItem(pathOrURI: $0)) }
        host.readPlaylist = { name throws(PlayerError) in
            let list = try await Playlist.read(name, network: network, policy: policy)
            return list.items.map { item($0) }
        }
        return host
    }
}
