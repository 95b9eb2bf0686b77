internal import Glibc

/// A file that is read line by line. It is closed at deinitialization.
///
/// At most one line and one block are held in memory.
package final class LineFile {
    /// One line without its line feed. Only the last line may lack a line feed.
    package struct Line {
        package var bytes: [UInt8]
        package var isTerminated: Bool

        package init(bytes: [UInt8], isTerminated: Bool) {
            self.bytes = bytes
            self.isTerminated = isTerminated
        }
    }

    private static let blockSize = 1 << 16
    package let descriptor: Int32
    private let limit: Int
    private var buffer: [UInt8] = []
    /// The start of the next line in `buffer`.
    private var start = 0

    /// Opens a file. `limit` is the maximum length of a line in bytes.
    package init(path: String, limit: Int) throws(FileFault) {
        self.limit = limit
        descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
        if descriptor < 0 { throw FileFault(code: errno) }
    }

    /// Reads a descriptor, and closes it in the end.
    package init(descriptor: Int32, limit: Int) {
        (self.descriptor, self.limit) = (descriptor, limit)
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// The next line; nil at the end. Of a line beyond the limit, only the beginning is returned.
    package func next() throws(FileFault) -> Line? {
        var searched = start
        while true {
            if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { start = end + 1 }
                return Line(bytes: Array(buffer[start..<end]), isTerminated: true)
            }
            let isTooLong = buffer.count - start > limit
            searched = buffer.count - start
            let block = isTooLong ? [] : try read()
            buffer.removeFirst(start)
            start = 0
            if block.isEmpty {
                defer { buffer = [] }
                return buffer.isEmpty ? nil : Line(bytes: buffer, isTerminated: false)
            }
            buffer += block
        }
    }

    /// Reads the next block (`read`); empty at the end.
    private func read() throws(FileFault) -> [UInt8] {
        while true {
            var fault: Int32 = 0
            let block = unsafe [UInt8](unsafeUninitializedCapacity: Self.blockSize) { buffer, count in
                let size = unsafe Glibc.read(descriptor, buffer.baseAddress, Self.blockSize)
                fault = size < 0 ? errno : 0
                count = max(size, 0)
            }
            if fault == 0 { return block }
            if fault != EINTR { throw FileFault(code: fault) }
        }
    }
}
