import Playhead

extension SubtitleCue? {
    func addFields(to line: inout JSONObject) {
        line.add("text", orNull: self?.text)
        guard let cue = self else { return }
        line.add("start", cue.start)
        line.add("end", cue.end)
        if let track = cue.track { line.add("track", track.rawValue) }
    }
}

extension TrackList {
    func addFields(to line: inout JSONObject) {
        let objects = map { $0.json(isChosen: chosen.contains($0), isApplied: applied.contains($0)) }
        line.add("tracks", json: "[" + objects.joined(separator: ",") + "]")
    }
}

extension Track {
    func json(isChosen: Bool, isApplied: Bool) -> String {
        var object = JSONObject()
        addFields(to: &object)
        object.add("chosen", isChosen)
        object.add("applied", isApplied)
        return object.closed
    }

    func addFields(to object: inout JSONObject) {
        object.add("id", id.rawValue)
        object.add("kind", kind.rawValue)
        object.add("codec", orNull: codec)
        object.add("language", orNull: language)
        object.add("title", orNull: title)
        object.add("isDefault", isDefault)
        object.add("isForced", isForced)
        object.add("isForHearingImpaired", isForHearingImpaired)
        object.add("isOriginal", isOriginal)
        if kind == .subtitles {
            object.add("isExternal", isExternal)
            object.add("hasText", hasText)
        }
        if let size {
            object.add("width", size.width)
            object.add("height", size.height)
        }
        if isImage { object.add("isImage", true) }
        if let frameRate { object.add("frameRate", frameRate) }
        if let channels { object.add("channels", channels) }
        if let sampleRate { object.add("sampleRate", sampleRate) }
        if let bitrate { object.add("bitrate", bitrate) }
        let words = [("profile", profile), ("level", level), ("encryption", encryption)]
        for (name, value) in words { if let value { object.add(name, value) } }
        if let decoder { object.add("decoder", json: decoder.json) }
        if let video { object.add("video", json: video.json) }
        if let audio { object.add("audio", json: audio.json) }
    }
}

extension TrackDecoder {
    fileprivate var json: String {
        var object = JSONObject()
        object.add("name", name)
        object.add("isHardware", isHardware)
        object.add("memory", memory)
        return object.closed
    }
}

extension VideoProperties {
    fileprivate var json: String {
        var object = JSONObject()
        if let ratio = pixelAspectRatio { object.add("pixelAspectRatio", "\(ratio.width):\(ratio.height)") }
        if let rotation { object.add("rotation", rotation) }
        if let isMirrored { object.add("isMirrored", isMirrored) }
        if let fieldOrder { object.add("fieldOrder", fieldOrder.rawValue) }
        if let frameRateMode { object.add("frameRateMode", frameRateMode.rawValue) }
        if let bitDepth { object.add("bitDepth", bitDepth) }
        if let chromaFormat { object.add("chromaFormat", chromaFormat) }
        if let color { object.add("color", json: color.json) }
        if let hdr { object.add("hdr", hdr.rawValue) }
        if let masteringDisplay { object.add("masteringDisplay", json: masteringDisplay.json) }
        if let light = contentLightLevel {
            var inner = JSONObject()
            inner.add("maximum", light.maximum)
            inner.add("maximumFrameAverage", light.maximumFrameAverage)
            object.add("contentLightLevel", json: inner.closed)
        }
        return object.closed
    }
}

extension VideoColor {
    fileprivate var json: String {
        var object = JSONObject()
        let words = [("primaries", primaries), ("transfer", transfer), ("matrix", matrix)]
        for (name, value) in words { if let value { object.add(name, value) } }
        if let isFullRange { object.add("isFullRange", isFullRange) }
        return object.closed
    }
}

extension MasteringDisplay {
    fileprivate var json: String {
        var object = JSONObject()
        for (name, point) in [("red", red), ("green", green), ("blue", blue), ("white", white)] {
            var inner = JSONObject()
            inner.add("x", point.x)
            inner.add("y", point.y)
            object.add(name, json: inner.closed)
        }
        object.add("maximumLuminance", maximumLuminance)
        object.add("minimumLuminance", minimumLuminance)
        return object.closed
    }
}

extension AudioProperties {
    fileprivate var json: String {
        var object = JSONObject()
        if let channelLayout { object.add("channelLayout", channelLayout) }
        if let sampleFormat { object.add("sampleFormat", sampleFormat) }
        if let bitDepth { object.add("bitDepth", bitDepth) }
        return object.closed
    }
}

extension MediaMetadata {
    func addFields(to object: inout JSONObject) {
        let words: [(String, String?)] = [
            ("title", title), ("artist", artist), ("album", album), ("albumArtist", albumArtist),
            ("genre", genre),
            ("comment", comment), ("date", date), ("organization", organization), ("container", container),
        ]
        for (name, value) in words { if let value { object.add(name, value) } }
        let numbers: [(String, Int?)] = [
            ("trackNumber", trackNumber), ("trackCount", trackCount), ("discNumber", discNumber),
            ("discCount", discCount), ("bitrate", bitrate),
        ]
        for (name, value) in numbers { if let value { object.add(name, value) } }
        let gains: [(String, Double?)] = [
            ("trackGain", trackGain), ("trackPeak", trackPeak), ("albumGain", albumGain),
            ("albumPeak", albumPeak),
        ]
        for (name, value) in gains { if let value { object.add(name, value) } }
        if let artwork {
            var picture = JSONObject()
            picture.add("type", artwork.type)
            picture.add("size", artwork.bytes.count)
            object.add("artwork", json: picture.closed)
        }
        if !chapters.isEmpty {
            object.add("chapters", json: "[" + chapters.map(\.json).joined(separator: ",") + "]")
        }
    }
}

extension Chapter? {
    func addFields(to line: inout JSONObject) { line.add("chapter", json: self?.json ?? "null") }
}

extension Chapter {
    var json: String {
        var object = JSONObject()
        object.add("id", id)
        object.add("title", orNull: title)
        object.add("start", start)
        object.add("end", orNull: end)
        return object.closed
    }
}

extension StreamVariant? {
    func addFields(to line: inout JSONObject) {
        line.add("index", orNull: self?.index)
        guard let variant = self else { return }
        if let bitrate = variant.bitrate { line.add("bitrate", bitrate) }
        if let size = variant.size {
            line.add("width", size.width)
            line.add("height", size.height)
        }
        if let frameRate = variant.frameRate { line.add("frameRate", frameRate) }
        if let codecs = variant.codecs { line.add("codecs", codecs) }
    }
}
