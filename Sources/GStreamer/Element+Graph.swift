internal import CGStreamer

extension Element {
    /// The graph of all elements with links, states and formats, in the Graphviz language
    /// (`gst_debug_bin_to_dot_data`).
    package var graph: String? {
        unsafe string(taking: gst_debug_bin_to_dot_data(playhead_bin(raw), GST_DEBUG_GRAPH_SHOW_ALL))
    }
}
