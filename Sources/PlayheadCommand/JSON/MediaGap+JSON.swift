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
}
