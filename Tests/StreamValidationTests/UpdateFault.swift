/// Versions of a live playlist that violate one rule; `none` violates none.
struct UpdateFault: Sendable, CustomStringConvertible {
    let rule: String
    /// The seconds of each load, and the text.
    let versions: [(Double, String)]

    var description: String { rule }

    private static func playlist(
        _ sequence: Int, _ numbers: ClosedRange<Int>, head: String = "", tail: String = "", target: Int = 2,
        discontinuityBefore: Int? = nil, duration: (Int) -> Int = { _ in 2 }
    ) -> String {
        let segments = numbers.map { number in
            (number == discontinuityBefore ? "#EXT-X-DISCONTINUITY\n" : "")
                + "#EXTINF:\(duration(number)),\ns\(number).ts\n"
        }
        return "#EXTM3U\n#EXT-X-TARGETDURATION:\(target)\n#EXT-X-MEDIA-SEQUENCE:\(sequence)\n\(head)"
            + segments.joined() + tail
    }

    static let good = [
        UpdateFault(
            rule: "none",
            versions: [(0, playlist(5, 5...8)), (2, playlist(6, 6...9)), (4, playlist(7, 7...10))]),
        UpdateFault(
            rule: "none",
            versions: [
                (0, playlist(5, 5...8, discontinuityBefore: 6)),
                (2, playlist(6, 6...9, discontinuityBefore: 6)),
                (4, playlist(7, 7...10, head: "#EXT-X-DISCONTINUITY-SEQUENCE:1\n")),
            ]),
    ]

    static var all: [UpdateFault] { faults }

    private static let faults = [
        UpdateFault(
            rule: "hls.live-sequence-back", versions: [(0, playlist(6, 6...9)), (2, playlist(5, 5...8))]),
        UpdateFault(
            rule: "hls.live-segment-changed",
            versions: [(0, playlist(5, 5...8)), (2, playlist(5, 6...9))]),
        UpdateFault(
            rule: "hls.live-stale",
            versions: [
                (0, playlist(5, 5...8)), (2, playlist(5, 5...8)), (4, playlist(5, 5...8)),
                (5, playlist(6, 6...9)),
            ]),
        UpdateFault(
            rule: "hls.live-endlist-removed",
            versions: [(0, playlist(5, 5...8, tail: "#EXT-X-ENDLIST\n")), (2, playlist(6, 6...9))]),
        UpdateFault(
            rule: "hls.live-discontinuity-sequence",
            versions: [(0, playlist(5, 5...8, discontinuityBefore: 6)), (2, playlist(7, 7...10))]),
        UpdateFault(
            rule: "hls.live-event-removed",
            versions: [
                (0, playlist(5, 5...8, head: "#EXT-X-PLAYLIST-TYPE:EVENT\n")),
                (2, playlist(6, 6...9, head: "#EXT-X-PLAYLIST-TYPE:EVENT\n")),
            ]),
        UpdateFault(
            rule: "hls.live-targetduration-changed",
            versions: [(0, playlist(5, 5...8)), (2, playlist(6, 6...9, target: 4))]),
    ]
}
