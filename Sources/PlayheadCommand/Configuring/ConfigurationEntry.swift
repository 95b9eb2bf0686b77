/// The effective value of an option or a key, with its source.
struct ConfigurationEntry {
    enum Source: String { case standard = "default", file, commandLine }

    var name: String
    var value: String?
    var source: Source
    var line: Int?
    var profile: String?

    /// The source as text.
    var place: String {
        switch source {
        case .standard: "default"
        case .commandLine: "command line"
        case .file: "line \(line ?? 1)" + (profile.map { ", profile \($0)" } ?? "")
        }
    }
}
