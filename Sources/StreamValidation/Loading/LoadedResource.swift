package import PlayheadCore
package import PlayheadNetwork
internal import Synchronization

/// A response with its body.
package struct LoadedResource: Sendable {
    /// The URI after redirects.
    package var uri: String
    package var bytes: [UInt8]
    /// The media type of the response, without parameters; nil for a file.
    package var mediaType: String?
    /// Whether the body was compressed.
    package var isCompressed = false
    package var isFile: Bool { uri.hasPrefix("file:") }
    package var isSecure: Bool { uri.hasPrefix("https:") }
    /// The URI without its query and fragment.
    package var path: Substring { uri.prefix { $0 != "?" && $0 != "#" } }
}

/// Loads the resources of a stream.
package struct ResourceLoader: Sendable {
    private let fetcher: Fetcher
    private let home: HTTPURL
    private let maximumSize = 512 << 20
    private let record = RequestRecord()

    package init(_ access: NetworkAccess, uri: String) throws(PlayerError) {
        guard let home = HTTPURL(uri) else {
            throw PlayerError(.invalidURI, "“\(uri)” is not an address", uri: uri)
        }
        self.home = home
        fetcher = try Fetcher(access.order(for: uri), home: home)
    }

    /// Loads a resource, or a range of its bytes. Failures that may pass are retried.
    package func load(_ uri: String, range: Range<Int>? = nil) async throws(PlayerError) -> LoadedResource {
        let excess = PlayerError(
            .malformed, "The response has more than \(maximumSize >> 20) MB", hint: "check the server",
            uri: uri)
        let start = record.now
        let whole: Fetcher.Whole
        do throws(PlayerError) {
            whole = try await fetcher.load(uri, range: range, from: home, limit: maximumSize, excess: excess)
        } catch {
            record.add(uri, from: start, failure: error.message)
            throw error
        }
        record.add(uri, from: start, bytes: whole.bytes.count)
        return LoadedResource(
            uri: whole.uri, bytes: whole.bytes, mediaType: whole.mediaType,
            isCompressed: whole.isCompressed)
    }

    /// The requests so far, in the order of their ends.
    var requests: [ValidationReport.Request] { record.all }

    /// Ends all requests.
    package func close() { fetcher.close() }
}

/// Notes the requests of a validation.
private final class RequestRecord: Sendable {
    private let start = ContinuousClock.now
    private let requests = Mutex<[ValidationReport.Request]>([])

    /// Seconds since the start of the validation.
    var now: Double { (ContinuousClock.now - start) / .seconds(1) }
    var all: [ValidationReport.Request] { requests.withLock(\.self) }

    func add(_ uri: String, from begin: Double, bytes: Int = 0, failure: String? = nil) {
        let request = ValidationReport.Request(
            uri: uri, start: begin, duration: now - begin, bytes: bytes, failure: failure)
        requests.withLock { $0.append(request) }
    }
}
