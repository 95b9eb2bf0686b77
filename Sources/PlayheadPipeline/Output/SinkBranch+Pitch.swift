internal import GStreamer
internal import PlayheadCore
internal import PlayheadSystem
internal import Synchronization

extension SinkBranch {
    /// The speeds at which sound is heard, with its own pitch: beyond, it is noise.
    static let audibleSpeeds: ClosedRange<Double> = 0.1...4

    /// Where a branch begins.
    struct Joint: Sendable {
        var pipeline: Element
        var feed: Pad
        var entry: Pad
    }

    struct Pitch: Sendable {
        var joint: Joint?
        /// What keeps the pitch, while it stands between feed and entry.
        var keepers: [Element] = []
        var isWanted = false
        /// What is to be fed in from the next flush on.
        var next: Feed?
    }

    /// Whether the pitch of sound at a speed has to be kept by an element of its own.
    static func needsPitchKept(at speed: Double) -> Bool {
        let heard = Workaround.scaletempoBackward.isNeeded ? speed : speed.magnitude
        return speed != 1 && audibleSpeeds.contains(heard)
    }

    /// Keeps the pitch of the sound that comes after the next flush, which is played at this speed. At normal speed nothing
    /// stands in the way of the sound, and backwards nothing may: scaletempo's times are wrong there (1.22.0).
    func keepPitch(at speed: Double) {
        if kind == .audio { pitch.withLock { $0.isWanted = Self.needsPitchKept(at: speed) } }
    }

    /// Has the branch linked anew where that is wanted, before the next buffer: a flush has just passed, or nothing has.
    func followSpeed() {
        let feed = pitch.withLock { $0.isWanted == $0.keepers.isEmpty ? $0.joint?.feed : nil }
        guard let feed else { return }
        let name = ObjectIdentifier(feed)
        feed.beforeNextBuffer { [weak self] in self?.linkAnew(behind: name) }
    }

    /// On the streaming thread, which stands before the branch.
    private func linkAnew(behind feed: ObjectIdentifier) {
        pitch.withLock { pitch in
            guard pitch.isWanted == pitch.keepers.isEmpty, let joint = pitch.joint,
                ObjectIdentifier(joint.feed) == feed
            else { return }
            if pitch.isWanted {
                pitch.keepers = joint.insert()
            } else {
                joint.remove(pitch.keepers)
                pitch.keepers = []
            }
        }
    }
}

extension SinkBranch.Joint {
    /// Leads the sound through what keeps its pitch; empty, and nothing has changed, where that is not installed.
    func insert() -> [Element] {
        guard let convert = Element.make("audioconvert"), let tempo = Element.make("scaletempo"),
            let first = convert.pad("sink"), let last = tempo.pad("src")
        else { return [] }
        feed.unlink(from: entry)
        for element in [convert, tempo] { pipeline.add(element) }
        let isLinked = convert.link(to: tempo) && last.link(to: entry)
        for element in [tempo, convert] { element.syncStateWithParent() }
        guard isLinked, feed.link(to: first) else {
            remove([convert, tempo])
            return []
        }
        return [convert, tempo]
    }

    /// Leads the sound straight on.
    func remove(_ keepers: [Element]) {
        if let first = keepers.first?.pad("sink") { feed.unlink(from: first) }
        for element in keepers { pipeline.remove(element) }
        feed.link(to: entry)
    }
}
