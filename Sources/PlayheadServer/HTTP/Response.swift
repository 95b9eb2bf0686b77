import FoundationEssentials
import NIOHTTP1

/// The response to a request. Faults of the transfer are applied later.
struct Response {
    var status: HTTPResponseStatus
    var headers = HTTPHeaders()
    /// The source of the body; nil without a body.
    var source: Resource?
    /// The range of the source that is sent.
    var body = 0..<0
    /// Whether the connection closes after the body, because the declared length is wrong.
    var closes = false

    /// Makes the response to a request for a resource; `resource` is nil if there is none.
    init(to request: HTTPRequestHead, with resource: Resource?, _ faults: ActiveFaults) {
        self.init(to: request, faults) { response in
            if request.method != .GET, request.method != .HEAD {
                response.set(status: 405)
                response.headers.add(name: "Allow", value: "GET, HEAD")
            } else if let resource {
                response.offer(resource, to: request, hasRanges: faults[.ignoresRanges] == nil)
            } else {
                response.set(status: 404)
            }
        }
    }

    /// Makes the response by a function, unless a fault makes another one.
    init(
        to request: HTTPRequestHead, _ faults: ActiveFaults, _ respond: (inout Response) -> Void
    ) {
        status = .ok
        if case .requires(let required, let status)? = faults[.requires], !request.headers.meet(required) {
            set(status: status)
            if status == 401 { headers.add(name: "WWW-Authenticate", value: "Bearer") }
        } else if case .redirect(let target, let status)? = faults[.redirect] {
            set(status: status)
            headers.add(name: "Location", value: target ?? request.uri)
        } else if case .status(let status)? = faults[.status] {
            set(status: status)
        } else {
            respond(&self)
        }
        if request.method == .HEAD { body = 0..<0 }
        apply(faults)
        if !headers.contains(name: "Date") { headers.add(name: "Date", value: Date.now.inHTTP) }
    }

    /// A status with its reason phrase as the body.
    init(status code: Int) {
        status = .ok
        set(status: code)
    }

    private mutating func set(status code: Int) {
        status = HTTPResponseStatus(statusCode: code)
        let text = Resource(text: "\(code) \(status.reasonPhrase)\n", type: MediaType.text)
        send(text, 0..<text.size)
    }

    mutating func offer(_ resource: Resource, to request: HTTPRequestHead, hasRanges: Bool) {
        let date = resource.modified?.inHTTP
        if let tag = resource.tag { headers.add(name: "ETag", value: tag) }
        if let date { headers.add(name: "Last-Modified", value: date) }
        if request.headers.know(tag: resource.tag, date: date) {
            status = .notModified
            return
        }
        headers.add(name: "Accept-Ranges", value: hasRanges ? "bytes" : "none")
        let condition = request.headers.first(name: "If-Range")
        let isAsked =
            request.method == .GET && hasRanges
            && (condition == nil || condition == resource.tag || condition == date)
        switch ByteRange(isAsked ? request.headers.first(name: "Range") : nil, of: resource.size) {
        case .whole: send(resource, 0..<resource.size)
        case .part(let part):
            status = .partialContent
            let bounds = "\(part.lowerBound)-\(part.upperBound - 1)"
            headers.add(name: "Content-Range", value: "bytes \(bounds)/\(resource.size)")
            send(resource, part)
        case .unsatisfiable:
            set(status: 416)
            headers.add(name: "Content-Range", value: "bytes */\(resource.size)")
        }
    }

    mutating func send(_ resource: Resource, _ part: Range<Int>) {
        source = resource
        body = part
        headers.add(name: "Content-Type", value: resource.type)
        headers.add(name: "Content-Length", value: String(part.count))
    }

    private mutating func apply(_ faults: ActiveFaults) {
        if case .type(let type)? = faults[.type] { headers.replaceOrAdd(name: "Content-Type", value: type) }
        if case .length(let amount)? = faults[.length], let length = headers.first(name: "Content-Length") {
            headers.replaceOrAdd(name: "Content-Length", value: String(amount.count(of: Int(length) ?? 0)))
            closes = true
        }
        if faults[.withoutLength] != nil { headers.remove(name: "Content-Length") }
        if case .headers(let added)? = faults[.headers] {
            for (name, value) in added.sorted(by: { $0.key < $1.key }) {
                headers.replaceOrAdd(name: name, value: value)
            }
        }
    }
}
