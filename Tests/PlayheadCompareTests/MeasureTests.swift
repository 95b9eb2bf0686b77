import PlayheadCheck
import Testing

@testable import PlayheadCompare

@Suite struct `Measures of likeness` {
    private func picture(_ pixels: (Int, Int) -> Int) -> GrayPicture {
        GrayPicture(
            time: 0, width: 32, height: 16,
            pixels: (0..<16).flatMap { row in (0..<32).map { UInt8(min(max(pixels($0, row), 0), 255)) } })
    }

    @Test func `are highest for equal pictures`() {
        let picture = picture { column, row in column * 7 % 256 + row }
        let similarity = Similarity(picture, picture)
        #expect(similarity.ssim == 1 && similarity.psnr == 100)
    }

    @Test func `follow their definitions`() {
        // Of flat pictures only the term of the brightness is left: (2ab + C1) / (a² + b² + C1).
        let (a, b) = (picture { _, _ in 100 }, picture { _, _ in 110 })
        let similarity = Similarity(a, b)
        #expect(abs(similarity.ssim - (2 * 100 * 110 + 6.5025) / (100 * 100 + 110 * 110 + 6.5025)) < 1e-9)
        #expect(abs(similarity.psnr - 28.1308) < 0.001)
        // An inverted texture has a negative covariance.
        let texture = self.picture { column, row in (column + row) % 2 == 0 ? 80 : 170 }
        let inverse = self.picture { column, row in (column + row) % 2 == 0 ? 170 : 80 }
        #expect(Similarity(texture, inverse).ssim < -0.9)
    }

    @Test func `of pictures of other sizes are the lowest`() {
        let one = GrayPicture(time: 0, width: 4, height: 4, pixels: [UInt8](repeating: 0, count: 16))
        #expect(Similarity(one, one).ssim == 0)
    }

    @Test func `are expected in the words of check`() throws {
        #expect(try Threshold("ssim >= 0.98").metric == .ssim)
        #expect(try Threshold("skew≤20ms").comparison.value == 0.02)
        for (text, message) in [
            ("sim>=1", "`sim` is not known; known are ssim, psnr, correlation"),
            ("skew<=20", "expected a time"), ("ssim", "expected an expectation"),
        ] {
            let error = #expect(throws: WordingError.self) { try Threshold(text) }
            #expect(error?.description.hasPrefix(message) == true, "\(error?.description ?? "")")
        }
        let thresholds = Thresholds([try Threshold("ssim>=0.5")])
        #expect(thresholds.limit(of: .ssim) == 0.5 && thresholds.limit(of: .skew) == 0.01)
        #expect(thresholds.limit(of: .psnr) == nil)
    }

    @Test func `travel as records`() throws {
        let records: [MediumRecord] = [
            .picture(GrayPicture(time: -1.5, width: 2, height: 1, pixels: [1, 255])),
            .sound(SoundBlock(time: 3, sampleRate: 8000, samples: [-32768, 0, 32767])),
            .fault(MeasurementFault(code: "truncated", message: "It ends", hint: nil)), .end,
        ]
        var bytes = records.flatMap(\.bytes)[...]
        func read(_ count: Int) -> [UInt8]? {
            defer { bytes = bytes.dropFirst(count) }
            return bytes.count < count ? nil : Array(bytes.prefix(count))
        }
        #expect(records.map { _ in MediumRecord(reading: read) } == records)
        #expect(MediumRecord(reading: read) == nil)
        var damaged = [UInt8](repeating: 0xff, count: 40)[...]
        #expect(
            MediumRecord { count in
                defer { damaged = damaged.dropFirst(count) }
                return Array(damaged.prefix(count))
            } == nil)
    }
}
