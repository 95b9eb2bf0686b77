import Dispatch
import Glibc
import Synchronization

/// Everything that was read from a descriptor, and a way to wait for what is yet to come.
final class Transcript: Sendable {
    private struct Waiter: Sendable {
        var isMet: @Sendable (String) -> Bool
        var continuation: CheckedContinuation<Bool, Never>
    }

    private struct State: Sendable {
        var bytes: [UInt8] = []
        var isEnded = false
        var waiters: [Waiter] = []
        var text: String { String(decoding: bytes, as: UTF8.self) }
    }

    private let state = Mutex(State())

    /// Reads the descriptor to its end, on a thread of its own, and closes it.
    init(of descriptor: Int32) {
        DispatchQueue(label: "transcript").async {
            var chunk = [UInt8](repeating: 0, count: 4096)
            while true {
                let count = unsafe read(descriptor, &chunk, chunk.count)
                if count < 0, errno == EINTR { continue }
                // A terminal whose other end is closed answers with an error.
                guard count > 0 else { break }
                self.update { $0.bytes += chunk[..<count] }
            }
            close(descriptor)
            self.update { $0.isEnded = true }
        }
    }

    var text: String { state.withLock(\.text) }

    /// Whether the text meets a condition before it ends.
    func waits(until isMet: @escaping @Sendable (String) -> Bool) async -> Bool {
        await withCheckedContinuation { continuation in
            update { $0.waiters.append(Waiter(isMet: isMet, continuation: continuation)) }
        }
    }

    /// All of it, when it has ended.
    func whole() async -> String {
        _ = await waits { _ in false }
        return text
    }

    private func update(_ change: (inout State) -> Void) {
        let answers = state.withLock { state in
            change(&state)
            let text = state.text
            var answers: [(CheckedContinuation<Bool, Never>, Bool)] = []
            state.waiters.removeAll { waiter in
                let isMet = waiter.isMet(text)
                if isMet || state.isEnded { answers.append((waiter.continuation, isMet)) }
                return isMet || state.isEnded
            }
            return answers
        }
        for (continuation, answer) in answers { continuation.resume(returning: answer) }
    }
}
