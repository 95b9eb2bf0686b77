extension TestPatternAnalysis {
    typealias Picture = TestPatternRecord.Picture

    /// The frames presented while playback advanced, split at jumps.
    var stretches: [[Picture]] {
        var stretches: [[Picture]] = [[]]
        for picture in record.pictures {
            if picture.isLanding { stretches.append([]) }
            if !picture.isHeld { stretches[stretches.count - 1].append(picture) }
        }
        return stretches.filter { !$0.isEmpty }
    }

    func pictureFindings(isComplete: Bool) -> [TestPatternFinding] {
        let findings = record.pictures.compactMap { picture -> TestPatternFinding? in
            let isKnown = picture.code.map { media[$0.item] != nil } ?? false
            return isKnown || picture.isHeld ? nil : .unreadablePicture(at: picture.mediaTime)
        }
        return findings + stretches.flatMap(sequenceFindings) + (isComplete ? missingFrames : [])
    }

    /// The findings about the order of consecutive frames, from their codes.
    private func sequenceFindings(_ stretch: [Picture]) -> [TestPatternFinding] {
        var byItem: [(item: Int, numbers: [Int])] = []
        for code in stretch.compactMap(\.code) {
            if byItem.last?.item != code.item { byItem.append((code.item, [])) }
            byItem[byItem.count - 1].numbers.append(code.number)
        }
        return byItem.flatMap { item, numbers -> [TestPatternFinding] in
            // In reverse playback the numbers decrease.
            let rising = zip(numbers, numbers.dropFirst()).count { $0 < $1 }
            let isBackwards = rising * 2 < numbers.count - 1
            var findings: [TestPatternFinding] = []
            var seen: Set<Int> = []
            var farthest: Int?
            for number in numbers {
                if !seen.insert(number).inserted {
                    findings.append(.doubled(item: item, frame: number))
                } else if let farthest, isBackwards ? number > farthest : number < farthest {
                    findings.append(.outOfOrder(item: item, frame: number))
                } else {
                    farthest = number
                }
            }
            guard let first = seen.min(), let last = seen.max() else { return findings }
            return findings
                + (first...last).filter { !seen.contains($0) }.map { .dropped(item: item, frame: $0) }
        }
    }

    /// Findings for missing frames at the beginning and the end of media.
    private var missingFrames: [TestPatternFinding] {
        media.values.sorted { $0.item < $1.item }.flatMap { medium -> [TestPatternFinding] in
            let shown = record.pictures.compactMap { picture in
                picture.code.flatMap { !picture.isHeld && $0.item == medium.item ? $0.number : nil }
            }
            let missing: [Int]
            if let first = shown.min(), let last = shown.max() {
                missing = Array(0..<first) + Array(min(last + 1, medium.frameCount)..<medium.frameCount)
            } else {
                missing = Array(0..<medium.frameCount)
            }
            return missing.map { .dropped(item: medium.item, frame: $0) }
        }
    }

    /// The transitions between consecutive loads.
    var joints: [TrackTransition] {
        let loads = (record.pictures.map(\.load) + record.passages.map(\.load)).reduce(into: [Int]()) {
            if !$0.contains($1) { $0.append($1) }
        }.sorted()
        return zip(loads, loads.dropFirst()).map { one, next in
            TrackTransition(
                load: next, pictureGap: pictureGap(from: one, to: next),
                soundGap: soundGap(from: one, to: next)
            )
        }
    }

    private func pictureGap(from one: Int, to next: Int) -> Duration? {
        guard let last = record.pictures.last(where: { $0.load == one && !$0.isHeld }), let code = last.code,
            let rate = media[code.item]?.video?.rate,
            let first = record.pictures.first(where: { $0.load == next && !$0.isHeld })
        else { return nil }
        let length = rate.time(ofFrame: code.number + 1) - rate.time(ofFrame: code.number)
        return first.clockTime - (last.clockTime + length)
    }

    private func soundGap(from one: Int, to next: Int) -> Duration? {
        guard let before = passages.last(where: { $0.sound.load == one && !$0.blocks.isEmpty }),
            let after = passages.first(where: { $0.sound.load == next && !$0.blocks.isEmpty }),
            let end = before.runs.last(where: { $0.tone != nil })?.hops.upperBound,
            let start = after.runs.first(where: { $0.tone != nil })?.hops.lowerBound
        else { return nil }
        return after.sound.clockTime(ofHop: Double(start)) - before.sound.clockTime(ofHop: Double(end))
    }
}
