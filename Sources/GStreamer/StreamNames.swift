/// Converts caps and tags into common names of formats.
package enum StreamNames {
    /// The codec of encoded caps; nil for formats that are already decoded.
    package static func codec(of caps: CapsValues) -> String? {
        switch caps.mediaType {
        case "video/x-raw", "text/x-raw", "audio/x-wav", "audio/x-aiff", "audio/x-au": nil
        case "audio/x-raw": "PCM"
        case "video/mpeg": caps.version == 4 ? "MPEG-4 Visual" : "MPEG-\(caps.version ?? 2) Video"
        case "audio/mpeg": caps.version == 1 ? "MP\(caps.layer ?? 3)" : "AAC"
        default: mediaTypes[caps.mediaType] ?? caps.description.map { codec(described: $0) }
        }
    }

    /// The codec by its description in a tag of GStreamer. Without a common name it is the description.
    package static func codec(described description: String) -> String {
        let words = description.lowercased()
        return described.first { words.contains($0.words) }?.name ?? description
    }

    /// The container by its description in a tag or from its caps.
    package static func container(described description: String) -> String {
        let words = description.lowercased()
        return containers.first { words.contains($0.words) }?.name ?? description
    }

    /// The container of a demuxer factory; nil if the factory is unknown here.
    package static func container(of demuxers: Set<String>) -> String? {
        demuxed.first { demuxers.contains($0.factory) }?.name
    }

    /// Formats that contain other formats come first.
    private static let demuxed: [(factory: String, name: String)] = [
        ("hls", "HLS"), ("dash", "DASH"),
        ("webm", "WebM"), ("matroskademux", "Matroska"), ("qtdemux", "MP4"), ("oggdemux", "Ogg"),
        ("playheadtsdemux", "MPEG-TS"), ("playheadmp4demux", "MP4"),
        ("avidemux", "AVI"), ("flvdemux", "FLV"), ("wavparse", "WAV"), ("playheadpsdemux", "MPEG-PS"),
        ("mpegpsdemux", "MPEG-PS"),
        ("asfdemux", "ASF"),
    ]

    private static let mediaTypes = [
        "video/x-h264": "H.264", "video/x-h265": "HEVC", "video/x-vp8": "VP8", "video/x-vp9": "VP9",
        "video/x-av1": "AV1", "video/x-theora": "Theora", "video/x-prores": "ProRes", "video/x-h263": "H.263",
        "video/x-dv": "DV", "image/jpeg": "JPEG", "image/png": "PNG", "image/gif": "GIF",
        "image/gst-libav-gif": "GIF", "audio/midi": "MIDI", "audio/x-midi-event": "MIDI",
        "image/webp": "WebP", "audio/x-vorbis": "Vorbis", "audio/x-opus": "Opus", "audio/x-flac": "FLAC",
        "audio/x-alac": "ALAC", "audio/x-ac3": "AC-3", "audio/ac3": "AC-3", "audio/x-eac3": "E-AC-3",
        "audio/x-dts": "DTS", "audio/x-true-hd": "TrueHD", "audio/x-speex": "Speex", "audio/AMR": "AMR",
        "audio/x-wavpack": "WavPack", "audio/x-alaw": "A-law", "audio/x-mulaw": "µ-law",
        "application/x-subtitle": "SubRip", "application/x-subtitle-vtt": "WebVTT", "text/vtt": "WebVTT",
        "application/x-ass": "ASS", "application/x-ssa": "SSA", "application/ttml+xml": "TTML",
        "subpicture/x-dvd": "VobSub", "subpicture/x-pgs": "PGS", "subpicture/x-dvb": "DVB subtitles",
        "closedcaption/x-cea-608": "CEA-608", "closedcaption/x-cea-708": "CEA-708",
    ]

    /// The first match is used.
    private static let described: [(words: String, name: String)] = [
        ("h.264", "H.264"), ("h.265", "HEVC"), ("hevc", "HEVC"), ("vp8", "VP8"), ("vp9", "VP9"),
        ("av1", "AV1"), ("aac", "AAC"), ("(mp3)", "MP3"), ("mp3", "MP3"), ("mpeg-1 layer 2", "MP2"),
        ("opus", "Opus"), ("vorbis", "Vorbis"), ("flac", "FLAC"), ("e-ac-3", "E-AC-3"), ("eac3", "E-AC-3"),
        ("ac-3", "AC-3"), ("truehd", "TrueHD"), ("dts", "DTS"), ("apple lossless", "ALAC"),
        ("alac", "ALAC"), ("theora", "Theora"), ("prores", "ProRes"), ("mpeg-2 video", "MPEG-2 Video"),
        ("mpeg-1 video", "MPEG-1 Video"), ("mpeg-4 video", "MPEG-4 Visual"), ("motion jpeg", "Motion JPEG"),
        ("raw ", "PCM"), ("pcm", "PCM"), ("uncompressed", "PCM"), ("advanced substation", "ASS"),
        ("substation alpha", "SSA"), ("ssa", "SSA"), ("webvtt", "WebVTT"), ("subrip", "SubRip"),
        ("3gpp timed text", "3GPP Timed Text"), ("tx3g", "3GPP Timed Text"), ("pgs", "PGS"),
        ("vobsub", "VobSub"), ("dvd subpicture", "VobSub"), ("dvb subtitle", "DVB subtitles"),
    ]

    private static let containers: [(words: String, name: String)] = [
        ("webm", "WebM"), ("matroska", "Matroska"), ("iso mp4", "MP4"), ("quicktime", "QuickTime"),
        ("mp4", "MP4"), ("mpeg-2 transport", "MPEG-TS"), ("mpegts", "MPEG-TS"), ("ogg", "Ogg"),
        ("id3", "ID3"), ("wav", "WAV"), ("avif", "AVIF"), ("avi", "AVI"), ("flash", "FLV"),
        ("advanced streaming", "ASF"),
        ("mpeg-2 system", "MPEG-PS"), ("mpeg-1 system", "MPEG-PS"), ("hls", "HLS"), ("dash", "DASH"),
    ]
}
