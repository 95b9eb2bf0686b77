import ArgumentParser
import Dispatch
import Glibc
import Playhead
import PlayheadRemote
internal import PlayheadSystem

/// The commands of `--input-file`: on each line those of `playhead control`. A FIFO is opened again when its writers have
/// gone.
struct CommandFile: Sendable {
    let path: String
    let interpreter: MPVInterpreter
    /// Called on another thread with each line that has no effect.
    let report: @Sendable (PlayerWarning) -> Void

    /// The longest line in bytes.
    private static let longest = 1 << 16

    /// Begins to read, on a thread of its own.
    ///
    /// - Throws: The reason why the file cannot be opened.
    func begin() throws(FileFault) {
        switch LocalFile(path: FilePath(path)) {
        case .missing: throw FileFault(code: ENOENT)
        case .denied: throw FileFault(code: EACCES)
        case .directory: throw FileFault(code: EISDIR)
        case .special, .empty, .regular: break
        }
        let first = try open()
        DispatchQueue(label: "playhead.input").async { read(first) }
    }

    private func read(_ first: Int32) {
        // The reader of before stays until the next one is there, so that no writer finds a FIFO without one.
        var file = LineFile(descriptor: first, limit: Self.longest)
        do throws(FileFault) {
            while true {
                try wait(for: file)
                try take(file)
                guard isFIFO else { return }
                file = LineFile(descriptor: try open(), limit: Self.longest)
            }
        } catch {
            report(PlayerWarning("\(path.printable) cannot be read: \(error.message)"))
        }
    }

    /// Opens the file. A FIFO without a writer does not block.
    private func open() throws(FileFault) -> Int32 {
        let descriptor = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
        guard descriptor >= 0 else { throw FileFault(code: errno) }
        return descriptor
    }

    /// Waits until there is something to read. A new descriptor of a FIFO does not tell of writers that went before.
    private func wait(for file: LineFile) throws(FileFault) {
        var request = pollfd(fd: file.descriptor, events: Int16(POLLIN), revents: 0)
        while unsafe poll(&request, 1, -1) < 0 {
            guard errno == EINTR else { throw FileFault(code: errno) }
        }
        _ = fcntl(file.descriptor, F_SETFL, 0)
    }

    /// Whether the path is a FIFO that others can open, which a pipe that was inherited is not.
    private var isFIFO: Bool {
        guard let resolved = LocalFile.resolved(FilePath(path)) else { return false }
        var status = stat()
        return unsafe stat(resolved.description, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
    }

    private func take(_ file: LineFile) throws(FileFault) {
        var number = 0
        while let line = try file.next() {
            number += 1
            guard line.bytes.count <= Self.longest else {
                fail(number, "the line is too long")
                // Its rest is no line of its own.
                var rest = line
                while !rest.isTerminated, let next = try file.next() { rest = next }
                continue
            }
            take(String(decoding: line.bytes.prefix { $0 != 13 }, as: UTF8.self), number)
        }
    }

    private func take(_ line: String, _ number: Int) {
        guard let commands = MPVCommandLine.commands(in: line) else {
            return fail(number, "a quotation is not closed")
        }
        for words in commands {
            do { try perform(words) } catch let error as ValidationError {
                fail(number, error.message)
            } catch let refusal as CommandRefusal {
                fail(number, "the player refuses it: \(refusal.message)")
            } catch { fail(number, "\(error)") }
        }
    }

    private func perform(_ words: [String]) throws {
        guard case .commands(let commands) = try ControlRequest(words) else {
            throw ValidationError("'\(words[0])' prints, which only `playhead control` does")
        }
        for command in commands {
            let result: Result<RemoteValue?, CommandRefusal>? = TaskResult.of { [interpreter] in
                do throws(CommandRefusal) {
                    return .success(try await interpreter.perform(command))
                } catch {
                    return .failure(error)
                }
            }
            _ = try result?.get()
        }
    }

    private func fail(_ number: Int, _ reason: String) {
        report(PlayerWarning("\(path.printable), line \(number): \(reason)"))
    }
}
