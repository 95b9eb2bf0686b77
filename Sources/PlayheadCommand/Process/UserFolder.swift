import Glibc

/// The folders of the user (XDG Base Directory Specification).
enum UserFolder {
    /// The folder of state files; nil without a home directory.
    static var state: String? { path("XDG_STATE_HOME", orInHome: ".local/state") }

    /// The folder of configuration files; nil without a home directory.
    static var configuration: String? { path("XDG_CONFIG_HOME", orInHome: ".config") }

    static var home: String? { Environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } }

    /// The value of a variable if it is an absolute path, as the specification requires, or a folder in the
    /// home directory.
    private static func path(_ name: String, orInHome folder: String) -> String? {
        if let value = Environment[name], value.hasPrefix("/") { return value }
        return home.map { $0 + "/" + folder }
    }
}

/// The environment variables of the process.
enum Environment {
    static subscript(name: String) -> String? { unsafe getenv(name).map { unsafe String(cString: $0) } }
}
