import Glibc
import Playhead
internal import PlayheadCore
internal import PlayheadSystem
internal import Synchronization

/// The file of `--dump-stream`: each byte at its offset. A warning at the end counts the bytes that were not received.
final class StreamDump: ByteTap {
    private struct State {
        var isFinished = false
        var saved = RangeSet<Int>()
        var length: Int?
        var hasFailed = false
    }

    private let path: String
    private let descriptor: Int32
    private let state = Mutex(State())
    private let report = Mutex<(@Sendable (PlayerWarning) -> Void)?>(nil)

    /// Creates the file.
    ///
    /// - Throws: The reason, also if there is a file already.
    init(path: String) throws(FileFault) {
        self.path = path
        descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        if descriptor < 0 { throw FileFault(code: errno) }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Sets what is called once the file cannot be written, on any thread.
    func onFailure(_ handler: @escaping @Sendable (PlayerWarning) -> Void) {
        report.withLock { $0 = handler }
    }

    /// This, until there are bytes of one load; nil for all others.
    func tap() -> (any ByteTap)? { state.withLock(\.saved.isEmpty) ? self : nil }

    func take(_ bytes: ArraySlice<UInt8>, at offset: Int) {
        let fault: FileFault? = state.withLock { state in
            guard !state.hasFailed, !bytes.isEmpty else { return nil }
            do throws(FileFault) { try write(bytes, at: offset) } catch {
                state.hasFailed = true
                return error
            }
            state.saved.insert(contentsOf: offset..<offset + bytes.count)
            return nil
        }
        guard let fault else { return }
        let message = "\(path.printable) cannot be written: \(fault.message)"
        report.withLock(\.self)?(PlayerWarning(message, hint: "playback goes on, and nothing more is saved"))
    }

    func end(length: Int?) { state.withLock { $0.length = length ?? $0.length } }

    private func write(_ bytes: ArraySlice<UInt8>, at offset: Int) throws(FileFault) {
        var done = 0
        while done < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { bytes in
                let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[done...])
                return unsafe pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset + done))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw FileFault(code: count < 0 ? errno : EIO) }
            done += count
        }
    }

    /// Ends the file, the first time. One without any bytes is removed.
    ///
    /// - Returns: What is missing in it; nil if nothing is known to be.
    func finish() -> PlayerWarning? {
        let state = state.withLock { state in
            defer { state.isFinished = true }
            return state
        }
        guard !state.isFinished else { return nil }
        let saved = state.saved.ranges
        guard let last = saved.last else {
            unsafe unlink(path)
            return state.hasFailed ? nil : PlayerWarning("Nothing was received for \(path.printable)")
        }
        guard !state.hasFailed else { return nil }
        let length = max(state.length ?? 0, last.upperBound)
        let count = saved.reduce(0) { $0 + $1.count }
        guard count < length else { return nil }
        return PlayerWarning(
            "\(path.printable) lacks \(length - count) of \(length) bytes, which were not received",
            hint: "play the item from its start to its end, without seeking")
    }
}

extension ReportOptions {
    /// Creates the file of `--dump-stream`; nil without the option. The process ends if that fails.
    func makeDump() -> StreamDump? {
        guard let dumpStream else { return nil }
        do { return try StreamDump(path: dumpStream) } catch {
            let isThere = error.code == EEXIST
            Output.complain(
                isThere
                    ? "\(dumpStream.printable) exists, and is not overwritten"
                    : "\(dumpStream.printable) cannot be written: \(error.message)",
                hint: isThere ? "name another file after --dump-stream" : nil)
            flushAndExit(ExitStatus.usage)
        }
    }
}
