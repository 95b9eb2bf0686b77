import Playhead
import PlayheadSystem

extension MediaGap {
    /// The gap as a line of text for the user.
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
