import ArgumentParser
import Testing

@testable import PlayheadCommand
@testable import TestBasics

/// When `--mpris` offers control by the desktop.
@Suite struct `Control by the desktop` {
    private static let bus = ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/bus"]
    private static let wayland = bus.merging(["WAYLAND_DISPLAY": "wayland-0"]) { $1 }
    private static let x11 = bus.merging(["DISPLAY": ":0"]) { $1 }

    private func address(
        _ options: [String], hasTerminal: Bool, _ environment: [String: String]
    ) throws -> String? {
        let command = try RootCommand.parseAsRoot(["play"] + options + ["a.mkv"])
        let play = try #require(command as? PlayCommand)
        return play.busAddress(hasTerminal: hasTerminal) { environment[$0] }
    }

    @Test func `is there with a session bus, and a terminal or a window`() throws {
        for options in [[], ["--mpris", "auto"]] {
            for environment in [Self.wayland, Self.x11] {
                #expect(try address(options, hasTerminal: false, environment) == "unix:path=/bus")
            }
            #expect(try address(options, hasTerminal: true, Self.bus) == "unix:path=/bus")
            // A script, a service, or a job of cron.
            #expect(try address(options, hasTerminal: false, Self.bus) == nil)
        }
        // A session without a bus.
        #expect(try address([], hasTerminal: true, ["DISPLAY": ":0"]) == nil)
        #expect(try address([], hasTerminal: true, ["DBUS_SESSION_BUS_ADDRESS": ""]) == nil)
    }

    @Test func `counts no window without video, or with video in the terminal`() throws {
        for kind in ["none", "terminal"] {
            #expect(try address(["--video", kind], hasTerminal: false, Self.x11) == nil)
            #expect(try address(["--video", kind], hasTerminal: true, Self.x11) != nil)
        }
        #expect(try address(["--video", "window"], hasTerminal: false, Self.x11) != nil)
    }

    @Test func `needs the bus alone if it is wanted, and is off if it is not`() throws {
        #expect(try address(["--mpris=yes"], hasTerminal: false, Self.bus) == "unix:path=/bus")
        #expect(try address(["--mpris=yes"], hasTerminal: false, [:]) == nil)
        #expect(try address(["--mpris=no"], hasTerminal: true, Self.wayland) == nil)
    }

    @Test func `finds the bus in the runtime folder`() throws {
        let folder = try TemporaryFolder()
        let environment = ["XDG_RUNTIME_DIR": folder.path]
        #expect(try address([], hasTerminal: true, environment) == nil)
        try folder.write("", to: "bus")
        #expect(try address([], hasTerminal: true, environment) == "unix:path=\(folder.path)/bus")
        #expect(try address([], hasTerminal: true, ["XDG_RUNTIME_DIR": "relative"]) == nil)
    }
}
