/// The addresses under which a gateway serves: `http://127.0.0.1:PORT/TOKEN/NUMBER/name.ext`.
struct LocalAddress: Sendable {
    let port: Int
    /// 128 bits by chance, without which nothing is answered.
    let token: String

    /// The number of what nothing is answered to until the client goes.
    static let pending = Int.max

    init(port: Int) {
        self.port = port
        var generator = SystemRandomNumberGenerator()
        token = (0..<2).map { _ in
            let digits = String(UInt64.random(in: .min ... .max, using: &generator), radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }

    /// The address for a number, with the name at the end of the original one: types are guessed by it.
    func address(_ number: Int, like uri: String) -> String {
        "http://127.0.0.1:\(port)/\(token)/\(number)/\(Self.name(of: uri))"
    }

    /// The number that the path of a request names; nil where the token is not in it.
    func number(in path: String) -> Int? {
        let parts = path.split(separator: "/", maxSplits: 2)
        guard parts.count == 3, Self.isSame(parts[0].utf8, token.utf8) else { return nil }
        return Int(parts[1]) ?? -1
    }

    /// Takes the same time wherever the first difference is.
    private static func isSame(_ one: Substring.UTF8View, _ other: String.UTF8View) -> Bool {
        one.count == other.count && zip(one, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    private static func name(of uri: String) -> String {
        let path = uri.prefix { $0 != "?" && $0 != "#" }
        let rest = path.utf8.firstRange(of: "://".utf8).map { path[$0.upperBound...] } ?? path
        let name = rest.split(separator: "/", omittingEmptySubsequences: false).dropFirst().last ?? ""
        let plain = name.suffix(100).map {
            $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) ? $0 : "_"
        }
        if plain.isEmpty { return "medium" }
        // What is given in the place of a manifest is a playlist.
        return String(plain) + (plain.suffix(4).elementsEqual(".mpd") ? ".m3u8" : "")
    }
}
