// Imports the C headers of GStreamer for Swift. The inline functions below wrap only what Swift cannot call:
// macros, variadic functions, and struct fields that the importer hides. Each comment names the reason.
#pragma once

#include <gst/audio/audio.h>
#include <gst/base/gstbasesrc.h>
#include <gst/check/gsttestclock.h>
#include <gst/gst.h>
#include <gst/pbutils/pbutils.h>
#include <gst/video/video.h>
#include <gst/video/videooverlay.h>
#include <dlfcn.h>
#include <string.h>

// Macros over struct fields.
static inline GstMessageType playhead_message_type(GstMessage *message) { return GST_MESSAGE_TYPE(message); }
static inline GstObject *playhead_message_source(GstMessage *message) { return GST_MESSAGE_SRC(message); }
static inline GstEventType playhead_event_type(GstEvent *event) { return GST_EVENT_TYPE(event); }
static inline GstClockTime playhead_buffer_pts(GstBuffer *buffer) { return GST_BUFFER_PTS(buffer); }
static inline GstClockTime playhead_buffer_dts(GstBuffer *buffer) { return GST_BUFFER_DTS(buffer); }
static inline GstClockTime playhead_buffer_duration(GstBuffer *buffer) { return GST_BUFFER_DURATION(buffer); }
static inline guint64 playhead_buffer_flags(GstBuffer *buffer) { return GST_BUFFER_FLAGS(buffer); }
static inline GstPadProbeType playhead_probe_type(GstPadProbeInfo *info) { return GST_PAD_PROBE_INFO_TYPE(info); }
static inline GstBuffer *playhead_probe_buffer(GstPadProbeInfo *info) { return GST_PAD_PROBE_INFO_BUFFER(info); }
static inline GstEvent *playhead_probe_event(GstPadProbeInfo *info) { return GST_PAD_PROBE_INFO_EVENT(info); }
static inline gboolean playhead_event_is_serialized(GstEvent *event) { return GST_EVENT_IS_SERIALIZED(event); }
// Replaces the event of a probe.
static inline void playhead_probe_replace_event(GstPadProbeInfo *info, GstEvent *event) {
    gst_event_unref(GST_PAD_PROBE_INFO_EVENT(info));
    GST_PAD_PROBE_INFO_DATA(info) = event;
}
// Marks the buffer of a probe as consumed and sets the flow return (GST_PAD_PROBE_HANDLED).
static inline void playhead_probe_take(GstPadProbeInfo *info, GstFlowReturn result) {
    GST_PAD_PROBE_INFO_DATA(info) = NULL;
    GST_PAD_PROBE_INFO_FLOW_RETURN(info) = result;
}
// Sets the duration of the buffer of a probe. A shared buffer is copied first.
static inline void playhead_probe_set_duration(GstPadProbeInfo *info, GstClockTime duration) {
    GstBuffer *buffer = gst_buffer_make_writable(GST_PAD_PROBE_INFO_BUFFER(info));
    GST_BUFFER_DURATION(buffer) = duration;
    GST_PAD_PROBE_INFO_DATA(info) = buffer;
}
// A buffer whose frame a decoder of gst-libav keeps until it is decoded: see DecoderInputFilter.
#define PLAYHEAD_BUFFER_FLAG_KEPT (GST_BUFFER_FLAG_LAST << 7)
static inline void playhead_probe_keep(GstPadProbeInfo *info) {
    GstBuffer *buffer = gst_buffer_make_writable(GST_PAD_PROBE_INFO_BUFFER(info));
    GST_BUFFER_FLAG_SET(buffer, PLAYHEAD_BUFFER_FLAG_KEPT);
    GST_PAD_PROBE_INFO_DATA(info) = buffer;
}
static inline GQuark playhead_decode_quark(void) { return g_quark_from_static_string("playhead-decode"); }
// In place of `handle_frame` of a decoder. Bit 15 is the flag of gst-libav for a frame that libav has asked a buffer for.
static inline GstFlowReturn playhead_decode_kept(GstVideoDecoder *decoder, GstVideoCodecFrame *frame) {
    GstFlowReturn (*decode)(GstVideoDecoder *, GstVideoCodecFrame *) =
        g_type_get_qdata(G_OBJECT_TYPE(decoder), playhead_decode_quark());
    if (GST_BUFFER_FLAG_IS_SET(frame->input_buffer, PLAYHEAD_BUFFER_FLAG_KEPT)) GST_VIDEO_CODEC_FRAME_FLAG_SET(frame, 1 << 15);
    return decode(decoder, frame);
}
// Not to be called on two threads at once.
static inline void playhead_decoder_keep_frames(GstElement *element) {
    if (!GST_IS_VIDEO_DECODER(element) || g_type_get_qdata(G_OBJECT_TYPE(element), playhead_decode_quark())) return;
    GstVideoDecoderClass *methods = GST_VIDEO_DECODER_GET_CLASS(element);
    g_type_set_qdata(G_OBJECT_TYPE(element), playhead_decode_quark(), methods->handle_frame);
    methods->handle_frame = playhead_decode_kept;
}
// Sets the timestamp of the buffer of a probe. A shared buffer is copied first.
// The buffer of a probe. A shared buffer is copied first.
static inline GstBuffer *playhead_probe_writable(GstPadProbeInfo *info) {
    GstBuffer *buffer = gst_buffer_make_writable(GST_PAD_PROBE_INFO_BUFFER(info));
    GST_PAD_PROBE_INFO_DATA(info) = buffer;
    return buffer;
}
static inline GstAudioFormat playhead_native_float(void) { return GST_AUDIO_FORMAT_F32; }
static inline void playhead_probe_set_pts(GstPadProbeInfo *info, GstClockTime pts) {
    GstBuffer *buffer = gst_buffer_make_writable(GST_PAD_PROBE_INFO_BUFFER(info));
    GST_BUFFER_PTS(buffer) = pts;
    GST_PAD_PROBE_INFO_DATA(info) = buffer;
}
// Replaces the buffer of a probe by another one, and copies flags and timestamps to it. It takes ownership of
// the new buffer.
static inline void playhead_probe_replace(GstPadProbeInfo *info, GstBuffer *other) {
    GstBuffer *old = GST_PAD_PROBE_INFO_BUFFER(info);
    gst_buffer_copy_into(other, old, (GstBufferCopyFlags)(GST_BUFFER_COPY_FLAGS | GST_BUFFER_COPY_TIMESTAMPS), 0, -1);
    GST_PAD_PROBE_INFO_DATA(info) = other;
    gst_buffer_unref(old);
}
// The number of samples per channel in a buffer. For non-interleaved audio only the meta contains it.
static inline gsize playhead_buffer_samples(GstBuffer *buffer, gsize frame_size) {
    GstAudioMeta *meta = gst_buffer_get_audio_meta(buffer);
    if (meta && meta->info.layout != GST_AUDIO_LAYOUT_INTERLEAVED) return meta->samples;
    return frame_size > 0 ? gst_buffer_get_size(buffer) / frame_size : 0;
}
// Keeps a range of samples in the buffer of a probe and sets its times. gst_audio_buffer_truncate uses the
// number of samples in the meta. That number is wrong after a decoder has clipped interleaved audio (1.22.0).
static inline void playhead_probe_trim(
    GstPadProbeInfo *info, gsize frame_size, gsize from, gsize count, GstClockTime pts, GstClockTime duration
) {
    GstBuffer *buffer = GST_PAD_PROBE_INFO_BUFFER(info);
    GstAudioMeta *meta = gst_buffer_get_audio_meta(buffer);
    if (from > 0 || count < playhead_buffer_samples(buffer, frame_size)) {
        if (meta && meta->info.layout != GST_AUDIO_LAYOUT_INTERLEAVED) {
            buffer = gst_audio_buffer_truncate(buffer, frame_size, from, count);
        } else {
            GstBuffer *part = gst_buffer_copy_region(buffer, GST_BUFFER_COPY_ALL, from * frame_size, count * frame_size);
            gst_buffer_unref(buffer);
            buffer = part;
            meta = gst_buffer_get_audio_meta(buffer);
            if (meta) meta->samples = count;
        }
    }
    buffer = gst_buffer_make_writable(buffer);
    GST_BUFFER_PTS(buffer) = pts;
    GST_BUFFER_DURATION(buffer) = duration;
    GST_PAD_PROBE_INFO_DATA(info) = buffer;
}
static inline guint64 playhead_buffer_offset(GstBuffer *buffer) { return GST_BUFFER_OFFSET(buffer); }
static inline void playhead_buffer_set_offset(GstBuffer *buffer, guint64 offset) { GST_BUFFER_OFFSET(buffer) = offset; }

