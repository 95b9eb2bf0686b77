// Imports Xlib for Swift. The inline functions wrap macros, unions and handlers that Swift cannot call or set.
#pragma once

#include <X11/Xlib.h>
#include <X11/Xlibint.h>
#include <X11/Xatom.h>
#include <X11/Xutil.h>
#include <X11/extensions/XShm.h>
#include <X11/extensions/Xrandr.h>
#undef min
#undef max
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/shm.h>
#include <unistd.h>

// A connection whose failures do not end the process.
//
// Xlib's default handlers call exit. Errors of requests are taken by an asynchronous handler of this connection alone. A
// server that is gone needs XSetIOErrorHandler, which is one per process: X11Connection.swift sets it. Variables of this
// header would exist once for each module that uses it.
typedef struct playhead_x11 {
    Display *display;
    _XAsyncHandler handler;
    int is_owned;
    atomic_int is_lost;
    // A request of interest, and whether the server has refused it.
    atomic_ulong watched;
    atomic_int is_refused;
} playhead_x11;

// Xlib has locked the connection for the thread that found the error, and would not unlock it.
static inline void playhead_x11_on_exit(Display *display, void *data) {
    atomic_store(&((playhead_x11 *)data)->is_lost, 1);
    XUnlockDisplay(display);
}
static inline Bool playhead_x11_on_error(Display *display, xReply *reply, char *buffer, int length, XPointer data) {
    (void)buffer, (void)length;
    if (reply->generic.type != X_Error) return False;
    playhead_x11 *it = (void *)data;
    if (LastKnownRequestProcessed(display) == atomic_load(&it->watched)) atomic_store(&it->is_refused, 1);
    return True;
}
// Handles the failures of a connection that other code has opened, and closes before playhead_x11_disconnect.
static inline playhead_x11 *playhead_x11_adopt(Display *display) {
    playhead_x11 *made = calloc(1, sizeof *made);
    made->display = display;
    made->handler.handler = playhead_x11_on_error;
    made->handler.data = (XPointer)made;
    LockDisplay(display);
    made->handler.next = display->async_handlers;
    display->async_handlers = &made->handler;
    UnlockDisplay(display);
    XSetIOErrorExitHandler(display, playhead_x11_on_exit, made);
    return made;
}
static inline playhead_x11 *playhead_x11_open(const char *name) {
    XInitThreads();
    Display *display = XOpenDisplay(name);
    if (!display) return NULL;
    playhead_x11 *made = playhead_x11_adopt(display);
    made->is_owned = 1;
    return made;
}
static inline int playhead_x11_is_lost(playhead_x11 *it) { return atomic_load(&it->is_lost); }
// Closes the connection. Of one whose server is gone only the socket is closed: XCloseDisplay waits for an answer.
static inline void playhead_x11_disconnect(playhead_x11 *it) {
    if (!it->is_owned) return;
    if (playhead_x11_is_lost(it)) close(ConnectionNumber(it->display)); else XCloseDisplay(it->display);
}
// The Display of a lost connection of its own stays, with its handler.
static inline void playhead_x11_release(playhead_x11 *it) {
    if (!it->is_owned || !playhead_x11_is_lost(it)) free(it);
}

// An event, out of the union of Xlib.
typedef struct playhead_x11_event {
    int type;
    int x, y, width, height;
    unsigned int button, state;
    unsigned long time;
    KeySym key;
    char text[8];
    Atom protocol;
} playhead_x11_event;

// The next event of the window, without waiting. 0 if there is none.
static inline int playhead_x11_next(playhead_x11 *it, playhead_x11_event *found) {
    if (playhead_x11_is_lost(it) || XPending(it->display) <= 0 || playhead_x11_is_lost(it)) return 0;
    XEvent event;
    XNextEvent(it->display, &event);
    if (playhead_x11_is_lost(it)) return 0;
    memset(found, 0, sizeof *found);
    found->type = event.type;
    switch (event.type) {
    case KeyPress: {
        int length = XLookupString(&event.xkey, found->text, sizeof found->text - 1, &found->key, NULL);
        found->text[length] = 0;
        found->state = event.xkey.state;
        break;
    }
    case ButtonPress: case ButtonRelease:
        found->x = event.xbutton.x, found->y = event.xbutton.y;
        found->button = event.xbutton.button, found->time = event.xbutton.time;
        break;
    case MotionNotify:
        found->x = event.xmotion.x, found->y = event.xmotion.y, found->state = event.xmotion.state;
        break;
    case ConfigureNotify: found->width = event.xconfigure.width, found->height = event.xconfigure.height; break;
    case VisibilityNotify: found->state = event.xvisibility.state; break;
    case ClientMessage: found->protocol = (Atom)event.xclient.data.l[0]; break;
    default: break;
    }
    return 1;
}

