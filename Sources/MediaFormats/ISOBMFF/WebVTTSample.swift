/// The content of a sample of WebVTT in ISO media (`wvtt`, ISO/IEC 14496-30 §7).
package enum WebVTTSample {
    /// The cues (`vttc`) that are shown for as long as the sample lasts; none in an empty sample (`vtte`).
    /// What cannot be read ends the list.
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
