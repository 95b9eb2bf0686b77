import Playhead
import PlayheadCore
import Testing

@testable import PlayheadCompare

@Suite struct `An exact comparison` {
    private func medium(_ hashes: [String], samples: [String] = ["s"]) -> PlayedMedium {
        var medium = PlayedMedium()
        medium.add(.event(TimedText(.zero, "ready")))
        medium.add(.ledger(TimedText(.zero, "video played to 0:01")))
        for (index, hash) in hashes.enumerated() {
            medium.add(
                .frame(
                    HashedMedia(
                        time: .milliseconds(40 * index), length: .milliseconds(40), format: "64x48 I420",
                        hash: hash)))
        }
        for (index, hash) in samples.enumerated() {
            medium.add(
                .samples(
                    HashedMedia(
                        time: .milliseconds(10 * index), length: .milliseconds(10), format: "48000 Hz",
                        hash: hash)))
        }
        return medium
    }

    private func texts(_ a: PlayedMedium, _ b: PlayedMedium) -> [String] {
        ExactComparison(a, b).findings.map(\.text)
    }

    @Test func `of equal media finds nothing`() {
        #expect(texts(medium(["a", "b"]), medium(["a", "b"])) == [])
    }

    @Test func `names the first frame that differs`() {
        #expect(texts(medium(["a", "b", "c"]), medium(["a", "x", "y"])) == ["frame 1 at 0:00.04 differs"])
    }

    @Test func `recognises missing and added frames`() {
        let whole = medium(["a", "b", "c", "d"])
        #expect(
            texts(whole, medium(["a", "c", "d"])) == [
                "frame 1 at 0:00.04 missing in B", "B ends 0.04 s earlier",
            ])
        #expect(
            texts(medium(["a", "d"]), whole) == [
                "B has 2 frames more before frame 1 at 0:00.04", "B ends 0.08 s later",
            ])
    }

    @Test func `says where one side ends`() {
        #expect(
            texts(medium(["a", "b", "c"]), medium(["a"])) == [
                "B has 2 frames less, from frame 1 at 0:00.04 on", "B ends 0.08 s earlier",
            ])
        #expect(texts(medium([]), medium(["a"])) == ["only B has frames", "B ends 0.03 s later"])
    }

    @Test func `names the first samples that differ`() {
        let (a, b) = (medium(["a"], samples: ["a", "b"]), medium(["a"], samples: ["a", "c"]))
        #expect(texts(a, b) == ["samples differ from 0:00.01"])
    }

    @Test func `names the first event and the first entry of the report that differ`() throws {
        var (a, b) = (medium(["a"]), medium(["a"]))
        a.add(.event(TimedText(.milliseconds(3200), "stalled")))
        b.add(.event(TimedText(.milliseconds(3200), "finished natural")))
        b.add(.ledger(TimedText(.seconds(2), "gap to 0:04 (missing segment)")))
        let findings = ExactComparison(a, b).findings
        #expect(
            findings.map(\.text) == [
                "events differ at 0:03.2: A has stalled, B has finished natural",
                "the presentation reports differ at 0:02: A has nothing more, B has gap to 0:04 (missing segment)",
            ])
        #expect(findings.first?.start == 3.2)
        let detail = try #require(findings.first?.detail)
        #expect(detail.hasSuffix("- 0:03.2  stalled\n+ 0:03.2  finished natural"))
    }

    @Test func `tells a later event by its times`() {
        var (a, b) = (medium(["a"]), medium(["a"]))
        a.add(.event(TimedText(.zero, "playing")))
        b.add(.event(TimedText(.milliseconds(40), "playing")))
        #expect(texts(a, b) == ["events differ: A has playing at 0:00, B at 0:00.04"])
    }

    @Test func `divides sound into equal blocks, whatever buffers it comes in`() {
        func hashes(_ sizes: [Int]) -> [HashedMedia] {
            var (hasher, blocks, position) = (SoundHasher(), [HashedMedia](), 0)
            for size in sizes {
                let samples = (position..<position + size).map { Float($0) }
                blocks += hasher.add(
                    .init(
                        time: .seconds(position) / 8000, sampleRate: 8000, channels: 1, samples: samples))
                position += size
            }
            return blocks + [hasher.flush()].compactMap { $0 }
        }
        let whole = hashes([1000])
        #expect(whole == hashes([7, 493, 1, 499]))
        #expect(whole.count == 13 && Set(whole.map(\.hash)).count == 13)
    }
}