static inline Window playhead_x11_create(playhead_x11 *it) {
    Display *display = it->display;
    XSetWindowAttributes attributes = {
        .background_pixel = BlackPixel(display, DefaultScreen(display)), .bit_gravity = CenterGravity,
        .event_mask = StructureNotifyMask | ExposureMask | KeyPressMask | ButtonPressMask | ButtonReleaseMask
            | PointerMotionMask | VisibilityChangeMask};
    return XCreateWindow(
        display, DefaultRootWindow(display), 0, 0, 320, 180, 0, CopyFromParent, InputOutput,
        CopyFromParent, CWBackPixel | CWBitGravity | CWEventMask, &attributes);
}
static inline void playhead_x11_name(playhead_x11 *it, Window window, const char *name) {
    XClassHint class = {.res_name = (char *)name, .res_class = (char *)name};
    XSetClassHint(it->display, window, &class);
    Atom close = XInternAtom(it->display, "WM_DELETE_WINDOW", False);
    XSetWMProtocols(it->display, window, &close, 1);
    long process = getpid();
    XChangeProperty(
        it->display, window, XInternAtom(it->display, "_NET_WM_PID", False), XA_CARDINAL, 32, PropModeReplace,
        (unsigned char *)&process, 1);
}
static inline void playhead_x11_title(playhead_x11 *it, Window window, const char *title) {
    XStoreName(it->display, window, title);
    XChangeProperty(
        it->display, window, XInternAtom(it->display, "_NET_WM_NAME", False),
        XInternAtom(it->display, "UTF8_STRING", False), 8, PropModeReplace, (const unsigned char *)title,
        (int)strlen(title));
}
static inline void playhead_x11_cardinals(
    playhead_x11 *it, Window window, const char *property, const char *type, const long *values, int count) {
    XChangeProperty(
        it->display, window, XInternAtom(it->display, property, False), XInternAtom(it->display, type, False), 32,
        PropModeReplace, (const unsigned char *)values, count);
}
// The first numbers of a property of the root window. The count of those found.
static inline int playhead_x11_root_numbers(playhead_x11 *it, const char *property, long *values, int count) {
    Atom type;
    int format;
    unsigned long found = 0, rest;
    unsigned char *data = NULL;
    Window root = DefaultRootWindow(it->display);
    int status = XGetWindowProperty(
        it->display, root, XInternAtom(it->display, property, False), 0, count, False, AnyPropertyType, &type, &format,
        &found, &rest, &data);
    if (status != Success || format != 32) found = 0;
    if (found) memcpy(values, data, sizeof(long) * found);
    if (data) XFree(data);
    return (int)found;
}
// Asks the window manager to add, remove or set a state of a visible window.
static inline void playhead_x11_ask_state(playhead_x11 *it, Window window, const char *state, int adds) {
    XEvent event = {.xclient = {
        .type = ClientMessage, .window = window, .format = 32,
        .message_type = XInternAtom(it->display, "_NET_WM_STATE", False),
        .data = {.l = {adds, (long)XInternAtom(it->display, state, False), 0, 1, 0}}}};
    XSendEvent(
        it->display, DefaultRootWindow(it->display), False, SubstructureNotifyMask | SubstructureRedirectMask, &event);
}
static inline long playhead_x11_atom(playhead_x11 *it, const char *name) {
    return (long)XInternAtom(it->display, name, False);
}
// The position that the user or the program has asked for; window managers choose one otherwise.
static inline void playhead_x11_hints(playhead_x11 *it, Window window, int x, int y, int width, int height, int is_placed) {
    XSizeHints hints = {
        .flags = PSize | PWinGravity | (is_placed ? USPosition | PPosition : 0), .x = x, .y = y, .width = width,
        .height = height, .win_gravity = StaticGravity};
    XSetWMNormalHints(it->display, window, &hints);
}
static inline void playhead_x11_hide_cursor(playhead_x11 *it, Window window, int hides) {
    if (!hides) {
        XUndefineCursor(it->display, window);
        return;
    }
    char empty = 0;
    XColor black = {0};
    Pixmap pixmap = XCreateBitmapFromData(it->display, window, &empty, 1, 1);
    Cursor cursor = XCreatePixmapCursor(it->display, pixmap, pixmap, &black, &black, 0, 0);
    XDefineCursor(it->display, window, cursor);
    XFreeCursor(it->display, cursor);
    XFreePixmap(it->display, pixmap);
}
static inline void playhead_x11_screen(playhead_x11 *it, int *width, int *height) {
    *width = DisplayWidth(it->display, DefaultScreen(it->display));
    *height = DisplayHeight(it->display, DefaultScreen(it->display));
}
// A screen of a desktop that spans several.
typedef struct playhead_x11_monitor {
    char name[64];
    int x, y, width, height, is_primary;
} playhead_x11_monitor;
// The screens, at most `most`. 0 if the server does not know them.
static inline int playhead_x11_monitors(playhead_x11 *it, playhead_x11_monitor *found, int most) {
    int event, error, major = 0, minor = 0, count = 0;
    if (!XRRQueryExtension(it->display, &event, &error) || !XRRQueryVersion(it->display, &major, &minor)) return 0;
    if (major < 1 || (major == 1 && minor < 5)) return 0;
    XRRMonitorInfo *all = XRRGetMonitors(it->display, DefaultRootWindow(it->display), True, &count);
    if (!all) return 0;
    if (count > most) count = most;
    for (int index = 0; index < count; index++) {
        playhead_x11_monitor *monitor = &found[index];
        *monitor = (playhead_x11_monitor){
            .x = all[index].x, .y = all[index].y, .width = all[index].width, .height = all[index].height,
            .is_primary = all[index].primary};
        char *name = XGetAtomName(it->display, all[index].name);
        if (name) strncpy(monitor->name, name, sizeof monitor->name - 1), XFree(name);
    }
    XRRFreeMonitors(all);
    return count;
}
// Watches a window of another client. Its size, or 0 if there is no such window.
static inline int playhead_x11_watch(playhead_x11 *it, Window window, int *width, int *height) {
    XWindowAttributes found;
    if (!XGetWindowAttributes(it->display, window, &found)) return 0;
    XSelectInput(it->display, window, StructureNotifyMask | ExposureMask | VisibilityChangeMask);
    XFlush(it->display);
    *width = found.width, *height = found.height;
    return 1;
}

