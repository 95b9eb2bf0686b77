import GStreamer
import Synchronization
import Testing

@testable import PlayheadPipeline

/// A device that keeps what it plays.
final class CapturedDevice: Sendable {
    let device: AudioDevice
    private let samples = Mutex<[Float]>([])
    private let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)

    init(_ timeline: OutputClock) throws {
        device = try #require(AudioDevice("fakesink", timeline))
        device.sink.onHandoff { [weak self] rendering in
            guard !rendering.isHeld, let sound = rendering.sound?.content else { return }
            self?.samples.withLock { $0 += sound.samples }
            self?.arrival.yield()
        }
    }

    var heard: [Float] { samples.withLock { $0 } }

    /// Waits until enough has been played. The sound must not have ended: the device rests then.
    func play(until isEnough: ([Float]) -> Bool) async {
        if isEnough(heard) { return }
        for await _ in arrivals where isEnough(heard) { return }
    }

    func play(_ count: Int) async { await play { $0.count >= count } }
}
