import PlayheadTesting
import Testing

/// What frames show, and how it is read where it has suffered.
struct FrameCodeTests {
    static let width = 160
    static let height = 96
    static let codes = [
        FrameCode(item: 0, number: 0), FrameCode(item: 0, number: 1), FrameCode(item: 7, number: 99),
        FrameCode(item: 255, number: 1 << 22 - 1), FrameCode(item: 128, number: 123_456),
    ]

    private func read(_ luma: [UInt8], width: Int = width, height: Int = height) -> FrameCode? {
        FrameCode(luma: luma, width: width, height: height)
    }

    private func luma(_ code: FrameCode) -> [UInt8] { code.luma(width: Self.width, height: Self.height) }

    @Test(arguments: codes) func `a frame code is read from its video frame`(code: FrameCode) {
        #expect(read(luma(code)) == code)
        #expect(code.cells.count == 48)
    }

    @Test func `consecutive frame codes differ`() {
        let cells = (0..<5000).map { FrameCode(item: 1, number: $0).cells }
        #expect(zip(cells, cells.dropFirst()).allSatisfy { $0 != $1 })
    }

    @Test func `no frame code is nearly black or white`() {
        for number in stride(from: 0, to: 100_000, by: 97) {
            let bright = FrameCode(item: number % 256, number: number).cells.count { $0 }
            #expect((6...42).contains(bright))
        }
    }

    struct Size: Sendable {
        var width: Int
        var height: Int
    }

    @Test(
        arguments: codes,
        [
            Size(width: 320, height: 192), Size(width: 80, height: 48), Size(width: 200, height: 100),
            Size(width: 1920, height: 1080),
        ])
    func `a frame code is read at any video size`(code: FrameCode, size: Size) {
        let source = luma(code)
        var scaled: [UInt8] = []
        for y in 0..<size.height {
            let line = y * Self.height / size.height * Self.width
            for x in 0..<size.width { scaled.append(source[line + x * Self.width / size.width]) }
        }
        #expect(read(scaled, width: size.width, height: size.height) == code)
    }

    @Test(arguments: codes) func `a frame code is read through noise and blur`(code: FrameCode) {
        var random = RandomSource(UInt64(code.number))
        let source = luma(code)
        let blurred = source.indices.map { index in
            let around = (-3...3).map { Int(source[min(max(index + $0, 0), source.count - 1)]) }
            return around.reduce(0, +) / around.count
        }
        let noisy = blurred.map { UInt8(min(max($0 + Int.random(in: -60...60, using: &random), 0), 255)) }
        #expect(read(noisy) == code)
    }

    @Test(arguments: [(0.4, 100.0), (0.4, 0.0), (1.3, -30.0), (-1.0, 255.0)])
    func `a frame code is read at other contrast and brightness, and not inverted`(
        slope: Double, offset: Double
    ) {
        for code in Self.codes {
            let changed = luma(code).map { UInt8(min(max(Double($0) * slope + offset, 0), 255)) }
            #expect(read(changed) == (slope > 0 ? code : nil))
        }
    }

    @Test func `one or two wrong cells are detected`() {
        for code in Self.codes {
            for first in 0..<48 {
                for second in first..<48 {
                    var cells = code.cells
                    cells[first].toggle()
                    if second != first { cells[second].toggle() }
                    #expect(FrameCode(cells: cells) == nil)
                }
            }
        }
    }

    @Test func `a blend of two frame codes is no code`() {
        for (one, other) in zip(Self.codes, Self.codes.dropFirst()) {
            let blended = zip(luma(one), luma(other)).map { UInt8((Int($0) + Int($1)) / 2) }
            #expect(read(blended) == nil)
        }
    }

    @Test func `a video frame without a code is not read`() {
        var random = RandomSource(1)
        #expect(read([UInt8](repeating: 16, count: Self.width * Self.height)) == nil)
        #expect(read([], width: 0, height: 0) == nil && read([1, 2, 3]) == nil)
        for _ in 0..<200 {
            let cells = (0..<48).map { _ in UInt8.random(in: 0...255, using: &random) }
            let picture = (0..<Self.width * Self.height).map { index in
                cells[index / Self.width * 6 / Self.height * 8 + index % Self.width * 8 / Self.width]
            }
            #expect(read(picture) == nil)
        }
    }
}
