internal import CGStreamer

extension Pad {
    /// Adds an orientation to the tags of the stream that pass (`GST_TAG_IMAGE_ORIENTATION`), unless they
    /// have one.
    package func announce(_ orientation: PictureOrientation) {
        guard orientation != .upright else { return }
        unsafe gst_pad_add_probe(
            raw, GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM,
            { _, info, data in
                guard let info = unsafe info, let data = unsafe data,
                    let event = unsafe playhead_probe_event(info),
                    unsafe playhead_event_type(event) == GST_EVENT_TAG
                else { return GST_PAD_PROBE_OK }
                var list: UnsafeMutablePointer<GstTagList>?
                unsafe gst_event_parse_tag(event, &list)
                guard let list = unsafe list,
                    unsafe gst_tag_list_get_scope(list) == GST_TAG_SCOPE_STREAM,
                    unsafe gst_tag_list_get_tag_size(list, GST_TAG_IMAGE_ORIENTATION) == 0,
                    let copy = unsafe gst_tag_list_copy(list)
                else { return GST_PAD_PROBE_OK }
                let orientation = unsafe Box<PictureOrientation>.value(of: data)
                unsafe playhead_tag_list_add(copy, GST_TAG_IMAGE_ORIENTATION, orientation.rawValue)
                guard let other = unsafe gst_event_new_tag(copy) else { return GST_PAD_PROBE_OK }
                unsafe gst_event_set_seqnum(other, gst_event_get_seqnum(event))
                unsafe playhead_probe_replace_event(info, other)
                return GST_PAD_PROBE_OK
            }, unsafe Box.data(orientation), { unsafe releaseBox($0) })
    }
}