// Cast macros with run-time type checks.
static inline GstElement *playhead_pipeline_new(const gchar *name) { return gst_pipeline_new(name); }
static inline gboolean playhead_is_pipeline(gpointer object) { return GST_IS_PIPELINE(object); }
static inline gboolean playhead_is_element(gpointer object) { return GST_IS_ELEMENT(object); }
static inline GstBin *playhead_bin(GstElement *element) { return GST_BIN(element); }
static inline GstPipeline *playhead_pipeline(GstElement *element) { return GST_PIPELINE(element); }
static inline gboolean playhead_is_ghost_pad(gpointer object) { return GST_IS_GHOST_PAD(object); }
static inline GstGhostPad *playhead_ghost_pad(GstPad *pad) { return GST_GHOST_PAD(pad); }
static inline GstBuffer *playhead_value_buffer(const GValue *value) { return gst_value_get_buffer(value); }

// Struct fields behind macros: the properties of an encoded sample, and the user data of a pad query
// function.
static inline GstBuffer *playhead_sample_buffer(const void *bytes, gsize size, GstClockTime pts, GstClockTime dts, GstClockTime duration, gboolean is_delta, gboolean is_discont) {
    GstBuffer *buffer = gst_buffer_new_memdup(bytes, size);
    GST_BUFFER_PTS(buffer) = pts;
    GST_BUFFER_DTS(buffer) = dts;
    GST_BUFFER_DURATION(buffer) = duration;
    if (is_delta) GST_BUFFER_FLAG_SET(buffer, GST_BUFFER_FLAG_DELTA_UNIT);
    if (is_discont) GST_BUFFER_FLAG_SET(buffer, GST_BUFFER_FLAG_DISCONT);
    return buffer;
}
static inline gpointer playhead_pad_query_data(GstPad *pad) { return pad->querydata; }

