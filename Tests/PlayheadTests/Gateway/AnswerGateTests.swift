import Dispatch
import PlayheadServer
import PlayheadTesting
import Synchronization
import TestSupport
import Testing

@testable import Playhead

/// What lets answers to the pipeline begin: never in the moment in which requests are cancelled (contract 2.7).
@Suite(.timeLimit(.minutes(1)))
struct AnswerGateTests {
    private final class Connection: Sendable {
        let isReleased = Mutex(false)
        func begins(at gate: AnswerGate) -> Bool {
            gate.lets(.medium, ObjectIdentifier(self)) { self.isReleased.withLock { $0 = true } }
        }
    }

    /// Shuts a gate at which an answer has begun, and tells what the end of the waiting saw.
    private func shut(_ gate: AnswerGate, endingWith end: @escaping @Sendable (Connection) -> Void) -> Bool {
        let connection = Connection()
        #expect(connection.begins(at: gate) && !gate.isRead)
        let isRead = Mutex(false)
        let hasBegun = DispatchSemaphore(value: 0)
        Gate.detach {
            hasBegun.wait()
            isRead.withLock { $0 = true }
            end(connection)
        }
        hasBegun.signal()
        gate.shut(to: .telling)
        return isRead.withLock { $0 } && gate.isRead
    }

    @Test func `2.7: what has begun is waited for until it was read`() {
        let gate = AnswerGate(patience: .never)
        #expect(shut(gate) { _ in gate.noteRead() })
    }

    @Test func `2.7: what has begun on a connection that is closed is not waited for`() {
        let gate = AnswerGate(patience: .never)
        #expect(shut(gate) { gate.forget(ObjectIdentifier($0)) })
    }

    @Test(arguments: [AnswerGate.Readers.telling, .silent])
    func `2.7: no answer begins behind a gate until it opens`(_ readers: AnswerGate.Readers) {
        // On a busy machine it would open by itself meanwhile.
        let gate = AnswerGate(pause: .never)
        gate.shut(to: readers)
        let connection = Connection()
        #expect(!connection.begins(at: gate) && gate.isRead)
        gate.open()
        #expect(connection.isReleased.withLock { $0 })
        #expect(connection.begins(at: gate))
    }

    @Test func `2.7: the source tells of each answer that it has read`() async throws {
        let server = try await MediaServer(folder: Repository.media)
        let player = Player(configuration: .silent)
        player.load(MediaItem(uri: server.address(of: "av-h264-aac.mp4")))
        try await player.reaches(.ready)
        let gate = try await player.pipeline.seen { $0.gateway?.gate }
        #expect(gate.isRead)
        await player.seek(to: .seconds(1))
        #expect(gate.isRead)
        await player.close()
        await server.close()
    }
}
