/// The Debian packages of missing components.
package enum DebianPackage {
    /// The hint for a missing package.
    package static func hint(_ packages: String) -> String { "install the Debian package \(packages)" }

    /// The package of an element.
    package static func of(element: String) -> String {
        switch element {
        case "uridecodebin", "uridecodebin3", "decodebin3", "audioconvert", "audioresample", "volume",
            "videoconvert", "subparse", "appsrc", "opusenc", "vorbisenc", "oggmux":
            "gstreamer1.0-plugins-base"
        case "glimagesink": "gstreamer1.0-gl"
        case "ximagesink", "xvimagesink", "textoverlay": "gstreamer1.0-x"
        case "pulsesink": "gstreamer1.0-plugins-good"
        case "alsasink": "gstreamer1.0-alsa"
        case "aspectratiocrop", "videoflip", "scaletempo", "qtdemux",
            "matroskademux",
            "mp4mux", "matroskamux", "webmmux", "vp8enc", "vp9enc", "lamemp3enc", "flacenc", "wavenc":
            "gstreamer1.0-plugins-good"
        case "fakesink", "filesrc", "filesink", "funnel": "libgstreamer1.0-0"
        case "aacparse", "flacparse", "ac3parse", "mpegaudioparse": "gstreamer1.0-plugins-good"
        case "opusdec", "vorbisdec", "theoradec", "oggdemux": "gstreamer1.0-plugins-base"
        case let name where name.hasPrefix("avdec_") || name.hasPrefix("avenc_"): "gstreamer1.0-libav"
        default: "gstreamer1.0-plugins-bad"
        }
    }

    /// The most likely package for a missing-plugin message (`decoder-video/x-h265, …`, `urisource-https`,
    /// `element-foo`); nil if Debian has none.
    package static func providing(_ wanted: String) -> String? {
        if wanted.hasPrefix("urisource-") {
            let scheme = wanted.dropFirst("urisource-".count)
            return scheme.hasPrefix("http") ? "gstreamer1.0-plugins-good" : "gstreamer1.0-plugins-bad"
        }
        if wanted.hasPrefix("element-") { return of(element: String(wanted.dropFirst("element-".count))) }
        guard let type = wanted.split(separator: ",").first?.split(separator: "-", maxSplits: 1).last else {
            return nil
        }
        return switch type {
        case "video/x-vp8", "video/x-vp9", "audio/x-flac", "video/quicktime", "video/x-matroska",
            "video/webm",
            "audio/x-wav", "video/x-msvideo", "video/x-flv", "audio/x-speex":
            "gstreamer1.0-plugins-good"
        case "audio/x-vorbis", "audio/x-opus", "application/ogg", "video/x-theora":
            "gstreamer1.0-plugins-base"
        case "video/mpegts", "video/x-av1", "application/x-hls", "application/dash+xml", "audio/x-midi",
            "subpicture/x-dvb":
            "gstreamer1.0-plugins-bad"
        // An MPEG program stream; without `systemstream` it is coded video.
        case "video/mpeg" where wanted.contains("systemstream=(boolean)true"): "gstreamer1.0-plugins-bad"
        case "video/x-dv" where wanted.contains("systemstream=(boolean)true"), "audio/x-wavpack",
            "audio/x-m4a":
            "gstreamer1.0-plugins-good"
        case "application/mxf", "audio/x-mod": "gstreamer1.0-plugins-bad"
        case "video/x-ms-asf", "application/vnd.rn-realmedia", "application/x-pn-realaudio", "audio/x-sid",
            "audio/AMR", "audio/AMR-WB":
            "gstreamer1.0-plugins-ugly"
        case let type where type.hasPrefix("video/x-gst-fourcc-"): nil
        case let type where type.hasPrefix("unknown/"): nil
        default: "gstreamer1.0-libav"
        }
    }

    /// The hint for a missing decoder.
    package static func hint(providing wanted: String) -> String {
        providing(wanted).map { hint($0) } ?? "no Debian package is known to bring a decoder for it"
    }
}
