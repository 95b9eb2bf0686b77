internal import Dispatch
internal import GStreamer
internal import PlayheadCore
internal import Synchronization

/// The audio device and the window of a player. All of its loads present through them in turn.
///
/// The first load that needs one opens it. It stays open until ``close(_:forGood:)``.
final class MediaOutputs: PlayerOutputs {
    private struct Open {
        var sound: AudioDevice?
        var pictures: VideoWindow?
        /// The number of closes before the last request for an output.
        var turn = 0
    }

    private let open = Mutex(Open())
    // Outside the lock, which is held while a device is being opened.
    private let turn = Atomic(0)
    private let isOver = Atomic(false)
    /// The windows that are being closed.
    private let leaving = DispatchGroup()
    /// The clock of all audible loads. It is steered so that it stays in step with the audio device.
    let clock = OutputClock()
    /// The queue that changes the pace, in order.
    private let pacing = DispatchQueue(label: "playhead.pace", qos: .userInitiated)
    /// Whether audio may have to be shortened.
    private let changesPace: Bool

    private let requested: Mutex<AudioOutputDevice.ID?>
    private let directPlayback: DirectPlayback
    private let lossPolicy: AudioDeviceLossPolicy
    private let reporter = Mutex<(@Sendable (AudioDeviceReport) -> Void)?>(nil)
    /// The queue that changes the audio device, in order.
    private let choosing = DispatchQueue(label: "playhead.audio-device", qos: .userInitiated)

    /// The window, open or not.
    let window: PlayerWindow

    /// Decodes a cover for the window; nil if that fails.
    let decodeCover: @Sendable (Artwork) async -> DecodedPicture?
    /// Shows items without video in the window.
    let visualizer = Visualizer()

    init(
        changesPace: Bool = false, audioDevice: AudioOutputDevice.ID? = nil,
        directPlayback: DirectPlayback = DirectPlayback(), lossPolicy: AudioDeviceLossPolicy = .fallback,
        window: PlayerWindow = PlayerWindow(),
        decodeCover: @escaping @Sendable (Artwork) async -> DecodedPicture? = { _ in nil }
    ) {
        self.changesPace = changesPace
        self.directPlayback = directPlayback
        self.lossPolicy = lossPolicy
        requested = Mutex(audioDevice)
        self.decodeCover = decodeCover
        self.window = window
    }

    /// Sets the pace of the clock and of audio. Returns at once, also while a device is being opened.
    func setPace(_ pace: Double) {
        pacing.async { [self] in
            if let sound = open.withLock(\.sound) { sound.setPace(pace) } else { clock.clock.pace = pace }
        }
    }

    /// The audio device that was asked for.
    var audioDevice: AudioOutputDevice.ID? { requested.withLock { $0 } }

    /// Plays on another audio device from now on. Returns at once, also while one is being opened.
    func useAudioDevice(_ id: AudioOutputDevice.ID?) {
        requested.withLock { $0 = id }
        choosing.async { [self] in
            guard let sound = open.withLock(\.sound), let routing = sound.routing,
                let target = id.map(AudioTarget.init) ?? routing.defaults().first
            else { return }
            sound.use(target)
        }
    }

    func onAudioDeviceReport(_ handler: @escaping @Sendable (AudioDeviceReport) -> Void) {
        reporter.withLock { $0 = handler }
    }

    /// The audio device, opened if necessary. Nil if it cannot be opened. Blocks while it is opened.
    func sound(_ interface: AudioOutputDevice.Interface) -> AudioDevice? {
        open.withLock { open in
            if isOver.load(ordering: .sequentiallyConsistent) { return nil }
            open.turn = turn.load(ordering: .sequentiallyConsistent)
            if let device = open.sound, !device.isBroken { return device }
            open.sound?.close {}
            let target = audioDevice.map(AudioTarget.init).flatMap { $0.interface == interface ? $0 : nil }
            let routing = AudioRouting(policy: lossPolicy) { [weak self] report in
                self?.reporter.withLock { $0 }?(report)
            }
            open.sound = AudioDevice(
                target ?? AudioTarget(interface), clock, changesPace: changesPace,
                directPlayback: directPlayback,
                routing: routing)
            return open.sound
        }
    }

    /// The window, created if necessary. Nil if it cannot be created. Blocks while it is created.
    func pictures(drawsText: Bool) -> VideoWindow? {
        open.withLock { open in
            if isOver.load(ordering: .sequentiallyConsistent) { return nil }
            open.turn = turn.load(ordering: .sequentiallyConsistent)
            if let device = open.pictures, !device.isBroken { return device }
            open.pictures?.close {}
            open.pictures = VideoWindow(window, drawsText: drawsText)
            return open.pictures
        }
    }

    /// Whether a window is open.
    var hasWindow: Bool { open.withLock { $0.pictures.map { !$0.isBroken } ?? false } }

    /// Closes the window, because the presented item has nothing to show.
    func closeWindow() {
        let pictures = open.withLock { open in
            defer { open.pictures = nil }
            if open.pictures != nil { leaving.enter() }
            return open.pictures
        }
        pictures?.close { [leaving] in leaving.leave() }
    }

    /// Closes both outputs asynchronously. The group is left when they are closed and no window is left. The
    /// next load opens them again, unless `forGood`. A load that has requested them since keeps them.
    func close(_ group: DispatchGroup, forGood: Bool) {
        if forGood { isOver.store(true, ordering: .sequentiallyConsistent) }
        let limit = turn.add(1, ordering: .sequentiallyConsistent).newValue
        group.enter()
        let closing = DispatchQueue(label: "playhead.closing", qos: .userInitiated)
        closing.async { [self] in
            defer { leaving.notify(queue: closing) { group.leave() } }
            let closed = open.withLock { open in
                guard open.turn < limit else { return Open() }
                defer { open = Open() }
                return open
            }
            if let sound = closed.sound {
                group.enter()
                sound.close { group.leave() }
            }
            if let pictures = closed.pictures {
                group.enter()
                pictures.close { group.leave() }
            }
        }
    }
}

/// The clock of audible loads. It is created at its first use, so that GStreamer is not started earlier.
final class OutputClock: Sendable {
    private let made = Mutex<AdjustableClock?>(nil)

    var clock: AdjustableClock {
        made.withLock { made in
            if let made { return made }
            let clock = AdjustableClock()
            made = clock
            return clock
        }
    }
}
