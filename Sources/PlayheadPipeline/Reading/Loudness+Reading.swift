package import GStreamer
internal import Glibc
public import PlayheadCore

extension Loudness {
    /// Measures the loudness of a medium as fast as it decodes, without playing it; nil without sound, and without
    /// the library libebur128.
    ///
    /// - Throws: the error of the reader, such as `truncated` after a part of the medium.
    public static func measure(_ reader: MediaReader) async throws(PlayerError) -> Loudness? {
        var library: LoudnessLibrary?
        for try await buffer in reader.audioBuffers() {
            if library == nil {
                library = LoudnessLibrary(channels: buffer.channels, sampleRate: buffer.sampleRate)
            }
            library?.add(buffer.samples)
        }
        return library.map(Loudness.init)
    }

    package init(_ library: LoudnessLibrary) {
        self.init(
            integrated: library.integrated.flatMap { $0.isFinite ? $0 : nil }, range: library.range ?? 0,
            truePeak: library.truePeak.flatMap { $0 > 0 ? 20 * log10($0) : nil })
    }
}
