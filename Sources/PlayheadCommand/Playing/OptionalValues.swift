import PlayheadRemoteHTTP

/// Options that may stand without a value.
enum OptionalValues {
    /// The values of options that stand without one.
    static let defaults = [
        "--shuffle": "any", "--http": String(RemoteHTTPOptions.defaultPort), "--mpris": MPRISUse.yes.rawValue,
    ]
    /// The values that an option also takes as the next argument.
    private static let words = ["--mpris": MPRISUse.allCases.map(\.rawValue)]

    /// The arguments with a value for each such option. The argument parser would otherwise use the next argument as the
    /// value.
    static func completed(_ arguments: [String]) -> [String] {
        let end = arguments.firstIndex(of: "--") ?? arguments.count
        return arguments.enumerated().map { index, word in
            guard index < end, let value = defaults[word] else { return word }
            if index + 1 < end, let words = words[word], words.contains(arguments[index + 1]) { return word }
            return "\(word)=\(value)"
        }
    }
}
