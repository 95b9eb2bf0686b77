/// A file that is not a playlist.
package struct MeasuredFile: Sendable {
    package var uri: String
    package var bytes: Int
    /// The top-level boxes of an MP4 file with their sizes.
    package var boxes: [(type: String, size: Int)]
    /// The bytes that the last box lacks.
    package var missingBytes: Int
    package var segment: MeasuredSegment
}
