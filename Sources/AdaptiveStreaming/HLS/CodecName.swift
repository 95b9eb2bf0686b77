package import PlayheadCore

/// The display name of a codec by its RFC 6381 name in playlists and manifests.
package struct CodecName: Sendable, Equatable {
    var kind: Track.Kind
    var name: String

    /// Nil for an unknown codec.
    init?(_ code: String) {
        let lower = code.lowercased()
        guard let found = Self.known.first(where: { lower == $0.code || lower.hasPrefix($0.code + ".") })
        else { return nil }
        (kind, name) = (found.kind, found.name)
    }

    /// Longer prefixes precede shorter ones.
    private static let known: [(code: String, kind: Track.Kind, name: String)] = [
        ("mp4a.40.34", .audio, "MP3"), ("mp4a.69", .audio, "MP3"), ("mp4a.6b", .audio, "MP3"),
        ("mp4a.a5", .audio, "AC-3"), ("mp4a.a6", .audio, "E-AC-3"), ("mp4a.40", .audio, "AAC"),
        ("mp4a.67", .audio, "AAC"), ("ac-3", .audio, "AC-3"), ("ec-3", .audio, "E-AC-3"),
        ("opus", .audio, "Opus"), ("flac", .audio, "FLAC"), ("alac", .audio, "ALAC"),
        ("mp3", .audio, "MP3"), ("vorbis", .audio, "Vorbis"),
        ("avc1", .video, "H.264"), ("avc3", .video, "H.264"), ("hvc1", .video, "HEVC"),
        ("hev1", .video, "HEVC"), ("dvh1", .video, "HEVC"), ("dvhe", .video, "HEVC"),
        ("vp09", .video, "VP9"), ("vp9", .video, "VP9"), ("vp08", .video, "VP8"), ("vp8", .video, "VP8"),
        ("av01", .video, "AV1"),
        ("wvtt", .subtitles, "WebVTT"), ("stpp", .subtitles, "TTML"),
    ]
}

extension MultivariantPlaylist {
    /// The codecs of video, audio and subtitles that all variants have in common.
    package var commonCodecs: [Track.Kind: String] {
        let named = Dictionary(grouping: variants.flatMap(\.codecs).compactMap(CodecName.init), by: \.kind)
        return named.compactMapValues { found in
            found.allSatisfy { $0.name == found.first?.name } ? found.first?.name : nil
        }
    }
}
