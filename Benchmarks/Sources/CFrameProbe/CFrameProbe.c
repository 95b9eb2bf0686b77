#define GST_USE_UNSTABLE_API // for the tracing hooks
#include "CFrameProbe.h"
#include <gst/gst.h>
#include <gst/gsttracer.h>
#include <time.h>

// A hook belongs to a tracer, and the base class is abstract.
typedef GstTracer FrameProbe;
typedef GstTracerClass FrameProbeClass;
G_DEFINE_TYPE(FrameProbe, frame_probe, GST_TYPE_TRACER)
static void frame_probe_init(FrameProbe *probe) {}
static void frame_probe_class_init(FrameProbeClass *type) {}

static GMutex lock;
static int count;
static int64_t last_shown;
static uint64_t last_time;

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

static void shown(GstElement *sink, GstBuffer *buffer, GstPad *pad, gpointer data) {
    int64_t stamp = now();
    GstCaps *caps = gst_pad_get_current_caps(pad);
    gboolean is_video = caps && gst_structure_has_name(gst_caps_get_structure(caps, 0), "video/x-raw");
    gst_clear_caps(&caps);
    if (!is_video) return;
    uint64_t time = GST_BUFFER_PTS(buffer);
    GstEvent *event = gst_pad_get_sticky_event(pad, GST_EVENT_SEGMENT, 0);
    if (event) {
        const GstSegment *segment;
        gst_event_parse_segment(event, &segment);
        time = gst_segment_to_stream_time(segment, GST_FORMAT_TIME, MAX(time, segment->start));
        gst_event_unref(event);
    }
    g_mutex_lock(&lock);
    count++;
    last_shown = stamp;
    last_time = time;
    g_mutex_unlock(&lock);
}

static void added(GObject *tracer, GstClockTime time, GstBin *bin, GstElement *element, gboolean result) {
    GstElementFactory *factory = gst_element_get_factory(element);
    if (!factory || g_strcmp0(GST_OBJECT_NAME(factory), "fakesink")) return;
    g_object_set(element, "signal-handoffs", TRUE, NULL);
    g_signal_connect(element, "preroll-handoff", G_CALLBACK(shown), NULL);
    g_signal_connect(element, "handoff", G_CALLBACK(shown), NULL);
}

void frame_probe_watch(void) {
    gst_init(NULL, NULL);
    static GstTracer *tracer;
    tracer = g_object_new(frame_probe_get_type(), NULL);
    gst_tracing_register_hook(tracer, "bin-add-post", G_CALLBACK(added));
}

frame_probe_state frame_probe_look(void) {
    g_mutex_lock(&lock);
    frame_probe_state state = {count, last_shown, last_time};
    g_mutex_unlock(&lock);
    return state;
}
