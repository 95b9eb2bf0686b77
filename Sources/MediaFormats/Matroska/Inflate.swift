/// Decompresses zlib data (RFC 1950 and RFC 1951), for the small frames of compressed subtitle tracks.
struct Inflate {
    private var input: ArraySlice<UInt8>
    private var bits: UInt32 = 0
    private var bitCount = 0
    private var output: [UInt8] = []
    private let limit: Int

    private struct Failure: Error {}

    /// The decompressed data; nil when it is damaged or exceeds `limit` bytes. The checksum at the end is
    /// ignored.
    static func zlib(_ data: ArraySlice<UInt8>, limit: Int) -> [UInt8]? {
        guard let first = data.first, let second = data.dropFirst().first, first & 0x0F == 8,
            (Int(first) << 8 | Int(second)) % 31 == 0, second & 0x20 == 0
        else { return nil }
        var inflate = Inflate(input: data.dropFirst(2), limit: limit)
        do {
            try inflate.run()
            return inflate.output
        } catch {
            return nil
        }
    }

    private init(input: ArraySlice<UInt8>, limit: Int) { (self.input, self.limit) = (input, limit) }

    private mutating func run() throws(Failure) {
        var isLast = false
        while !isLast {
            isLast = try take(1) == 1
            switch try take(2) {
            case 0: try copyStored()
            case 1: try decode(.fixedLiterals, .fixedDistances)
            case 2:
                let codes = try readCodes()
                try decode(codes.literals, codes.distances)
            default: throw Failure()
            }
        }
    }

    private mutating func take(_ count: Int) throws(Failure) -> Int {
        while bitCount < count {
            guard let byte = input.popFirst() else { throw Failure() }
            bits |= UInt32(byte) << UInt32(bitCount)
            bitCount += 8
        }
        let value = Int(bits & ((1 << UInt32(count)) - 1))
        bits >>= UInt32(count)
        bitCount -= count
        return value
    }

    private mutating func copyStored() throws(Failure) {
        (bits, bitCount) = (0, 0)
        let (count, complement) = (try take(16), try take(16))
        guard count == complement ^ 0xFFFF, input.count >= count, output.count + count <= limit else {
            throw Failure()
        }
        output += input.prefix(count)
        input = input.dropFirst(count)
    }

    /// A canonical Huffman code: the number of symbols for each code length, and the ordered symbols.
    private struct Code {
        var counts = [Int](repeating: 0, count: 16)
        var symbols: [Int]

        init(lengths: some Collection<Int>) {
            for length in lengths where length > 0 { counts[length] += 1 }
            symbols = zip(0..., lengths).filter { $0.1 > 0 }
                .sorted { ($0.1, $0.0) < ($1.1, $1.0) }.map(\.0)
        }

        static let fixedLiterals = Code(
            lengths: [Int](repeating: 8, count: 144) + [Int](repeating: 9, count: 112)
                + [Int](repeating: 7, count: 24) + [Int](repeating: 8, count: 8))
        static let fixedDistances = Code(lengths: [Int](repeating: 5, count: 30))
    }

    private mutating func symbol(_ code: Code) throws(Failure) -> Int {
        var (value, first, index) = (0, 0, 0)
        for length in 1...15 {
            value |= try take(1)
            let count = code.counts[length]
            if value - first < count {
                let place = index + value - first
                guard code.symbols.indices.contains(place) else { throw Failure() }
                return code.symbols[place]
            }
            index += count
            first = (first + count) << 1
            value <<= 1
        }
        throw Failure()
    }

    private mutating func readCodes() throws(Failure) -> (literals: Code, distances: Code) {
        let (literals, distances) = (try take(5) + 257, try take(5) + 1)
        let count = try take(4) + 4
        var lengths = [Int](repeating: 0, count: 19)
        let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
        for place in order.prefix(count) { lengths[place] = try take(3) }
        let code = Code(lengths: lengths)
        lengths = []
        while lengths.count < literals + distances {
            switch try symbol(code) {
            case 16:
                guard let last = lengths.last else { throw Failure() }
                lengths += [Int](repeating: last, count: try take(2) + 3)
            case 17: lengths += [Int](repeating: 0, count: try take(3) + 3)
            case 18: lengths += [Int](repeating: 0, count: try take(7) + 11)
            case let length: lengths.append(length)
            }
        }
        guard lengths.count == literals + distances else { throw Failure() }
        return (Code(lengths: lengths[..<literals]), Code(lengths: lengths[literals...]))
    }

    private mutating func decode(_ literals: Code, _ distances: Code) throws(Failure) {
        while true {
            let symbol = try symbol(literals)
            guard symbol != 256 else { return }
            guard symbol > 256 else {
                guard output.count < limit else { throw Failure() }
                output.append(UInt8(symbol))
                continue
            }
            let length = try length(symbol - 257)
            let distance = try distance(try self.symbol(distances))
            guard distance <= output.count, output.count + length <= limit else { throw Failure() }
            for _ in 0..<length { output.append(output[output.count - distance]) }
        }
    }

    private mutating func length(_ symbol: Int) throws(Failure) -> Int {
        guard symbol < 29 else { throw Failure() }
        if symbol < 8 { return symbol + 3 }
        if symbol == 28 { return 258 }
        let extra = (symbol - 4) / 4
        return (4 + symbol % 4) << extra + 3 + (try take(extra))
    }

    private mutating func distance(_ symbol: Int) throws(Failure) -> Int {
        guard symbol < 30 else { throw Failure() }
        if symbol < 4 { return symbol + 1 }
        let extra = (symbol - 2) / 2
        return (2 + symbol % 2) << extra + 1 + (try take(extra))
    }
}
