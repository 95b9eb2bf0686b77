import Playhead
import PlayheadGTK
import Testing

struct FrameLayoutTests {
    private func layout(_ mode: AspectMode, rotation: Int = 0, isMirrored: Bool = false) -> FrameLayout {
        FrameLayout(
            display: VideoSize(width: 160, height: 90), rotation: rotation, isMirrored: isMirrored,
            in: (width: 160, height: 180), mode: mode)
    }

    @Test func `a frame fits, fills or is stretched`() {
        #expect(layout(.fit).scale == (1, 0.5))
        #expect(layout(.fill).scale == (2, 1))
        #expect(layout(.stretch).scale == (1, 1))
    }

    @Test func `an area without a size is no error`() {
        let layout = FrameLayout(
            display: VideoSize(width: 0, height: 0), rotation: 0, isMirrored: false,
            in: (width: 0, height: 0),
            mode: .fit)
        #expect(layout.scale == (1, 1))
    }

    @Test(arguments: [(0, [0, -1]), (90, [-1, 0]), (180, [0, 1]), (270, [1, 0])])
    func `a clockwise rotation is undone to find the stored point`(rotation: Int, stored: [Float]) {
        // The point at the top in the middle.
        let columns = layout(.fit, rotation: rotation).orientation
        #expect([columns[2] * -1, columns[3] * -1].map { $0 + 0 } == stored)
    }

    @Test func `mirroring exchanges left and right of the stored frame`() {
        #expect(layout(.fit, isMirrored: true).orientation.prefix(2) == [-1, 0])
        #expect(layout(.fit, rotation: 90, isMirrored: true).orientation == [0, -1, -1, 0])
    }
}

struct ColorMatrixTests {
    private let frame = VideoFrame(time: .zero, format: .rgba, width: 2, height: 2, bytes: [])

    private func convert(_ components: [Float], _ family: PlaneLayout.Family, depth: Int = 8) -> [Int] {
        let columns = ColorMatrix(frame, family: family, depth: depth).columns
        return (0..<3).map { color in
            let sum = (0..<3).reduce(columns[12 + color]) { $0 + columns[$1 * 4 + color] * components[$1] }
            return Int((sum * 255).rounded())
        }
    }

    @Test func `the limits of the limited range are black and white`() {
        for (depth, factor, largest) in [(8, Float(1), Float(255)), (10, 4, 1023), (12, 16, 4095)] {
            let level = { (value: Float) in value * factor / largest }
            #expect(convert([level(16), level(128), level(128)], .yuv, depth: depth) == [0, 0, 0])
            #expect(convert([level(235), level(128), level(128)], .yuv, depth: depth) == [255, 255, 255])
        }
    }

    @Test func `small video without a declaration has the matrix of BT.601`() {
        // Pure red, as ITU-R BT.601 has it.
        let red = convert([81 / 255, 90 / 255, 240 / 255], .yuv)
        #expect(zip(red, [255, 0, 0]).allSatisfy { abs($0 - $1) <= 2 }, "\(red)")
    }

    @Test func `RGB without a declaration has its full range`() {
        #expect(convert([0, 0.5, 1], .rgb) == [0, 128, 255])
    }
}
