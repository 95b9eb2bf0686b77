/// The interfaces of MPRIS 2.2 (https://specifications.freedesktop.org/mpris-spec/latest/).
enum MPRISInterface {
    static let root = "org.mpris.MediaPlayer2"
    static let player = "org.mpris.MediaPlayer2.Player"
    static let path = "/org/mpris/MediaPlayer2"
    /// The identity of no track.
    static let noTrack = "/org/mpris/MediaPlayer2/TrackList/NoTrack"

    static let xml = "<node>" + interface(root, rootMembers) + interface(player, playerMembers) + "</node>"

    private static func interface(_ name: String, _ members: String) -> String {
        "<interface name=\"\(name)\">\(members)</interface>"
    }

    private static let rootMembers =
        "<method name=\"Raise\"/><method name=\"Quit\"/>"
        + properties([
            ("CanQuit", "b"), ("CanRaise", "b"), ("HasTrackList", "b"), ("CanSetFullscreen", "b"),
            ("Identity", "s"), ("DesktopEntry", "s"), ("SupportedUriSchemes", "as"),
            ("SupportedMimeTypes", "as"),
        ]) + properties([("Fullscreen", "b")], access: "readwrite")

    private static let playerMembers =
        ["Next", "Previous", "Pause", "PlayPause", "Stop", "Play"].map { "<method name=\"\($0)\"/>" }.joined()
        + method("Seek", [("Offset", "x")]) + method("SetPosition", [("TrackId", "o"), ("Position", "x")])
        + method("OpenUri", [("Uri", "s")])
        + "<signal name=\"Seeked\"><arg name=\"Position\" type=\"x\"/></signal>"
        + properties([
            ("PlaybackStatus", "s"), ("Metadata", "a{sv}"), ("MinimumRate", "d"),
            ("MaximumRate", "d"), ("CanGoNext", "b"), ("CanGoPrevious", "b"), ("CanPlay", "b"),
            ("CanPause", "b"), ("CanSeek", "b"), ("CanControl", "b"),
        ])
        + "<property name=\"Position\" type=\"x\" access=\"read\"><annotation "
        + "name=\"org.freedesktop.DBus.Property.EmitsChangedSignal\" value=\"false\"/></property>"
        + properties(
            [("LoopStatus", "s"), ("Rate", "d"), ("Shuffle", "b"), ("Volume", "d")], access: "readwrite")

    private static func method(_ name: String, _ arguments: [(name: String, type: String)]) -> String {
        let arguments = arguments.map {
            "<arg direction=\"in\" name=\"\($0.name)\" type=\"\($0.type)\"/>"
        }
        return "<method name=\"\(name)\">\(arguments.joined())</method>"
    }

    private static func properties(
        _ properties: [(name: String, type: String)], access: String = "read"
    ) -> String {
        properties.map { "<property name=\"\($0.name)\" type=\"\($0.type)\" access=\"\(access)\"/>" }.joined()
    }
}
