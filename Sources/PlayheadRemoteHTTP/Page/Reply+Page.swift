extension Reply {
    /// The page. Its style and its script have a nonce, so that nothing else is run.
    static func page() -> Reply {
        let nonce = AccessToken.random().text
        let text = RemotePage.html.replacing("NONCE", with: nonce)
        let policy = [
            "default-src 'none'", "script-src 'nonce-\(nonce)'", "style-src 'nonce-\(nonce)'",
            "img-src 'self' data:",
            "connect-src 'self'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
        ]
        return Reply(
            type: "text/html; charset=utf-8", body: Array(text.utf8),
            fields: ["content-security-policy": policy.joined(separator: "; ")])
    }
}
