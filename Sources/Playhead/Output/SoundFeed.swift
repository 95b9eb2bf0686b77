internal import GStreamer
internal import Synchronization

/// The way from one load to the sound output of its player.
final class SoundFeed: @unchecked Sendable {
    private let device: SoundDevice
    private let isOn: Atomic<Bool>
    private let nanoseconds = Atomic(Int64(SoundDevice.startDelay.inNanoseconds))
    /// What an output that fails says.
    let onFault: @Sendable (BusMessage?) -> Void
    // Both are the device's, on its queue: what came before the turn of this feed.
    var pending: [SoundRun] = []
    /// Whether it has heard that the device is of no use.
    var isToldOfFault = false
    var pendingEnd: (@Sendable () -> Void)?

    init(to device: SoundDevice, isOn: Bool, onFault: @escaping @Sendable (BusMessage?) -> Void) {
        self.device = device
        self.isOn = Atomic(isOn)
        self.onFault = onFault
    }

    /// What is presented from now on is heard.
    func present() { isOn.store(true, ordering: .relaxed) }

    /// Takes back what was presented before its turn.
    func withdraw() {
        isOn.store(false, ordering: .relaxed)
        flush()
    }

    /// How much later than its running time says sound is to be heard: the latency of the pipeline.
    var delay: Duration {
        get { .nanoseconds(nanoseconds.load(ordering: .relaxed)) }
        set { nanoseconds.store(Int64(newValue.inNanoseconds), ordering: .relaxed) }
    }

    /// Sound that is due in a moment.
    func take(_ rendering: Rendering) {
        guard !rendering.isHeld, isOn.load(ordering: .relaxed),
            SinkBranch.audibleSpeeds.contains(rendering.speed), let sound = SoundRun(rendering)
        else { return }
        device.take(sound, of: self)
    }

    /// Everything has been handed over; `action` is called when it has been heard.
    func end(_ action: @escaping @Sendable () -> Void) { device.end(self, action) }

    /// What has been handed over is not to be heard any more.
    func flush() { device.flush(self) }

    /// Silences at once, and goes on from there.
    func pause() { if isOn.load(ordering: .relaxed) { device.pause() } }
    func resume() { if isOn.load(ordering: .relaxed) { device.resume() } }

    /// How much has been handed over and not been heard, of all loads.
    var unheard: Duration { device.unheard }

    func setVolume(_ volume: Double, isMuted: Bool) {
        if isOn.load(ordering: .relaxed) { device.setVolume(volume, isMuted: isMuted) }
    }
}
