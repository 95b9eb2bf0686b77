#define GST_USE_UNSTABLE_API // for the tracing hooks
#include "CBusProbe.h"
#include <gst/gst.h>
#include <gst/gsttracer.h>
#include <time.h>

// A hook belongs to a tracer, and the base class is abstract.
typedef GstTracer BusProbe;
typedef GstTracerClass BusProbeClass;
G_DEFINE_TYPE(BusProbe, bus_probe, GST_TYPE_TRACER)
static void bus_probe_init(BusProbe *probe) {}
static void bus_probe_class_init(BusProbeClass *type) {}

static GMutex lock;
static GstElement *pipeline;
static int64_t async_done;

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

static void posted(GObject *tracer, GstClockTime time, GstElement *element, GstMessage *message) {
    if (GST_MESSAGE_TYPE(message) != GST_MESSAGE_ASYNC_DONE || !GST_IS_PIPELINE(element)) return;
    int64_t stamp = now();
    g_mutex_lock(&lock);
    gst_object_replace((GstObject **)&pipeline, GST_OBJECT(element));
    async_done = stamp;
    g_mutex_unlock(&lock);
}

void bus_probe_start(void) { gst_init(NULL, NULL); }

void bus_probe_end(void) {
    bus_probe_forget();
    gst_deinit();
}

void bus_probe_watch(void) {
    bus_probe_start();
    static GstTracer *tracer;
    tracer = g_object_new(bus_probe_get_type(), NULL);
    gst_tracing_register_hook(tracer, "element-post-message-pre", G_CALLBACK(posted));
}

int64_t bus_probe_async_done(void) {
    g_mutex_lock(&lock);
    int64_t stamp = async_done;
    g_mutex_unlock(&lock);
    return stamp;
}

int64_t bus_probe_post_buffering(int percent) {
    g_mutex_lock(&lock);
    GstElement *element = pipeline ? gst_object_ref(pipeline) : NULL;
    g_mutex_unlock(&lock);
    if (!element) return 0;
    GstMessage *message = gst_message_new_buffering(GST_OBJECT(element), percent);
    GstBus *bus = gst_element_get_bus(element);
    int64_t stamp = now();
    gst_bus_post(bus, message);
    gst_object_unref(bus);
    gst_object_unref(element);
    return stamp;
}

void bus_probe_forget(void) {
    g_mutex_lock(&lock);
    gst_clear_object(&pipeline);
    async_done = 0;
    g_mutex_unlock(&lock);
}
