import Testing

@testable import PlayheadCheck

/// The judgement of a seek by the frame that is due, not by an average frame rate.
struct SeekFrameTests {
    /// Frames of 40 ms, then a frame that stays for 3 s, then none.
    private let frames: [Duration] = (0..<25).map { .milliseconds(1000 + 40 * $0) } + [.seconds(5)]

    @Test func `the frame that is due is right, however long it stays`() {
        #expect(SeekCheck.fault(of: .seconds(1.96), at: .seconds(1.97), in: frames) == nil)
        #expect(SeekCheck.fault(of: .seconds(1.96), at: .seconds(4.8), in: frames) == nil)
        #expect(SeekCheck.fault(of: .seconds(5), at: .seconds(90), in: frames) == nil)
        #expect(SeekCheck.fault(of: .seconds(4.75), at: .seconds(4.8), in: frames) == nil)
    }

    @Test func `another frame is a fault`() {
        #expect(SeekCheck.fault(of: .seconds(1), at: .seconds(1.97), in: frames) != nil)
        #expect(SeekCheck.fault(of: .seconds(5), at: .seconds(4.8), in: frames) != nil)
        #expect(SeekCheck.fault(of: .seconds(1.96), at: .seconds(6), in: frames) != nil)
    }

    @Test func `before the first frame none is due`() {
        #expect(SeekCheck.fault(of: .seconds(5), at: .seconds(0.5), in: frames) == nil)
        #expect(SeekCheck.fault(of: .seconds(5), at: .seconds(0.5), in: []) == nil)
    }
}