// g_object_set is variadic. One function for each C type prevents arguments of a wrong width.
static inline void playhead_set_string(gpointer o, const gchar *n, const gchar *v) { g_object_set(o, n, v, NULL); }
static inline void playhead_set_bool(gpointer o, const gchar *n, gboolean v) { g_object_set(o, n, v, NULL); }
static inline void playhead_set_int(gpointer o, const gchar *n, gint v) { g_object_set(o, n, v, NULL); }
static inline void playhead_set_uint(gpointer o, const gchar *n, guint v) { g_object_set(o, n, v, NULL); }
static inline void playhead_set_int64(gpointer o, const gchar *n, gint64 v) { g_object_set(o, n, v, NULL); }
static inline void playhead_set_uint64(gpointer o, const gchar *n, guint64 v) { g_object_set(o, n, v, NULL); }
static inline guint64 playhead_get_uint64(gpointer o, const gchar *n) { guint64 v = 0; g_object_get(o, n, &v, NULL); return v; }
static inline void playhead_set_double(gpointer o, const gchar *n, gdouble v) { g_object_set(o, n, v, NULL); }
static inline void playhead_set_fraction(gpointer o, const gchar *n, gint a, gint b) { g_object_set(o, n, a, b, NULL); }

// g_signal_emit_by_name is variadic.
static inline void playhead_push_buffer(gpointer source, GstBuffer *buffer) { GstFlowReturn result = GST_FLOW_OK; g_signal_emit_by_name(source, "push-buffer", buffer, &result); }
static inline void playhead_push_sample(gpointer source, GstSample *sample) { GstFlowReturn result = GST_FLOW_OK; g_signal_emit_by_name(source, "push-sample", sample, &result); }
static inline void playhead_end_stream(gpointer source) { GstFlowReturn result = GST_FLOW_OK; g_signal_emit_by_name(source, "end-of-stream", &result); }

// The same frame with pixels of the shape that makes the frame as wide and high as a window (gst_caps_set is variadic).
static inline GstSample *playhead_sample_filling(GstSample *sample, gint width, gint height) {
    GstCaps *caps = gst_caps_copy(gst_sample_get_caps(sample));
    gint columns = 1, rows = 1;
    gst_structure_get(gst_caps_get_structure(caps, 0), "width", G_TYPE_INT, &columns, "height", G_TYPE_INT, &rows, NULL);
    gint over, under;
    if (!gst_util_fraction_multiply(rows, columns, width, height, &over, &under)) over = under = 1;
    gst_caps_set_simple(caps, "pixel-aspect-ratio", GST_TYPE_FRACTION, over, under, NULL);
    GstSample *made = gst_sample_new(gst_sample_get_buffer(sample), caps, gst_sample_get_segment(sample), NULL);
    gst_caps_unref(caps);
    return made;
}

