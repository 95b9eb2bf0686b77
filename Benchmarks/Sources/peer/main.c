// The same work on bare playbin3 with synchronising fakesinks, and the same JSON fields, to compare with:
//   peer cold URI | peer preroll URI COUNT | peer idle URI playing|paused HZ SECONDS
// and what Playhead builds of a file, without waiting for any clock, to compare virtual time with:
//   peer through URI COUNT
#define _GNU_SOURCE
#include <gst/gst.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

static GMutex lock;
static GCond changed;
static int frames, prerolls, faults;
static double first_frame;

static double now_ms(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1e3 + time.tv_nsec / 1e6;
}

static double cpu_ms(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1e3 +
           (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e3;
}

static void print(const char *name, double value) { printf("{\"m\":\"%s\",\"v\":[%.4f]}\n", name, value); }

static void on_frame(GstElement *sink, GstBuffer *buffer, GstPad *pad, gpointer data) {
    double time = now_ms();
    g_mutex_lock(&lock);
    if (frames++ == 0) first_frame = time;
    g_cond_broadcast(&changed);
    g_mutex_unlock(&lock);
}

static GstBusSyncReply on_message(GstBus *bus, GstMessage *message, gpointer pipeline) {
    g_mutex_lock(&lock);
    if (GST_MESSAGE_TYPE(message) == GST_MESSAGE_ASYNC_DONE && GST_MESSAGE_SRC(message) == pipeline) prerolls++;
    if (GST_MESSAGE_TYPE(message) == GST_MESSAGE_ERROR) faults++;
    g_cond_broadcast(&changed);
    g_mutex_unlock(&lock);
    gst_message_unref(message);
    return GST_BUS_DROP;
}

static void wait_for(const int *count) {
    gint64 end = g_get_monotonic_time() + 30 * G_TIME_SPAN_SECOND;
    g_mutex_lock(&lock);
    while (*count == 0 && faults == 0)
        if (!g_cond_wait_until(&changed, &lock, end)) faults++;
    g_mutex_unlock(&lock);
    if (faults) exit(4);
}

static GstElement *make_pipeline(const char *uri) {
    GstElement *pipeline = gst_element_factory_make("playbin3", NULL);
    const char *properties[] = {"video-sink", "audio-sink"};
    for (int i = 0; i < 2; i++) {
        GstElement *sink = gst_element_factory_make("fakesink", NULL);
        g_object_set(sink, "sync", TRUE, "qos", FALSE, "enable-last-sample", FALSE, "signal-handoffs", TRUE, NULL);
        if (i == 0) {
            g_signal_connect(sink, "preroll-handoff", G_CALLBACK(on_frame), NULL);
            g_signal_connect(sink, "handoff", G_CALLBACK(on_frame), NULL);
        }
        g_object_set(pipeline, properties[i], sink, NULL);
    }
    g_object_set(pipeline, "uri", uri, NULL);
    GstBus *bus = gst_element_get_bus(pipeline);
    gst_bus_set_sync_handler(bus, on_message, pipeline, NULL);
    gst_object_unref(bus);
    return pipeline;
}

static GstElement *load_paused(const char *uri) {
    frames = prerolls = 0;
    GstElement *pipeline = make_pipeline(uri);
    gst_element_set_state(pipeline, GST_STATE_PAUSED);
    wait_for(&frames);
    wait_for(&prerolls);
    return pipeline;
}

static void end(GstElement *pipeline) {
    gst_element_set_state(pipeline, GST_STATE_NULL);
    gst_object_unref(pipeline);
}

static void cold(const char *uri, double start, double begun) {
    gst_element_set_state(make_pipeline(uri), GST_STATE_PLAYING);
    wait_for(&frames);
    print("load_to_frame_ms", first_frame - begun);
    print("first_frame_ms", first_frame - start);
    print("cpu_ms", cpu_ms());
    fflush(stdout);
    _exit(0);
}

static void preroll(const char *uri, int count) {
    printf("{\"m\":\"preroll_fresh_ms\",\"v\":[");
    for (int i = 0; i < count; i++) {
        double begun = now_ms();
        GstElement *pipeline = load_paused(uri);
        // The first one in a process loads the plug-ins.
        if (i > 0) printf("%s%.4f", i > 1 ? "," : "", first_frame - begun);
        end(pipeline);
    }
    printf("]}\n");
}

static void idle(const char *uri, gboolean plays, double hz, double seconds) {
    GstElement *pipeline = load_paused(uri);
    if (plays) gst_element_set_state(pipeline, GST_STATE_PLAYING);
    g_usleep(G_USEC_PER_SEC);
    double cpu = cpu_ms(), begun = now_ms();
    gint64 position;
    while (now_ms() - begun < seconds * 1e3) {
        g_usleep((hz > 0 ? 1 / hz : seconds) * G_USEC_PER_SEC);
        if (hz > 0) gst_element_query_position(pipeline, GST_FORMAT_TIME, &position);
    }
    print("cpu_pct", (cpu_ms() - cpu) / (now_ms() - begun) * 100);
    end(pipeline);
}

static void on_element(GstBin *bin, GstBin *inner, GstElement *element, gpointer data) {
    GstElementFactory *factory = gst_element_get_factory(element);
    if (factory && !strcmp(GST_OBJECT_NAME(factory), "multiqueue"))
        g_object_set(element, "use-interleave", FALSE, "max-size-time", (guint64)0, "max-size-buffers", 0u, "max-size-bytes", 256u << 20, NULL);
}

static void on_pad(GstElement *decoder, GstPad *pad, gpointer pipeline) {
    GstCaps *caps = gst_pad_get_current_caps(pad);
    const char *kind = gst_structure_get_name(gst_caps_get_structure(caps, 0));
    gboolean presented = g_str_has_prefix(kind, "video/") || g_str_has_prefix(kind, "audio/");
    gst_caps_unref(caps);
    GstElement *sink = gst_element_factory_make("fakesink", NULL);
    g_object_set(sink, "sync", FALSE, "async", presented, "qos", FALSE, "enable-last-sample", FALSE, NULL);
    gst_bin_add(GST_BIN(pipeline), sink);
    gst_element_sync_state_with_parent(sink);
    GstPad *entry = gst_element_get_static_pad(sink, "sink");
    gst_pad_link(pad, entry);
    gst_object_unref(entry);
}

static double play_through(const char *uri) {
    double begun = now_ms();
    GstElement *pipeline = gst_pipeline_new(NULL), *decoder = gst_element_factory_make("uridecodebin", NULL);
    g_object_set(decoder, "uri", uri, NULL);
    g_signal_connect(pipeline, "deep-element-added", G_CALLBACK(on_element), NULL);
    g_signal_connect(decoder, "pad-added", G_CALLBACK(on_pad), pipeline);
    gst_bin_add(GST_BIN(pipeline), decoder);
    GstBus *bus = gst_element_get_bus(pipeline);
    gst_element_set_state(pipeline, GST_STATE_PLAYING);
    GstMessage *last = gst_bus_timed_pop_filtered(bus, GST_CLOCK_TIME_NONE, GST_MESSAGE_EOS | GST_MESSAGE_ERROR);
    double ended = now_ms();
    if (GST_MESSAGE_TYPE(last) != GST_MESSAGE_EOS) exit(4);
    gst_message_unref(last);
    gst_object_unref(bus);
    end(pipeline);
    return ended - begun;
}

static void through(const char *uri, int count, double start) {
    play_through(uri);
    print("process_ms", now_ms() - start);
    printf("{\"m\":\"through_ms\",\"v\":[");
    for (int i = 0; i < count; i++) printf("%s%.4f", i > 0 ? "," : "", play_through(uri));
    printf("]}\n");
}

int main(int count, char **arguments) {
    if (count < 3) return 2;
    const char *mode = arguments[1], *uri = arguments[2], *stamp = getenv("T0_NS");
    gst_init(NULL, NULL);
    double begun = now_ms(), start = stamp ? atoll(stamp) / 1e6 : 0;
    if (!strcmp(mode, "cold")) cold(uri, start, begun);
    else if (!strcmp(mode, "preroll") && count > 3) preroll(uri, atoi(arguments[3]));
    else if (!strcmp(mode, "idle") && count > 5)
        idle(uri, !strcmp(arguments[3], "playing"), atof(arguments[4]), atof(arguments[5]));
    else if (!strcmp(mode, "through") && count > 3) through(uri, atoi(arguments[3]), start);
    else return 2;
    return 0;
}
