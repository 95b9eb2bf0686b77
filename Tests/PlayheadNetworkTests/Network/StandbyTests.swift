import Dispatch
import Synchronization
import Testing

@testable import PlayheadCore
@testable import PlayheadNetwork

struct StandbyTests {
    @Test func `a resume before a wait is not lost, and counts once`() {
        let standby = Standby()
        standby.resume()
        standby.resume()
        standby.wait()
        #expect(!standby.isWaiting)
        let waited = DispatchSemaphore(value: 0)
        let goesOn = DispatchSemaphore(value: 0)
        let thread = DispatchQueue(label: "standby")
        thread.async {
            standby.wait { waited.signal() }
            goesOn.signal()
        }
        waited.wait()
        #expect(standby.isWaiting)
        standby.resume()
        // Told, whether its thread runs yet or not.
        #expect(!standby.isWaiting)
        goesOn.wait()
    }

    @Test func `repeated resumes end every wait`() {
        let standby = Standby()
        let rounds = Atomic(0)
        let ended = DispatchSemaphore(value: 0)
        DispatchQueue(label: "standby").async {
            for _ in 0..<1000 {
                standby.wait()
                rounds.add(1, ordering: .relaxed)
            }
            ended.signal()
        }
        while rounds.load(ordering: .relaxed) < 1000 { standby.resume() }
        ended.wait()
        #expect(!standby.isWaiting)
    }
}
