import Foundation
import Glibc
import Playhead
import PlayheadTesting
import Testing

@testable import PlayheadRemote
@testable import TestBasics
@testable import TestSupport

/// A bus of its own, and `gdbus` as a client that is not ours.
private struct PrivateBus {
    static let isInstalled =
        FileManager.default.isExecutableFile(atPath: "/usr/bin/dbus-daemon")
        && FileManager.default.isExecutableFile(atPath: "/usr/bin/gdbus")

    static let name = "org.mpris.MediaPlayer2.playhead"
    let daemon: Child
    let address: String

    init() async throws {
        daemon = try await Child.start(
            "/usr/bin/dbus-daemon", ["--session", "--nofork", "--nopidfile", "--print-address=1"],
            streams: .pipes(input: "/dev/null"))
        _ = await daemon.output.waits { $0.contains("\n") }
        address = String(daemon.output.text.prefix { $0 != "\n" })
    }

    func gdbus(_ arguments: [String]) async throws -> (code: Int32, output: String) {
        let child = try await Child.start(
            "/usr/bin/gdbus", arguments, streams: .pipes(input: "/dev/null"),
            environment: ["DBUS_SESSION_BUS_ADDRESS": address], beside: daemon)
        let code = await child.exitCode()
        return (code, await child.output.whole() + child.errors.whole())
    }

    func call(_ method: String, _ arguments: String..., of name: String = name) async throws -> String {
        let words = [
            "call", "--session", "--dest", name, "--object-path", MPRISInterface.path, "--method", method,
        ]
        return try await gdbus(words + arguments).output
    }

    func property(_ property: String, of name: String = name) async throws -> String {
        try await call(
            "org.freedesktop.DBus.Properties.Get", MPRISInterface.player, property, of: name)
    }

    /// Starts to print the signals of the player.
    func monitor() async throws -> Child {
        let watcher = try await Child.start(
            "/usr/bin/gdbus", ["monitor", "--session", "--dest", Self.name],
            streams: .pipes(input: "/dev/null"), environment: ["DBUS_SESSION_BUS_ADDRESS": address],
            beside: daemon)
        _ = await watcher.output.waits { $0.contains("is owned by") }
        return watcher
    }

    /// Waits until a name is there.
    func wait(for name: String = name) async throws {
        let (code, output) = try await gdbus(["wait", "--session", "--timeout", "20", name])
        #expect(code == 0, "\(output)")
    }
}

@Suite(
    .enabled(if: PrivateBus.isInstalled, "dbus-daemon and gdbus are not both installed"),
    .timeLimit(.minutes(1)))
struct `MPRIS` {
    @Test func `shows and controls the player`() async throws {
        let bus = try await PrivateBus()
        defer { bus.daemon.signal(SIGTERM) }
        let fake = FakePlayer()
        fake.player.queue.replace(
            with: [QueueItem(MediaItem(path: "/m/one.mkv")), QueueItem(MediaItem(path: "/m/two.mkv"))],
            autoplay: true)
        fake.advance(by: .seconds(1))
        let service = MPRISService(RemoteControl(fake.player), address: bus.address)
        defer { service.close() }
        try await bus.wait()
        let watcher = try await bus.monitor()
        defer { watcher.signal(SIGTERM) }
        #expect(try await bus.property("PlaybackStatus") == "(<'Playing'>,)\n")
        #expect(try await bus.property("Position") == "(<int64 1000000>,)\n")
        #expect(try await bus.property("CanGoNext") == "(<true>,)\n")
        let metadata = try await bus.property("Metadata")
        #expect(metadata.contains("'mpris:length': <int64 10000000>"))
        #expect(metadata.contains("'xesam:url': <'file:///m/one.mkv'>"))
        let player = MPRISInterface.player
        #expect(try await bus.call("\(player).Pause") == "()\n")
        #expect(!fake.player.snapshot.wantsToPlay)
        _ = await watcher.output.waits { $0.contains("'PlaybackStatus': <'Paused'>") }
        _ = try await bus.call("\(player).Seek", "2000000")
        #expect(fake.player.position == .seconds(3))
        _ = await watcher.output.waits { $0.contains("Seeked (int64 3000000,)") }
        _ = try await bus.call("\(player).SetPosition", "/org/playhead/track/0", "5000000")
        #expect(fake.player.position == .seconds(3))
        _ = try await bus.call("\(player).SetPosition", fake.player.snapshot.trackPath, "5000000")
        #expect(fake.player.position == .seconds(5))
        let set = "org.freedesktop.DBus.Properties.Set"
        _ = try await bus.call(set, player, "Volume", "<0.25>")
        _ = try await bus.call(set, player, "LoopStatus", "<'Track'>")
        #expect(fake.player.volume == 0.25 && fake.player.queue.repeatMode == .one)
        #expect(try await bus.call(set, player, "LoopStatus", "<'Some'>").contains("None, Track or Playlist"))
        _ = try await bus.call(set, player, "LoopStatus", "<'None'>")
        _ = try await bus.call("\(player).Next")
        #expect(fake.player.item?.uri == "file:///m/two.mkv")
        _ = try await bus.call("\(player).PlayPause")
        #expect(fake.player.snapshot.wantsToPlay)
        #expect(!watcher.output.text.contains("'Position'"))
    }

