extension String {
    /// The text as a JSON string (RFC 8259, section 7), with only the necessary escapes.
    package var jsonQuoted: String { quoted { $0.value < 0x20 || $0.value == 0x7F } }

    /// The text in quotation marks with the escapes of JSON, which are those of YAML, too (YAML 1.2, 5.7).
    ///
    /// - Parameter isEscaped: whether a scalar without an escape of its own becomes `\\uXXXX`; true only below
    ///   `U+10000`.
    package func quoted(escaping isEscaped: (Unicode.Scalar) -> Bool) -> String {
        var quoted = "\""
        for scalar in unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\r": quoted += "\\r"
            case "\t": quoted += "\\t"
            case _ where isEscaped(scalar):
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}

extension Duration {
    /// The duration in seconds, rounded to 1 µs, without unnecessary digits.
    package var jsonSeconds: String {
        let millionths = (attoseconds.magnitude + 500_000_000_000) / 1_000_000_000_000
        return jsonDecimal(millionths: Int128(millionths) * (attoseconds < 0 ? -1 : 1))
    }
}

extension Double {
    /// The number rounded to six decimals, without unnecessary digits; `null` for infinities and what is not a number.
    package var jsonNumber: String {
        guard isFinite else { return "null" }
        guard let millionths = Int128(exactly: (self * 1e6).rounded()) else { return "\(self)" }
        return jsonDecimal(millionths: millionths)
    }
}

private func jsonDecimal(millionths: Int128) -> String {
    let (whole, rest) = millionths.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
    var text = (millionths < 0 ? "-" : "") + String(whole)
    if rest > 0 {
        var digits = Substring(String(rest + 1_000_000).dropFirst())
        while digits.last == "0" { digits.removeLast() }
        text += "." + digits
    }
    return text
}
