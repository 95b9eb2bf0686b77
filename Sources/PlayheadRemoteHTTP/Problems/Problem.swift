internal import PlayheadRemote
internal import PlayheadSystem

/// Why a request has no effect, as problem details (RFC 9457).
struct Problem: Error, Sendable, Equatable {
    let status: Int
    /// A name that programs can compare.
    let code: String
    /// What happened and what to do, in words.
    let detail: String
    /// More header fields.
    var fields: [String: String] = [:]

    static let type = "application/problem+json"

    var json: String {
        let value: RemoteValue = [
            "title": .string(Self.titles[status] ?? "Error"), "status": .int(status), "code": .string(code),
            "detail": .string(detail),
        ]
        return value.json(\.jsonNumber)
    }

    private static let titles = [
        400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found",
        405: "Method Not Allowed",
        408: "Request Timeout", 409: "Conflict", 413: "Content Too Large", 415: "Unsupported Media Type",
        422: "Unprocessable Content", 500: "Internal Server Error", 503: "Service Unavailable",
    ]
}

extension Problem {
    init(_ fault: RemoteFault) {
        let code =
            switch fault {
            case .noContent: "noContent"
            case .notSeekable: "notSeekable"
            case .noSuchItem: "noSuchItem"
            case .noSuchTrack: "noSuchTrack"
            case .noSuchChapter: "noSuchChapter"
            case .noSuchBookmark: "noSuchBookmark"
            case .notSaved: "notSaved"
            case .notOffered: "notOffered"
            }
        self.init(status: 409, code: code, detail: fault.message)
    }

    static func malformed(_ detail: String) -> Problem {
        Problem(status: 400, code: "malformed", detail: detail)
    }

    static func invalid(_ detail: String) -> Problem { Problem(status: 422, code: "invalid", detail: detail) }

    static let notFound = Problem(
        status: 404, code: "notFound", detail: "There is nothing here; /openapi.json lists what there is.")
}
