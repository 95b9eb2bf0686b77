import AudioProcessing
import Testing

/// The mix of channels, against ITU-R BS.775.
@Suite struct ChannelMatrixTests {
    /// The gains of a mix, in thousandths, in the order of the loudspeakers.
    private func gains(_ from: SpeakerLayout, _ to: SpeakerLayout, swapsSides: Bool = false) -> [[Int]] {
        ChannelMatrix(from: from, to: to, swapsSides: swapsSides).gains
            .map { $0.map { Int(($0 * 1000).rounded()) } }
    }

    /// Left, right, centre and the sides: 5.0 and 5.1 as many films have it.
    private static let sides51 = SpeakerLayout(mask: 0xC0F)

    @Test func `six channels go to two with centre and surrounds at -3 dB and without the low frequencies`() {
        // 1 / (1 + 0.7071 + 0.7071), and -3 dB of it.
        let (main, less) = (414, 293)
        let expected = [[main, 0, less, 0, less, 0], [0, main, less, 0, 0, less]]
        #expect(gains(.surround51, .stereo) == expected)
        #expect(gains(Self.sides51, .stereo) == expected)
    }

    @Test func `eight channels go to two`() {
        let (main, less) = (320, 227)
        #expect(
            gains(.surround71, .stereo) == [
                [main, 0, less, 0, less, 0, less, 0], [0, main, less, 0, 0, less, 0, less],
            ])
    }

    @Test func `eight channels go to six with both surrounds of a side on one`() {
        #expect(
            gains(.surround71, .surround51) == [
                [586, 0, 0, 0, 0, 0, 0, 0], [0, 586, 0, 0, 0, 0, 0, 0], [0, 0, 586, 0, 0, 0, 0, 0],
                [0, 0, 0, 586, 0, 0, 0, 0], [0, 0, 0, 0, 586, 0, 414, 0], [0, 0, 0, 0, 0, 586, 0, 414],
            ])
    }

    @Test func `sound goes to one channel`() {
        #expect(gains(.stereo, .mono) == [[500, 500]])
        // 0.7071, 1 and 0.5, divided by their sum.
        #expect(gains(.surround51, .mono) == [[207, 207, 293, 0, 146, 146]])
    }

    @Test func `a rear centre goes to both sides at -6 dB`() {
        let quad = SpeakerLayout(mask: 0x107)
        #expect(gains(quad, .stereo).map { $0.map { $0 * 1000 / 453 } }[0] == [1000, 0, 706, 501])
    }

    @Test func `channels that the sound does not have are silent`() {
        let none = [0, 0]
        #expect(gains(.stereo, .surround51) == [[1000, 0], [0, 1000], none, none, none, none])
        #expect(gains(.mono, .surround51) == [[0], [0], [1000], [0], [0], [0]])
        #expect(gains(.mono, .stereo) == [[1000], [1000]])
    }

    @Test func `side and rear surrounds stand in for each other`() {
        #expect(
            gains(.surround51, Self.sides51)
                == (0..<6).map { row in (0..<6).map { $0 == row ? 1000 : 0 } })
    }

    @Test func `sides are swapped in each pair`() {
        #expect(gains(.stereo, .stereo, swapsSides: true) == [[0, 1000], [1000, 0]])
        let swapped = gains(.surround51, .surround51, swapsSides: true)
        #expect(swapped.map { $0.firstIndex(of: 1000) } == [1, 0, 2, 3, 5, 4])
        #expect(gains(.surround51, .stereo, swapsSides: true)[0] == [0, 414, 293, 0, 0, 293])
    }

    @Test(arguments: [UInt64](1...28).map { 1 << $0 - 1 } + [0xFFF_FFFF, 0x63F, 0x33])
    func `each layout goes to each standard one, within full scale`(mask: UInt64) {
        for target in [SpeakerLayout.mono, .stereo, .surround51, .surround71] {
            let gains = ChannelMatrix(from: SpeakerLayout(mask: mask), to: target).gains
            #expect(gains.allSatisfy { $0.reduce(0, +) <= 1.000_01 })
        }
    }

    @Test func `samples are mixed frame by frame`() {
        let matrix = ChannelMatrix(from: .stereo, to: .surround51)
        #expect(matrix.mix([0.5, -0.25, 1, 0]) == [0.5, -0.25, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0])
    }
}
