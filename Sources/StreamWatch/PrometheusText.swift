/// The metrics of all channels in the text format of Prometheus, version 0.0.4.
public enum PrometheusText {
    /// The media type of the text.
    public static let mediaType = "text/plain; version=0.0.4; charset=utf-8"

    /// Writes the metrics of channels, which are named by their addresses.
    public static func text(_ channels: [(name: String, monitor: ChannelMonitor)]) -> String {
        var text = ""
        func family(_ name: String, _ type: String, _ help: String, _ value: (ChannelMonitor) -> Double?) {
            text += "# HELP playhead_channel_\(name) \(help)\n# TYPE playhead_channel_\(name) \(type)\n"
            for (channel, monitor) in channels {
                guard let value = value(monitor) else { continue }
                text += "playhead_channel_\(name){channel=\"\(channel.label)\"} \(value.plain)\n"
            }
        }
        family("up", "gauge", "1 while the channel delivers, 0 while it is down or starting.") {
            $0.state == .up || $0.state == .degraded ? 1 : 0
        }
        text +=
            "# HELP playhead_channel_condition 1 while the condition is raised.\n# TYPE playhead_channel_condition gauge\n"
        for (channel, monitor) in channels {
            for condition in ChannelCondition.allCases {
                let isRaised = monitor.conditions.contains(condition)
                text +=
                    "playhead_channel_condition{channel=\"\(channel.label)\",condition=\"\(condition.rawValue)\"} \(isRaised ? 1 : 0)\n"
            }
        }
        family("startup_seconds", "gauge", "Time until the first segment was loaded.") {
            $0.startupTime.map { $0 / .seconds(1) }
        }
        family("segments_total", "counter", "Segments that were loaded or tried.") { Double($0.segments) }
        family("faulty_segments_total", "counter", "Segments that are missing, unreadable or marked as gaps.")
        {
            Double($0.faultySegments)
        }
        family("received_bytes_total", "counter", "Bytes of segments.") { Double($0.bytes) }
        family("stalled_seconds_total", "counter", "Time without media for a player.") {
            $0.stalledTime / .seconds(1)
        }
        family("segment_load_seconds", "gauge", "Time to load the last segment.") {
            $0.lastSegment.map { $0.loadTime / .seconds(1) }
        }
        family("sound_level_dbfs", "gauge", "Level of the sound of the last segment.") {
            $0.lastSegment?.level
        }
        family("loudness_lufs", "gauge", "Loudness of the last segment, where it is measured.") {
            $0.lastSegment?.loudness
        }
        family("certificate_rest_seconds", "gauge", "Rest of the certificate of the server.") {
            $0.certificateRest.map { $0 / .seconds(1) }
        }
        return text
    }
}

extension String {
    /// The text as the value of a label.
    fileprivate var label: String {
        replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    }
}

extension Double {
    fileprivate var plain: String { self == rounded() && abs(self) < 1e15 ? String(Int(self)) : String(self) }
}
