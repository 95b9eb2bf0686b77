import Dispatch
import GStreamer
import PlayheadCore
import Testing

@testable import PlayheadPipeline

/// How the bars of the spectrum move.
struct SpectrumBarsTests {
    @Test func `bars rise fast, fall slowly and come to rest`() {
        var bars = SpectrumBars(count: 3)
        #expect(bars.areAtRest)
        bars.aim(at: [-30, -.infinity, 3])
        bars.move(for: 0.02)
        #expect(bars.heights[0] > 0.25 && bars.heights[1] == 0)
        bars.move(for: 1)
        #expect(bars.heights == [0.5, 0, 1])
        bars.drop()
        bars.move(for: 0.2)
        #expect(abs(bars.heights[0] - 0.2) < 1e-9 && abs(bars.heights[2] - 0.7) < 1e-9)
        #expect(!bars.areAtRest)
        bars.move(for: 1)
        #expect(bars.areAtRest)
    }

    @Test func `levels that nobody hears are silent`() {
        #expect(SpectrumBars.areSilent([-.infinity, -60]))
        #expect(!SpectrumBars.areSilent([-.infinity, -59]))
    }

    private func levels(_ level: Double) -> AudioLevels {
        AudioLevels(duration: .milliseconds(50), peaks: [], rms: [], spectrum: [level])
    }

    @Test func `levels that come at once are told one after the other`() {
        var pacing = LevelPacing()
        let start = DispatchTime(uptimeNanoseconds: 1_000_000_000)
        for level in [-1.0, -2, -3] { pacing.add(levels(level), at: start) }
        let told = [0, 50, 99, 150].map { pacing.take(at: start + .milliseconds($0)) }
        #expect(told == [[-1], [-2], nil, [-3]])
        #expect(pacing.isEmpty && !pacing.hasEnded(at: start + .milliseconds(300)))
        #expect(pacing.hasEnded(at: start + .milliseconds(301)))
    }

    @Test func `levels of sound that was dropped do not hold up others`() {
        var pacing = LevelPacing()
        let start = DispatchTime(uptimeNanoseconds: 1_000_000_000)
        for _ in 0..<100 { pacing.add(levels(-1), at: start) }
        let told = pacing.take(at: start + .seconds(2))
        #expect(told == [-1])
    }

    @Test func `a canvas draws its bars before the background`() throws {
        let size = VideoSize(width: 64, height: 32)
        let background = [UInt8](repeating: 9, count: 64 * 32 * 4)
        var canvas = SpectrumCanvas(background, size, bars: 2)
        let changes = [[0.0, 0], [1, 0], [1, 0]].map { canvas.draw($0) }
        #expect(changes == [false, true, false])
        let row = try #require(canvas.row(20))
        #expect(row[4 * 4] > 100 && row[40 * 4] == 9)
        _ = canvas.draw([0, 0])
        #expect(canvas.row(20)?.allSatisfy { $0 == 9 } == true)
    }
}

extension SpectrumCanvas {
    fileprivate func row(_ row: Int) -> [UInt8]? {
        guard let picture else { return nil }
        var bytes: [UInt8] = []
        picture.lend(plane: 0) { span in
            for index in row * size.width * 4..<(row + 1) * size.width * 4 { bytes.append(span[index]) }
        }
        return bytes
    }
}
