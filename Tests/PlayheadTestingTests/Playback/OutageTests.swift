import Glibc
import Playhead
import PlayheadServer
import PlayheadTesting
import TestSupport
import Testing

/// A server that goes away and comes back, and one that lets nobody in with an old address.
@Suite(.timeLimit(.minutes(2)))
struct `A server that` {
    static let stream = "hls-ts/low.m3u8"
    static let slowly = FaultPlan(rules: [FaultRule("*.ts", .rate(.bytesPerSecond(20_000)))])

    private func player(
        _ clock: VirtualClock, freshAddress: (@Sendable (String) async -> String?)? = nil
    ) -> Player {
        var configuration = PlayerConfiguration()
        configuration.video = .none
        configuration.audio = .none
        configuration.clock = .virtual(clock)
        configuration.freshAddress = freshAddress
        return Player(configuration: configuration)
    }

    @Test func `is down for ten seconds in mid-play is come back to`() async throws {
        let clock = VirtualClock()
        let server = try await MediaServer(folder: Repository.media, plan: Self.slowly, clock: clock)
        let player = player(clock)
        player.load(MediaItem(uri: server.address(of: Self.stream)), autoplay: true)
        try await server.log.waits(for: "low-2.ts", count: 1)
        clock.hold()
        await server.close()
        let place = try HeldPort(server.port)
        clock.release()
        try await clock.sleep(for: .seconds(10))
        clock.hold()
        let second = try await MediaServer(
            folder: Repository.media, plan: Self.slowly, clock: clock, port: server.port)
        place.close()
        clock.release()
        #expect(try await player.finishes(within: .seconds(60)) == .natural)
        #expect(player.ledger.holes.isEmpty && player.snapshot.played > .seconds(7.9))
        await player.close()
        await second.close()
    }

    @Test func `lets nobody in with an old address is asked for a fresh one`() async throws {
        let clock = VirtualClock()
        let plan = FaultPlan(rules: [FaultRule("low-2.ts", .status(403))])
        let server = try await MediaServer(folder: Repository.media, plan: plan, clock: clock)
        let player = player(clock) { old in old.replacing("low-2.ts", with: "high-2.ts") }
        player.load(MediaItem(uri: server.address(of: Self.stream)), autoplay: true)
        #expect(try await player.finishes(within: .seconds(60)) == .natural)
        #expect(player.ledger.holes.isEmpty)
        #expect(!server.log.requests(for: "high-2.ts").isEmpty)
        await player.close()
        await server.close()
    }
}

/// A port of this machine that nobody listens at and no other socket is given, so that a server can come back to it:
/// who connects to it is refused.
private struct HeldPort {
    struct Failure: Error { var code: Int32 }

    private let descriptor: Int32

    init(_ port: Int) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var yes: Int32 = 1
        unsafe setsockopt(
            descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        let code = unsafe withUnsafePointer(to: &address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard code == 0 else {
            let failure = Failure(code: errno)
            close()
            throw failure
        }
    }

    func close() { Glibc.close(descriptor) }
}
