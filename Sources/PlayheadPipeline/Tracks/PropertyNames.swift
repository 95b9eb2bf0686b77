/// Names of the numbers in ITU-T H.273: those of `VideoColorSpace` in WebCodecs, or those of ffprobe where it has
/// none.
enum ColorName {
    static func primaries(_ number: Int) -> String {
        [
            1: "bt709", 4: "bt470m", 5: "bt470bg", 6: "smpte170m", 7: "smpte240m", 8: "film", 9: "bt2020",
            10: "smpte428", 11: "smpte431", 12: "smpte432", 22: "ebu3213",
        ][number] ?? "\(number)"
    }

    static func transfer(_ number: Int) -> String {
        [
            1: "bt709", 4: "bt470m", 5: "bt470bg", 6: "smpte170m", 7: "smpte240m", 8: "linear", 9: "log100",
            10: "log316", 11: "iec61966-2-4", 12: "bt1361e", 13: "iec61966-2-1", 14: "bt2020-10",
            15: "bt2020-12", 16: "pq", 17: "smpte428", 18: "hlg",
        ][number] ?? "\(number)"
    }

    static func matrix(_ number: Int) -> String {
        [
            0: "rgb", 1: "bt709", 4: "fcc", 5: "bt470bg", 6: "smpte170m", 7: "smpte240m", 8: "ycgco",
            9: "bt2020-ncl", 10: "bt2020c",
        ][number] ?? "\(number)"
    }
}

/// Names of profiles and levels, as ffprobe writes profiles.
enum CodecProfile {
    private static let whole = [
        "high-4:4:4": "High 4:4:4 Predictive", "lc": "LC", "ltp": "LTP", "ssr": "SSR", "hq": "HQ", "lt": "LT",
        "4444xq": "4444 XQ", "cavlc-4:4:4-intra": "CAVLC 4:4:4 Intra",
    ]

    static func name(_ value: String, of type: String) -> String {
        if let name = whole[value] { return name }
        if type == "video/x-vp9" || type == "video/x-vp8" { return "Profile \(value)" }
        let words = value.split(separator: "-")
        return words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: " ")
    }
}

/// Names of channel layouts, as ffprobe writes them. Masks have the bits of `GstAudioChannelPosition`.
enum ChannelLayout {
    static func name(count: Int) -> String? { [1: "mono", 2: "stereo"][count] }

    static func name(mask: UInt64) -> String? { names[mask] }

    // Front left, front right, center, low frequency, rear left, rear right, left and right of the center,
    // rear center; then the sides.
    private static let (front, center, low): (UInt64, UInt64, UInt64) = (0x3, 0x4, 0x8)
    private static let (rear, wide, behind, side): (UInt64, UInt64, UInt64, UInt64) = (
        0x30, 0xC0, 0x100, 0xC00
    )
    private static let above: UInt64 = 0x3000

    private static let names: [UInt64: String] = [
        center: "mono", front: "stereo", front | low: "2.1", front | center: "3.0",
        front | behind: "3.0(back)", front | center | low: "3.1", front | center | behind: "4.0",
        front | rear: "quad", front | side: "quad(side)", front | center | low | behind: "4.1",
        front | center | rear: "5.0", front | center | side: "5.0(side)",
        front | center | low | rear: "5.1", front | center | low | side: "5.1(side)",
        front | center | side | behind: "6.0", front | center | rear | behind: "hexagonal",
        front | center | low | side | behind: "6.1", front | center | low | rear | behind: "6.1(back)",
        front | center | rear | side: "7.0", front | center | low | rear | side: "7.1",
        front | center | low | wide | side: "7.1(wide-side)", front | center | low | wide | rear: "7.1(wide)",
        front | center | rear | side | behind: "octagonal",
        front | center | low | side | above: "5.1.2", front | center | low | rear | side | above: "7.1.2",
    ]
}
