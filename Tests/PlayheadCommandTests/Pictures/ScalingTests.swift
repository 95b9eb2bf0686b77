import PlayheadCore
import Testing

@testable import PlayheadCommand

@Suite struct `The picture of a frame` {
    private static let planar: [PixelFormat] = [
        .i420, .nv12, .y42b, .y444, .i420P10, .p010, "I422_10LE", "Y444_10LE",
    ]

    @Test(arguments: planar) func `has the colors of BT.601, whatever follows its rows`(format: PixelFormat) {
        let samples: [(YCbCr, RGBColor)] = [
            (YCbCr(235, 128, 128), .white), (YCbCr(16, 128, 128), .black), (YCbCr(81, 90, 240), .pureRed),
            (YCbCr(145, 54, 34), .pureGreen), (YCbCr(41, 240, 110), .pureBlue),
        ]
        for (sample, color) in samples {
            let colors = sample.frame(format).picture(width: 3, height: 2).colors
            #expect(colors.count == 6 && colors.allSatisfy { $0.isNear(color) }, "\(colors), not \(color)")
        }
    }

    @Test(arguments: [
        ("bt709", false, [YCbCr(63, 102, 240), YCbCr(173, 42, 26), YCbCr(32, 240, 118)]),
        ("bt2020-ncl", false, [YCbCr(74, 97, 240), YCbCr(164, 47, 25), YCbCr(29, 240, 119)]),
        ("smpte170m", true, [YCbCr(76, 85, 255), YCbCr(150, 44, 21), YCbCr(29, 255, 107)]),
    ])
    func `follows the matrix and the range`(matrix: String, isFullRange: Bool, primaries: [YCbCr]) {
        let color = VideoColor(matrix: matrix, isFullRange: isFullRange)
        for (sample, expected) in zip(primaries, [RGBColor.pureRed, .pureGreen, .pureBlue]) {
            let picture = sample.frame(.i420, color: color).picture(width: 1, height: 1)
            #expect(picture[0, 0].isNear(expected), "\(picture[0, 0]), not \(expected)")
        }
        let white = YCbCr(isFullRange ? 255 : 235, 128, 128).frame(.nv12, color: color)
        #expect(white.picture(width: 1, height: 1)[0, 0].isNear(.white))
    }

    @Test func `has the matrix of high definition without a declaration`() {
        let frame = VideoFrame(
            time: .zero, duration: nil, format: .y444, width: 1, height: 1080,
            storage: PlanarFrame([63, 102, 240].map { [[UInt8]](repeating: [$0], count: 1080) }))
        #expect(frame.picture(width: 1, height: 1)[0, 0].isNear(.pureRed))
    }

    @Test(
        arguments: [
            (.rgb, [1, 2, 3]), (.rgba, [1, 2, 3, 9]), (.bgra, [3, 2, 1, 9]), ("RGBx", [1, 2, 3, 9]),
            ("BGRx", [3, 2, 1, 9]), ("BGR", [3, 2, 1]),
        ] as [(PixelFormat, [UInt8])])
    func `has the bytes of packed formats`(format: PixelFormat, pixel: [UInt8]) {
        let picture = PlanarFrame.uniform(format, [(6, 4, pixel)]).picture(width: 2, height: 2)
        #expect(picture.colors.allSatisfy { $0 == RGBColor(red: 1, green: 2, blue: 3) })
    }

    @Test func `has the bytes of planes of green, blue and red`() {
        let frame = PlanarFrame.uniform("GBR", [2, 3, 1].map { (6, 4, [UInt8($0)]) })
        #expect(frame.picture(width: 1, height: 1)[0, 0] == RGBColor(red: 1, green: 2, blue: 3))
    }

    @Test func `is gray without colours, and in formats that are not known`() {
        let gray = PlanarFrame.uniform(.gray8, [(6, 4, [128])])
        #expect(gray.picture(width: 2, height: 1).colors == [.halfGray, .halfGray])
        let limited = PlanarFrame.uniform(
            .gray8, [(6, 4, [235])], color: VideoColor(isFullRange: false))
        #expect(limited.picture(width: 1, height: 1).colors == [.white])
        let other = VideoFrame(
            time: .zero, duration: nil, format: "UYVY", width: 2, height: 2,
            storage: PlanarFrame([], luma: [0, 255, 0, 255]))
        #expect(other.picture(width: 2, height: 1).colors == [.black, .white])
        #expect(other.picture(width: 1, height: 2).colors == [.halfGray, .halfGray])
    }

    @Test func `is black if there are no pixels`() {
        let frame = VideoFrame(
            time: .zero, duration: nil, format: .i420, width: 4, height: 4, storage: PlanarFrame([]))
        #expect(frame.picture(width: 1, height: 1).colors == [.black])
        let none = VideoFrame(time: .zero, format: .rgb, width: 0, height: 0, bytes: [])
        #expect(none.picture(width: 1, height: 2).colors == [.black, .black])
    }

    /// Gray levels, because they tell the places.
    private func frame(
        _ rows: [[UInt8]], rotation: Int = 0, isMirrored: Bool = false
    ) -> VideoFrame {
        VideoFrame(
            time: .zero, duration: nil, format: .gray8, width: rows[0].count, height: rows.count,
            rotation: rotation, isMirrored: isMirrored, storage: PlanarFrame([rows]))
    }

    private func levels(_ picture: RGBPicture) -> [[UInt8]] {
        (0..<picture.height).map { y in (0..<picture.width).map { x in picture[x, y].red } }
    }

    @Test(
        arguments: [
            (0, false, [[1, 2, 3], [4, 5, 6]]), (180, false, [[6, 5, 4], [3, 2, 1]]),
            (90, false, [[4, 1], [5, 2], [6, 3]]), (270, false, [[3, 6], [2, 5], [1, 4]]),
            (0, true, [[3, 2, 1], [6, 5, 4]]), (180, true, [[4, 5, 6], [1, 2, 3]]),
            (90, true, [[6, 3], [5, 2], [4, 1]]), (270, true, [[1, 4], [2, 5], [3, 6]]),
        ] as [(Int, Bool, [[UInt8]])])
    func `is turned and mirrored`(rotation: Int, isMirrored: Bool, expected: [[UInt8]]) {
        let frame = frame([[1, 2, 3], [4, 5, 6]], rotation: rotation, isMirrored: isMirrored)
        let picture = frame.picture(width: expected[0].count, height: expected.count)
        #expect(levels(picture) == expected)
        let half = DisplayRegion(rows: 0..<1 / Double(expected.count))
        #expect(levels(frame.picture(width: expected[0].count, height: 1, region: half)) == [expected[0]])
    }

    @Test func `averages many pixels and repeats few`() {
        let rows = (0..<40).map { y in
            [UInt8](repeating: 0, count: 20) + (0..<20).map { x in (x + y).isMultiple(of: 2) ? 0 : 255 }
        }
        let small = levels(frame(rows).picture(width: 2, height: 1))[0]
        #expect(small[0] == 0 && abs(Int(small[1]) - 128) < 3, "\(small)")
        #expect(
            levels(frame([[10, 20]]).picture(width: 4, height: 2)) == [[10, 10, 20, 20], [10, 10, 20, 20]])
    }
}
