internal import CGLib

/// Unpacks what gzip or zlib packed (RFC 1950, RFC 1952), piece by piece and no more of it than is wanted. One thread at a time.
@safe package final class Inflater {
    package enum Fault: Error {
        /// It is not packed so, or is damaged.
        case damaged
        /// There is more of it than is wanted.
        case tooLong
    }

    /// Whether nothing is missing at its end.
    package private(set) var isWhole = false
    private let stream: UnsafeMutablePointer<z_stream>
    private var isBroken: Bool
    /// Whether there may be more of what has been put in.
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

    /// What a piece unpacks to; throws where that is more than so many bytes, before much more than those have been unpacked.
    package func take(_ piece: [UInt8], atMost room: Int) throws(Fault) -> [UInt8] {
        var result: [UInt8] = []
        var rest = piece[...]
        while !rest.isEmpty || isFull {
            // What follows what is whole begins anew.
            if isWhole { isBroken = unsafe inflateReset(stream) != Z_OK }
            let (block, used) = isBroken ? ([], 0) : step(rest)
            if isBroken { throw .damaged }
            result += block
            rest = rest.dropFirst(used)
            if result.count > room { throw .tooLong }
        }
        return result
    }

    /// The next block, and how much of the input went into it.
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
                // Without room or input there is nothing to be done (`Z_BUF_ERROR`), which is no fault.
                isBroken = ![Z_OK, Z_STREAM_END, Z_BUF_ERROR].contains(result)
            }
        }
        return (block, used)
    }

    private static let blockSize = 1 << 14
}
