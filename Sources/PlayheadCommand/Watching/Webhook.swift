import Playhead
internal import PlayheadNetwork

/// Sends alarms to an address, in order, and repeats those that do not arrive.
final class Webhook: Sendable {
    private let alarms: AsyncStream<String>.Continuation
    private let sending: Task<Void, Never>

    /// At most this number of alarms waits; then the oldest is lost.
    private static let maximumWaiting = 1000
    private static let pauses: [Duration] = [
        .seconds(1), .seconds(5), .seconds(15), .seconds(60), .seconds(300),
    ]

    init(uri: String, options: NetworkOptions) {
        let (stream, alarms) = AsyncStream.makeStream(
            of: String.self, bufferingPolicy: .bufferingNewest(Self.maximumWaiting))
        self.alarms = alarms
        sending = Task {
            for await alarm in stream {
                var failure: PlayerError?
                for pause in [Duration.zero] + Self.pauses {
                    if pause > .zero { try? await Task.sleep(for: pause) }
                    do throws(PlayerError) {
                        try await NetworkAccess(options).post(
                            Array(alarm.utf8), as: "application/json", to: uri)
                        failure = nil
                        break
                    } catch {
                        failure = error
                    }
                }
                if let failure { Output.complain("the webhook did not take an alarm: \(failure.message)") }
            }
        }
    }

    func send(_ alarm: String) { alarms.yield(alarm) }
}
