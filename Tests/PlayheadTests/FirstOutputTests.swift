import Dispatch
import Synchronization
import Testing

@testable import Playhead

/// A demuxer waits for its output only while one is being made.
@Suite(.timeLimit(.minutes(1)))
struct FirstOutputTests {
    private let output = FirstOutput(SystemTime(), pause: .never)

    /// What is done on threads of their own, in order.
    private func log(_ count: Int) -> [String] {
        let words = Mutex<[String]>([])
        let (begun, ended) = (DispatchGroup(), DispatchGroup())
        for _ in 0..<count {
            begun.enter()
            DispatchQueue(label: "reading").async(group: ended) {
                begun.leave()
                output.waitInPlace()
                words.withLock { $0.append("passed") }
            }
        }
        begun.wait()
        words.withLock { $0.append("opened") }
        output.open()
        ended.wait()
        return words.withLock { $0 }
    }

    @Test func `before the streams are known nothing is waited for`() {
        output.waitInPlace()
        output.noteStreams()
        output.open()
    }

    @Test func `all wait until it is there`() {
        output.noteStreams()
        #expect(log(3) == ["opened", "passed", "passed", "passed"])
        // And never again.
        output.waitInPlace()
    }

    @Test func `what never comes is not waited for`() {
        let output = FirstOutput(SystemTime(), pause: .milliseconds(10))
        output.noteStreams()
        output.waitInPlace()
    }
}
