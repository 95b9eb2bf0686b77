import Playhead

extension MediaInspection {
    /// The inspection as one JSON line without its line feed. The field names are public, and a golden test
    /// checks them.
    var json: String { json(nil) }

    /// The same with the loudness of the audio tracks, if it is asked for.
    func json(_ loudness: LoudnessMeasurement?) -> String {
        var object = JSONObject()
        object.add("uri", item.uri)
        object.add("isPlayable", isPlayable)
        object.add("duration", orNull: duration)
        object.add("isSeekable", isSeekable)
        object.add("isLive", isLive)
        object.add("container", orNull: metadata.container)
        var tags = metadata
        tags.container = nil
        tags.chapters = []
        var told = JSONObject()
        tags.addFields(to: &told)
        object.add("metadata", json: told.closed)
        object.add(
            "tracks",
            json: Self.list(
                tracks.map { track in
                    Self.object {
                        track.addFields(to: &$0)
                        guard let loudness, track.kind == .audio else { return }
                        $0.add("loudness", json: loudness.tracks[track.id]?.json ?? "null")
                    }
                }))
        object.add("chapters", json: Self.list(chapters.map(\.json)))
        object.add(
            "missing",
            json: Self.list(
                missing.map { part in
                    Self.object {
                        $0.add("what", part.what)
                        $0.add("debianPackage", orNull: part.debianPackage)
                    }
                }))
        let error = error ?? loudness?.error
        if let error { object.add("error", json: Self.object { error.addFields(to: &$0) }) }
        return object.closed
    }

    private static func list(_ objects: [String]) -> String { "[" + objects.joined(separator: ",") + "]" }

    private static func object(_ fill: (inout JSONObject) -> Void) -> String {
        var object = JSONObject()
        fill(&object)
        return object.closed
    }
}
