/// Parses a WebVTT sample in ISO media (`wvtt`, ISO/IEC 14496-30 §7).
package enum WebVTTSample {
    /// The cues (`vttc`) for the duration of the sample; none in an empty sample (`vtte`). Invalid data ends
    /// the list.
    package static func cues(
        in data: ArraySlice<UInt8>
    ) -> [(id: String?, settings: String?, text: String)] {
        var list: [(id: String?, settings: String?, text: String)] = []
        var boxes = BoxSequence(data)
        while let box = try? boxes.next() {
            guard box.type == "vttc" else { continue }
            var cue: (id: String?, settings: String?, text: String) = (nil, nil, "")
            var parts = BoxSequence(box.body)
            while let part = try? parts.next() {
                let text = String(decoding: part.body, as: UTF8.self)
                switch part.type {
                case "iden": cue.id = text
                case "sttg": cue.settings = text
                case "payl": cue.text = text
                default: break
                }
            }
            list.append(cue)
        }
        return list
    }
}
