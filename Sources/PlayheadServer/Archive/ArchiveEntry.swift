/// An entry of a HAR file, with the fields that a server needs. Unknown fields are ignored.
struct ArchiveEntry: Decodable {
    struct Field: Decodable {
        var name: String
        var value: String
    }

    struct Request: Decodable {
        var method: String
        var url: String
        var headers: [Field]?
    }

    struct Content: Decodable {
        var size: Double?
        var mimeType: String?
        var text: String?
        var encoding: String?
    }

    struct Response: Decodable {
        var status: Int
        var headers: [Field]?
        var content: Content?
        var redirectURL: String?
    }

    /// In milliseconds; -1 for a phase that is not known.
    struct Timings: Decodable {
        var wait: Double?
        var receive: Double?
    }

    private enum CodingKeys: String, CodingKey {
        case startedDateTime, request, response, timings
        case error = "_error"
        case held = "_held"
    }

    var startedDateTime: String?
    var request: Request
    var response: Response
    var timings: Timings?
    /// The reason why the response is missing or incomplete.
    var error: String?
    /// The part of `receive` in which the client did not read, in milliseconds.
    var held: Double?
}

/// The content of a HAR file.
struct ArchiveDocument: Decodable {
    struct Log: Decodable { var entries: [ArchiveEntry] }

    var log: Log
}

extension ArchiveEntry {
    /// The value of the first request header with a name in lower case.
    func requestHeader(_ name: String) -> String? {
        request.headers?.first { $0.name.lowercased() == name }?.value
    }

    /// The value of the first response header with a name in lower case.
    func header(_ name: String) -> String? {
        response.headers?.first { $0.name.lowercased() == name }?.value
    }
}
