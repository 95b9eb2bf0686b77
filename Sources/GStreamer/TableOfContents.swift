internal import CGStreamer
internal import MediaFormats

extension [ChapterEntry] {
    /// The maximum number of chapters.
    private static let most = 10000

    /// The chapters of the first edition that has chapters. Nested chapters follow their parents.
    init(lending toc: OpaquePointer) {
        self = []
        var next = unsafe gst_toc_get_entries(toc)
        var loose: [ChapterEntry] = []
        while let node = unsafe next {
            if let entry = unsafe node.pointee.data.map({ OpaquePointer($0) }) {
                if unsafe gst_toc_entry_get_entry_type(entry) == GST_TOC_ENTRY_TYPE_EDITION {
                    if isEmpty { unsafe append(insideOf: entry, depth: 0) }
                } else {
                    unsafe loose.append(entry, depth: 0)
                }
            }
            unsafe next = node.pointee.next
        }
        if isEmpty { self = loose }
    }

    private mutating func append(insideOf entry: OpaquePointer, depth: Int) {
        var next = unsafe gst_toc_entry_get_sub_entries(entry)
        while let node = unsafe next, count < Self.most {
            if let child = unsafe node.pointee.data.map({ OpaquePointer($0) }) {
                unsafe append(child, depth: depth)
            }
            unsafe next = node.pointee.next
        }
    }

    private mutating func append(_ entry: OpaquePointer, depth: Int) {
        var (start, stop): (gint64, gint64) = (-1, -1)
        let isTimed = unsafe gst_toc_entry_get_start_stop_times(entry, &start, &stop) != 0
        if isTimed, start >= 0, count < Self.most {
            let tags = unsafe gst_toc_entry_get_tags(entry).map { unsafe TagValues(lending: $0) }
            append(
                ChapterEntry(
                    title: tags?.title, start: .nanoseconds(Int64(start)),
                    end: stop > start ? .nanoseconds(Int64(stop)) : nil))
        }
        if depth < 8 { unsafe append(insideOf: entry, depth: depth + 1) }
    }
}
