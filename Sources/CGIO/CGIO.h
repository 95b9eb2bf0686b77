// GLib's D-Bus (GDBus), for MPRIS, and a system call that Swift's Glibc does not show.
#pragma once

#include <gio/gio.h>
#include <sys/socket.h>

// Declared by sys/socket.h with _GNU_SOURCE only. A process that another thread starts must not inherit the descriptor.
extern int accept4(int listener, struct sockaddr *address, socklen_t *length, int flags);
static inline int playhead_accept(int listener) { return accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK); }

// G_SOURCE_FUNC and the casts of objects are macros.
static inline void playhead_unref_object(void *object) { g_object_unref(object); }

// A source that ends a loop of another thread, also one that has not begun.
static inline gboolean playhead_quit_loop(gpointer loop) {
    g_main_loop_quit((GMainLoop *)loop);
    return G_SOURCE_REMOVE;
}
static inline void playhead_end_loop(GMainLoop *loop, GMainContext *context) {
    GSource *source = g_idle_source_new();
    g_source_set_callback(source, playhead_quit_loop, g_main_loop_ref(loop), (GDestroyNotify)g_main_loop_unref);
    g_source_attach(source, context);
    g_source_unref(source);
}

// The error domain of an answer is a macro.
static inline void playhead_answer_failed(GDBusMethodInvocation *call, const char *text) {
    g_dbus_method_invocation_return_error_literal(call, G_DBUS_ERROR, G_DBUS_ERROR_FAILED, text);
}
static inline void playhead_set_failed(GError **error, const char *text) {
    g_set_error_literal(error, G_DBUS_ERROR, G_DBUS_ERROR_FAILED, text);
}
