/// A QR code of a text (ISO/IEC 18004): bytes, versions 1 to 5, error correction of level L.
struct QRCode: Equatable {
    let size: Int
    /// Whether a module is dark, by row.
    private(set) var modules: [[Bool]]
    private var isReserved: [[Bool]]

    /// The bytes of data and of error correction, by version.
    private static let capacities = [(19, 7), (34, 10), (55, 15), (80, 20), (108, 26)]

    /// Makes the code with the mask that scanners read best; nil for a text of more than 106 bytes.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard let index = Self.capacities.firstIndex(where: { bytes.count + 2 <= $0.0 }) else { return nil }
        let codes = (0..<8).map { QRCode(bytes, version: index + 1, mask: $0) }
        guard let best = codes.min(by: { $0.penalty < $1.penalty }) else { return nil }
        self = best
    }

    private init(_ bytes: [UInt8], version: Int, mask: Int) {
        size = 17 + 4 * version
        modules = Array(repeating: Array(repeating: false, count: size), count: size)
        isReserved = modules
        drawPatterns(version)
        drawFormat(mask)
        let (capacity, correction) = Self.capacities[version - 1]
        let data = Self.data(bytes, capacity: capacity)
        drawData(data + Self.remainder(of: data, count: correction), mask)
    }

    /// The mode, the length, the bytes, and padding.
    private static func data(_ bytes: [UInt8], capacity: Int) -> [UInt8] {
        let length = UInt8(bytes.count)
        var data = [0x40 | length >> 4]
        // All is shifted by the four bits of the mode.
        var rest = length << 4
        for byte in bytes {
            data.append(rest | byte >> 4)
            rest = byte << 4
        }
        data.append(rest)
        let padding: [UInt8] = [0xEC, 0x11]
        for index in 0..<(capacity - data.count) { data.append(padding[index % 2]) }
        return data
    }

    private mutating func reserve(_ x: Int, _ y: Int, _ isDark: Bool) {
        guard (0..<size).contains(x), (0..<size).contains(y) else { return }
        modules[y][x] = isDark
        isReserved[y][x] = true
    }

    private mutating func drawPatterns(_ version: Int) {
        for index in 0..<size {
            reserve(index, 6, index % 2 == 0)
            reserve(6, index, index % 2 == 0)
        }
        for (left, top) in [(3, 3), (size - 4, 3), (3, size - 4)] {
            for y in -4...4 {
                for x in -4...4 {
                    let ring = max(abs(x), abs(y))
                    reserve(left + x, top + y, ring != 2 && ring != 4)
                }
            }
        }
        guard version > 1 else { return }
        for y in -2...2 {
            for x in -2...2 { reserve(size - 7 + x, size - 7 + y, max(abs(x), abs(y)) != 1) }
        }
    }

    /// Draws the level and the mask, twice, with their own error correction (BCH 15,5).
    private mutating func drawFormat(_ mask: Int) {
        let format = 1 << 3 | mask
        var rest = format
        for _ in 0..<10 { rest = rest << 1 ^ (rest >> 9 & 1) * 0x537 }
        let bits = (format << 10 | rest) ^ 0x5412
        for index in 0..<15 {
            let isDark = bits >> index & 1 == 1
            let first = index < 6 ? index : index < 8 ? index + 1 : size - 15 + index
            reserve(8, first, isDark)
            let second = index < 8 ? size - 1 - index : index < 9 ? 7 : 14 - index
            reserve(second, 8, isDark)
        }
        reserve(8, size - 8, true)
    }

    /// Draws bytes in columns of two modules, upwards and downwards, from the right.
    private mutating func drawData(_ bytes: [UInt8], _ mask: Int) {
        var place = 0
        for column in stride(from: size - 1, through: 1, by: -2) {
            let right = column <= 6 ? column - 1 : column
            let isUpward = (right + 1) & 2 == 0
            for row in 0..<size {
                let y = isUpward ? size - 1 - row : row
                for x in [right, right - 1] where !isReserved[y][x] {
                    let isDark = place < bytes.count * 8 && bytes[place / 8] >> (7 - place % 8) & 1 == 1
                    modules[y][x] = isDark != Self.isInverted(x, y, mask)
                    place += 1
                }
            }
        }
    }

    private static func isInverted(_ x: Int, _ y: Int, _ mask: Int) -> Bool {
        switch mask {
        case 0: (x + y) % 2 == 0
        case 1: y % 2 == 0
        case 2: x % 3 == 0
        case 3: (x + y) % 3 == 0
        case 4: (x / 3 + y / 2) % 2 == 0
        case 5: x * y % 2 + x * y % 3 == 0
        case 6: (x * y % 2 + x * y % 3) % 2 == 0
        default: ((x + y) % 2 + x * y % 3) % 2 == 0
        }
    }

    /// The error correction: the remainder of a division of polynomials over GF(256) (Reed–Solomon).
    private static func remainder(of data: [UInt8], count: Int) -> [UInt8] {
        var generator = [UInt8](repeating: 0, count: count - 1) + [1]
        var root: UInt8 = 1
        for _ in 0..<count {
            for index in 0..<count {
                generator[index] = product(generator[index], root)
                if index + 1 < count { generator[index] ^= generator[index + 1] }
            }
            root = product(root, 2)
        }
        var rest = [UInt8](repeating: 0, count: count)
        for byte in data {
            let factor = byte ^ rest.removeFirst()
            rest.append(0)
            for index in 0..<count { rest[index] ^= product(generator[index], factor) }
        }
        return rest
    }

    private static func product(_ x: UInt8, _ y: UInt8) -> UInt8 {
        var result = 0
        for bit in stride(from: 7, through: 0, by: -1) {
            result = result << 1 ^ (result >> 7) * 0x11D
            result ^= Int(y >> bit & 1) * Int(x)
        }
        return UInt8(result)
    }

    /// What makes a code hard to read: long runs, areas, and an uneven share of dark modules.
    private var penalty: Int {
        var points = 0
        for isRow in [true, false] {
            for line in 0..<size {
                var run = 0
                for place in 0..<size {
                    let isDark = isRow ? modules[line][place] : modules[place][line]
                    let last =
                        place == 0 ? !isDark : isRow ? modules[line][place - 1] : modules[place - 1][line]
                    run = isDark == last ? run + 1 : 1
                    points += run == 5 ? 3 : run > 5 ? 1 : 0
                }
            }
        }
        for y in 1..<size {
            for x in 1..<size {
                let isDark = modules[y][x]
                let areSame = [modules[y - 1][x], modules[y][x - 1], modules[y - 1][x - 1]].allSatisfy {
                    $0 == isDark
                }
                points += areSame ? 3 : 0
            }
        }
        let dark = modules.joined().count { $0 }
        return points + abs(dark * 20 - size * size * 10) / (size * size) * 10
    }

    /// The code as text, two rows of modules in a line, with a margin. It is dark on light in any terminal.
    var lines: [String] {
        let margin = 2
        func isDark(_ x: Int, _ y: Int) -> Bool {
            (0..<size).contains(x) && (0..<size).contains(y) && modules[y][x]
        }
        return stride(from: -margin, to: size + margin, by: 2).map { y in
            let blocks = (-margin..<size + margin).map { x in
                switch (isDark(x, y), isDark(x, y + 1)) {
                case (false, false): " "
                case (true, false): "▀"
                case (false, true): "▄"
                case (true, true): "█"
                }
            }
            return "\u{1B}[30;107m" + blocks.joined() + "\u{1B}[0m"
        }
    }
}
