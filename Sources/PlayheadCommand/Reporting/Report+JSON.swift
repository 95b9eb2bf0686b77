import Playhead

extension Report {
    /// The report as one JSON line without its line feed. The names of events and fields are public, and a
    /// golden test checks them.
    var jsonLine: String {
        var line = JSONObject()
        line.add("event", name)
        line.add("at", time)
        if let item { line.add("item", item) }
        switch fact {
        case .hello(let version, let gstreamer):
            line.add("version", version)
            line.add("gstreamer", gstreamer)
        case .event(let event): event.addFields(to: &line)
        case .summary(let exitCode, let items):
            line.add("exitCode", Int(exitCode))
            line.add("items", json: "[" + items.map(\.json).joined(separator: ",") + "]")
        }
        return line.closed
    }

    private var name: String {
        switch fact {
        case .hello: "hello"
        case .event(let event): event.jsonName
        case .summary: "summary"
        }
    }
}

extension ItemRecord {
    fileprivate var json: String {
        var object = JSONObject()
        object.add("uri", uri)
        object.add("outcome", outcome.rawValue)
        object.add("duration", orNull: duration)
        object.add("played", played)
        return object.closed
    }
}
