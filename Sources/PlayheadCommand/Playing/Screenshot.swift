import Playhead
internal import PlayheadSystem

/// Writes pictures that the user takes while playing: `playhead-shot0001.jpg` and so on, by the first free
/// number.
struct Screenshot: Sendable {
    var folder: String

    /// Writes a frame, and returns what to tell the user.
    func save(_ frame: VideoFrame) -> String {
        do throws(PlayerError) {
            let bytes = try frame.encoded(as: .jpeg(quality: 90))
            for number in 1...9999 {
                let name = "playhead-shot\(number.padded(4)).jpg"
                let path = folder == "." ? name : "\(folder)/\(name)"
                do throws(FileFault) {
                    guard let file = try OutputFile.new(path: path) else { continue }
                    try file.write(bytes)
                    return "Screenshot: \(path)"
                } catch {
                    return "The screenshot \(path) cannot be written: \(error.message)"
                }
            }
            return "There are 9999 screenshots in \(folder) already."
        } catch {
            return "The screenshot cannot be made: \(error.message)"
        }
    }
}