// Unpacks a row of pixels into the unpack format. Swift imports the arrays in the struct as tuples, which it
// cannot pass on.
static inline void playhead_frame_unpack_row(GstVideoFrame *frame, gpointer row, gint y) {
    frame->info.finfo->unpack_func(frame->info.finfo, GST_VIDEO_PACK_FLAG_NONE, row, frame->data, frame->info.stride, 0, y, frame->info.width);
}

// The last sample of a sink, with a reference (a cast macro).
static inline GstSample *playhead_last_sample(GstElement *sink) { return GST_IS_BASE_SINK(sink) ? gst_base_sink_get_last_sample(GST_BASE_SINK(sink)) : NULL; }
// The place of a plane of a mapped frame: its bytes, the distance of two rows, the bytes of a row that hold pixels, and the number of
// rows. Swift imports the arrays in the struct as tuples. Formats without a size of a pixel count whole rows.
static inline const void *playhead_frame_plane(GstVideoFrame *frame, guint plane, gint *stride, gint *row_bytes, gint *rows) {
    const GstVideoFormatInfo *format = frame->info.finfo;
    gint components[GST_VIDEO_MAX_COMPONENTS];
    gst_video_format_info_component(format, plane, components);
    gint first = components[0] >= 0 ? components[0] : 0;
    *stride = frame->info.stride[plane];
    *rows = GST_VIDEO_FORMAT_INFO_SCALE_HEIGHT(format, first, frame->info.height);
    gint pixel = format->pixel_stride[first];
    gint width = GST_VIDEO_FORMAT_INFO_SCALE_WIDTH(format, first, frame->info.width);
    gint used = pixel > 0 ? width * pixel : *stride;
    *row_bytes = used < *stride ? used : *stride;
    return frame->data[plane];
}

// The same place for writing.
static inline void *playhead_frame_writable_plane(GstVideoFrame *frame, guint plane, gint *stride, gint *row_bytes, gint *rows) {
    return (void *)playhead_frame_plane(frame, plane, stride, row_bytes, rows);
}

// A buffer with the same memory at time 0 (gst_buffer_copy and the fields are macros).
static inline GstBuffer *playhead_buffer_at_zero(GstBuffer *buffer) {
    GstBuffer *copy = gst_buffer_copy(buffer);
    GST_BUFFER_PTS(copy) = 0;
    GST_BUFFER_DTS(copy) = GST_BUFFER_DURATION(copy) = GST_CLOCK_TIME_NONE;
    return copy;
}

// A copy of an I420 frame whose rows go on with their last sample up to whole blocks of JPEG; NULL if it cannot be read. Swift imports
// the arrays in the structs as tuples.
static inline GstBuffer *playhead_buffer_with_whole_blocks(GstBuffer *buffer, GstCaps *caps) {
    GstVideoInfo info, wide;
    GstVideoFrame source, target;
    if (!gst_video_info_from_caps(&info, caps) || GST_VIDEO_INFO_FORMAT(&info) != GST_VIDEO_FORMAT_I420
        || !gst_video_info_set_format(&wide, GST_VIDEO_FORMAT_I420, GST_ROUND_UP_16(info.width), info.height)
        || !gst_video_frame_map(&source, &info, buffer, GST_MAP_READ)) return NULL;
    GstBuffer *copy = gst_buffer_new_allocate(NULL, wide.size, NULL);
    gst_buffer_add_video_meta_full(copy, GST_VIDEO_FRAME_FLAG_NONE, GST_VIDEO_FORMAT_I420, info.width, info.height, 3, wide.offset, wide.stride);
    if (gst_video_frame_map(&target, &info, copy, GST_MAP_WRITE)) {
        gst_video_frame_copy(&target, &source);
        for (gint plane = 0; plane < 3; plane++) {
            gint used = GST_VIDEO_FRAME_COMP_WIDTH(&target, plane), stride = GST_VIDEO_FRAME_PLANE_STRIDE(&target, plane);
            guint8 *row = GST_VIDEO_FRAME_PLANE_DATA(&target, plane);
            for (gint y = 0; y < GST_VIDEO_FRAME_COMP_HEIGHT(&target, plane); y++, row += stride)
                memset(row + used, row[used - 1], stride - used);
        }
        gst_video_frame_unmap(&target);
    }
    gst_video_frame_unmap(&source);
    return copy;
}

