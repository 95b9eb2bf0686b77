/// Options of mpv, ffplay and VLC that Playhead lacks, with the option that has the same effect.
enum OtherPlayers {
    /// The hint for the first such option among the arguments.
    static func hint(for arguments: [String]) -> String? {
        let options = arguments.prefix { $0 != "--" }.filter { $0.hasPrefix("-") }
        for word in options {
            let option = String(word.prefix { $0 != "=" })
            let name = option.drop { $0 == "-" }
            if let answer = answers[String(name)] { return "There is no \(option): \(answer)" }
        }
        return nil
    }

    private static let fullScreen = "Playhead has no full-screen mode"
    private static let screenshot = "Playhead takes no screenshots"
    private static let partLoop = "use --start, --end and --repeat one"
    private static let decoder = "use --decoder automatic, software or hardware"
    private static let window = "the window manager places the window"
    private static let atEnd = "Playhead exits after the last item"

    private static let answers: [String: String] = [
        "loop": "use --repeat one, or --repeat all for all items",
        "loop-file": "use --repeat one", "loop-playlist": "use --repeat all",
        "fs": fullScreen, "fullscreen": fullScreen, "f": fullScreen,
        "screenshot-template": screenshot, "screenshot-format": screenshot,
        "screenshot-directory": screenshot,
        "screenshot": screenshot, "snapshot-path": screenshot,
        "vo": "use --video auto, window, terminal or none", "vid": "use --video none",
        "vn": "use --video none",
        "vf": "use --video-filter", "af": "use --audio-filter",
        "ao": "use --audio auto or none", "an": "use --audio none", "nodisp": "use --video none",
        "aid": "use --audio-track", "alang": "use --audio-track", "ast": "use --audio-track",
        "sid": "use --subtitle-track", "slang": "use --subtitle-track", "sst": "use --subtitle-track",
        "sub-file": "use --subtitle-file", "sub-files": "use --subtitle-file",
        "sub-delay": "use --subtitle-delay", "sub-codepage": "use --subtitle-encoding",
        "sub-auto": "use --find-subtitles", "sn": "use --subtitles none",
        "ss": "use --start", "start-time": "use --start", "stop-time": "use --end",
        "t": "use --end, which is a position", "length": "use --end, which is a position",
        "rate": "use --speed", "pause": "use --paused", "start-paused": "use --paused",
        "autoexit": atEnd, "play-and-exit": atEnd, "keep-open": "\(atEnd); --paused waits at the start",
        "really-quiet": "use --quiet", "loglevel": "use --quiet", "msg-level": "use --quiet",
        "hls-bitrate": "use --max-bitrate or --max-height", "ytdl-format": "use --max-height",
        "http-header-fields": "use --header", "headers": "use --header", "cookies-file": "use --cookies",
        "http-proxy": "use --proxy", "tls-verify": "use --insecure",
        "image-display-duration": "use --image-duration",
        "save-position-on-quit": "use --resume", "video-aspect-override": "use --aspect",
        "audio-visual": "use --visualizer", "showmode": "use --visualizer",
        "audio-display": "use --visualizer",
        "list-options": "use --help", "list-tracks": "playhead inspect FILE lists the tracks",
        "ab-loop-a": partLoop, "ab-loop-b": partLoop, "geometry": window, "ontop": window, "border": window,
        "no-border": window, "input-conf": "use `keys:` in the configuration file",
        "hwdec": decoder, "vd": decoder, "hwaccel": decoder, "avcodec-hw": decoder, "vcodec": decoder,
    ]
}
