internal import Glibc

/// Measures loudness with libebur128, which is loaded at its first use.
///
/// An instance is one measurement, for one thread at a time.
@safe package final class LoudnessLibrary {
    /// The functions, with their names in `ebur128.h` (1.2).
    @safe private struct Functions: Sendable {
        typealias Init = @convention(c) (CUnsignedInt, CUnsignedLong, CInt) -> OpaquePointer?
        typealias Destroy = @convention(c) (UnsafeMutablePointer<OpaquePointer?>) -> Void
        typealias Add = @convention(c) (OpaquePointer, UnsafePointer<Float>, Int) -> CInt
        typealias Measure = @convention(c) (OpaquePointer, UnsafeMutablePointer<Double>) -> CInt
        typealias Peak = @convention(c) (OpaquePointer, CUnsignedInt, UnsafeMutablePointer<Double>) -> CInt

        var begin: Init
        var destroy: Destroy
        var add: Add
        var loudness: Measure
        var range: Measure
        var truePeak: Peak
        var lastTruePeak: Peak
        var momentary: Measure
        var shortTerm: Measure

        /// The loaded functions; nil if the library is not installed.
        static let shared: Functions? = {
            // The library is never closed.
            guard let library = unsafe dlopen("libebur128.so.1", RTLD_NOW | RTLD_LOCAL),
                let begin = unsafe dlsym(library, "ebur128_init"),
                let destroy = unsafe dlsym(library, "ebur128_destroy"),
                let add = unsafe dlsym(library, "ebur128_add_frames_float"),
                let loudness = unsafe dlsym(library, "ebur128_loudness_global"),
                let range = unsafe dlsym(library, "ebur128_loudness_range"),
                let truePeak = unsafe dlsym(library, "ebur128_true_peak"),
                let lastTruePeak = unsafe dlsym(library, "ebur128_prev_true_peak"),
                let momentary = unsafe dlsym(library, "ebur128_loudness_momentary"),
                let shortTerm = unsafe dlsym(library, "ebur128_loudness_shortterm")
            else { return nil }
            return unsafe Functions(
                begin: unsafeBitCast(begin, to: Init.self), destroy: unsafeBitCast(destroy, to: Destroy.self),
                add: unsafeBitCast(add, to: Add.self), loudness: unsafeBitCast(loudness, to: Measure.self),
                range: unsafeBitCast(range, to: Measure.self),
                truePeak: unsafeBitCast(truePeak, to: Peak.self),
                lastTruePeak: unsafeBitCast(lastTruePeak, to: Peak.self),
                momentary: unsafeBitCast(momentary, to: Measure.self),
                shortTerm: unsafeBitCast(shortTerm, to: Measure.self))
        }()
    }

    /// What is measured.
    package enum Purpose: CInt {
        /// A programme as a whole: `EBUR128_MODE_I | EBUR128_MODE_LRA | EBUR128_MODE_TRUE_PEAK`, with the modes
        /// that they include.
        case programme = 0b11_1111
        /// Endless sound, in bounded memory: `EBUR128_MODE_S | EBUR128_MODE_I | EBUR128_MODE_HISTOGRAM`.
        case live = 0b100_0111
        /// The same with `EBUR128_MODE_TRUE_PEAK`.
        case levels = 0b111_0111
    }

    /// Whether the library is installed.
    package static var isInstalled: Bool { Functions.shared != nil }

    private let functions: Functions
    private let state: OpaquePointer
    private let channels: Int

    /// Begins a measurement (`ebur128_init`). It is nil without the library, and for unsupported formats.
    /// Supported are up to 64 channels and 16 Hz to 2.8 MHz.
    package init?(channels: Int, sampleRate: Int, for purpose: Purpose = .programme) {
        guard let functions = Functions.shared, (1...64).contains(channels),
            (16...2_822_400).contains(sampleRate),
            let state = unsafe functions.begin(
                CUnsignedInt(channels), CUnsignedLong(sampleRate), purpose.rawValue)
        else { return nil }
        self.functions = functions
        unsafe self.state = state
        self.channels = channels
    }

    deinit {
        var state: OpaquePointer? = unsafe state
        unsafe functions.destroy(&state)
    }

    /// Adds interleaved samples (`ebur128_add_frames_float`).
    package func add(_ samples: [Float]) {
        _ = unsafe samples.withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return CInt(0) }
            return unsafe functions.add(state, start, buffer.count / channels)
        }
    }

    /// The integrated loudness in LUFS (`ebur128_loudness_global`); minus infinity if no audio is loud
    /// enough.
    package var integrated: Double? { unsafe measure(functions.loudness) }
    /// The loudness range in LU (`ebur128_loudness_range`).
    package var range: Double? { unsafe measure(functions.range) }

    /// The loudness of the last 400 ms in LUFS (`ebur128_loudness_momentary`).
    package var momentary: Double? { unsafe measure(functions.momentary) }
    /// The loudness of the last 3 s in LUFS (`ebur128_loudness_shortterm`).
    package var shortTerm: Double? { unsafe measure(functions.shortTerm) }

    /// The maximum amplitude of all channels, including values between samples (`ebur128_true_peak`).
    package var truePeak: Double? { unsafe peak(functions.truePeak) }

    /// The same of the samples that were added last (`ebur128_prev_true_peak`).
    package var lastTruePeak: Double? { unsafe peak(functions.lastTruePeak) }

    private func peak(_ function: Functions.Peak) -> Double? {
        (0..<channels).compactMap { channel in
            var value = 0.0
            let result = unsafe function(state, CUnsignedInt(channel), &value)
            return result == 0 ? value : nil
        }.max()
    }

    private func measure(_ function: Functions.Measure) -> Double? {
        var value = 0.0
        return unsafe function(state, &value) == 0 ? value : nil
    }
}
