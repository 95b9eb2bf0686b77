/// What has entered a decoder and has not come out of it: what another decoder needs to go on at the same frame.
struct ReplayLog<Item: Sendable>: Sendable {
    enum Kind: Sendable {
        /// A frame that needs no other, with its time.
        case keyframe(Duration?)
        case frame
        case format
        case segment
        case other
    }

    private struct Entry: Sendable {
        var item: Item
        var kind: Kind
        var bytes: Int
    }

    private var entries: [Entry] = []
    /// What held for the first entry.
    private var format: Item?
    private var segment: Item?
    private var bytes = 0
    private let limit: Int
    /// Whether frames are left out up to a keyframe, because too many had come without one.
    private var awaitsKeyframe = false
    /// The frame that came out last, in the order of the segment.
    private(set) var last: Duration?
    /// Whether frames come out in order of time.
    private var isForwards = true

    /// - Parameter limit: the most bytes that are held.
    init(limit: Int) { self.limit = limit }

    mutating func append(_ item: Item, _ kind: Kind, bytes: Int = 0) {
        switch kind {
        case .keyframe: awaitsKeyframe = false
        case .frame where awaitsKeyframe: return
        case .frame, .format, .segment, .other: break
        }
        entries.append(Entry(item: item, kind: kind, bytes: bytes))
        self.bytes += bytes
        if self.bytes > limit {
            drop(first: entries.count)
            awaitsKeyframe = true
        }
    }

    /// A frame comes out. What was decoded before the last keyframe up to it is not needed any more.
    mutating func release(_ time: Duration) {
        last = last.map { isForwards ? max($0, time) : min($0, time) } ?? time
        let end = entries.firstIndex { if case .segment = $0.kind { true } else { false } } ?? entries.count
        let isNeeded = { (entry: Entry) in
            guard case .keyframe(let start?) = entry.kind else { return false }
            return isForwards ? start <= time : start < time
        }
        let first =
            isForwards ? entries[..<end].lastIndex(where: isNeeded) : entries.firstIndex(where: isNeeded)
        if let first { drop(first: first) }
    }

    /// A segment comes out: all frames before it have done so.
    mutating func releaseSegment(isForwards: Bool) {
        (self.isForwards, last) = (isForwards, nil)
        let index = entries.firstIndex { if case .segment = $0.kind { true } else { false } }
        if let index { drop(first: index + 1) }
    }

    /// Whether a frame has come out before.
    func hasReleased(_ time: Duration) -> Bool {
        last.map { isForwards ? time <= $0 : time >= $0 } ?? false
    }

    /// The items that lead another decoder to the next frame.
    var items: [Item] { [format, segment].compactMap(\.self) + entries.map(\.item) }

    /// A flush: nothing that has entered will come out. The format stays.
    mutating func flush() {
        drop(first: entries.count)
        (segment, last, awaitsKeyframe) = (nil, nil, false)
    }

    /// Everything that has entered has come out.
    mutating func drained() { drop(first: entries.count) }

    /// Nothing is replayed any more; which frames have come out stays known.
    mutating func forgetItems() {
        (entries, format, segment, bytes) = ([], nil, nil, 0)
    }

    private mutating func drop(first count: Int) {
        for entry in entries.prefix(count) {
            bytes -= entry.bytes
            switch entry.kind {
            case .format: format = entry.item
            case .segment: segment = entry.item
            case .keyframe, .frame, .other: break
            }
        }
        entries.removeFirst(count)
    }
}