// Whether the server lets clients draw with a graphics processor: all drivers that do so have one of these extensions.
static inline int playhead_x11_is_accelerated(playhead_x11 *it) {
    int code, event, error;
    return XQueryExtension(it->display, "DRI3", &code, &event, &error)
        || XQueryExtension(it->display, "DRI2", &code, &event, &error)
        || XQueryExtension(it->display, "NV-GLX", &code, &event, &error);
}

// A window into which images are drawn, through memory that is shared with the server where it can be.
typedef struct playhead_x11_canvas {
    playhead_x11 *connection;
    Window window;
    int is_child, depth, may_share, is_shared;
    Visual *visual;
    GC context;
    XImage *image;
    XShmSegmentInfo segment;
} playhead_x11_canvas;

// Draws in a window, or in a child that fills it. NULL without such a window.
static inline playhead_x11_canvas *playhead_x11_canvas_open(playhead_x11 *it, Window window, int in_child) {
    Display *display = it->display;
    XWindowAttributes found;
    if (!XGetWindowAttributes(display, window, &found)) return NULL;
    playhead_x11_canvas *made = calloc(1, sizeof *made);
    *made = (playhead_x11_canvas){
        .connection = it, .window = window, .is_child = in_child, .depth = found.depth, .visual = found.visual,
        .may_share = XShmQueryExtension(display)};
    // Black that a compositor does not show as transparent.
    unsigned long black = found.depth == 32 ? 0xFF000000 : BlackPixel(display, DefaultScreen(display));
    if (in_child) {
        XSetWindowAttributes attributes = {
            .background_pixel = black, .bit_gravity = CenterGravity, .event_mask = ExposureMask};
        made->window = XCreateWindow(
            display, window, 0, 0, (unsigned)found.width, (unsigned)found.height, 0, CopyFromParent, InputOutput,
            CopyFromParent, CWBackPixel | CWBitGravity | CWEventMask, &attributes);
        XMapWindow(display, made->window);
    }
    made->context = XCreateGC(display, made->window, 0, NULL);
    XSetForeground(display, made->context, black);
    return made;
}
// The name of the pixels in GStreamer. NULL for those of rare displays.
static inline const char *playhead_x11_canvas_format(playhead_x11_canvas *it) {
    if (it->visual->class != TrueColor || ImageByteOrder(it->connection->display) != LSBFirst) return NULL;
    unsigned long red = it->visual->red_mask, blue = it->visual->blue_mask;
    if (it->depth != 24 && it->depth != 32) return NULL;
    int count = 0, bits = 0;
    XPixmapFormatValues *formats = XListPixmapFormats(it->connection->display, &count);
    for (int index = 0; index < count; index++)
        if (formats[index].depth == it->depth) bits = formats[index].bits_per_pixel;
    if (formats) XFree(formats);
    if (bits != 32) return NULL;
    if (red == 0xFF0000 && blue == 0xFF) return it->depth == 32 ? "BGRA" : "BGRx";
    if (red == 0xFF && blue == 0xFF0000) return it->depth == 32 ? "RGBA" : "RGBx";
    return NULL;
}
static inline void playhead_x11_canvas_drop(playhead_x11_canvas *it) {
    if (!it->image) return;
    if (it->is_shared) {
        if (!playhead_x11_is_lost(it->connection)) XShmDetach(it->connection->display, &it->segment);
        shmdt(it->segment.shmaddr);
        it->image->data = NULL;
    }
    XDestroyImage(it->image);
    it->image = NULL;
}
// Whether memory for the image is shared with the server, which may be on another machine.
static inline int playhead_x11_canvas_share(playhead_x11_canvas *it, int width, int height) {
    Display *display = it->connection->display;
    it->image = XShmCreateImage(
        display, it->visual, (unsigned)it->depth, ZPixmap, NULL, &it->segment, (unsigned)width, (unsigned)height);
    if (!it->image) return 0;
    size_t size = (size_t)it->image->bytes_per_line * (size_t)height;
    it->segment.shmid = shmget(IPC_PRIVATE, size, IPC_CREAT | 0600);
    if (it->segment.shmid < 0) return 0;
    void *memory = shmat(it->segment.shmid, NULL, 0);
    int is_shared = memory != (void *)-1;
    if (is_shared) {
        it->image->data = it->segment.shmaddr = memory;
        XLockDisplay(display);
        atomic_store(&it->connection->is_refused, 0);
        atomic_store(&it->connection->watched, NextRequest(display));
        XShmAttach(display, &it->segment);
        XUnlockDisplay(display);
        XSync(display, False);
        is_shared = !atomic_load(&it->connection->is_refused);
        if (!is_shared) shmdt(memory), it->image->data = NULL;
    }
    // It goes with the last process that uses it.
    shmctl(it->segment.shmid, IPC_RMID, NULL);
    return is_shared;
}
// The memory of an image of this size, and the bytes of a row. NULL if there is none.
static inline unsigned char *playhead_x11_canvas_memory(playhead_x11_canvas *it, int width, int height, int *row) {
    if (!it->image || it->image->width != width || it->image->height != height) {
        playhead_x11_canvas_drop(it);
        it->is_shared = it->may_share && playhead_x11_canvas_share(it, width, height);
        if (!it->is_shared) {
            it->may_share = 0;
            playhead_x11_canvas_drop(it);
            Display *display = it->connection->display;
            it->image = XCreateImage(
                display, it->visual, (unsigned)it->depth, ZPixmap, 0, NULL, (unsigned)width, (unsigned)height, 32, 0);
            if (!it->image) return NULL;
            it->image->data = malloc((size_t)it->image->bytes_per_line * (size_t)height);
        }
    }
    *row = it->image->bytes_per_line;
    return (unsigned char *)it->image->data;
}
// Shows the image in the middle of a window of this size, with black around it. Returns when the server has it.
static inline void playhead_x11_canvas_show(playhead_x11_canvas *it, int width, int height) {
    Display *display = it->connection->display;
    if (!it->image || playhead_x11_is_lost(it->connection)) return;
    int x = (width - it->image->width) / 2, y = (height - it->image->height) / 2;
    int right = x + it->image->width, bottom = y + it->image->height;
    unsigned all = (unsigned)(width > 0 ? width : 0), between = (unsigned)it->image->height;
    if (y > 0) XFillRectangle(display, it->window, it->context, 0, 0, all, (unsigned)y);
    if (bottom < height) XFillRectangle(display, it->window, it->context, 0, bottom, all, (unsigned)(height - bottom));
    if (x > 0) XFillRectangle(display, it->window, it->context, 0, y, (unsigned)x, between);
    if (right < width) XFillRectangle(display, it->window, it->context, right, y, (unsigned)(width - right), between);
    if (it->is_shared)
        XShmPutImage(
            display, it->window, it->context, it->image, 0, 0, x, y, (unsigned)it->image->width, between, False);
    else
        XPutImage(display, it->window, it->context, it->image, 0, 0, x, y, (unsigned)it->image->width, between);
    XSync(display, False);
}
static inline void playhead_x11_canvas_resize(playhead_x11_canvas *it, int width, int height) {
    if (!it->is_child || width < 1 || height < 1 || playhead_x11_is_lost(it->connection)) return;
    XResizeWindow(it->connection->display, it->window, (unsigned)width, (unsigned)height);
    XFlush(it->connection->display);
}
static inline void playhead_x11_canvas_close(playhead_x11_canvas *it) {
    playhead_x11_canvas_drop(it);
    if (!playhead_x11_is_lost(it->connection)) {
        XFreeGC(it->connection->display, it->context);
        if (it->is_child) XDestroyWindow(it->connection->display, it->window);
        XFlush(it->connection->display);
    }
    free(it);
}
