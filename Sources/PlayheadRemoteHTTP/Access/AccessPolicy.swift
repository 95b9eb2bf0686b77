internal import PlayheadSystem

/// The fields of a request that decide about access.
struct RequestOrigin: Sendable {
    /// The value of `Host`; nil without one.
    var host: String?
    /// Whether there is more than one `Host`.
    var hasSecondHost = false
    var origin: String?
    var fetchSite: String?
    var authorization: String?
    var cookies: [String] = []
}

/// Who may do what.
struct AccessPolicy: Sendable {
    /// The host names by which the server may be called, besides addresses and `localhost`; in lower case.
    let names: Set<String>
    /// The token; nil if none is needed.
    let token: AccessToken?
    /// The name of the cookie. Cookies of one host are sent to all its ports.
    let cookie: String

    init(names: [String], token: AccessToken?, port: Int) {
        self.names = Set(names.map { $0.lowercased() })
        self.token = token
        cookie = "playhead-\(port)"
    }

    /// Checks a request. `isPublic` asks for the name of the host only.
    func check(_ request: RequestOrigin, isPublic: Bool) throws(Problem) {
        try checkHost(request)
        guard !isPublic else { return }
        try checkOrigin(request)
        guard let token else { return }
        guard isKnown(request, token) else {
            throw Problem(
                status: 401, code: "noToken",
                detail:
                    "The token is missing or wrong. Open the link that playhead has printed, or send the token as “Authorization: Bearer TOKEN”.",
                fields: ["www-authenticate": "Bearer"])
        }
    }

    /// A page of another site can give its name the address of this machine (DNS rebinding), but then calls it by that
    /// name.
    private func checkHost(_ request: RequestOrigin) throws(Problem) {
        guard let host = request.host, !request.hasSecondHost else {
            throw .malformed("A request needs one Host field.")
        }
        let name = Self.name(ofHost: host)
        guard let name, NumericHost.bytes(name) != nil || name == "localhost" || names.contains(name) else {
            throw Problem(
                status: 403, code: "hostNotAllowed",
                detail:
                    "This player does not answer to the name “\(host.prefix(100))”. Use its address, or start playhead with that name after --http."
            )
        }
    }

    /// The host of `HOST` or `HOST:PORT` in lower case, without brackets; nil if it is malformed.
    static func name(ofHost host: String) -> String? {
        var rest = host[...]
        if rest.hasPrefix("[") {
            guard let end = rest.firstIndex(of: "]") else { return nil }
            let name = rest[rest.index(after: rest.startIndex)..<end]
            rest = rest[rest.index(after: end)...]
            guard rest.isEmpty || isPort(rest) else { return nil }
            return name.lowercased()
        }
        let name = rest.prefix { $0 != ":" }
        rest = rest[name.endIndex...]
        guard !name.isEmpty, rest.isEmpty || isPort(rest) else { return nil }
        return name.lowercased()
    }

    private static func isPort(_ text: Substring) -> Bool {
        text.first == ":" && text.dropFirst().utf8.allSatisfy { $0.digit != nil }
    }

    /// Browsers say which site makes a request. Programs that are no browsers do not.
    private func checkOrigin(_ request: RequestOrigin) throws(Problem) {
        let isSameSite = request.fetchSite.map { ["same-origin", "none"].contains($0) } ?? true
        let own = request.host.map { "http://\($0)".lowercased() }
        let isSameOrigin = request.origin.map { $0.lowercased() == own } ?? true
        guard isSameSite, isSameOrigin else {
            throw Problem(
                status: 403, code: "otherSite",
                detail: "Pages of other sites cannot control the player. Open its own page.")
        }
    }

    private func isKnown(_ request: RequestOrigin, _ token: AccessToken) -> Bool {
        if let field = request.authorization {
            let words = field.split(separator: " ", maxSplits: 1)
            return words.count == 2 && words[0].lowercased() == "bearer" && token.matches(words[1])
        }
        // A field may have several cookies.
        let pairs = request.cookies.flatMap { $0.split(separator: ";") }
        return pairs.contains { pair in
            let pair = pair.drop { $0 == " " }
            return pair.hasPrefix(cookie + "=") && token.matches(pair.dropFirst(cookie.count + 1))
        }
    }
}
