internal import CGStreamer

extension Element {
    /// Asks for these streams, by their names, in place of those that are given out (`gst_event_new_select_streams`).
    @discardableResult
    package func selectStreams(_ ids: [String]) -> Bool {
        var list: UnsafeMutablePointer<GList>?
        for id in ids { unsafe list = g_list_append(list, g_strdup(id)) }
        defer { unsafe g_list_free_full(list, g_free) }
        return unsafe gst_element_send_event(raw, gst_event_new_select_streams(list)) != 0
    }
}
