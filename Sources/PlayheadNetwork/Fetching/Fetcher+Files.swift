internal import Dispatch
internal import HTTPTransport
internal import PlayheadCore
internal import PlayheadSystem

/// Reads files that a playlist or a manifest in a file names, with the interface of a server.
extension Fetcher {
    /// Reads a local file and delivers it as a response.
    ///
    /// - Parameter origin: the URI of the file that names this one; nil for the item itself.
    func read(
        _ address: HTTPURL, isHead: Bool, fields: HTTPFields, from origin: HTTPURL?,
        for taker: ResponseTaker
    ) async throws(FetchFault) -> Outcome {
        let path = try await permittedPath(address, from: origin)
        order.time.beginWork()
        defer { order.time.endWork() }
        do {
            let file = await onThreads { FileBytes(path: path) }
            guard let file else { throw Self.unreadable(path, address) }
            let asked = fields["Range"].flatMap(ContentRange.init(request:))
            let first = asked?.first ?? 0
            guard first < file.size || asked == nil else {
                throw FetchFault(
                    .content,
                    PlayerError(.malformed, "The file ends before byte \(first)", uri: address.text))
            }
            let end = min(asked?.last.map { $0 + 1 } ?? file.size, file.size)
            let head = Self.head(of: file, asked == nil ? nil : first..<max(end, first))
            guard try taker.head(head), !isHead else { return Outcome(head: head, address: address) }
            var next = first
            while next < end {
                let start = next
                let piece = await onThreads { file.bytes(at: start, count: min(Self.piece, end - start)) }
                guard !piece.isEmpty else { throw FetchFault.broken(address) }
                try taker.body(piece[...])
                if let flow = taker.flow { await flow.goesOn() }
                next += piece.count
            }
            return Outcome(head: head, address: address)
        } catch {
            throw error as? FetchFault ?? .broken(address)
        }
    }

    /// Runs a blocking read on its own queue, so that a dead mount blocks only its own reader.
    private func onThreads<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "playhead.files", qos: .userInitiated).async {
                continuation.resume(returning: work())
            }
        }
    }

    /// The path of a `file:` URI. Throws when the reading resource must not read it.
    private func permittedPath(
        _ address: HTTPURL, from origin: HTTPURL?
    ) async throws(FetchFault) -> FilePath {
        let isNamedByFile = origin.map(\.isFile) ?? (address == home)
        guard home.isFile, isNamedByFile, let own = home.file, let path = address.file else {
            throw FetchFault(
                .refused,
                NetworkPolicy.forbidden("Addresses that begin with file: must not be fetched", address))
        }
        var isPermitted = order.policy.allowsAnything || path == own
        if !isPermitted {
            isPermitted = await onThreads { path.lies(besideOrBelow: own) }
        }
        // A file system ignores everything after a zero byte.
        guard isPermitted, !path.bytes.contains(0) else {
            throw FetchFault(
                .refused,
                PlayerError(
                    .blockedByPolicy, "It names a file that does not lie beside or below it: \(path)",
                    hint: "move it there, or change the policy", uri: address.text))
        }
        return path
    }

    private static func head(of file: FileBytes, _ range: Range<Int>?) -> HTTPResponseHead {
        var head = HTTPResponseHead(version: .http1_1, status: range == nil ? 200 : 206)
        var fields = [("Accept-Ranges", "bytes"), ("Content-Length", String(range?.count ?? file.size))]
        if let range {
            fields.append(("Content-Range", "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(file.size)"))
        }
        head.fields = fields.map { HTTPResponseHead.Field(name: $0.0, value: $0.1) }
        return head
    }

    private static func unreadable(_ path: FilePath, _ address: HTTPURL) -> FetchFault {
        // A read of a file that is not regular may block forever.
        let fault = SourceCheck.fault(of: FileAddress.uri(path: path))
        return FetchFault(
            .content,
            fault?.about(address.text)
                ?? PlayerError(.notFound, "It cannot be read: \(path)", uri: address.text))
    }

    private static var piece: Int { 256 << 10 }
}

extension FilePath {
    /// Whether the path is in the folder of another path or below it, with links resolved. A missing file is
    /// judged by its name.
    fileprivate func lies(besideOrBelow other: FilePath) -> Bool {
        let isNamedSo = { (path: FilePath, folder: FilePath) in
            path.bytes.starts(with: folder.bytes)
                && !path.bytes.dropFirst(folder.bytes.count).split(separator: UInt8(ascii: "/"))
                    .contains { $0.elementsEqual("..".utf8) }
        }
        guard isNamedSo(self, other.folder) else { return false }
        guard let path = LocalFile.resolved(self), let folder = LocalFile.resolved(other.folder) else {
            return true
        }
        return isNamedSo(path, FilePath(bytes: folder.bytes + "/".utf8))
    }
}

extension HTTPURL {
    /// Whether the URL has the scheme `file`.
    var isFile: Bool { scheme == "file" }

    /// The local path of a `file:` URL.
    fileprivate var file: FilePath? {
        isFile && ["", "localhost"].contains(host) ? FileAddress.path(uri: "file://\(path)") : nil
    }
}
