internal import PlayheadCheck

/// The result of a comparison.
package struct ComparisonReport: Sendable, Codable {
    /// One of the compared sides.
    package struct Side: Sendable, Codable {
        /// The path or URI.
        package var input: String
        /// The version of Playhead that measured it.
        package var version: String
        /// Its version of GStreamer.
        package var gstreamer: String

        package init(input: String, head: MeasurementHead) {
            self.input = input
            version = head.version
            gstreamer = head.gstreamer
        }
    }

    package enum Mode: String, Sendable, Codable { case exact, perceptual }
    package enum Result: String, Sendable, Codable { case equal, different }

    /// The similarity of a pair of pictures.
    package struct PicturePoint: Sendable, Codable {
        /// The media times in A and B, in seconds.
        package var time: Double
        package var timeB: Double
        package var ssim: Double
        package var psnr: Double
    }

    /// The similarity of a window of sound.
    package struct SoundPoint: Sendable, Codable {
        /// The media times of the middle in A and B, in seconds.
        package var time: Double
        package var timeB: Double
        /// The delay of B in seconds, negative if early; nil for silence.
        package var late: Double?
        package var correlation: Double
        /// The volume of B against A in dB.
        package var level: Double
    }

    /// An expectation with what was found.
    package struct Expectation: Sendable, Codable {
        package var text: String
        /// The found value, in seconds for a time; nil if there was nothing to measure.
        package var found: Double?
        package var passed: Bool
    }

    package var a: Side
    package var b: Side
    package var mode: Mode
    package var result: Result
    package var findings: [Finding]
    /// The expectations of a perceptual comparison.
    package var expectations: [Expectation]?
    /// The seconds that B begins later in A's media, negative if earlier.
    package var shift: Double?
    package var pictures: [PicturePoint]?
    package var sound: [SoundPoint]?
    /// The paths of the written pictures.
    package var files: [String]?

    /// The report of an exact comparison.
    package init(_ a: Side, _ b: Side, exact findings: [Finding]) {
        (self.a, self.b, self.findings) = (a, b, findings)
        mode = .exact
        result = findings.isEmpty ? .equal : .different
    }

    /// The report of a perceptual comparison.
    package init(_ a: Side, _ b: Side, perceptual result: PerceptualResult, files: [String]) {
        (self.a, self.b, findings) = (a, b, result.findings)
        mode = .perceptual
        let isShapeEqual = !result.findings.contains { $0.kind == .shape }
        self.result = result.expectations.allSatisfy(\.passed) && isShapeEqual ? .equal : .different
        expectations = result.expectations
        shift = result.shift
        pictures = result.pictures
        sound = result.sound
        self.files = files
    }

    /// One JSON object without a line feed.
    package var json: String { JSONLine.text(self) }
}

extension ComparisonReport.PicturePoint {
    init(time: Double, timeB: Double, similarity: Similarity) {
        self.init(
            time: time.inMicros, timeB: timeB.inMicros, ssim: similarity.ssim.inMicros,
            psnr: (similarity.psnr * 100).rounded() / 100)
    }
}

extension ComparisonReport.SoundPoint {
    init(_ point: SoundPoint) {
        self.init(
            time: point.time.inMicros, timeB: point.timeB.inMicros, late: point.late?.inMicros,
            correlation: (point.correlation * 10_000).rounded() / 10_000,
            level: (point.level * 100).rounded() / 100)
    }
}

extension Double {
    /// The number rounded to six decimals.
    fileprivate var inMicros: Double { (self * 1e6).rounded() / 1e6 }
}
