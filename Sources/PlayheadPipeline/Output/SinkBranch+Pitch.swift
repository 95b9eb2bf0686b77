internal import GStreamer
internal import PlayheadCore
internal import PlayheadSystem
internal import Synchronization

extension SinkBranch {
    /// The speeds at which audio is played with its pitch kept. Beyond them it is noise.
    static let audibleSpeeds: ClosedRange<Double> = 0.1...4

    /// The place where a branch is linked to its decoded stream.
    struct Joint: Sendable {
        var pipeline: Element
        var feed: Pad
        var entry: Pad
    }

    struct Pitch: Sendable {
        var joint: Joint?
        /// The elements that keep the pitch, while they are linked between `feed` and `entry`.
        var keepers: [Element] = []
        var isWanted = false
        /// The stream that feeds the branch from the next flush on.
        var next: Feed?

        /// Links the stream without them, if another one needs a decoder before them, or none.
        mutating func dropKeepers(unfitFor next: Pad) {
            let isEncoded = next.mediaType.flatMap(EncodedAudio.init) != nil
            if isEncoded || keepers.count > 2 { dropKeepers() }
        }

        mutating func dropKeepers() {
            if !keepers.isEmpty { joint?.remove(keepers) }
            keepers = []
        }
    }

    /// Whether audio at a speed needs an element that keeps its pitch.
    static func needsPitchKept(at speed: Double) -> Bool {
        let heard = Workaround.scaletempoBackward.isNeeded ? speed : speed.magnitude
        return speed != 1 && audibleSpeeds.contains(heard)
    }

    /// Keeps the pitch of the audio behind the next flush, which is played at this speed. No element is
    /// inserted at normal speed, and none backwards: the times of `scaletempo` are wrong there (1.22.0).
    func keepPitch(at speed: Double) {
        if kind == .audio { pitch.withLock { $0.isWanted = Self.needsPitchKept(at: speed) } }
    }

    /// Relinks the branch before its next buffer, if the speed requires it. Called after a flush, or before
    /// any buffer.
    func followSpeed() {
        let feed = pitch.withLock { $0.isWanted == $0.keepers.isEmpty ? $0.joint?.feed : nil }
        guard let feed else { return }
        let name = ObjectIdentifier(feed)
        feed.beforeNextBuffer { [weak self] in self?.linkAnew(behind: name) }
    }

    /// Called on the streaming thread that is about to enter the branch.
    private func linkAnew(behind feed: ObjectIdentifier) {
        pitch.withLock { pitch in
            guard pitch.isWanted == pitch.keepers.isEmpty, let joint = pitch.joint,
                ObjectIdentifier(joint.feed) == feed
            else { return }
            if pitch.isWanted { pitch.keepers = joint.insert() } else { pitch.dropKeepers() }
        }
    }
}

extension SinkBranch.Joint {
    /// Links the elements that keep the pitch. Returns none, and changes nothing, if they are not installed.
    func insert() -> [Element] {
        guard let convert = Element.make("audioconvert"), let tempo = Element.make("scaletempo") else {
            return []
        }
        let decoder = feed.audioFormat?.encoding?.makeDecoder()
        let keepers = [decoder, convert, tempo].compactMap(\.self)
        guard let first = keepers[0].pad("sink"), let last = tempo.pad("src") else { return [] }
        if Workaround.scaletempoTimes.isNeeded { last.countTimes() }
        feed.unlink(from: entry)
        for element in keepers { pipeline.add(element) }
        let isLinked =
            zip(keepers, keepers.dropFirst()).allSatisfy { $0.link(to: $1) } && last.link(to: entry)
        for element in keepers.reversed() { element.syncStateWithParent() }
        guard isLinked, feed.link(to: first) else {
            remove(keepers)
            return []
        }
        return keepers
    }

    /// Links the audio without these elements.
    func remove(_ keepers: [Element]) {
        if let first = keepers.first?.pad("sink") { feed.unlink(from: first) }
        for element in keepers { pipeline.remove(element) }
        feed.link(to: entry)
    }
}
