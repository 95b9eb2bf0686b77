internal import AudioProcessing
internal import Dispatch
internal import GStreamer
internal import PlayheadCore
internal import Synchronization

/// Hands the audio of one load to the audio device of its player.
final class AudioFeed: @unchecked Sendable {
    // All variables are used on the queue of the device only.
    private let device: AudioDevice
    private let isOn: Atomic<Bool>
    private let nanoseconds = Atomic(Int64(AudioDevice.startDelay.inNanoseconds))
    /// Called with the message of an output that fails.
    let onFault: @Sendable (BusMessage?) -> Void
    private let meter: PresentationMeter
    private let settings = Mutex(Settings())
    private let record = Mutex(LoudnessRecord())
    /// Whether audio is being dropped because it is late.
    private var isBehind = false
    /// Whether this feed was told that the device has failed.
    var isToldOfFault = false
    // Both belong to the device: the audio and the end that arrived before the turn of this feed.
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

    /// Audio that is presented from now on is audible.
    func present() { isOn.store(true, ordering: .relaxed) }

    /// Takes back audio that was handed over before its turn.
    func withdraw() {
        isOn.store(false, ordering: .relaxed)
        flush()
    }

    /// The latency of the pipeline: the time from the running time of a sample until it is audible.
    var delay: Duration {
        get { .nanoseconds(nanoseconds.load(ordering: .relaxed)) }
        set { nanoseconds.store(Int64(newValue.inNanoseconds), ordering: .relaxed) }
    }

    /// Takes audio that is due soon.
    func take(_ rendering: Rendering) {
        guard !rendering.isHeld, isOn.load(ordering: .relaxed),
            SinkBranch.audibleSpeeds.contains(rendering.speed),
            let sound = AudioRun(rendering) ?? AudioRun(encoded: rendering)
        else { return }
        if settings.withLock(\.isMeasured), let (content, start) = rendering.sound {
            record.withLock { $0.add(content, at: start) }
        }
        device.take(sound, of: self)
    }

    /// All audio has been handed over. `action` is called when it has been heard.
    func end(_ action: @escaping @Sendable () -> Void) { device.end(self, action) }

    /// Drops the audio that was handed over and not heard yet. What follows may begin in its middle, as after a
    /// seek, and is faded in then.
    func flush(fadesIn: Bool = false) {
        jump()
        device.flush(self, fadesIn: fadesIn)
    }

    /// The sound that follows does not continue the sound before.
    func jump() { record.withLock { $0.jump() } }

    /// The loudness of all sound of the load; nil if it was not measured as a whole.
    var measuredLoudness: Loudness? { record.withLock(\.loudness) }

    /// Silences the output at once. It resumes at the same sample.
    func pause() { if isOn.load(ordering: .relaxed) { device.pause() } }
    func resume() { if isOn.load(ordering: .relaxed) { device.resume() } }

    /// The duration of audio of all loads that was handed over and not heard yet.
    var unheard: Duration { device.unheard }

    private struct Settings: Sendable {
        var level = ItemLevel()
        var mixedLevel = ItemLevel()
        /// Whether the loudness of the item is learned.
        var isMeasured = false
        var shift: Duration = .zero
        var channels = AudioChannels.automatic
        var swapsSides = false
        var isUntouched = true
    }

    /// How the level of the item is changed. The loudness of a mix of its channels is not known.
    func level(isMixed: Bool) -> ItemLevel { settings.withLock { isMixed ? $0.mixedLevel : $0.level } }
    /// The time by which the user lets sound be later than its picture.
    var shift: Duration { settings.withLock(\.shift) }

    /// Whether the settings leave its samples as they are.
    var isUntouched: Bool { settings.withLock(\.isUntouched) }

    /// The channels that are played, and whether left and right are exchanged.
    var channels: (wanted: AudioChannels, swapsSides: Bool) {
        settings.withLock { ($0.channels, $0.swapsSides) }
    }

    /// Applies the settings of the sound from now on, to an item with these tags and this loudness. The loudness of
    /// an item that has neither is learned, if `learns` is set.
    func apply(
        _ settings: OutputSettings, _ metadata: MediaMetadata, _ loudness: Loudness? = nil,
        learns: Bool = false
    ) {
        let mixed = ItemLevel(settings.effects, metadata)
        let level = ItemLevel(settings.effects, metadata, loudness)
        let isUnknown = mixed.target != nil && loudness == nil
        let isMeasured = learns && isUnknown
        let wasMeasured = self.settings.withLock {
            let wasMeasured = $0.isMeasured
            $0 = Settings(
                level: level, mixedLevel: mixed, isMeasured: isMeasured, shift: settings.audioDelay,
                channels: settings.effects.channels, swapsSides: settings.effects.swapsSides,
                isUntouched: level == ItemLevel() && settings.leavesSamples)
            return wasMeasured
        }
        if wasMeasured, !isMeasured { record.withLock { $0.jump() } }
        guard isOn.load(ordering: .relaxed) else { return }
        device.effects.apply(settings)
        device.setPitch(settings.effects.pitch)
        device.queue.async { [device] in device.reviewPath() }
    }

    /// Counts deviations from the planned presentation. Called on the queue of the device.
    func count(_ joint: SoundJoint, afterSilence: Bool) {
        // Silence that the content itself leaves is no underrun.
        if afterSilence, joint != .gap { meter.noteUnderrun() }
        if joint == .tooLate, !isBehind { meter.noteResync() }
        isBehind = joint == .tooLate
    }
}

/// How an audio buffer joins the audio that is heard before it.
enum SoundJoint: Equatable {
    /// It continues the audio, within what steering corrects.
    case seam
    /// Silence separates the two.
    case gap
    /// Its first samples should have been heard already.
    case tooLate

    /// Decides how an audio buffer joins the audio before it.
    ///
    /// - Parameters:
    ///   - gap: the time from the end of the audio that the device holds to the start of this audio.
    ///   - goesOn: whether the content has no gap here.
    ///   - isInTime: whether the audio is handed over before it is due. If it is, the device is late, and
    ///     nothing is dropped up to a delay of 3 s.
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
