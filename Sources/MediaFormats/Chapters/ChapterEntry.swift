/// A chapter with its title and its start.
package struct ChapterEntry: Sendable, Equatable {
    package var title: String?
    package var start: Duration
    package var end: Duration?

    package init(title: String? = nil, start: Duration, end: Duration? = nil) {
        self.title = title
        self.start = start
        self.end = end
    }
}
