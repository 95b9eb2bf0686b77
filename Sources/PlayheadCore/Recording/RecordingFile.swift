internal import PlayheadSystem

/// The file of a recording; its errors are player errors.
struct RecordingFile: Sendable {
    private let path: String
    private let file: OutputFile

    /// Creates the file, and replaces an existing one.
    init(path: String) throws(PlayerError) {
        self.path = path
        do { file = try OutputFile(path: path) } catch { throw PlayerError(error, of: path) }
    }

    func write(_ bytes: [UInt8]) throws(PlayerError) {
        do { try file.write(bytes) } catch { throw PlayerError(error, of: path) }
    }
}

extension PlayerError {
    fileprivate init(_ fault: FileFault, of path: String) {
        self =
            switch fault.kind {
            case .missing:
                PlayerError(.notFound, "No such folder: \(path)", hint: "make it, or name another file")
            case .denied:
                PlayerError(.notPermitted, "Writing is not permitted: \(path)", hint: "name another file")
            case .directory:
                PlayerError(.isDirectory, "It is a directory: \(path)", hint: "name a file in it")
            case .special:
                PlayerError(.notRegularFile, "It is a pipe or a socket: \(path)", hint: "name another file")
            case .full:
                PlayerError(.writeFailed, "There is no room for the recording: \(path)", hint: "make room")
            case .other:
                PlayerError(.writeFailed, "The recording cannot be written: \(fault.message): \(path)")
            }
    }
}
