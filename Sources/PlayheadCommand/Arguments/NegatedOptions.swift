/// Arguments without `--no-NAME`, where NAME is an option that can be switched off.
///
/// `--no-NAME` removes what the configuration file says about the option. An option that has a value `none` or
/// `no`, such as `--video`, gets that value.
struct NegatedOptions {
    private(set) var words: [String] = []
    /// The names of the options that were switched off.
    private(set) var names: Set<String> = []

    init(_ typed: [String], catalog: () -> OptionCatalog) {
        let end = typed.firstIndex(of: "--") ?? typed.count
        // The catalog takes milliseconds.
        guard typed[..<end].contains(where: { $0.hasPrefix(Self.prefix) && $0 != Self.noConfig }) else {
            words = typed
            return
        }
        let catalog = catalog()
        for (index, word) in typed.enumerated() {
            let name = String(word.dropFirst(Self.prefix.count))
            guard index < end, word.hasPrefix(Self.prefix), catalog[String(word.dropFirst(2))] == nil,
                let option = catalog[name]
            else {
                words.append(word)
                continue
            }
            names.insert(name)
            words.removeAll { $0 == "--" + name }
            if let value = option.allValues?.first(where: Self.offValues.contains) {
                words.append("--\(name)=\(value)")
            }
        }
    }

    private static let prefix = "--no-"
    /// An option of its own, which scripts give to each command.
    private static let noConfig = "--no-config"
    private static let offValues: Set<String> = ["none", "no"]
}
