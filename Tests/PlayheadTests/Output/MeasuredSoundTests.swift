import GStreamer
import Playhead
import PlayheadTesting
import Synchronization
import TestSupport
import Testing

@testable import PlayheadCore
@testable import PlayheadPipeline

/// What a device receives while its levels are measured.
@Suite(.timeLimit(.minutes(1))) struct MeasuredSoundTests {
    @Test(arguments: ["S16LE", "S24LE", "S32LE", "F32LE", "F64LE"])
    func `sound that is measured stays as it is`(format: String) async throws {
        let pipeline = try Element.pipeline(
            described: "audiotestsrc wave=white-noise num-buffers=5 samplesperbuffer=4800 ! "
                + "audio/x-raw,format=\(format),rate=48000,channels=2 ! identity name=entry ! "
                + "identity name=exit ! fakesink sync=false")
        let effects = DeviceEffects()
        let listeners = LevelListeners()
        let told = Mutex(0)
        let remove = listeners.add(every: .milliseconds(50)) { _ in told.withLock { $0 += 1 } }
        effects.measure(for: listeners)
        let before = Mutex<[UInt8]>([])
        let after = Mutex<[UInt8]>([])
        let entry = try #require(pipeline.child(named: "entry"))
        entry.pad("sink")?.onBytes { bytes, _ in before.withLock { $0 += bytes } }
        entry.pad("src")?.process(with: effects)
        pipeline.child(named: "exit")?.pad("src")?.onBytes { bytes, _ in after.withLock { $0 += bytes } }
        try await TestPatternRun.run(pipeline)
        remove()
        let isSame = before.withLock(\.self) == after.withLock(\.self)
        #expect(isSame && before.withLock(\.count) > 0 && told.withLock(\.self) == 10)
    }
}
