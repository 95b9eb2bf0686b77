internal import PlayheadCore

/// A screen of a desktop, in pixels of the desktop.
package struct Screen: Equatable {
    /// The name of its output, such as `HDMI-1`; empty if it is unknown.
    var name: String
    var x = 0
    var y = 0
    var width: Int
    var height: Int
    var isPrimary = false

    var size: VideoSize { VideoSize(width: width, height: height) }

    /// The part that lies within another area; nil if none does.
    func intersection(x: Int, y: Int, width: Int, height: Int) -> Screen? {
        var part = self
        (part.x, part.y) = (max(self.x, x), max(self.y, y))
        part.width = min(self.x + self.width, x + width) - part.x
        part.height = min(self.y + self.height, y + height) - part.y
        return part.width > 0 && part.height > 0 ? part : nil
    }
}

extension [Screen] {
    /// The place of the screen with a name, or a number from 0; nil if there is none.
    package func place(of name: String) -> Int? {
        firstIndex { $0.name == name } ?? Int(name).flatMap { indices.contains($0) ? $0 : nil }
    }

    /// The names for an error message.
    package var names: String {
        enumerated().map { $1.name.isEmpty ? "\($0)" : $1.name }.joined(separator: ", ")
    }
}
