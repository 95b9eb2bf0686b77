internal import Dispatch
internal import Playhead
internal import PlayheadRemote
internal import Synchronization

/// Encodes the frame that is shown: one at a time, on a thread of its own, and at most ten per second for all clients.
final class PictureSource: Sendable {
    private let player: Player
    private let queue = DispatchQueue(label: "playhead.http.picture", qos: .utility)
    private let newest = Mutex<(bytes: [UInt8], time: ContinuousClock.Instant)?>(nil)

    init(_ player: Player) { self.player = player }

    /// The picture as JPEG, at most 100 ms old.
    func picture() async -> Result<[UInt8], Problem> {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: self.encode()) }
        }
    }

    private func encode() -> Result<[UInt8], Problem> {
        if let newest = newest.withLock(\.self), ContinuousClock.now - newest.time < .milliseconds(100) {
            return .success(newest.bytes)
        }
        guard let frame = player.currentFrame() else {
            return .failure(Problem(status: 404, code: "noPicture", detail: "No picture is shown."))
        }
        do throws(PlayerError) {
            let bytes = try frame.encoded(as: .jpeg(quality: 75))
            newest.withLock { $0 = (bytes, .now) }
            return .success(bytes)
        } catch {
            let detail = [error.message, error.hint].compactMap(\.self).joined(separator: ". ")
            return .failure(Problem(status: 500, code: "notEncoded", detail: detail))
        }
    }
}