// Makes a bus like bins do for their children, without the file descriptor for polling. g_object_new is
// variadic.
static inline GstBus *playhead_child_bus_new(void) { return GST_BUS(g_object_new(GST_TYPE_BUS, "enable-async", FALSE, NULL)); }

// The format of decoded samples. gst_audio_info_from_caps takes frames that are not decoded, too.
static inline gboolean playhead_sample_format(GstAudioInfo *info, const GstCaps *caps) {
    return gst_audio_info_from_caps(info, caps) && GST_AUDIO_INFO_BPF(info) > 0;
}

// The format of decoded samples that a caps event announces.
static inline gboolean playhead_event_sample_format(GstEvent *event, GstAudioInfo *info) {
    GstCaps *caps = NULL;
    gst_event_parse_caps(event, &caps);
    return caps && playhead_sample_format(info, caps);
}

// The number of samples per channel in a buffer, from its audio meta if it has one (a macro).
static inline gsize playhead_sound_frames(GstBuffer *buffer, gint bytes_per_frame) {
    GstAudioMeta *meta = gst_buffer_get_audio_meta(buffer);
    return meta ? meta->samples : gst_buffer_get_size(buffer) / bytes_per_frame;
}

// Makes a private system clock, which may be calibrated. g_object_new is variadic.
static inline GstClock *playhead_system_clock_new(void) { return GST_CLOCK(gst_object_ref_sink(g_object_new(GST_TYPE_SYSTEM_CLOCK, "clock-type", GST_CLOCK_TYPE_MONOTONIC, NULL))); }

// The duration of audio that a sink has played, from the clock in a field of its struct.
static inline GstClockTime playhead_sound_time(gpointer element) {
    if (!GST_IS_AUDIO_BASE_SINK(element) || !GST_AUDIO_BASE_SINK(element)->provided_clock) return GST_CLOCK_TIME_NONE;
    return gst_audio_clock_get_time(GST_AUDIO_CLOCK(GST_AUDIO_BASE_SINK(element)->provided_clock));
}

// Makes a sample with a copy of a buffer at other times, without discontinuity. The memory is shared.
// gst_buffer_copy and the fields are macros.
static inline GstSample *playhead_sample_at(GstBuffer *buffer, GstCaps *caps, GstClockTime start, GstClockTime duration, gdouble rate) {
    GstBuffer *copy = gst_buffer_copy(buffer);
    GST_BUFFER_PTS(copy) = start;
    GST_BUFFER_DTS(copy) = GST_CLOCK_TIME_NONE;
    GST_BUFFER_DURATION(copy) = duration;
    GST_BUFFER_OFFSET(copy) = GST_BUFFER_OFFSET_END(copy) = GST_BUFFER_OFFSET_NONE;
    GST_BUFFER_FLAG_UNSET(copy, GST_BUFFER_FLAG_DISCONT | GST_BUFFER_FLAG_RESYNC);
    GstSegment segment;
    gst_segment_init(&segment, GST_FORMAT_TIME);
    segment.rate = rate;
    GstSample *sample = gst_sample_new(copy, caps, &segment, NULL);
    gst_buffer_unref(copy);
    return sample;
}
// Macros.
static inline GstElementFactoryListType playhead_parsers(void) { return GST_ELEMENT_FACTORY_TYPE_PARSER; }
static inline GstElementFactoryListType playhead_decoders(void) { return GST_ELEMENT_FACTORY_TYPE_DECODER; }
static inline GstCaps *playhead_caps_copy(GstCaps *caps) { return gst_caps_copy(caps); }

// gst_caps_copy is a macro, gst_caps_set_simple is variadic.
static inline GstCaps *playhead_caps_with_rate(GstCaps *caps, gint rate) {
    GstCaps *copy = gst_caps_copy(caps);
    gst_caps_set_simple(copy, "rate", G_TYPE_INT, rate, NULL);
    return copy;
}

// g_object_get is variadic.
static inline GstCaps *playhead_get_caps(gpointer object, const gchar *property) {
    GstCaps *caps = NULL;
    g_object_get(object, property, &caps, NULL);
    return caps;
}

static inline GstCaps *playhead_caps_with_channels(GstCaps *caps, gint channels) {
    GstCaps *copy = gst_caps_copy(caps);
    gst_caps_set_simple(copy, "channels", G_TYPE_INT, channels, NULL);
    return copy;
}

