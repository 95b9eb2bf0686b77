internal import HTTPTypes
internal import HummingbirdCore
internal import NIOCore

/// The answer to a request.
struct Reply {
    var status = 200
    var type: String?
    var body: [UInt8] = []
    var fields: [String: String] = [:]

    static let done = Reply(status: 204)

    static func json(_ text: String) -> Reply { Reply(type: "application/json", body: Array(text.utf8)) }

    init(status: Int = 200, type: String? = nil, body: [UInt8] = [], fields: [String: String] = [:]) {
        (self.status, self.type, self.body, self.fields) = (status, type, body, fields)
    }

    init(_ problem: Problem) {
        self.init(
            status: problem.status, type: Problem.type, body: Array(problem.json.utf8), fields: problem.fields
        )
    }

    /// The head, with the fields that keep other sites out.
    var head: HTTPResponse {
        var all = [
            "server": "Playhead", "cache-control": "no-store", "x-content-type-options": "nosniff",
            "referrer-policy": "no-referrer", "cross-origin-resource-policy": "same-origin",
            "x-frame-options": "DENY",
            "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
        ]
        all["content-type"] = type
        all.merge(fields) { _, own in own }
        var list = HTTPFields()
        for (name, value) in all.sorted(by: { $0.key < $1.key }) {
            if let name = HTTPField.Name(name) { list[name] = value }
        }
        return HTTPResponse(status: HTTPResponse.Status(code: status), headerFields: list)
    }
}
