/// A decoded video frame. It is a value that shares its pixels with its copies; they never change.
///
/// The pixels of a frame in the format of its decoder are in the decoder's memory and are not copied. A
/// program that keeps many frames keeps as much memory.
///
/// ``packedBytes`` is the simplest way to the pixels. ``withBytes(ofPlane:_:)`` copies nothing:
///
///     let stride = frame.planes[0].stride
///     let luma = frame.withBytes(ofPlane: 0) { bytes in bytes[y * stride + x] }
public struct VideoFrame: Sendable {
    /// The place of one plane of pixels in memory.
    public struct Plane: Sendable, Hashable {
        /// The distance between the beginnings of two rows, in bytes.
        public var stride: Int
        /// The bytes of a row that hold pixels, at most ``stride``.
        public var rowBytes: Int
        /// The number of rows.
        public var rows: Int

        /// Makes the description of a plane.
        public init(stride: Int, rowBytes: Int, rows: Int) {
            self.stride = stride
            self.rowBytes = rowBytes
            self.rows = rows
        }
    }

    /// The position on the media timeline at which the frame begins.
    public var time: Duration
    /// The duration; nil if the medium does not declare it. A medium may declare a duration that does not reach
    /// to the next frame; players then show the frame until that begins.
    public var duration: Duration?
    /// The pixel format.
    public let format: PixelFormat
    /// The width in pixels, as stored.
    public let width: Int
    /// The height in pixels, as stored.
    public let height: Int
    /// The shape of a pixel. ``displaySize`` takes it into account.
    public let pixelAspectRatio: PixelAspectRatio
    /// The clockwise rotation that display still needs, in degrees: 0, 90, 180 or 270. Mirroring comes before
    /// it.
    public package(set) var rotation: Int
    /// Whether display still has to exchange left and right, before the rotation.
    public package(set) var isMirrored: Bool
    /// The colour space of the components; nil if it is unknown.
    public let color: VideoColor?
    package let storage: any VideoFrameStorage

    /// Makes a frame over pixels in any memory.
    package init(
        time: Duration, duration: Duration?, format: PixelFormat, width: Int, height: Int,
        pixelAspectRatio: PixelAspectRatio = PixelAspectRatio(width: 1, height: 1), rotation: Int = 0,
        isMirrored: Bool = false, color: VideoColor? = nil, storage: any VideoFrameStorage
    ) {
        self.time = time
        self.duration = duration
        self.format = format
        self.width = width
        self.height = height
        self.pixelAspectRatio = pixelAspectRatio
        self.rotation = rotation
        self.isMirrored = isMirrored
        self.color = color
        self.storage = storage
    }

    /// Makes a frame of one plane without padding, for example for tests: ``PixelFormat/rgba``,
    /// ``PixelFormat/bgra``, ``PixelFormat/rgb`` or ``PixelFormat/gray8``. Missing bytes are 0.
    public init(
        time: Duration, duration: Duration? = nil, format: PixelFormat, width: Int, height: Int,
        bytes: [UInt8]
    ) {
        let size =
            switch format {
            case .gray8: 1
            case .rgb: 3
            default: 4
            }
        let (width, height) = (max(width, 0), max(height, 0))
        let plane = Plane(stride: width * size, rowBytes: width * size, rows: height)
        let missing = max(plane.stride * height - bytes.count, 0)
        self.init(
            time: time, duration: duration, format: format, width: width, height: height,
            storage: BytesOfFrame(
                plane: plane,
                bytes: bytes.prefix(plane.stride * height) + [UInt8](repeating: 0, count: missing),
                format: format))
    }

    /// The size for display, with square pixels and after the rotation.
    public var displaySize: VideoSize {
        let wide = pixelAspectRatio.width > 0 && pixelAspectRatio.height > 0
        let shape = wide ? Double(pixelAspectRatio.width) / Double(pixelAspectRatio.height) : 1
        let stretched = max(Int((Double(width) * shape).rounded()), 1)
        return rotation % 180 == 0
            ? VideoSize(width: stretched, height: height) : VideoSize(width: height, height: stretched)
    }

    /// The planes of the format, in its order.
    public var planes: [Plane] { storage.planes }

    /// Lends the bytes of a plane. They are valid during the call. A row begins every ``Plane/stride`` bytes,
    /// which may be more than the pixels of a row need. The last row may lack the padding.
    ///
    /// - Precondition: `plane` is an index of ``planes``.
    public func withBytes<Result, Failure: Error>(
        ofPlane plane: Int, _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        precondition(planes.indices.contains(plane), "The frame has \(planes.count) planes")
        var result: Swift.Result<Result, Failure>?
        storage.lend(plane: plane) { bytes in
            do throws(Failure) {
                result = .success(try body(bytes))
            } catch {
                result = .failure(error)
            }
        }
        guard let result else { preconditionFailure("The pixels cannot be read") }
        return try result.get()
    }

    /// The bytes of all planes in order, without the padding of rows: what a tensor or an image library
    /// takes.
    public var packedBytes: [UInt8] {
        let planes = planes
        var packed: [UInt8] = []
        packed.reserveCapacity(planes.reduce(0) { $0 + $1.rowBytes * $1.rows })
        for (index, plane) in planes.enumerated() {
            withBytes(ofPlane: index) { bytes in
                unsafe bytes.withUnsafeBufferPointer { bytes in
                    for row in 0..<plane.rows {
                        let start = row * plane.stride
                        let row = unsafe bytes[start..<start + plane.rowBytes]
                        unsafe packed.append(contentsOf: UnsafeBufferPointer(rebasing: row))
                    }
                }
            }
        }
        return packed
    }

    /// The luma of each pixel, in rows from the top: 0 to 255, of which video commonly uses 16 to 235. It is
    /// computed at the first call. Empty if the pixels cannot be read.
    public var luma: [UInt8] { storage.luma }
}

/// The pixels of a frame.
package protocol VideoFrameStorage: AnyObject, Sendable {
    var planes: [VideoFrame.Plane] { get }
    /// Calls the body once with the bytes of a plane; never if they cannot be read.
    func lend(plane: Int, _ body: (Span<UInt8>) -> Void)
    var luma: [UInt8] { get }
}

/// Pixels in an array, in one plane.
private final class BytesOfFrame: VideoFrameStorage {
    private let plane: VideoFrame.Plane
    private let bytes: [UInt8]
    private let format: PixelFormat

    init(plane: VideoFrame.Plane, bytes: [UInt8], format: PixelFormat) {
        self.plane = plane
        self.bytes = bytes
        self.format = format
    }

    var planes: [VideoFrame.Plane] { [plane] }
    func lend(plane: Int, _ body: (Span<UInt8>) -> Void) {
        unsafe bytes.withUnsafeBufferPointer { unsafe body($0.span) }
    }

    /// Computed each time: only small frames are made from bytes.
    var luma: [UInt8] {
        guard format != .gray8 else { return bytes }
        let (red, blue) = format == .bgra ? (2, 0) : (0, 2)
        return stride(from: 0, to: bytes.count, by: format == .rgb ? 3 : 4).map { pixel in
            // ITU-R BT.601.
            let sum =
                77 * Int(bytes[pixel + red]) + 150 * Int(bytes[pixel + 1]) + 29 * Int(bytes[pixel + blue])
            return UInt8(sum >> 8)
        }
    }
}
