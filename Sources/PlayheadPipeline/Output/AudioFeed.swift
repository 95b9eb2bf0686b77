internal import GStreamer
internal import PlayheadCore
internal import Synchronization

/// The way from one load to the sound output of its player.
final class AudioFeed: @unchecked Sendable {
    // All variables are touched on the queue of the device only.
    private let device: AudioDevice
    private let isOn: Atomic<Bool>
    private let nanoseconds = Atomic(Int64(AudioDevice.startDelay.inNanoseconds))
    /// What an output that fails says.
    let onFault: @Sendable (BusMessage?) -> Void
    private let meter: PresentationMeter
    /// Whether sound is being left out.
    private var isBehind = false
    /// Whether it has heard that the device is of no use.
    var isToldOfFault = false
    // Both are the device's: what came before the turn of this feed.
    var pending: [AudioRun] = []
    var pendingEnd: (@Sendable () -> Void)?

    init(
        to device: AudioDevice, isOn: Bool, countedBy meter: PresentationMeter,
        onFault: @escaping @Sendable (BusMessage?) -> Void
    ) {
        self.device = device
        self.meter = meter
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
            SinkBranch.audibleSpeeds.contains(rendering.speed), let sound = AudioRun(rendering)
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

    /// Counts what is not heard as it was meant; on the queue of the device.
    func count(_ joint: SoundJoint, afterSilence: Bool) {
        // What was left out by the maker of the medium is silent in time.
        if afterSilence, joint != .gap { meter.noteUnderrun() }
        if joint == .tooLate, !isBehind { meter.noteResync() }
        isBehind = joint == .tooLate
    }
}

/// How sound that is due joins what is heard before it.
enum SoundJoint: Equatable {
    /// It goes on there, as nearly as steering makes up for.
    case seam
    /// There is nothing in between.
    case gap
    /// What comes first of it should have been heard already.
    case tooLate

    /// `gap` is how long before it is due the device is through with what it has; `goesOn` says that the content has no gap, and
    /// `isInTime` that it is handed over before it is due: then it is the device that is late, and nothing is left out unless that hardly
    /// goes on at all.
    init(gap: Duration, goesOn: Bool, isInTime: Bool) {
        let most = goesOn && isInTime ? AudioDevice.mostOfDevice : AudioDevice.most
        if gap > AudioDevice.tolerance, !goesOn {
            self = .gap
        } else if gap < .zero - most {
            self = .tooLate
        } else {
            self = .seam
        }
    }
}
