extension MultivariantPlaylist {
    /// The playlist with other addresses, as hlsdemux2 is to have it: variants, and the renditions that go with them.
    func rewritten(_ address: (HLSReference) -> String) -> String {
        var text = "#EXTM3U\n#EXT-X-VERSION:\(max(version, 6))\n"
        if isIndependent { text += "#EXT-X-INDEPENDENT-SEGMENTS\n" }
        if let start { text += start.line }
        for rendition in renditions {
            var list = AttributeWriter()
            list.add("TYPE", rendition.kind.rawValue)
            list.quote("GROUP-ID", rendition.group)
            list.quote("NAME", rendition.name)
            list.quote("LANGUAGE", rendition.language)
            list.add("DEFAULT", rendition.isDefault ? "YES" : nil)
            list.add("AUTOSELECT", rendition.isAutoselected ? "YES" : nil)
            list.add("FORCED", rendition.isForced ? "YES" : nil)
            list.quote("CHARACTERISTICS", rendition.characteristics)
            list.quote("CHANNELS", rendition.channels)
            if rendition.uri != nil { list.quote("URI", address(.rendition(rendition))) }
            text += "#EXT-X-MEDIA:\(list.text)\n"
        }
        for variant in variants {
            var list = AttributeWriter()
            // hlsdemux2 reads an `int`.
            list.add("BANDWIDTH", "\(min(variant.bandwidth, Int(Int32.max)))")
            list.add("AVERAGE-BANDWIDTH", variant.averageBandwidth.map { "\(min($0, Int(Int32.max)))" })
            list.quote("CODECS", variant.codecs)
            if let width = variant.width, let height = variant.height {
                list.add("RESOLUTION", "\(min(width, Int(Int32.max)))x\(min(height, Int(Int32.max)))")
            }
            list.add("FRAME-RATE", variant.frameRate.map { "\($0)" })
            list.add("VIDEO-RANGE", variant.videoRange)
            list.quote("AUDIO", variant.audio)
            list.quote("VIDEO", variant.video)
            list.quote("SUBTITLES", variant.subtitles)
            list.quote("CLOSED-CAPTIONS", variant.closedCaptions)
            text += "#EXT-X-STREAM-INF:\(list.text)\n\(address(.variant(variant)))\n"
        }
        return text
    }
}

/// An attribute list that is being written. Values hold no quotation marks: the reader leaves none in them.
private struct AttributeWriter {
    private(set) var text = ""

    mutating func add(_ name: String, _ value: String?) {
        guard let value else { return }
        text += (text.isEmpty ? "" : ",") + "\(name)=\(value)"
    }

    mutating func quote(_ name: String, _ value: String?) { add(name, value.map { "\"\($0)\"" }) }
    mutating func quote(_ name: String, _ values: [String]) {
        quote(name, values.isEmpty ? nil : values.joined(separator: ","))
    }
}
