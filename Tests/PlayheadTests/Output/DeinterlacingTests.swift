import Foundation
import Playhead
import PlayheadTesting
import Synchronization
import Testing

@testable import TestBasics
@testable import TestSupport

/// Interlaced video: the comb effect disappears, and the frames and their times stay.
@Suite(.timeLimit(.minutes(5)), .enabled(if: FFmpeg.isInstalled, "needs FFmpeg"))
struct DeinterlacingTests {
    struct Film: CustomTestStringConvertible {
        var name: String
        var isTopFirst: Bool
        var codec: String
        var testDescription: String { name }

        static let all = [
            Film(name: "top.mpg", isTopFirst: true, codec: "-c:v mpeg2video -b:v 6M -g 10"),
            Film(name: "bottom.ts", isTopFirst: false, codec: "-c:v mpeg2video -b:v 6M -g 10"),
            Film(name: "top.mkv", isTopFirst: true, codec: "-c:v libx264 -g 10 -x264-params tff=1"),
            Film(name: "bottom.mp4", isTopFirst: false, codec: "-c:v libx264 -g 10 -x264-params bff=1"),
        ]

        /// Without MPEG-PS, whose seeks are not exact.
        static let seekable =
            all.dropFirst() + [
                Film(name: "top.ts", isTopFirst: true, codec: "-c:v mpeg2video -b:v 6M -g 10")
            ]

        /// 50 frames at 25 per second, of a bar that moves 8 pixels from field to field.
        func item(in folder: TemporaryFolder) throws -> MediaItem {
            let source =
                "-f lavfi -i color=c=black:s=320x192:r=50:d=2,format=yuv420p,"
                + "geq=lum=if(lt(mod(X-8*N\\,160)\\,60)\\,200\\,40):cb=128:cr=128"
            return MediaItem(
                path: try FFmpeg.make(
                    name,
                    "\(source) -vf tinterlace=mode=interleave_\(isTopFirst ? "top" : "bottom") \(codec) "
                        + "-flags +ildct+ilme -top \(isTopFirst ? 1 : 0)", in: folder))
        }
    }

    /// The presented frames, with the number of pixels that differ from the lines above and below.
    private final class Comb: PresentationTap {
        struct Frame: Equatable {
            var time: Duration
            var duration: Duration?
            var combed: Int
        }

        let frames = Mutex<[Frame]>([])
        /// The edge of the bar in the middle of the last frame, by its lines.
        let last = Mutex<PresentedVideoFrame?>(nil)

        func didPresent(_ picture: PresentedVideoFrame) {
            last.withLock { $0 = picture }
            if picture.isHeld { return }
            let (width, luma) = (picture.width, picture.luma)
            var combed = 0
            for y in 1..<picture.height - 1 {
                for x in 0..<width {
                    let line = Int(luma[y * width + x])
                    let above = Int(luma[(y - 1) * width + x]) - line
                    let below = Int(luma[(y + 1) * width + x]) - line
                    if above * below > 60 * 60 { combed += 1 }
                }
            }
            frames.withLock {
                $0.append(Frame(time: picture.mediaTime, duration: picture.duration, combed: combed))
            }
        }
    }

    private func configuration(_ mode: PlayerConfiguration.Deinterlacing, _ comb: Comb) -> PlayerConfiguration
    {
        var configuration = PlayerConfiguration.silent
        configuration.clock = .virtual
        configuration.deinterlacing = mode
        configuration.presentationTap = comb
        return configuration
    }

    @Test(arguments: Film.all)
    func `4.2: a deinterlaced frame has no comb, and keeps its time`(_ film: Film) async throws {
        let folder = try TemporaryFolder()
        let item = try film.item(in: folder)
        let (combed, smooth) = (Comb(), Comb())
        let before = try await item.plays(with: configuration(.off, combed))
        let after = try await item.plays(with: configuration(.auto, smooth))
        #expect(before.endReason == .natural && after.endReason == .natural)
        #expect(before.played == after.played && after.gaps.isEmpty)
        let (frames, others) = (combed.frames.withLock { $0 }, smooth.frames.withLock { $0 })
        #expect(frames.count == 50 && others.count == 50)
        #expect(frames.map(\.time) == others.map(\.time) && frames.map(\.duration) == others.map(\.duration))
        #expect(frames.allSatisfy { $0.combed > 1000 }, "\(frames.map(\.combed))")
        #expect(others.allSatisfy { $0.combed < 20 }, "\(others.map(\.combed))")
    }

