/// The interfaces of MPRIS 2.2 (https://specifications.freedesktop.org/mpris-spec/latest/).
enum MPRISInterface {
    static let root = "org.mpris.MediaPlayer2"
    static let player = "org.mpris.MediaPlayer2.Player"
    static let trackList = "org.mpris.MediaPlayer2.TrackList"
    static let path = "/org/mpris/MediaPlayer2"
    /// The identity of no track.
    static let noTrack = "/org/mpris/MediaPlayer2/TrackList/NoTrack"

    static let xml =
        "<node>" + interface(root, rootMembers) + interface(player, playerMembers)
        + interface(trackList, trackListMembers) + "</node>"

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

    private static let trackListMembers =
        "<method name=\"GetTracksMetadata\"><arg direction=\"in\" name=\"TrackIds\" type=\"ao\"/>"
        + "<arg direction=\"out\" name=\"Metadata\" type=\"aa{sv}\"/></method>"
        + method("AddTrack", [("Uri", "s"), ("AfterTrack", "o"), ("SetAsCurrent", "b")])
        + method("RemoveTrack", [("TrackId", "o")]) + method("GoTo", [("TrackId", "o")])
        + "<signal name=\"TrackListReplaced\"><arg name=\"Tracks\" type=\"ao\"/>"
        + "<arg name=\"CurrentTrack\" type=\"o\"/></signal>"
        + "<property name=\"Tracks\" type=\"ao\" access=\"read\"><annotation "
        + "name=\"org.freedesktop.DBus.Property.EmitsChangedSignal\" value=\"invalidates\"/></property>"
        + properties([("CanEditTracks", "b")])

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
