internal import Foundation

/// The files of the repository that tests read.
package enum Repository {
    package static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../..").standardizedFileURL.path

    /// The folder of the samples.
    package static let media = path("media")

    package static func path(_ name: String) -> String { folder + "/" + name }

    package static func text(_ name: String) throws -> String {
        try String(contentsOfFile: path(name), encoding: .utf8)
    }

    package static func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(filePath: path(name))))
    }
}
