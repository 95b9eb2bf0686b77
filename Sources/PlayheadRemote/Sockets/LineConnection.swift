internal import Dispatch
internal import Glibc

/// A connection that carries lines in both directions. All members are used on its queue.
///
/// Memory is bounded: lines that are too long close it, and nothing is read while much waits to be written.
final class LineConnection: @unchecked Sendable {
    // The queue guards all members.

    /// The longest line in bytes.
    static let longestLine = 1 << 20
    /// The bytes that may wait to be written before reading stops.
    static let comfortable = 1 << 18
    /// The bytes that may wait to be written before the connection is closed.
    static let most = 1 << 23

    private let descriptor: Int32
    private let queue: DispatchQueue
    private let reading: any DispatchSourceRead
    private let writing: any DispatchSourceWrite
    private var input: [UInt8] = []
    /// The number of bytes of the input in which there is no end of a line.
    private var searched = 0
    private var output: [UInt8] = []
    private var written = 0
    private var (isReading, isWriting, isClosed) = (true, false, false)
    /// Whether lines are being handed over; a reply must not hand over the next ones.
    private var isTaking = false
    /// Whether the next read is on the queue.
    private var readsAgain = false
    /// Whether too much waited at the last line that was sent.
    private var isStrained = false

    /// Called with each line, without its end.
    var receive: (ArraySlice<UInt8>) -> Void = { _ in }
    /// Called when the bytes that wait are few again.
    var becameComfortable: () -> Void = {}
    /// Called once a line is too long, before the connection is closed.
    var receivedTooLongLine: () -> Void = {}
    /// Called once it is closed by either side.
    var closed: () -> Void = {}

    init(descriptor: Int32, queue: DispatchQueue) {
        (self.descriptor, self.queue) = (descriptor, queue)
        reading = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        writing = DispatchSource.makeWriteSource(fileDescriptor: descriptor, queue: queue)
    }

    /// Begins to read.
    func begin() {
        reading.setEventHandler { [weak self] in self?.read() }
        writing.setEventHandler { [weak self] in self?.write() }
        // The descriptor stays open until both sources no longer use it.
        let open = OpenDescriptor(descriptor)
        reading.setCancelHandler { withExtendedLifetime(open) {} }
        writing.setCancelHandler { withExtendedLifetime(open) {} }
        reading.resume()
    }

    /// Whether little waits to be written.
    var isComfortable: Bool { output.count - written <= Self.comfortable }

    /// Sends a line. If too much waits, the connection is closed instead.
    func send(_ line: String) {
        guard !isClosed else { return }
        output.append(contentsOf: line.utf8)
        output.append(10)
        if !isWriting { write() }
        if !isComfortable { isStrained = true }
        if output.count - written > Self.most { close() }
    }

    /// Closes the connection. What waits to be written is lost.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        reading.cancel()
        writing.cancel()
        // A suspended source must not be released.
        if !isReading { reading.resume() }
        if !isWriting { writing.resume() }
        (input, output) = ([], [])
        closed()
    }

    private func read() {
        guard !isClosed else { return }
        var count = 0
        let piece = unsafe [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, size in
            count = unsafe recv(descriptor, buffer.baseAddress, buffer.count, 0)
            size = max(count, 0)
        }
        guard count > 0 else {
            if count < 0, [EAGAIN, EINTR].contains(errno) { return }
            return close()
        }
        input.append(contentsOf: piece)
        takeLines()
        readAgain()
    }

    /// Reads until nothing is there, in turn with the other connections: a source no longer tells of a connection
    /// that the other side has closed once its handler ran, whatever it left unread.
    private func readAgain() {
        guard isReading, !isClosed, !readsAgain else { return }
        readsAgain = true
        queue.async { [weak self] in
            guard let self else { return }
            readsAgain = false
            if isReading { read() }
        }
    }

    /// Hands over the complete lines, as long as the replies are taken.
    private func takeLines() {
        var start = 0
        isTaking = true
        defer { isTaking = false }
        while !isClosed, isComfortable, let end = input[max(start, searched)...].firstIndex(of: 10) {
            let line = input[start..<end]
            start = end + 1
            searched = start
            guard line.count <= Self.longestLine else { return refuse() }
            receive(line)
        }
        guard !isClosed else { return }
        input.removeSubrange(..<start)
        if isComfortable {
            searched = input.count
            if input.count > Self.longestLine { return refuse() }
        } else {
            searched = 0
        }
        if isReading != isComfortable {
            isReading.toggle()
            if isReading { reading.resume() } else { reading.suspend() }
        }
    }

    private func refuse() {
        receivedTooLongLine()
        close()
    }

    private func write() {
        guard !isClosed else { return }
        while written < output.count {
            let count = unsafe output.withUnsafeBytes { bytes in
                let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[written...])
                return unsafe Glibc.send(descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
            }
            if count < 0 {
                if errno == EINTR { continue }
                if errno == EAGAIN { break }
                return close()
            }
            written += count
        }
        if written == output.count {
            output.removeAll(keepingCapacity: output.capacity <= Self.comfortable)
            written = 0
        } else if written > Self.comfortable {
            output.removeSubrange(..<written)
            written = 0
        }
        let mustWait = written < output.count
        if mustWait != isWriting {
            isWriting = mustWait
            if mustWait { writing.resume() } else { writing.suspend() }
        }
        guard isStrained, isComfortable else { return }
        isStrained = false
        if !isTaking, !isReading {
            takeLines()
            readAgain()
        }
        becameComfortable()
    }
}

/// A descriptor that is closed with its last reference.
final class OpenDescriptor: Sendable {
    private let descriptor: Int32
    init(_ descriptor: Int32) { self.descriptor = descriptor }
    deinit { close(descriptor) }
}
