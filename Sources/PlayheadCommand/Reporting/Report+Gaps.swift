import Playhead

extension MediaGap {
    func addFields(to line: inout JSONObject) {
        line.add("start", start)
        line.add("end", end)
        line.add("cause", causeName)
        if let kind { line.add("kind", kind.rawValue) }
        guard case .missingSegment(let uri, let status) = cause else { return }
        line.add("uri", uri)
        if let status { line.add("status", status) }
    }

    private var causeName: String {
        switch cause {
        case .missingSegment: "missingSegment"
        case .declaredGap: "declaredGap"
        case .cutOff: "cutOff"
        case .damaged: "damaged"
        case .late: "late"
        case .unknown: "unknown"
        }
    }

    /// The gap in one line, for a person.
    var words: String {
        let what =
            switch kind {
            case .video: "the pictures from "
            case .audio: "the sound from "
            case .subtitles: "the subtitles from "
            case nil: ""
            }
        return "\(what)\(start.jsonSeconds) s to \(end.jsonSeconds) s are missing: \(reason)"
    }

    private var reason: String {
        switch cause {
        case .missingSegment(let uri, let status):
            (status.map { "status \($0), " } ?? "no answer, ") + uri
        case .declaredGap: "the playlist says so"
        case .cutOff: "the content breaks off"
        case .damaged: "they cannot be decoded"
        case .late: "they came too late"
        case .unknown: "they did not come"
        }
    }
}
