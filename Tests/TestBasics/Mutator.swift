/// Changes valid inputs of a parser into others. The same number makes the same input of the same seeds.
package struct Mutator {
    private var random: SeededGenerator
    private let seeds: [[UInt8]]
    private let isText: Bool

    /// An input of a parser.
    package static func input(_ number: UInt64, from seeds: [[UInt8]], isText: Bool) -> [UInt8] {
        var mutator = Mutator(random: SeededGenerator(seed: number), seeds: seeds, isText: isText)
        return mutator.input()
    }

    private mutating func input() -> [UInt8] {
        var bytes = seed
        // Many changes at once mostly end at the first of them.
        for _ in 0..<(below(4) == 0 ? 1 + below(16) : 1 + below(3)) { change(&bytes) }
        return bytes
    }

    private mutating func change(_ bytes: inout [UInt8]) {
        if bytes.isEmpty { bytes = seed }
        if isText, below(2) == 0 { return changeText(&bytes) }
        let place = place(in: bytes)
        let end = min(bytes.count, place + length)
        switch below(9) {
        case 0: bytes[place] ^= 1 << UInt8(below(8))
        case 1: bytes[place] = byte
        case 2, 3: replaceNumber(&bytes, at: place)
        case 4: bytes.removeSubrange(place..<end)
        case 5: bytes.insert(contentsOf: bytes[place..<end], at: self.place(in: bytes))
        case 6:
            let some = (0..<1 + below(16)).map { _ in byte }
            bytes.replaceSubrange(place..<(below(2) == 0 ? place : end), with: some)
        case 7: if below(4) == 0 { bytes.removeSubrange(place...) }
        default:
            let other = seed
            guard !other.isEmpty else { return }
            let from = self.place(in: other)
            let piece = other[from..<min(other.count, from + 8 * length)]
            bytes.replaceSubrange(place..<(below(2) == 0 ? place : bytes.count), with: piece)
        }
    }

    /// Writes a number of one to eight bytes over what is there.
    private mutating func replaceNumber(_ bytes: inout [UInt8], at place: Int) {
        let width = 1 << below(4)
        let greatest = UInt64.max >> UInt64(64 - 8 * width)
        let near = UInt64(below(64))
        let numbers = [
            0, 1, greatest, greatest >> 1, greatest >> 1 + 1, greatest - near, greatest >> 1 - near, near,
            UInt64(bytes.count), UInt64(bytes.count - place), 1 << UInt64(below(8 * width)), 0x7FFF_FFFF,
        ]
        let number = numbers[below(numbers.count)]
        let isBig = below(4) > 0
        for index in 0..<min(width, bytes.count - place) {
            let shift = UInt64(8 * (isBig ? width - 1 - index : index))
            bytes[place + index] = UInt8(truncatingIfNeeded: number >> shift)
        }
    }

    private mutating func changeText(_ bytes: inout [UInt8]) {
        let place = place(in: bytes)
        switch below(3) {
        case 0:
            let isDigit = { (byte: UInt8) in (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
            guard let start = bytes[place...].firstIndex(where: isDigit) else { return }
            let end = bytes[start...].firstIndex { !isDigit($0) } ?? bytes.count
            bytes.replaceSubrange(start..<end, with: Self.numbers[below(Self.numbers.count)].utf8)
        case 1:
            // A line, in part or from its beginning, some times over.
            let feed = UInt8(ascii: "\n")
            let start = bytes[..<place].lastIndex(of: feed).map { $0 + 1 } ?? 0
            let end = bytes[place...].firstIndex(of: feed).map { $0 + 1 } ?? bytes.count
            let line = bytes[(below(2) == 0 ? start : place)..<end]
            let count = below(16) == 0 ? below(1000) : 1 + below(4)
            guard line.count * count < 1 << 16 else { return }
            bytes.insert(contentsOf: repeatElement(line, count: count).joined(), at: end)
        default:
            let piece = Self.pieces[below(Self.pieces.count)].utf8
            bytes.replaceSubrange(place..<min(bytes.count, place + below(3)), with: piece)
        }
    }

    private static let numbers = [
        "0", "-1", "255", "65536", "2147483648", "-2147483649", "4294967296", "9223372036854775807",
        "-9223372036854775808", "18446744073709551615", "99999999999999999999999999", "1e308", "1e-320",
        "-1e19", "9e18", "0.0000000000000000000001", "nan", "inf", "00", "1.5", "0x10",
    ]
    private static let pieces = [
        "\"", "'", "<", ">", "</", "/>", "&", "&#x110000;", "&amp;", "<!--", "-->", "]]>", "[", "]", "{", "}",
        "{\\", ":", ",", "=", ";", "%", "%00", "$", "@", "#", "\n", "\r", "\0", "\t", "  ", "-->", "*", "&a",
        "\u{FEFF}", "\u{E9}", "\u{1F3AC}\u{200D}", "\u{0301}", "!", "|", "- ", "? ",
    ]

    private mutating func below(_ count: Int) -> Int { Int.random(in: 0..<max(count, 1), using: &random) }
    private var byte: UInt8 { mutating get { UInt8.random(in: 0...255, using: &random) } }
    private var seed: [UInt8] { mutating get { seeds[below(seeds.count)] } }
    private var length: Int { mutating get { 1 + below(1 << below(11)) } }

    /// A place in bytes, of which the first ones are changed more often: they hold the most headers.
    private mutating func place(in bytes: [UInt8]) -> Int {
        let reach = [64, 1024, bytes.count, bytes.count][below(4)]
        return below(min(reach, bytes.count))
    }
}