    @Test(arguments: Film.seekable)
    func `4.2, 4.3: seeks and steps reach the same deinterlaced frames as playback`(_ film: Film) async throws
    {
        let folder = try TemporaryFolder()
        let item = try film.item(in: folder)
        let comb = Comb()
        let player = Player(configuration: configuration(.auto, comb))
        player.load(item)
        try await player.waitUntil(.ready)
        var seen: [PresentedVideoFrame] = []
        #expect(await player.seek(to: .milliseconds(800)).hasCompleted)
        seen.append(try #require(comb.last.withLock { $0 }))
        for _ in 0..<3 {
            #expect(await player.step(by: 1).hasCompleted)
            seen.append(try #require(comb.last.withLock { $0 }))
        }
        #expect(await player.step(by: -1).hasCompleted)
        let back = try #require(comb.last.withLock { $0 })
        #expect(back.luma == seen[2].luma && back.mediaTime == seen[2].mediaTime)
        for (frame, number) in zip(seen, 20...) {
            #expect(frame.mediaTime == .milliseconds(40 * number))
            // The bar has moved by 16 pixels: two fields.
            let row = frame.luma[(96 * 320)..<(97 * 320)]
            let field = 2 * number
            let edge = (0..<320).first {
                $0 > 0 && row[row.startIndex + $0] > 120 && row[row.startIndex + $0 - 1] <= 120
            }
            let wanted = (8 * field) % 160
            #expect(abs((edge ?? -9) % 160 - wanted) < 3, "frame \(number): \(edge ?? -1), not \(wanted)")
        }
        await player.close()
    }

    @Test(arguments: [1.0, -1, 2, 0.5])
    func `at any speed the same frames are presented as without`(_ speed: Double) async throws {
        let folder = try TemporaryFolder()
        let item = try Film.all[3].item(in: folder)
        var presented: [[Duration]] = []
        for mode in [PlayerConfiguration.Deinterlacing.off, .auto] {
            let comb = Comb()
            let player = Player(configuration: configuration(mode, comb))
            player.load(item)
            try await player.waitUntil(.ready)
            player.speed = speed
            #expect(await player.seek(to: .milliseconds(speed < 0 ? 1700 : 300)).hasCompleted)
            player.play()
            try await player.waitForEnd()
            #expect(player.snapshot.gaps.isEmpty)
            await player.close()
            let frames = comb.frames.withLock { $0 }
            #expect(mode == .off || frames.allSatisfy { $0.combed < 20 }, "\(frames.map(\.combed))")
            presented.append(frames.map(\.time))
        }
        #expect(presented[0].count > 40 && presented[0] == presented[1])
    }

    @Test func `progressive video passes unchanged, and may be deinterlaced by request`() async throws {
        let folder = try TemporaryFolder()
        let path = try FFmpeg.make(
            "plain.mp4", "-f lavfi -i testsrc2=s=320x192:r=25:d=1 -pix_fmt yuv420p -c:v libx264", in: folder)
        var lumas: [[PresentedVideoFrame]] = []
        for mode in [PlayerConfiguration.Deinterlacing.off, .auto, .on] {
            let tap = Frames()
            let end = try await MediaItem(path: path).plays(
                with: {
                    var configuration = PlayerConfiguration.silent
                    configuration.clock = .virtual
                    configuration.deinterlacing = mode
                    configuration.presentationTap = tap
                    return configuration
                }())
            #expect(end.endReason == .natural)
            lumas.append(tap.frames.withLock { $0 })
        }
        #expect(lumas[0].count == 25 && lumas[0].map(\.luma) == lumas[1].map(\.luma))
        #expect(lumas[2].map(\.mediaTime) == lumas[0].map(\.mediaTime))
        #expect(lumas[2].map(\.luma) != lumas[0].map(\.luma))
    }

    @Test func `media of 10 bits are deinterlaced by request only`() async throws {
        let folder = try TemporaryFolder()
        let path = try FFmpeg.make(
            "deep.mov",
            "-f lavfi -i testsrc2=s=320x192:r=50:d=1 -vf tinterlace=mode=interleave_top -c:v prores_ks "
                + "-pix_fmt yuv422p10le -flags +ildct+ilme -top 1", in: folder)
        for mode in [PlayerConfiguration.Deinterlacing.auto, .on] {
            let comb = Comb()
            let end = try await MediaItem(path: path).plays(with: configuration(mode, comb))
            #expect(end.endReason == .natural && end.error == nil)
            let frames = comb.frames.withLock { $0 }
            #expect(frames.count == 25)
            #expect((frames.map(\.combed).max() ?? 0) < 500 || mode == .auto)
        }
    }

    private final class Frames: PresentationTap {
        let frames = Mutex<[PresentedVideoFrame]>([])
        func didPresent(_ picture: PresentedVideoFrame) {
            if !picture.isHeld { frames.withLock { $0.append(picture) } }
        }
    }
}

extension SeekResult {
    fileprivate var hasCompleted: Bool {
        if case .completed = self { true } else { false }
    }
}
