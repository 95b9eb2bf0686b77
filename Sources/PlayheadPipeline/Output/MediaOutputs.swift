internal import Dispatch
internal import GStreamer
internal import PlayheadCore
internal import Synchronization

/// The sound output and the window of a player, which all of its loads present through one after another.
///
/// Each is opened by the first load that has something for it, and kept until ``close(_:forGood:)``.
final class MediaOutputs: PlayerOutputs {
    private struct Open {
        var sound: AudioDevice?
        var pictures: VideoWindow?
        /// How often they had been closed when they were last asked for.
        var turn = 0
    }

    private let open = Mutex(Open())
    // Beside the lock, which is held while a device is being opened.
    private let turn = Atomic(0)
    private let isOver = Atomic(false)
    /// The windows that are on their way down.
    private let leaving = DispatchGroup()
    /// What all loads run on that are heard: it is steered so that the sound device keeps up with it.
    let clock = OutputClock()
    /// Where it is made faster and slower, in order.
    private let pacing = DispatchQueue(label: "playhead.pace", qos: .userInitiated)
    /// Whether what is heard may have to be made shorter.
    private let changesPace: Bool

    init(changesPace: Bool = false) { self.changesPace = changesPace }

    /// Runs the clock so fast, and sound with it. Returns at once, also while a device is being opened.
    func setPace(_ pace: Double) {
        pacing.async { [self] in
            if let sound = open.withLock(\.sound) { sound.setPace(pace) } else { clock.clock.pace = pace }
        }
    }

    /// The sound output, opened if need be; nil when it cannot be. Blocks while it is opened.
    func sound(_ factory: String) -> AudioDevice? {
        open.withLock { open in
            if isOver.load(ordering: .sequentiallyConsistent) { return nil }
            open.turn = turn.load(ordering: .sequentiallyConsistent)
            if let device = open.sound, !device.isBroken { return device }
            open.sound?.close {}
            open.sound = AudioDevice(factory, clock, changesPace: changesPace)
            return open.sound
        }
    }

    /// The window, made if need be; nil when it cannot be. Blocks while that is done.
    func pictures(drawsText: Bool) -> VideoWindow? {
        open.withLock { open in
            if isOver.load(ordering: .sequentiallyConsistent) { return nil }
            open.turn = turn.load(ordering: .sequentiallyConsistent)
            if let device = open.pictures, !device.isBroken { return device }
            open.pictures?.close {}
            open.pictures = VideoWindow(drawsText: drawsText)
            return open.pictures
        }
    }

    /// Closes the window: what is presented has no pictures.
    func closeWindow() {
        let pictures = open.withLock { open in
            defer { open.pictures = nil }
            if open.pictures != nil { leaving.enter() }
            return open.pictures
        }
        pictures?.close { [leaving] in leaving.leave() }
    }

    /// Closes both, later; the group is left when that is done, and no window is left. The next load opens them again, unless none is to come; one that has asked for them
    /// since keeps them.
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

/// The clock of what is heard, made when it is first needed: GStreamer is not started before.
final class OutputClock: Sendable {
    private let made = Mutex<AdjustableClock?>(nil)

    /// The clock.
    var clock: AdjustableClock {
        made.withLock { made in
            if let made { return made }
            let clock = AdjustableClock()
            made = clock
            return clock
        }
    }
}
