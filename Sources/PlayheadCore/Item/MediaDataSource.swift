/// A source of media bytes in the program: from memory, an archive, or an encrypted store.
///
/// Pass one to ``MediaItem/init(source:name:startPosition:endPosition:)``. A source with a known length is
/// read like a file, at several places in turn. Otherwise it is read from the first byte to the last.
///
/// ```swift
/// struct Memory: MediaDataSource {
///     let bytes: [UInt8]
///     var length: Int? { bytes.count }
///
///     func read(at offset: Int, count: Int) async throws -> [UInt8] {
///         Array(bytes.dropFirst(offset).prefix(count))
///     }
/// }
///
/// player.load(MediaItem(source: Memory(bytes: bytes), name: "film.mkv"))
/// ```
public protocol MediaDataSource: Sendable {
    /// The length in bytes; nil if it is unknown or infinite. It must not change.
    var length: Int? { get }

    /// Reads up to `count` bytes at `offset`, in bytes from the start; returns none at or beyond the end. If
    /// the result is shorter than `count`, the rest is requested again.
    ///
    /// One reader at a time calls it, in a task that is cancelled when the bytes are no longer needed: after
    /// a seek, or when the item is closed. An error ends the medium: the media before it is played, and the
    /// item ends with ``PlayerError/Code/connectionLost``.
    func read(at offset: Int, count: Int) async throws -> [UInt8]
}

/// The source of an item. It is equal to itself only.
package struct ItemSource: Sendable, Hashable {
    private final class Box: Sendable {
        let source: any MediaDataSource
        init(_ source: any MediaDataSource) { self.source = source }
    }

    private let box: Box

    init(_ source: any MediaDataSource) { box = Box(source) }

    package var source: any MediaDataSource { box.source }

    package static func == (one: ItemSource, other: ItemSource) -> Bool { one.box === other.box }
    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(box)) }
}
