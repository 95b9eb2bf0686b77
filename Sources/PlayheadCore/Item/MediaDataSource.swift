/// Bytes of a medium that the program has: in memory, in an archive, in an encrypted store.
///
/// Give one to ``MediaItem/init(source:name:startPosition:endPosition:)``. It is read as a file is: from several places in turn, where its length
/// is known, else from the first byte to the last.
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
    /// How many bytes there are; nil where that is not known, and for what has no end. It does not change.
    var length: Int? { get }

    /// Reads up to `count` bytes that stand at `offset`, in bytes from the first one; none at the end and behind it. Fewer than `count` are asked for
    /// once more behind them.
    ///
    /// Called by one reader at a time, in a task that is cancelled when nobody waits for the bytes any more: after a seek, or when the item
    /// is closed. An error ends the medium there; what was read before it is played, and the item ends with ``PlayerError/Code/connectionLost``.
    func read(at offset: Int, count: Int) async throws -> [UInt8]
}

/// The source of an item. Equal to itself alone.
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
