/// What is inside a box that begins a fragment of MP4 (`moof`, ISO/IEC 14496-12), whose times can be written anew.
struct FragmentHeader {
    /// When a track of it begins, in bytes of the box.
    private struct Time {
        var place: Range<Int>
        var ticks: UInt64
        var scale: Int
    }

    private(set) var bytes: [UInt8]
    private var times: [Time] = []

    /// Nil where a track says no time, or does not count in units that are known.
    init?(_ bytes: [UInt8], _ scales: TrackScales) {
        self.bytes = bytes
        let reader = bytes.reader
        for run in MP4Chapters.boxes(in: bytes.content, reader) where run.type == "traf" {
            let parts = MP4Chapters.boxes(in: run, reader)
            guard let header = parts.first(where: { $0.type == "tfhd" }),
                let time = parts.first(where: { $0.type == "tfdt" })
            else { return nil }
            var piece = BytePiece(reader(header.start, header.count(upTo: 8)))
            guard piece.take(4) != nil, let scale = piece.number(bytes: 4).flatMap({ scales[$0] }) else {
                return nil
            }
            piece = BytePiece(reader(time.start, time.count(upTo: 12)))
            let width = piece.number(bytes: 1) == 1 ? 8 : 4
            guard piece.take(3) != nil, let ticks = piece.number(bytes: width), ticks < 1 << 62 else {
                return nil
            }
            times.append(Time(place: time.start + 4..<time.start + 4 + width, ticks: ticks, scale: scale))
        }
        if times.isEmpty { return nil }
    }

    /// A box that begins a fragment without anything in it, at this time in all tracks.
    static func empty(at time: Duration, _ scales: TrackScales) -> [UInt8] {
        let tracks = scales.all.flatMap { track, scale in
            let header = number(0x02_0000, 4) + number(Int(track), 4)
            let start = number(0x0100_0000, 4) + number(max(time.units(scale) ?? 0, 0), 8)
            return box("traf", box("tfhd", header) + box("tfdt", start))
        }
        return box("moof", box("mfhd", number(0, 4) + number(1, 4)) + tracks)
    }

    private static func box(_ type: StaticString, _ content: [UInt8]) -> [UInt8] {
        number(8 + content.count, 4) + Array("\(type)".utf8) + content
    }

    private static func number(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    /// When the first track of it begins.
    var start: Duration { times.map { .units(Int($0.ticks), of: $0.scale) }.min() ?? .zero }

    /// Moves all of its tracks, if there is room for the times in all of them.
    mutating func move(by shift: Duration) {
        var moved = bytes
        for time in times {
            guard let offset = shift.units(time.scale),
                let ticks = UInt64(exactly: Int(time.ticks) + offset),
                ticks < 1 << 62, time.place.count == 8 || ticks <= UInt32.max
            else { return }
            for (index, place) in time.place.reversed().enumerated() {
                moved[place] = UInt8(truncatingIfNeeded: ticks >> UInt64(8 * index))
            }
        }
        bytes = moved
    }
}

extension Duration {
    /// To the nanosecond.
    static func units(_ count: Int, of scale: Int) -> Duration {
        let (seconds, rest) = count.quotientAndRemainder(dividingBy: scale)
        return .seconds(seconds) + .nanoseconds(Int64((Double(rest) / Double(scale) * 1e9).rounded()))
    }

    /// How many units it is, of which there are so many to a second.
    func units(_ scale: Int) -> Int? {
        let (whole, overflow) = Int(components.seconds).multipliedReportingOverflow(by: scale)
        let rest = Int((Double(components.attoseconds) / 1e18 * Double(scale)).rounded())
        return overflow || abs(whole) > 1 << 61 ? nil : whole + rest
    }
}
