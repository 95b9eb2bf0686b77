/// Evaluates the record of a reader.
struct TestPatternAnalysis {
    struct Passage {
        let sound: SoundPassage
        let runs: [ToneRun]
        let blocks: [SpokenBlock]
    }

    let record: TestPatternRecord
    let media: [Int: TestPattern]
    let timing: TestPatternReader.Timing
    let passages: [Passage]

    init(_ record: TestPatternRecord, _ media: [Int: TestPattern], _ timing: TestPatternReader.Timing) {
        self.record = record
        self.media = media
        self.timing = timing
        passages = record.passages.map { sound in
            let runs = sound.runs
            let blocks = SpokenBlock.blocks(in: runs) {
                sound.mediaTime(ofHop: Double($0)) / SoundCode.blockLength
            }
            return Passage(sound: sound, runs: runs, blocks: blocks)
        }
    }

    /// The blocks whose beginning was presented.
    var blocks: [PresentedBlock] {
        passages.flatMap { passage in
            passage.blocks.compactMap { block in
                guard let beginning = block.beginning else { return nil }
                return PresentedBlock(
                    load: passage.sound.load, item: block.code.item, track: block.code.track,
                    number: block.number, mediaTime: passage.sound.mediaTime(ofHop: beginning),
                    clockTime: passage.sound.clockTime(ofHop: beginning))
            }
        }
    }

    func verdict(isComplete: Bool) -> TestPatternVerdict {
        let skews = skews
        return TestPatternVerdict(
            findings: pictureFindings(isComplete: isComplete) + soundFindings(isComplete: isComplete)
                + skewFindings(skews),
            skew: skews.map(\.skew).min().flatMap { least in
                skews.map(\.skew).max().map { least...$0 }
            },
            transitions: joints)
    }
}
