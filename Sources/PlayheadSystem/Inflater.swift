internal import CGLib

/// An incremental decompressor for gzip and zlib data (RFC 1950, RFC 1952), with a limit on the output.
///
/// An instance is used by one thread at a time.
@safe package final class Inflater {
    package enum Fault: Error {
        /// The data is in another format, or is damaged.
        case damaged
        /// The data decompresses to more bytes than the limit.
        case tooLong
    }

    /// Whether the compressed stream is complete.
    package private(set) var isWhole = false
    private let stream: UnsafeMutablePointer<z_stream>
    private var isBroken: Bool
    /// Whether zlib may hold more output of the input so far.
    private var isFull = false

    package init() {
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        isBroken = unsafe playhead_inflate_begin(stream) != Z_OK
    }

    deinit {
        unsafe inflateEnd(stream)
        unsafe stream.deallocate()
    }

    /// Decompresses one chunk of input. Throws when the output exceeds `room` bytes; at most one more block
    /// has been decompressed by then.
    package func take(_ piece: [UInt8], atMost room: Int) throws(Fault) -> [UInt8] {
        var result: [UInt8] = []
        var rest = piece[...]
        while !rest.isEmpty || isFull {
            // Data after a complete stream begins a new stream.
            if isWhole { isBroken = unsafe inflateReset(stream) != Z_OK }
            let (block, used) = isBroken ? ([], 0) : step(rest)
            if isBroken { throw .damaged }
            result += block
            rest = rest.dropFirst(used)
            if result.count > room { throw .tooLong }
        }
        return result
    }

    /// The next block of output, and the number of input bytes that it used.
    private func step(_ input: ArraySlice<UInt8>) -> (block: [UInt8], used: Int) {
        var used = 0
        let block = unsafe [UInt8](unsafeUninitializedCapacity: Self.blockSize) { block, count in
            unsafe input.withUnsafeBufferPointer { input in
                unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
                unsafe stream.pointee.avail_in = UInt32(input.count)
                unsafe stream.pointee.next_out = block.baseAddress
                unsafe stream.pointee.avail_out = UInt32(Self.blockSize)
                let result = unsafe inflate(stream, Z_NO_FLUSH)
                used = unsafe input.count - Int(stream.pointee.avail_in)
                count = unsafe Self.blockSize - Int(stream.pointee.avail_out)
                isWhole = result == Z_STREAM_END
                isFull = !isWhole && count == Self.blockSize
                // `Z_BUF_ERROR` means no room or no input, which is not a fault.
                isBroken = ![Z_OK, Z_STREAM_END, Z_BUF_ERROR].contains(result)
            }
        }
        return (block, used)
    }

    private static let blockSize = 1 << 14
}
