/// The kind of a measurement of one side.
package enum MeasurementKind: String, Sendable, Codable, CaseIterable {
    /// Playback in virtual time: events, presentation report, hashes.
    case play
    /// The sound, for perceptual comparison.
    case sound
    /// The pictures, for perceptual comparison.
    case pictures
}

/// The first line of a measurement. The rest depends on its kind: ``PlayedLine`` or ``MediumRecord``.
package struct MeasurementHead: Sendable, Codable, Hashable {
    /// The version of the form. It changes whenever an older reader would misread the rest.
    package static let form = 1

    package var measurement: Int
    package var kind: MeasurementKind
    /// The version of Playhead.
    package var version: String
    /// The version of GStreamer.
    package var gstreamer: String

    package init(_ kind: MeasurementKind, version: String, gstreamer: String) {
        measurement = Self.form
        self.kind = kind
        self.version = version
        self.gstreamer = gstreamer
    }
}

/// The reason why a side has no complete measurement.
package struct MeasurementFault: Error, Sendable, Codable, Hashable {
    /// The error code of the player.
    package var code: String
    package var message: String
    package var hint: String?
    /// Whether the medium has no track of the measured kind, and is fine otherwise.
    package var isMissingTrack = false

    package init(code: String, message: String, hint: String? = nil) {
        self.code = code
        self.message = message
        self.hint = hint
    }
}
