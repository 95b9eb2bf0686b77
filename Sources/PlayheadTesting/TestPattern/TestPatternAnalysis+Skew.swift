extension TestPatternAnalysis {
    struct Skew {
        var load: Int
        var mediaTime: Duration
        var skew: Duration
    }

    /// The tolerance of the skew. Uncompensated AAC and MP3 encoders have a delay of 21 to 23 ms.
    private static let tolerance: Duration = .milliseconds(30)
    /// The maximum distance between a block and the frames that it is compared with, and their number.
    private static let reach: Duration = .milliseconds(200)
    private static let neighbours = 5

    /// The delay of each block relative to its video frames.
    var skews: [Skew] {
        let shown = record.pictures.filter { !$0.isHeld && $0.code != nil }
            .sorted { time(of: $0) < time(of: $1) }
        return blocks.compactMap { block in
            guard block.number >= 0 else { return nil }
            let when = timing == .media ? block.mediaTime : block.clockTime
            let offsets = neighbours(of: block, at: when, in: shown)
            guard !offsets.isEmpty else { return nil }
            // The median is used, because single frames may be misplaced.
            let offset = offsets.sorted()[offsets.count / 2]
            return Skew(
                load: block.load, mediaTime: block.mediaTime, skew: when - block.properTime - offset)
        }
    }

    private func time(of picture: Picture) -> Duration {
        timing == .media ? picture.mediaTime : picture.clockTime
    }

    /// The presentation offsets of the frames that are nearest to a block.
    private func neighbours(of block: PresentedBlock, at when: Duration, in shown: [Picture]) -> [Duration] {
        guard let rate = media[block.item]?.video?.rate else { return [] }
        var (low, high) = (0, shown.count)
        while low < high {
            let middle = (low + high) / 2
            if time(of: shown[middle]) < when - Self.reach { low = middle + 1 } else { high = middle }
        }
        let near = shown[low...].prefix { time(of: $0) <= when + Self.reach }.compactMap {
            picture -> (distance: Duration, offset: Duration)? in
            guard let code = picture.code, picture.load == block.load, code.item == block.item else {
                return nil
            }
            let proper = rate.time(ofFrame: code.number)
            // Excludes frames from before a jump that were shown at nearly the same time.
            guard abs((proper - block.properTime) / .seconds(1)) < 1 else { return nil }
            let time = time(of: picture)
            return (max(time - when, when - time), time - proper)
        }
        return near.sorted { $0.distance < $1.distance }.prefix(Self.neighbours).map(\.offset)
    }

    /// The ranges in which the skew exceeds the tolerance.
    func skewFindings(_ skews: [Skew]) -> [TestPatternFinding] {
        var groups: [[Skew]] = []
        for skew in skews {
            let isApart = skew.skew > Self.tolerance || skew.skew < .zero - Self.tolerance
            guard isApart else {
                groups.append([])
                continue
            }
            if groups.last?.last?.load != skew.load { groups.append([]) }
            groups[groups.count - 1].append(skew)
        }
        // A single block may be shifted by a flaw of the audio.
        return groups.filter { $0.count > 1 }.compactMap { group in
            guard let first = group.first, let last = group.last else { return nil }
            let middle = group.map(\.skew).sorted()[group.count / 2]
            return .skew(
                middle, from: first.mediaTime, to: last.mediaTime + SoundCode.blockLength)
        }
    }
}
