import Glibc
import Playhead
import PlayheadServer
import PlayheadTesting
import Testing

@testable import TestBasics
@testable import TestSupport

/// What a process holds that is started by one in which a player plays.
@Suite(.timeLimit(.minutes(1)))
struct InheritedSocketTests {
    /// The sockets of this process that have an address, by whether a process that it starts inherits them.
    private static func sockets() -> (inherited: [Int32], withheld: [Int32]) {
        let sockets = (Int32(3)..<1024).filter {
            [AF_INET, AF_INET6].contains(option(SO_DOMAIN, of: $0))
        }
        return (
            sockets.filter { fcntl($0, F_GETFD) & FD_CLOEXEC == 0 },
            sockets.filter { fcntl($0, F_GETFD) & FD_CLOEXEC != 0 }
        )
    }

    /// Nil where it is no socket.
    private static func option(_ name: Int32, of descriptor: Int32) -> Int32? {
        var (value, size): (Int32, socklen_t) = (0, socklen_t(MemoryLayout<Int32>.size))
        return unsafe getsockopt(descriptor, SOL_SOCKET, name, &value, &size) == 0 ? value : nil
    }

    /// In a process of its own, in which nobody else opens sockets. A child that held one would keep the other side waiting for its end.
    @Test(.inTurn) func `child processes inherit no socket of a player or a media server`() async throws {
        await #expect(processExitsWith: .success) {
            // It has inherited what other tests hold.
            let foreign = Self.sockets().inherited
            // A part that stops on the way: it keeps the connections open on which it comes.
            let plan = FaultPlan(rules: [FaultRule("low-1.ts", .stall(at: .share(0.5)))])
            let server = try await MediaServer(folder: Repository.media, plan: plan)
            let player = Player(configuration: .silent)
            player.load(MediaItem(uri: server.address(of: "hls-ts/low.m3u8")), autoplay: true)
            try await server.log.wait(for: "low-1.ts", count: 1)
            let sockets = Self.sockets()
            #expect(sockets.inherited == foreign, "\(sockets)")
            // The one at which the server listens, and both ends of a connection to it.
            #expect(sockets.withheld.count >= 3, "\(sockets)")
            await player.close()
            await server.close()
        }
    }

    /// A process that has just been started holds it until it runs its program; here, a copy does.
    @Test func `a closed server stops listening while a child holds its socket`() async throws {
        let place = try HeldPort()
        defer { place.close() }
        let server = try await MediaServer(folder: Repository.media, port: place.port)
        let listener = try #require(
            (Int32(3)..<1024).first { descriptor in
                Self.option(SO_ACCEPTCONN, of: descriptor) == 1
                    && HeldPort.port(of: descriptor) == server.port
            })
        let copy = dup(listener)
        defer { close(copy) }
        await server.close()
        let second = try await MediaServer(folder: Repository.media, port: server.port)
        #expect(second.port == server.port)
        await second.close()
    }
}
