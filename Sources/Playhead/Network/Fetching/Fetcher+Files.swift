internal import GStreamer
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix

/// A playlist or a manifest in a file names other files: they are read as a server would give them.
extension Fetcher {
    /// Gives what is in a file of this machine.
    ///
    /// - Parameter origin: what names it; nil for the item itself.
    func read(
        _ address: WebAddress, _ method: HTTPMethod, headers: HTTPHeaders, from origin: WebAddress?,
        for taker: FetchAttempt.Taker
    ) async throws(FetchFault) -> Outcome {
        let path = try await permittedPath(address, from: origin)
        order.time.beginWork()
        defer { order.time.endWork() }
        do {
            let file = try await onThreads { FileBytes(path: path) }
            guard let file else { throw Self.unreadable(path, address) }
            let asked = ContentRange(request: headers)
            let first = asked?.first ?? 0
            guard first < file.size || asked == nil else {
                throw FetchFault(
                    .content,
                    PlayerError(.damaged, "The file ends before byte \(first)", uri: address.text))
            }
            let end = min(asked?.last.map { $0 + 1 } ?? file.size, file.size)
            let head = Self.head(of: file, asked == nil ? nil : first..<max(end, first))
            guard try taker.head(head), method != .HEAD else { return Outcome(head: head, address: address) }
            var next = first
            while next < end {
                let start = next
                let piece = try await onThreads { file.bytes(at: start, count: min(Self.piece, end - start)) }
                guard !piece.isEmpty else { throw FetchFault.broken(address) }
                try await taker.body(ByteBuffer(bytes: piece)).get()
                next += piece.count
            }
            return Outcome(head: head, address: address)
        } catch let enough as EnoughRead {
            return Outcome(head: enough.head, address: address)
        } catch {
            throw error as? FetchFault ?? .broken(address)
        }
    }

    /// A dead mount must not hold up the loop.
    private func onThreads<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async throws -> Value {
        try await NIOThreadPool.singleton.runIfActive(eventLoop: loop, work).get()
    }

    /// The file that an address names; throws where nothing may read it that it is read for.
    private func permittedPath(
        _ address: WebAddress, from origin: WebAddress?
    ) async throws(FetchFault) -> FilePath {
        let isNamedByFile = origin.map(\.isFile) ?? (address == home)
        guard home.isFile, isNamedByFile, let own = home.file, let path = address.file else {
            throw FetchFault(
                .refused,
                NetworkPolicy.forbidden("Addresses that begin with file: must not be fetched", address))
        }
        var isPermitted = order.policy.allowsAnything || path == own
        if !isPermitted {
            isPermitted = (try? await onThreads { path.lies(besideOrBelow: own) }) ?? false
        }
        // What follows a zero no file system sees.
        guard isPermitted, !path.bytes.contains(0) else {
            throw FetchFault(
                .refused,
                PlayerError(
                    .forbidden, "It names a file that does not lie beside or below it: \(path)",
                    hint: "move it there, or change the policy", uri: address.text))
        }
        return path
    }

    private static func head(of file: FileBytes, _ range: Range<Int>?) -> HTTPResponseHead {
        var headers = HTTPHeaders([("Accept-Ranges", "bytes")])
        headers.add(name: "Content-Length", value: String(range?.count ?? file.size))
        if let range {
            headers.add(
                name: "Content-Range", value: "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(file.size)"
            )
        }
        return HTTPResponseHead(
            version: .http1_1, status: range == nil ? .ok : .partialContent, headers: headers)
    }

    private static func unreadable(_ path: FilePath, _ address: WebAddress) -> FetchFault {
        // What is no regular file might never answer.
        let fault = SourceCheck.fault(of: FileAddress.uri(path: path))
        return FetchFault(
            .content,
            fault?.about(address.text)
                ?? PlayerError(.notFound, "It cannot be read: \(path)", uri: address.text))
    }

    private static var piece: Int { 256 << 10 }
}

extension FilePath {
    /// Whether it is beside another one or below it, wherever links lead. What is not there is where its name says.
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

extension WebAddress {
    /// Whether it names a file.
    var isFile: Bool { scheme == "file" }

    /// The file of this machine that it names.
    fileprivate var file: FilePath? {
        isFile && ["", "localhost"].contains(host) ? FileAddress.path(uri: "file://\(path)") : nil
    }
}
