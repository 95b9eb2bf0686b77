/// The text for a command line without arguments.
enum ShortHelp {
    static let lines = [
        "playhead plays media files, HLS and DASH.",
        "",
        "  playhead FILE...             play; ? lists the keys, q quits",
        "  playhead --start 1:30 FILE   start at 1:30",
        "  playhead inspect FILE...     list tracks, chapters and tags",
        "  playhead subtitles FILE      print subtitles",
        "  playhead thumbnails FILE...  write pictures",
        "",
        "  playhead --help              subcommands and examples",
        "  playhead play --help         options and keys of play",
    ]
}
