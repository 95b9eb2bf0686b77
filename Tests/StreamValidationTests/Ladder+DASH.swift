import TestBasics

extension Ladder {
    /// Adds a DASH manifest of the same segments.
    mutating func addManifest(attributes: String = "type=\"static\" mediaPresentationDuration=\"PT24S\"") {
        let timeline = """
            <SegmentTemplate timescale="600" initialization="$RepresentationID$-init.mp4" media="$RepresentationID$-$Number$.m4s" startNumber="0">
            <SegmentTimeline><S t="0" d="\(600 * shape.segmentSeconds)" r="\(shape.segments - 1)"/></SegmentTimeline></SegmentTemplate>
            """
        let videos = (0..<shape.variants).map { variant in
            let (width, height) = size(of: variant)
            return
                "<Representation id=\"v\(variant)\" bandwidth=\"\((variant + 1) * 200_000)\" codecs=\"avc1.\(["4d401e", "64001f", "640028"][variant % 3])\" width=\"\(width)\" height=\"\(height)\"/>"
        }
        let text = """
            <?xml version="1.0"?>
            <MPD xmlns="urn:mpeg:dash:schema:mpd:2011" profiles="urn:mpeg:dash:profile:isoff-live:2011" minBufferTime="PT2S" \(attributes)>
            <Period id="1" start="PT0S">
            <AdaptationSet id="1" contentType="video" mimeType="video/mp4" segmentAlignment="true" startWithSAP="1">
            \(timeline)
            \(videos.joined(separator: "\n"))
            </AdaptationSet>
            <AdaptationSet id="2" contentType="audio" mimeType="audio/mp4" lang="en" segmentAlignment="true">
            \(timeline)
            <Representation id="en" bandwidth="64000" codecs="mp4a.40.2" audioSamplingRate="48000"/>
            </AdaptationSet>
            </Period>
            </MPD>

            """
        files["stream.mpd"] = Array(text.utf8)
    }
}