    @Test func `has the queue as a list of tracks`() async throws {
        let bus = try await PrivateBus()
        defer { bus.daemon.signal(SIGTERM) }
        let fake = FakePlayer()
        let queue = fake.player.queue
        queue.replace(with: [QueueItem(MediaItem(path: "/m/one.mkv"))], autoplay: true)
        fake.advance(by: .seconds(1))
        let service = MPRISService(RemoteControl(fake.player), address: bus.address)
        defer { service.close() }
        try await bus.wait()
        let watcher = try await bus.monitor()
        defer { watcher.signal(SIGTERM) }
        let list = MPRISInterface.trackList
        @Sendable func path(_ index: Int) -> String { queue.value.items[index].id.trackPath }
        _ = try await bus.call("\(list).AddTrack", "file:///m/two.mkv", path(0), "false")
        _ = try await bus.call("\(list).AddTrack", "file:///m/zero.mkv", MPRISInterface.noTrack, "false")
        #expect(queue.value.items.map(\.media.lastName) == ["zero.mkv", "one.mkv", "two.mkv"])
        let tracks = try await bus.call("org.freedesktop.DBus.Properties.Get", list, "Tracks")
        #expect(tracks == "(<[objectpath '\(path(0))', '\(path(1))', '\(path(2))']>,)\n")
        _ = await watcher.output.waits { $0.contains("TrackListReplaced ([objectpath '\(path(0))'") }
        let metadata = try await bus.call(
            "\(list).GetTracksMetadata", "['\(path(2))', '/none', '\(path(1))']")
        #expect(metadata.contains("two.mkv") && metadata.contains("'mpris:length': <int64 10000000>"))
        _ = try await bus.call("\(list).GoTo", path(2))
        #expect(fake.player.item?.uri == "file:///m/two.mkv")
        _ = try await bus.call("\(list).RemoveTrack", path(0))
        _ = try await bus.call("\(list).RemoveTrack", "/none")
        #expect(queue.value.items.map(\.media.lastName) == ["one.mkv", "two.mkv"])
    }

    @Test func `has a name for each instance`() async throws {
        let bus = try await PrivateBus()
        defer { bus.daemon.signal(SIGTERM) }
        let (first, second) = (FakePlayer(), FakePlayer())
        let one = MPRISService(RemoteControl(first.player), address: bus.address)
        defer { one.close() }
        try await bus.wait()
        let two = MPRISService(RemoteControl(second.player), address: bus.address)
        let name = "\(PrivateBus.name).instance\(getpid())"
        try await bus.wait(for: name)
        #expect(try await bus.property("PlaybackStatus", of: name) == "(<'Stopped'>,)\n")
        two.close()
        try await waitUntil { try await !bus.property("PlaybackStatus", of: name).contains("Stopped") }
    }

    @Test func `outlives its bus, and lives without one`() async throws {
        let bus = try await PrivateBus()
        let fake = FakePlayer()
        let control = RemoteControl(fake.player)
        let service = MPRISService(control, address: bus.address)
        try await bus.wait()
        bus.daemon.signal(SIGTERM)
        _ = await bus.daemon.exitCode()
        try control.perform(.load([QueueItem(MediaItem(path: "/m/one.mkv"))]))
        fake.advance(by: .seconds(1))
        #expect(fake.player.snapshot.wantsToPlay)
        service.close()
        MPRISService(control, address: "unix:path=/no/such/bus").close()
    }
}
