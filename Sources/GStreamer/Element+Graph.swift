internal import CGStreamer

extension Element {
    /// Everything inside, how it is linked, its states and formats, in the language of Graphviz (`gst_debug_bin_to_dot_data`).
    package var graph: String? {
        unsafe string(taking: gst_debug_bin_to_dot_data(playhead_bin(raw), GST_DEBUG_GRAPH_SHOW_ALL))
    }
}
