import Dispatch
import Playhead
import PlayheadTesting

/// Looks at a simulated player after each step.
struct SimulationWatch {
    private(set) var faults: [String] = []
    private var heard = 0
    private var last: PlayerSnapshot?

    /// - Parameter isAlone: whether nothing else happened meanwhile.
    mutating func see(_ step: Step, _ before: PlayerSnapshot, isAlone: Bool, _ subject: Subject) {
        let now = subject.player.snapshot
        var found = now.faults(after: last ?? before) + subject.player.targetFaults
        last = now
        subject.witnesses.queue.sync {}
        let events = subject.witnesses.main.events
        if isAlone {
            found += step.orderFaults(in: events[heard...])
            if before.status != .closed { found += step.maskingFaults(before, now) }
        }
        heard = events.count
        faults += found.map { "\($0), after \(step)" }
    }
}

extension Step {
    /// The events that one step leads to, against contract 3.3. A step that ends an item and does something else has two causes.
    fileprivate func orderFaults(in events: ArraySlice<PlayerEvent>) -> [String] {
        let causes =
            switch self {
            case .load, .stop, .reset, .close: 2
            case .hear, .pump, .advance, .react, .during: Int.max
            default: 1
            }
        let steps = zip(events, events.dropFirst()).count { $0.rank > $1.rank }
        return steps < causes ? [] : ["3.3: the order is \(Array(events))"]
    }

    /// What was asked shows when the command returns (contract 2.2).
    fileprivate func maskingFaults(_ old: PlayerSnapshot, _ new: PlayerSnapshot) -> [String] {
        let isShown =
            switch self {
            case .load(let item, let autoplay):
                new.item == Step.items[item] && new.wantsToPlay == autoplay
            case .play: new.wantsToPlay == (new.item != nil)
            case .pause: !new.wantsToPlay
            case .toggle: new.wantsToPlay == (new.item != nil && !old.wantsToPlay)
            case .stop: !new.wantsToPlay && new.position <= new.clamped(new.item?.beginning ?? .zero)
            case .reset: new.state == .idle && new.status == .idle
            case .close: new.state == .idle && new.status == .closed
            case .mute(let isMuted): new.isMuted == isMuted
            case .volume(let percent): new.volume == min(max(Double(percent) / 100, 0), 2)
            case .aspect(let index): new.aspectMode == AspectMode.allCases[index]
            case .seek(let time), .askSeek(let time, aim: _):
                !old.status.hasPipeline || old.isPrerolled && !old.isSeekable
                    || new.position == new.clamped(Step.time(time))
            default: true
            }
        return isShown ? [] : ["2.2: the player is \(new.state.name) at \(new.position)"]
    }
}

extension PlayerEvent {
    /// Its place among events with one cause (contract 3.3).
    var rank: Int {
        switch self {
        case .queueChanged: -1
        case .itemChanged: 0
        case .mutedChanged, .volumeChanged, .audioEffectsChanged, .speedChanged, .aspectModeChanged,
            .subtitleDelayChanged, .audioDelayChanged, .audioDeviceChanged:
            1
        case .durationChanged, .tracksChanged, .metadataChanged, .videoSizeChanged,
            .streamTypeChanged, .seekableRangeChanged, .variantChanged, .bandwidthChanged:
            2
        case .warning, .gap: 3
        case .ready: 4
        case .error: 5
        case .finished: 6
        case .subtitleChanged, .chapterChanged: 7
        case .statusChanged: 8
        case .stateChanged: 9
        case .bufferingChanged, .stalled, .resumed: 10
        case .positionChanged: 11
        }
    }
}
