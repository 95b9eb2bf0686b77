internal import PlayheadCheck

/// A side of a perceptual comparison.
package protocol ComparedMedium: Sendable {
    /// The whole sound; empty if there is none.
    func sound() async throws -> SoundTrack
    /// The pictures, in at most `width` by `height` pixels. Without any the stream is empty.
    ///
    /// - Parameters:
    ///   - isExact: Whether they are stretched to exactly this size.
    ///   - end: The media time in seconds behind which none is needed.
    func pictures(width: Int, height: Int, isExact: Bool, until end: Double?) throws -> any PictureStream
}

/// Compares what people see and hear.
package struct PerceptualComparison {
    /// The largest size of the compared pictures.
    package static let largest = 480
    /// The length of the beginnings that are aligned first, in seconds.
    private static let preview = 12.0

    private let thresholds: Thresholds
    private let worst: Int

    /// - Parameter worst: The number of the least similar pairs of pictures that are kept.
    package init(_ thresholds: Thresholds, worst: Int) {
        self.thresholds = thresholds
        self.worst = worst
    }

    /// Reads and compares both sides.
    package func run(_ a: some ComparedMedium, _ b: some ComparedMedium) async throws -> PerceptualResult {
        async let firstSound = a.sound()
        async let secondSound = b.sound()
        async let firstPreview = Self.preview(a)
        async let secondPreview = Self.preview(b)
        let (soundA, soundB) = (try await firstSound, try await secondSound)
        let (previewA, previewB) = (try await firstPreview, try await secondPreview)
        let heard = SoundAlignment.firstShift(soundA, soundB)
        let shift: Double
        if previewA.course.thumbnails.isEmpty || previewB.course.thumbnails.isEmpty {
            // The delay of sound alone is reported, not taken for another beginning.
            shift = heard.map { abs($0) > 0.5 ? $0 : 0 } ?? 0
        } else {
            shift = Aligner(previewA.course, previewB.course).firstShift(heard: heard) ?? heard ?? 0
        }
        let (pass, map) = try pictures(a, b, previewA, previewB, from: shift)
        let sound = soundA.isEmpty || soundB.isEmpty ? nil : SoundComparison(soundA, soundB, map)
        return PerceptualResult(
            pass: pass, map: map, sound: sound, soundA, soundB, thresholds, shape: shape(previewA, previewB))
    }

    /// Pairs the pictures; once more if the first reading shows that parts are missing.
    private func pictures(
        _ a: some ComparedMedium, _ b: some ComparedMedium, _ previewA: Preview, _ previewB: Preview,
        from shift: Double
    ) throws -> (PicturePass, TimeMap) {
        let width = max(min(previewA.width, previewB.width), 16)
        let height = max(previewA.width > 0 ? width * previewA.height / previewA.width : previewB.height, 16)
        func read(_ map: TimeMap) throws -> PicturePass {
            var pass = PicturePass(
                map, intervals: (previewA.course.interval, previewB.course.interval),
                judge: PictureJudge(thresholds), worst: worst)
            try pass.run(
                try a.pictures(width: width, height: height, isExact: true, until: nil),
                try b.pictures(width: width, height: height, isExact: true, until: nil))
            return pass
        }
        let first = TimeMap(shift: shift)
        let pass = try read(first)
        let aligner = Aligner(pass.a.course, pass.b.course)
        let map = aligner.map(from: shift) { pass.isFaulty($0) }
        return map == first ? (pass, first) : (try read(map), map)
    }

    private func shape(_ a: Preview, _ b: Preview) -> Finding? {
        guard a.width > 0, b.width > 0 else { return nil }
        let (one, other) = (Double(a.width) / Double(a.height), Double(b.width) / Double(b.height))
        guard abs(one / other - 1) > 0.03 else { return nil }
        return Finding(
            .shape, side: "B",
            text: "the shape of the picture is \(one.rounded(to: 2)):1 in A, \(other.rounded(to: 2)):1 in B")
    }

    /// The beginning of a side.
    private struct Preview: Sendable {
        var course = Course()
        var width = 0
        var height = 0
    }

    private static func preview(_ medium: some ComparedMedium) async throws -> Preview {
        let stream = try medium.pictures(width: largest, height: largest, isExact: false, until: preview)
        var preview = Preview()
        while let picture = try stream.next() {
            if preview.width == 0 { (preview.width, preview.height) = (picture.width, picture.height) }
            preview.course.thumbnails.append(Thumbnail(picture))
        }
        return preview
    }
}
