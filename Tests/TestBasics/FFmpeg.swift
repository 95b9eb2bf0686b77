internal import Foundation
import Testing

/// Media that FFmpeg makes for a test. Tests with it have the trait `.enabled(if: FFmpeg.isInstalled)`.
package enum FFmpeg {
    package static let isInstalled = FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg")

    /// Makes a file from options of `ffmpeg`, separated by spaces; answers with its path.
    package static func make(_ name: String, _ options: String, in folder: TemporaryFolder) throws -> String {
        let path = folder.url.appending(path: name).path
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/ffmpeg")
        process.arguments =
            ["-v", "error", "-nostdin", "-y"] + options.split(separator: " ").map(String.init) + [path]
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "\(name) was not made")
        return path
    }
}
