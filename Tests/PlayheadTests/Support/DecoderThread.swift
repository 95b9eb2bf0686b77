import Dispatch
import Foundation

/// A thread that counts as one of a decoder where it is asked who is at work.
enum DecoderThread {
    /// Has it do something, and returns when it has begun.
    static func detach(_ work: @escaping @Sendable () -> Void) {
        let isNamed = DispatchSemaphore(value: 0)
        let thread = Thread {
            // Foundation does not name a thread that has only begun.
            try? "decoder".write(toFile: "/proc/thread-self/comm", atomically: false, encoding: .utf8)
            isNamed.signal()
            work()
        }
        thread.start()
        isNamed.wait()
    }
}
