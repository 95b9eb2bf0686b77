internal import HTTPTypes
internal import HummingbirdCore
internal import NIOCore

/// A request, with the limits of its transfer.
struct Exchange {
    let request: Request
    let channel: any Channel
    let limits: RemoteHTTPLimits

    var origin: RequestOrigin {
        let fields = request.headers
        return RequestOrigin(
            host: request.head.authority, hasSecondHost: fields[.host] != nil, origin: fields[.origin],
            fetchSite: fields[.fetchSite], authorization: fields[.authorization],
            cookies: fields[values: .cookie])
    }

    /// Whether a body follows the head.
    var hasBody: Bool {
        request.headers[.transferEncoding] != nil
            || request.headers[.contentLength].map { $0 != "0" } ?? false
    }

    /// Reads a JSON body. A client that takes too long is disconnected.
    func body() async throws -> [UInt8] {
        let type = request.headers[.contentType]?.prefix { $0 != ";" }.lowercased()
        guard type?.trimmed == "application/json" else {
            throw Problem(
                status: 415, code: "notJSON",
                detail: "A command needs a JSON body, with “Content-Type: application/json”.")
        }
        let tooLarge = Problem(
            status: 413, code: "tooLarge", detail: "A body has at most \(limits.body) bytes.")
        if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > limits.body {
            throw tooLarge
        }
        return try await withDeadline {
            do {
                return Array(buffer: try await request.body.collect(upTo: limits.body))
            } catch is NIOTooManyBytesError {
                throw tooLarge
            }
        }
    }

    /// Closes the connection if an operation takes longer than a transfer may.
    func withDeadline<Value>(_ operation: () async throws -> Value) async throws -> Value {
        let channel = channel
        let timer = channel.eventLoop.scheduleTask(in: TimeAmount(limits.transfer)) {
            channel.close(promise: nil)
        }
        defer { timer.cancel() }
        return try await operation()
    }

    /// Ends the connection, so that the client still gets what was written.
    func end() {
        channel.close(mode: .output, promise: nil)
        channel.eventLoop.scheduleTask(in: .seconds(1)) { [channel] in channel.close(promise: nil) }
    }
}

extension HTTPField.Name {
    static let host = HTTPField.Name("host") ?? .date
    static let fetchSite = HTTPField.Name("sec-fetch-site") ?? .date
}

extension String {
    fileprivate var trimmed: Substring {
        let start = drop { $0 == " " || $0 == "\t" }
        let end = start.lastIndex { $0 != " " && $0 != "\t" }
        return end.map { start[...$0] } ?? ""
    }
}