// Caps of raw audio: floating-point samples at a rate, or any format without one. gst_caps_set_simple is variadic.
static inline GstCaps *playhead_audio_caps(gint rate, gint channels, guint64 mask) {
    GstCaps *caps = gst_caps_new_empty_simple("audio/x-raw");
    gst_caps_set_simple(caps, "layout", G_TYPE_STRING, "interleaved", "channels", G_TYPE_INT, channels, NULL);
    if (mask) gst_caps_set_simple(caps, "channel-mask", GST_TYPE_BITMASK, mask, NULL);
    if (rate) gst_caps_set_simple(caps, "format", G_TYPE_STRING, GST_AUDIO_NE(F32), "rate", G_TYPE_INT, rate, NULL);
    return caps;
}

// gst_tag_list_new is variadic.
static inline GstEvent *playhead_orientation_event(const gchar *orientation) { return gst_event_new_tag(gst_tag_list_new(GST_TAG_IMAGE_ORIENTATION, orientation, NULL)); }

// Makes the leak tracer record created and removed objects, or reads the record if a checkpoint is given. It
// returns false if the tracer does not run. g_signal_emit_by_name is variadic.
static inline gboolean playhead_track_objects(GstStructure **checkpoint) {
    gboolean found = FALSE;
    GList *tracers = gst_tracing_get_active_tracers();
    for (GList *item = tracers; item && !found; item = item->next) {
        found = g_signal_lookup("activity-get-checkpoint", G_OBJECT_TYPE(item->data)) != 0;
        if (!found) continue;
        if (checkpoint) g_signal_emit_by_name(item->data, "activity-get-checkpoint", checkpoint);
        else g_signal_emit_by_name(item->data, "activity-start-tracking");
    }
    g_list_free_full(tracers, gst_object_unref);
    return found;
}
// A connection of the GL library to an X server (NULL: in DISPLAY), and its Display. NULL without library or server.
static inline GObject *playhead_gl_x11_new(const char *name, void **connection) {
    void *library = dlopen("libgstgl-1.0.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!library) return NULL;
    GObject *(*make)(const char *) = (GObject *(*)(const char *))dlsym(library, "gst_gl_display_x11_new");
    guintptr (*handle)(GObject *) = (guintptr (*)(GObject *))dlsym(library, "gst_gl_display_get_handle");
    GObject *display = make && handle ? make(name) : NULL;
    if (display) *connection = (void *)handle(display);
    return display;
}
// Makes the Wayland sink of a pipeline use a connection (`gst_wl_display_handle_context_new`). FALSE without the library.
static inline gboolean playhead_use_wayland(GstElement *pipeline, void *display) {
    void *library = dlopen("libgstwayland-1.0.so.0", RTLD_NOW | RTLD_LOCAL);
    GstContext *(*make)(void *) = library ? (GstContext *(*)(void *))dlsym(library, "gst_wl_display_handle_context_new") : NULL;
    if (!make) return FALSE;
    GstContext *context = make(display);
    gst_element_set_context(pipeline, context);
    gst_context_unref(context);
    return TRUE;
}
// Makes the GL elements of a pipeline use a connection, whose reference is taken (`gst_context_set_gl_display`). `close` is
// called with its argument when the connection is closed.
static inline void playhead_use_gl(GstElement *pipeline, GObject *display, void (*close)(void *), void *argument) {
    void *library = dlopen("libgstgl-1.0.so.0", RTLD_NOW | RTLD_LOCAL);
    void (*put)(GstContext *, GObject *) = (void (*)(GstContext *, GObject *))dlsym(library, "gst_context_set_gl_display");
    // The data of an object is released at the end of its finalizer.
    g_object_set_data_full(display, "playhead-connection", argument, close);
    GstContext *context = gst_context_new("gst.gl.GLDisplay", TRUE);
    put(context, display);
    gst_element_set_context(pipeline, context);
    gst_context_unref(context);
    g_object_unref(display);
}

// Constants behind macros with casts.
static inline GstElementFactoryListType playhead_audio_decoders(void) { return GST_ELEMENT_FACTORY_TYPE_DECODER | GST_ELEMENT_FACTORY_TYPE_MEDIA_AUDIO; }
static inline GstElementFactoryListType playhead_factory_type_decoder(void) { return GST_ELEMENT_FACTORY_TYPE_DECODER; }
static inline GstClockTime playhead_clock_time_none(void) { return GST_CLOCK_TIME_NONE; }
// Whether the downstream element works in pull mode (a macro over a struct field).
static inline gboolean playhead_base_source_is_pulled(GstBaseSrc *source) { return GST_PAD_MODE(GST_BASE_SRC_PAD(source)) == GST_PAD_MODE_PULL; }
// Appends a text value (gst_tag_list_add is variadic).
static inline void playhead_tag_list_add(GstTagList *list, const gchar *name, const gchar *text) {
    gst_tag_list_add(list, GST_TAG_MERGE_APPEND, name, text, NULL);
}
// The lock of a streaming thread (macros).
static inline void playhead_pad_lock(GstPad *pad) { GST_PAD_STREAM_LOCK(pad); }
static inline void playhead_pad_unlock(GstPad *pad) { GST_PAD_STREAM_UNLOCK(pad); }
// In place of the event function of a pad: events that describe the stream stay at the pad.
static inline gboolean playhead_pad_handle_without_descriptions(GstPad *pad, GstObject *parent, GstEvent *event) {
    switch (GST_EVENT_TYPE(event)) {
    case GST_EVENT_STREAM_START: case GST_EVENT_TAG: case GST_EVENT_TOC:
    case GST_EVENT_STREAM_COLLECTION: case GST_EVENT_STREAM_GROUP_DONE:
        gst_event_unref(event);
        return TRUE;
    default: return ((GstPadEventFunction)pad->eventdata)(pad, parent, event);
    }
}
// The function before it is kept as its data.
static inline void playhead_pad_keep_descriptions(GstPad *pad) {
    gpointer handler = (gpointer)GST_PAD_EVENTFUNC(pad);
    gst_pad_set_event_function_full(pad, playhead_pad_handle_without_descriptions, handler, NULL);
}
// Marks a stream whose samples are rare (gst_event_set_stream_flags takes a C enum that Swift cannot combine).
static inline void playhead_event_set_sparse(GstEvent *event) { gst_event_set_stream_flags(event, GST_STREAM_FLAG_SPARSE); }
// The URI of an element upstream of a pad, which g_free frees; NULL if it has none.
static inline gchar *playhead_pad_peer_uri(GstPad *pad) {
    gchar *uri = NULL;
    GstQuery *query = gst_query_new_uri();
    if (gst_pad_peer_query(pad, query)) gst_query_parse_uri(query, &uri);
    gst_query_unref(query);
    return uri;
}
// Whether bytes can be pulled at any place.
static inline gboolean playhead_pad_can_pull(GstPad *pad) {
    GstQuery *query = gst_query_new_scheduling();
    gboolean able = gst_pad_peer_query(pad, query)
        && gst_query_has_scheduling_mode_with_flags(query, GST_PAD_MODE_PULL, GST_SCHEDULING_FLAG_SEEKABLE);
    gst_query_unref(query);
    return able;
}
// Posts an error of a demuxer (GST_ELEMENT_ERROR is a variadic macro).
static inline void playhead_post_error(GstElement *element, GQuark domain, gint code, const gchar *text, const gchar *debug) {
    gst_element_message_full(element, GST_MESSAGE_ERROR, domain, code, g_strdup(text), debug ? g_strdup(debug) : NULL, "playhead", "demuxer", 0);
}
// The object that passes the probe (GST_PAD_PROBE_INFO_DATA).
static inline GstMiniObject *playhead_probe_object(GstPadProbeInfo *info) { return GST_MINI_OBJECT_CAST(GST_PAD_PROBE_INFO_DATA(info)); }
static inline GstQuery *playhead_probe_query(GstPadProbeInfo *info) { return GST_PAD_PROBE_INFO_QUERY(info); }
static inline GstClockTime playhead_probe_list_pts(GstPadProbeInfo *info) {
    GstBufferList *list = GST_PAD_PROBE_INFO_BUFFER_LIST(info);
    return gst_buffer_list_length(list) > 0 ? GST_BUFFER_PTS(gst_buffer_list_get(list, 0)) : GST_CLOCK_TIME_NONE;
}
// Releases the object of a probe and sets the flow return (GST_PAD_PROBE_HANDLED).
static inline void playhead_probe_drop(GstPadProbeInfo *info, GstFlowReturn result) {
    gst_mini_object_unref(GST_MINI_OBJECT_CAST(GST_PAD_PROBE_INFO_DATA(info)));
    GST_PAD_PROBE_INFO_DATA(info) = NULL;
    GST_PAD_PROBE_INFO_FLOW_RETURN(info) = result;
}
// Pushes a buffer, a buffer list or an event, and keeps the reference of the caller.
static inline GstFlowReturn playhead_push_object(GstPad *pad, GstMiniObject *object) {
    gst_mini_object_ref(object);
    if (GST_IS_BUFFER(object)) return gst_pad_push(pad, GST_BUFFER_CAST(object));
    if (GST_IS_BUFFER_LIST(object)) return gst_pad_push_list(pad, GST_BUFFER_LIST_CAST(object));
    gst_pad_push_event(pad, GST_EVENT_CAST(object));
    return GST_FLOW_OK;
}
// Posts that media of a medium cannot be presented, in media time (gst_structure_new is variadic).
static inline void playhead_post_lost(GstElement *element, gboolean is_video, guint64 start, guint64 end) {
    GstStructure *content = gst_structure_new("playhead-lost", "video", G_TYPE_BOOLEAN, is_video, "start", G_TYPE_UINT64, start, "end", G_TYPE_UINT64, end, NULL);
    gst_element_post_message(element, gst_message_new_element(GST_OBJECT(element), content));
}
// A field of type GST_TYPE_BITMASK, or 0 (gst_structure_get is variadic).
static inline guint64 playhead_structure_bitmask(const GstStructure *fields, const gchar *name) {
    guint64 mask = 0;
    return gst_structure_get(fields, name, GST_TYPE_BITMASK, &mask, NULL) ? mask : 0;
}
// Whether a buffer depends on others (a macro).
static inline gboolean playhead_buffer_is_delta(GstBuffer *buffer) { return GST_BUFFER_FLAG_IS_SET(buffer, GST_BUFFER_FLAG_DELTA_UNIT); }
// The pad inside of a ghost pad, with a reference (cast macros).
static inline GstPad *playhead_ghost_inner(GstPad *pad) { return GST_PAD(gst_proxy_pad_get_internal(GST_PROXY_PAD(pad))); }
static inline GstBinClass *playhead_bin_class(gpointer klass) { return GST_BIN_CLASS(klass); }
static inline GstMiniObject *playhead_buffer_object(GstBuffer *buffer) { return GST_MINI_OBJECT_CAST(buffer); }
static inline GstMiniObject *playhead_event_object(GstEvent *event) { return GST_MINI_OBJECT_CAST(event); }
// Fields of an element factory (a macro).
static inline const gchar *playhead_factory_klass(GstElementFactory *factory) { return gst_element_factory_get_metadata(factory, GST_ELEMENT_METADATA_KLASS); }
// The factories in the argument of `autoplug-sort`. GLib has deprecated the type of that list; GStreamer uses it on.
G_GNUC_BEGIN_IGNORE_DEPRECATIONS
static inline guint playhead_factories_count(GValueArray *list) { return list->n_values; }
static inline GstElementFactory *playhead_factories_get(GValueArray *list, guint index) { return g_value_get_object(g_value_array_get_nth(list, index)); }
static inline GValueArray *playhead_factories_new(void) { return g_value_array_new(8); }
static inline void playhead_factories_append(GValueArray *list, GstElementFactory *factory) {
    GValue value = G_VALUE_INIT;
    g_value_init(&value, GST_TYPE_ELEMENT_FACTORY);
    g_value_set_object(&value, factory);
    g_value_array_append(list, &value);
    g_value_unset(&value);
}
G_GNUC_END_IGNORE_DEPRECATIONS
// Calls a function for each buffer of a list, whose reference is taken, until one fails.
static inline GstFlowReturn playhead_chain_each(GstPad *pad, GstObject *parent, GstBufferList *list, GstPadChainFunction chain) {
    GstFlowReturn flow = GST_FLOW_OK;
    for (guint i = 0; i < gst_buffer_list_length(list) && flow == GST_FLOW_OK; i++)
        flow = chain(pad, parent, gst_buffer_ref(gst_buffer_list_get(list, i)));
    gst_buffer_list_unref(list);
    return flow;
}

// The value of a property of text, to be freed; NULL if there is none. g_object_get is variadic.
static inline gchar *playhead_get_text(gpointer object, const gchar *property) {
    gchar *text = NULL;
    GParamSpec *spec = g_object_class_find_property(G_OBJECT_GET_CLASS(object), property);
    if (spec && spec->value_type == G_TYPE_STRING) g_object_get(object, property, &text, NULL);
    return text;
}
