import ArgumentParser
import Playhead
import PlayheadRemote

/// The options of `playhead control`.
struct ControlCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "control",
        abstract: "Controls a player that runs, through the socket of its --input-ipc-server.",
        usage: "playhead control [--json] <socket> <command> [<argument> ...]",
        discussion: """
            Commands:
              play, pause, toggle, stop, quit
              seek TIME               to 1:30 or 50%, or by +10 or -10 seconds
              next, previous
              volume PERCENT          to 80, or by +5 or -5
              mute [yes|no], fullscreen [yes|no], speed NUMBER
              open PATH ..., add PATH ...
                                      instead of the queue, at its end
              list, status
              get PROPERTY, set PROPERTY VALUE
              bookmark-add [NAME], bookmark-list, bookmark-go INDEX, bookmark-next,
              bookmark-remove INDEX   bookmarks of the item, from 0
              show TEXT, message WORD ...
                                      on the screen, to all clients
              events [PROPERTY ...]   print events and changes as JSON until the player ends
            Any other command is one of mpv's, such as `playlist-move 3 0`.

            Examples:
              playhead play --idle --input-ipc-server /tmp/playhead.sock &
              playhead control /tmp/playhead.sock open film.mkv
              playhead control /tmp/playhead.sock seek +30
              playhead control --json /tmp/playhead.sock status

            Exit codes: 0 the player has carried it out; 1 it has not, or none listens there; 2 usage.
            """
    )

    @Flag(help: "Print values as JSON.")
    var json = false

    @Argument(help: ArgumentHelp("Socket of the player.", valueName: "socket"), completion: .file())
    var socket: String

    @Argument(
        parsing: .captureForPassthrough,
        help: ArgumentHelp("Command and its arguments.", valueName: "command"))
    var words: [String] = []

    func validate() throws {
        if words.isEmpty { throw ValidationError("Missing expected argument '<command>'") }
        _ = try ControlRequest(words)
    }

    func run() throws {
        Signals.exitWhenAsked()
        do { try perform(ControlRequest(words)) } catch let error as RemoteSocketError {
            fail(error.message)
        } catch let refusal as CommandRefusal {
            fail("The player refuses it: \(refusal.message)")
        } catch is Output.Closed {
            flushAndExit(ExitStatus.outputClosed)
        }
    }

    private func fail(_ message: String) -> Never {
        Output.complain(message)
        flushAndExit(ExitStatus.nothingPlayed)
    }

    private func perform(_ request: ControlRequest) throws {
        let client = try JSONIPCClient(path: socket)
        switch request {
        case .commands(let commands):
            for command in commands {
                guard let data = try client.request(command), data != .null else { continue }
                try write(json ? data.json : data.text)
            }
        case .list:
            let list = try client.request(["get_property", "playlist"]) ?? .list([])
            try write(json ? list.json : PlayerDescription.list(list))
        case .bookmarks:
            let list = try client.request(["get_property", "bookmark-list"]) ?? .list([])
            try write(json ? list.json : PlayerDescription.bookmarks(list))
        case .status:
            let description = PlayerDescription { try? client.request(["get_property", .string($0)]) }
            try write(json ? description.json : description.text)
        case .events(let properties):
            for (index, name) in properties.enumerated() {
                _ = try client.request(["observe_property", .int(index + 1), .string(name)])
            }
            while let event = try? client.next() {
                if event["event"] != nil { try write(event.json) }
            }
        }
    }

    private func write(_ text: String) throws { try Output(.standardOutput).write(text + "\n") }
}
