// Imports libwayland and libdecor for Swift: one window with a connection of its own.
//
// The listeners of libwayland are tables of C functions; they put what happens into a queue that Swift reads. All functions
// are called on one thread, or one serial queue, except where they say otherwise.
#pragma once

#include <libdecor-0/libdecor.h>
#include <wayland-client.h>
#include <wayland-cursor.h>
#include <xkbcommon/xkbcommon.h>
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

// Declared under _GNU_SOURCE, which a module cannot set for the headers of others.
#ifndef MFD_CLOEXEC
#define MFD_CLOEXEC 1U
extern int memfd_create(const char *name, unsigned int flags);
#endif

enum { PLAYHEAD_WAYLAND_EVENTS = 256, PLAYHEAD_WAYLAND_OUTPUTS = 8 };

typedef enum {
    PLAYHEAD_WAYLAND_KEY, PLAYHEAD_WAYLAND_KEY_UP, PLAYHEAD_WAYLAND_BUTTON, PLAYHEAD_WAYLAND_MOTION,
    PLAYHEAD_WAYLAND_SCROLL
} playhead_wayland_type;

typedef struct {
    playhead_wayland_type type;
    double x, y;          // the pointer, in units of the surface
    uint32_t button;      // 1 left, 2 middle, 3 right
    uint32_t code;        // of the key, for its release
    int is_pressed, steps, is_control, repeats;
    uint32_t time, key;   // milliseconds; the symbol of the key
    char text[8];
} playhead_wayland_event;

typedef struct {
    struct wl_output *output;
    uint32_t name;
    int width, height, scale, is_turned;
    char label[64];       // such as HDMI-1; empty on displays that do not tell it
} playhead_wayland_output;

typedef struct playhead_wayland {
    struct wl_display *display;
    struct wl_registry *registry;
    struct wl_compositor *compositor;
    struct wl_shm *memory;
    struct wl_seat *seat;
    struct wl_pointer *pointer;
    struct wl_keyboard *keyboard;
    struct wl_proxy *viewporter, *viewport, *inhibit_manager, *inhibitor;
    struct wl_surface *surface, *cursor_surface;
    struct wl_buffer *pixel;
    struct wl_cursor_theme *theme;
    struct libdecor *decor;
    struct libdecor_frame *frame;
    struct xkb_context *xkb;
    struct xkb_keymap *keymap;
    struct xkb_state *keys;
    playhead_wayland_output outputs[PLAYHEAD_WAYLAND_OUTPUTS];
    playhead_wayland_event events[PLAYHEAD_WAYLAND_EVENTS];
    unsigned first, count;
    int is_reading, is_mapped, is_over, is_cursor_hidden, is_button_down, is_asked_to_close, is_borderless, wants_fullscreen, screen;
    int width, height, floating_width, floating_height, scroll_steps, repeat_rate, repeat_delay;
    double x, y, scroll;
    uint32_t enter_serial;
} playhead_wayland;

// The interfaces of two protocols (viewporter, idle-inhibit-unstable-v1), as wayland-scanner would write them.
static inline const struct wl_interface *playhead_viewport_interface(void) {
    static const struct wl_interface *none[4];
    static const struct wl_message requests[] = {{"destroy", "", none}, {"set_source", "ffff", none}, {"set_destination", "ii", none}};
    static const struct wl_interface it = {"wp_viewport", 1, 3, requests, 0, NULL};
    return &it;
}
static inline const struct wl_interface *playhead_viewporter_interface(void) {
    static const struct wl_interface *none[1], *types[2];
    types[0] = playhead_viewport_interface(), types[1] = &wl_surface_interface;
    static const struct wl_message requests[] = {{"destroy", "", none}, {"get_viewport", "no", types}};
    static const struct wl_interface it = {"wp_viewporter", 1, 2, requests, 0, NULL};
    return &it;
}
static inline const struct wl_interface *playhead_inhibitor_interface(void) {
    static const struct wl_interface *none[1];
    static const struct wl_message requests[] = {{"destroy", "", none}};
    static const struct wl_interface it = {"zwp_idle_inhibitor_v1", 1, 1, requests, 0, NULL};
    return &it;
}
static inline const struct wl_interface *playhead_inhibit_manager_interface(void) {
    static const struct wl_interface *none[1], *types[2];
    types[0] = playhead_inhibitor_interface(), types[1] = &wl_surface_interface;
    static const struct wl_message requests[] = {{"destroy", "", none}, {"create_inhibitor", "no", types}};
    static const struct wl_interface it = {"zwp_idle_inhibit_manager_v1", 1, 2, requests, 0, NULL};
    return &it;
}
// Both managers have "destroy" as request 0 and "make one for a surface" as request 1.
static inline struct wl_proxy *playhead_wayland_make(
    struct wl_proxy *manager, const struct wl_interface *interface, struct wl_surface *surface) {
    return wl_proxy_marshal_flags(manager, 1, interface, 1, 0, NULL, surface);
}
static inline void playhead_wayland_destroy(struct wl_proxy **it) {
    if (*it) wl_proxy_marshal_flags(*it, 0, NULL, 1, WL_MARSHAL_FLAG_DESTROY);
    *it = NULL;
}

// A place for an event; NULL if the queue is full. Of motions in a row the last one stays.
static inline playhead_wayland_event *playhead_wayland_put(playhead_wayland *it, playhead_wayland_type type) {
    playhead_wayland_event *event = &it->events[(it->first + it->count + PLAYHEAD_WAYLAND_EVENTS - 1) % PLAYHEAD_WAYLAND_EVENTS];
    if (!it->count || type != PLAYHEAD_WAYLAND_MOTION || event->type != type) {
        if (it->count == PLAYHEAD_WAYLAND_EVENTS) return NULL;
        event = &it->events[(it->first + it->count++) % PLAYHEAD_WAYLAND_EVENTS];
    }
    memset(event, 0, sizeof *event);
    event->type = type, event->x = it->x, event->y = it->y;
    return event;
}
// The next event. 0 if there is none.
static inline int playhead_wayland_next(playhead_wayland *it, playhead_wayland_event *found) {
    if (!it->count) return 0;
    *found = it->events[it->first];
    it->first = (it->first + 1) % PLAYHEAD_WAYLAND_EVENTS, it->count -= 1;
    return 1;
}

// The pointer.

static inline void playhead_wayland_show_cursor(playhead_wayland *it) {
    if (!it->pointer || !it->is_over) return;
    struct wl_cursor *cursor = it->theme ? wl_cursor_theme_get_cursor(it->theme, "left_ptr") : NULL;
    if (it->is_cursor_hidden || !cursor) return wl_pointer_set_cursor(it->pointer, it->enter_serial, NULL, 0, 0);
    struct wl_cursor_image *image = cursor->images[0];
    wl_surface_attach(it->cursor_surface, wl_cursor_image_get_buffer(image), 0, 0);
    wl_surface_damage(it->cursor_surface, 0, 0, (int)image->width, (int)image->height);
    wl_surface_commit(it->cursor_surface);
    wl_pointer_set_cursor(
        it->pointer, it->enter_serial, it->cursor_surface, (int)image->hotspot_x, (int)image->hotspot_y);
}
static inline void playhead_wayland_enter(
    void *data, struct wl_pointer *pointer, uint32_t serial, struct wl_surface *surface, wl_fixed_t x, wl_fixed_t y) {
    (void)pointer;
    playhead_wayland *it = data;
    it->is_over = surface == it->surface;
    if (!it->is_over) return;
    it->enter_serial = serial, it->x = wl_fixed_to_double(x), it->y = wl_fixed_to_double(y);
    playhead_wayland_show_cursor(it);
    playhead_wayland_put(it, PLAYHEAD_WAYLAND_MOTION);
}
static inline void playhead_wayland_leave(
    void *data, struct wl_pointer *pointer, uint32_t serial, struct wl_surface *surface) {
    (void)pointer, (void)serial, (void)surface;
    ((playhead_wayland *)data)->is_over = 0;
}
static inline void playhead_wayland_motion(
    void *data, struct wl_pointer *pointer, uint32_t time, wl_fixed_t x, wl_fixed_t y) {
    (void)pointer, (void)time;
    playhead_wayland *it = data;
    if (!it->is_over) return;
    it->x = wl_fixed_to_double(x), it->y = wl_fixed_to_double(y);
    playhead_wayland_event *event = playhead_wayland_put(it, PLAYHEAD_WAYLAND_MOTION);
    if (event) event->is_pressed = it->is_button_down;
}
static inline void playhead_wayland_button(
    void *data, struct wl_pointer *pointer, uint32_t serial, uint32_t time, uint32_t button, uint32_t state) {
    (void)pointer, (void)serial;
    playhead_wayland *it = data;
    // The numbers of linux/input-event-codes.h.
    uint32_t number = button == 0x110 ? 1 : button == 0x112 ? 2 : button == 0x111 ? 3 : 0;
    if (!number) return;
    if (!it->is_over && state) return;
    if (number == 1) it->is_button_down = state != 0;
    playhead_wayland_event *event = playhead_wayland_put(it, PLAYHEAD_WAYLAND_BUTTON);
    if (event) event->button = number, event->is_pressed = state != 0, event->time = time;
}
static inline void playhead_wayland_axis(
    void *data, struct wl_pointer *pointer, uint32_t time, uint32_t axis, wl_fixed_t value) {
    (void)pointer, (void)time;
    playhead_wayland *it = data;
    if (it->is_over && axis == WL_POINTER_AXIS_VERTICAL_SCROLL) it->scroll += wl_fixed_to_double(value);
}
static inline void playhead_wayland_axis_source(void *data, struct wl_pointer *pointer, uint32_t source) {
    (void)data, (void)pointer, (void)source;
}
static inline void playhead_wayland_axis_stop(void *data, struct wl_pointer *pointer, uint32_t time, uint32_t axis) {
    (void)pointer, (void)time, (void)axis;
    ((playhead_wayland *)data)->scroll = 0;
}
static inline void playhead_wayland_axis_discrete(void *data, struct wl_pointer *pointer, uint32_t axis, int32_t steps) {
    (void)pointer;
    playhead_wayland *it = data;
    if (it->is_over && axis == WL_POINTER_AXIS_VERTICAL_SCROLL) it->scroll_steps += steps;
}
// The end of what belongs together. Wheels tell steps; of touchpads, 15 units count as one.
static inline void playhead_wayland_pointer_frame(void *data, struct wl_pointer *pointer) {
    (void)pointer;
    playhead_wayland *it = data;
    int steps = it->scroll_steps;
    if (steps) it->scroll = 0;
    else if (it->scroll >= 15 || it->scroll <= -15) steps = (int)(it->scroll / 15), it->scroll -= 15 * steps;
    it->scroll_steps = 0;
    playhead_wayland_event *event = steps ? playhead_wayland_put(it, PLAYHEAD_WAYLAND_SCROLL) : NULL;
    if (event) event->steps = -steps;
}

// The keyboard.

static inline void playhead_wayland_keymap(
    void *data, struct wl_keyboard *keyboard, uint32_t format, int32_t file, uint32_t size) {
    (void)keyboard;
    playhead_wayland *it = data;
    char *text = format == WL_KEYBOARD_KEYMAP_FORMAT_XKB_V1 ? mmap(NULL, size, PROT_READ, MAP_PRIVATE, file, 0) : MAP_FAILED;
    close(file);
    if (text == MAP_FAILED) return;
    struct xkb_keymap *keymap = xkb_keymap_new_from_string(
        it->xkb, text, XKB_KEYMAP_FORMAT_TEXT_V1, XKB_KEYMAP_COMPILE_NO_FLAGS);
    munmap(text, size);
    if (!keymap) return;
    xkb_state_unref(it->keys), xkb_keymap_unref(it->keymap);
    it->keymap = keymap, it->keys = xkb_state_new(keymap);
}
static inline void playhead_wayland_key_enter(
    void *data, struct wl_keyboard *keyboard, uint32_t serial, struct wl_surface *surface, struct wl_array *keys) {
    (void)data, (void)keyboard, (void)serial, (void)surface, (void)keys;
}
// A key that is held repeats no longer.
static inline void playhead_wayland_key_leave(
    void *data, struct wl_keyboard *keyboard, uint32_t serial, struct wl_surface *surface) {
    (void)keyboard, (void)serial, (void)surface;
    playhead_wayland_put(data, PLAYHEAD_WAYLAND_KEY_UP);
}
static inline void playhead_wayland_key(
    void *data, struct wl_keyboard *keyboard, uint32_t serial, uint32_t time, uint32_t code, uint32_t state) {
    (void)keyboard, (void)serial;
    playhead_wayland *it = data;
    if (!it->keys) return;
    int is_pressed = state == WL_KEYBOARD_KEY_STATE_PRESSED;
    playhead_wayland_event *event = playhead_wayland_put(it, is_pressed ? PLAYHEAD_WAYLAND_KEY : PLAYHEAD_WAYLAND_KEY_UP);
    if (!event) return;
    // Wayland sends the code of the kernel; that of XKB is 8 more.
    event->code = code, event->time = time;
    event->key = xkb_state_key_get_one_sym(it->keys, code + 8);
    event->is_control = xkb_state_mod_name_is_active(it->keys, XKB_MOD_NAME_CTRL, XKB_STATE_MODS_EFFECTIVE) > 0;
    event->repeats = xkb_keymap_key_repeats(it->keymap, code + 8);
    if (is_pressed) xkb_state_key_get_utf8(it->keys, code + 8, event->text, sizeof event->text);
}
static inline void playhead_wayland_modifiers(
    void *data, struct wl_keyboard *keyboard, uint32_t serial, uint32_t depressed, uint32_t latched, uint32_t locked,
    uint32_t group) {
    (void)keyboard, (void)serial;
    playhead_wayland *it = data;
    if (it->keys) xkb_state_update_mask(it->keys, depressed, latched, locked, 0, 0, group);
}
static inline void playhead_wayland_repeat(void *data, struct wl_keyboard *keyboard, int32_t rate, int32_t delay) {
    (void)keyboard;
    playhead_wayland *it = data;
    it->repeat_rate = rate, it->repeat_delay = delay;
}

// What the display has.

static inline void playhead_wayland_capabilities(void *data, struct wl_seat *seat, uint32_t has) {
    static const struct wl_pointer_listener pointer = {
        .enter = playhead_wayland_enter, .leave = playhead_wayland_leave, .motion = playhead_wayland_motion,
        .button = playhead_wayland_button, .axis = playhead_wayland_axis, .frame = playhead_wayland_pointer_frame,
        .axis_source = playhead_wayland_axis_source, .axis_stop = playhead_wayland_axis_stop,
        .axis_discrete = playhead_wayland_axis_discrete};
    static const struct wl_keyboard_listener keyboard = {
        .keymap = playhead_wayland_keymap, .enter = playhead_wayland_key_enter, .leave = playhead_wayland_key_leave,
        .key = playhead_wayland_key, .modifiers = playhead_wayland_modifiers, .repeat_info = playhead_wayland_repeat};
    playhead_wayland *it = data;
    if (!(has & WL_SEAT_CAPABILITY_POINTER) && it->pointer) wl_pointer_release(it->pointer), it->pointer = NULL;
    if (!(has & WL_SEAT_CAPABILITY_KEYBOARD) && it->keyboard) wl_keyboard_release(it->keyboard), it->keyboard = NULL;
    if ((has & WL_SEAT_CAPABILITY_POINTER) && !it->pointer)
        it->pointer = wl_seat_get_pointer(seat), wl_pointer_add_listener(it->pointer, &pointer, it);
    if ((has & WL_SEAT_CAPABILITY_KEYBOARD) && !it->keyboard)
        it->keyboard = wl_seat_get_keyboard(seat), wl_keyboard_add_listener(it->keyboard, &keyboard, it);
}
static inline void playhead_wayland_seat_name(void *data, struct wl_seat *seat, const char *name) {
    (void)data, (void)seat, (void)name;
}
static inline playhead_wayland_output *playhead_wayland_find(playhead_wayland *it, struct wl_output *output) {
    for (int index = 0; index < PLAYHEAD_WAYLAND_OUTPUTS; index++)
        if (it->outputs[index].output == output) return &it->outputs[index];
    return NULL;
}
static inline void playhead_wayland_geometry(
    void *data, struct wl_output *output, int32_t x, int32_t y, int32_t width, int32_t height, int32_t subpixel,
    const char *make, const char *model, int32_t transform) {
    (void)x, (void)y, (void)width, (void)height, (void)subpixel, (void)make, (void)model;
    playhead_wayland_find(data, output)->is_turned = transform & 1;
}
static inline void playhead_wayland_mode(
    void *data, struct wl_output *output, uint32_t flags, int32_t width, int32_t height, int32_t refresh) {
    (void)refresh;
    playhead_wayland_output *found = playhead_wayland_find(data, output);
    if (flags & WL_OUTPUT_MODE_CURRENT) found->width = width, found->height = height;
}
static inline void playhead_wayland_done(void *data, struct wl_output *output) { (void)data, (void)output; }
static inline void playhead_wayland_scale(void *data, struct wl_output *output, int32_t scale) {
    playhead_wayland_find(data, output)->scale = scale;
}
static inline void playhead_wayland_label(void *data, struct wl_output *output, const char *name) {
    strncpy(playhead_wayland_find(data, output)->label, name, sizeof((playhead_wayland_output *)0)->label - 1);
}
static inline void playhead_wayland_description(void *data, struct wl_output *output, const char *text) {
    (void)data, (void)output, (void)text;
}
static inline void playhead_wayland_global(
    void *data, struct wl_registry *registry, uint32_t name, const char *interface, uint32_t version) {
    static const struct wl_seat_listener seat = {
        .capabilities = playhead_wayland_capabilities, .name = playhead_wayland_seat_name};
    static const struct wl_output_listener output = {
        .geometry = playhead_wayland_geometry, .mode = playhead_wayland_mode, .done = playhead_wayland_done,
        .scale = playhead_wayland_scale, .name = playhead_wayland_label, .description = playhead_wayland_description};
    playhead_wayland *it = data;
    if (!strcmp(interface, "wl_compositor") && version >= 4) {
        it->compositor = wl_registry_bind(registry, name, &wl_compositor_interface, 4);
    } else if (!strcmp(interface, "wl_shm")) {
        it->memory = wl_registry_bind(registry, name, &wl_shm_interface, 1);
    } else if (!strcmp(interface, "wl_seat") && version >= 5 && !it->seat) {
        it->seat = wl_registry_bind(registry, name, &wl_seat_interface, 5);
        wl_seat_add_listener(it->seat, &seat, it);
    } else if (!strcmp(interface, "wl_output") && version >= 2) {
        playhead_wayland_output *free = playhead_wayland_find(it, NULL);
        if (!free) return;
        *free = (playhead_wayland_output){
            .output = wl_registry_bind(registry, name, &wl_output_interface, version < 4 ? 2 : 4), .name = name, .scale = 1};
        wl_output_add_listener(free->output, &output, it);
    } else if (!strcmp(interface, "wp_viewporter")) {
        it->viewporter = wl_registry_bind(registry, name, playhead_viewporter_interface(), 1);
    } else if (!strcmp(interface, "zwp_idle_inhibit_manager_v1")) {
        it->inhibit_manager = wl_registry_bind(registry, name, playhead_inhibit_manager_interface(), 1);
    }
}
static inline void playhead_wayland_gone(void *data, struct wl_registry *registry, uint32_t name) {
    (void)registry;
    playhead_wayland *it = data;
    for (int index = 0; index < PLAYHEAD_WAYLAND_OUTPUTS; index++) {
        if (!it->outputs[index].output || it->outputs[index].name != name) continue;
        wl_output_destroy(it->outputs[index].output);
        it->outputs[index].output = NULL;
    }
}

// The window.

static inline void playhead_wayland_draw(playhead_wayland *it) {
    if (!it->is_mapped) wl_surface_attach(it->surface, it->pixel, 0, 0);
    it->is_mapped = 1;
    wl_proxy_marshal_flags(it->viewport, 2, NULL, 1, 0, it->width, it->height);
    wl_surface_damage(it->surface, 0, 0, it->width, it->height);
    wl_surface_commit(it->surface);
}
// Enters or leaves full screen. libdecor makes the xdg_toplevel when the display has told it what it has; before that the
// wish is kept.
static inline void playhead_wayland_fullscreen(playhead_wayland *it, int is_on) {
    if (!it->frame || !libdecor_frame_get_xdg_toplevel(it->frame)) it->wants_fullscreen = is_on;
    else if (is_on) libdecor_frame_set_fullscreen(it->frame, it->screen < 0 ? NULL : it->outputs[it->screen].output);
    else libdecor_frame_unset_fullscreen(it->frame);
}
static inline void playhead_wayland_configured(
    struct libdecor_frame *frame, struct libdecor_configuration *configuration, void *data) {
    playhead_wayland *it = data;
    int width = 0, height = 0;
    if (!libdecor_configuration_get_content_size(configuration, frame, &width, &height) || width < 1 || height < 1)
        width = it->floating_width, height = it->floating_height;
    it->width = width, it->height = height;
    struct libdecor_state *state = libdecor_state_new(width, height);
    libdecor_frame_commit(frame, state, configuration);
    libdecor_state_free(state);
    // Before the first commit libdecor 0.1 fails here.
    if (!it->is_mapped && it->is_borderless) libdecor_frame_set_visibility(frame, 0);
    if (it->wants_fullscreen) it->wants_fullscreen = 0, playhead_wayland_fullscreen(it, 1);
    playhead_wayland_draw(it);
}
static inline void playhead_wayland_asked_to_close(struct libdecor_frame *frame, void *data) {
    (void)frame;
    ((playhead_wayland *)data)->is_asked_to_close = 1;
}
static inline void playhead_wayland_commit(struct libdecor_frame *frame, void *data) {
    (void)frame;
    wl_surface_commit(((playhead_wayland *)data)->surface);
}
static inline void playhead_wayland_popup(struct libdecor_frame *frame, const char *seat, void *data) {
    (void)frame, (void)seat, (void)data;
}
static inline void playhead_wayland_failed(struct libdecor *context, enum libdecor_error error, const char *message) {
    (void)context, (void)error, (void)message;
}

// One transparent pixel, which the viewport stretches. The sink draws below the window.
static inline struct wl_buffer *playhead_wayland_pixel(struct wl_shm *memory) {
    int file = memfd_create("playhead-pixel", MFD_CLOEXEC);
    if (file < 0 || ftruncate(file, 4) != 0) return NULL;
    struct wl_shm_pool *pool = wl_shm_create_pool(memory, file, 4);
    struct wl_buffer *buffer = wl_shm_pool_create_buffer(pool, 0, 1, 1, 4, WL_SHM_FORMAT_ARGB8888);
    wl_shm_pool_destroy(pool);
    close(file);
    return buffer;
}

// Removes the window from the screen. The connection stays.
static inline void playhead_wayland_remove(playhead_wayland *it) {
    playhead_wayland_destroy(&it->inhibitor), playhead_wayland_destroy(&it->viewport);
    if (it->frame) libdecor_frame_unref(it->frame);
    if (it->surface) wl_surface_destroy(it->surface);
    it->frame = NULL, it->surface = NULL;
    wl_display_flush(it->display);
}
// Ends the connection, after all else that uses it.
static inline void playhead_wayland_close(playhead_wayland *it) {
    if (it->is_reading) wl_display_cancel_read(it->display);
    playhead_wayland_remove(it);
    playhead_wayland_destroy(&it->inhibit_manager), playhead_wayland_destroy(&it->viewporter);
    if (it->decor) libdecor_unref(it->decor);
    if (it->pixel) wl_buffer_destroy(it->pixel);
    if (it->cursor_surface) wl_surface_destroy(it->cursor_surface);
    if (it->theme) wl_cursor_theme_destroy(it->theme);
    if (it->pointer) wl_pointer_release(it->pointer);
    if (it->keyboard) wl_keyboard_release(it->keyboard);
    if (it->seat) wl_seat_destroy(it->seat);
    for (int index = 0; index < PLAYHEAD_WAYLAND_OUTPUTS; index++)
        if (it->outputs[index].output) wl_output_destroy(it->outputs[index].output);
    if (it->memory) wl_shm_destroy(it->memory);
    if (it->compositor) wl_compositor_destroy(it->compositor);
    if (it->registry) wl_registry_destroy(it->registry);
    xkb_state_unref(it->keys), xkb_keymap_unref(it->keymap), xkb_context_unref(it->xkb);
    wl_display_flush(it->display);
    wl_display_disconnect(it->display);
    free(it);
}
// Connects to a display (NULL: in WAYLAND_DISPLAY), and learns what it has. NULL if the display refuses.
static inline playhead_wayland *playhead_wayland_connect(const char *name) {
    static const struct wl_registry_listener registry = {
        .global = playhead_wayland_global, .global_remove = playhead_wayland_gone};
    struct wl_display *display = wl_display_connect(name);
    if (!display) return NULL;
    playhead_wayland *it = calloc(1, sizeof *it);
    it->display = display;
    it->screen = -1;
    it->repeat_rate = 25, it->repeat_delay = 600;
    it->xkb = xkb_context_new(XKB_CONTEXT_NO_FLAGS);
    it->registry = wl_display_get_registry(display);
    wl_registry_add_listener(it->registry, &registry, it);
    // The second roundtrip brings the properties of what the first has found.
    if (it->xkb && wl_display_roundtrip(display) >= 0 && wl_display_roundtrip(display) >= 0) return it;
    return playhead_wayland_close(it), NULL;
}
// Connects to a display, with a window that is not on the screen. NULL if the display refuses, or lacks what it needs.
static inline playhead_wayland *playhead_wayland_open(const char *name) {
    static struct libdecor_interface decor = {.error = playhead_wayland_failed};
    playhead_wayland *it = playhead_wayland_connect(name);
    if (!it) return NULL;
    if (!it->compositor || !it->memory || !it->viewporter || !(it->pixel = playhead_wayland_pixel(it->memory)))
        return playhead_wayland_close(it), NULL;
    it->surface = wl_compositor_create_surface(it->compositor);
    it->cursor_surface = wl_compositor_create_surface(it->compositor);
    it->theme = wl_cursor_theme_load(NULL, 24, it->memory);
    it->viewport = playhead_wayland_make(it->viewporter, playhead_viewport_interface(), it->surface);
    it->decor = libdecor_new(it->display, &decor);
    if (!it->decor) return playhead_wayland_close(it), NULL;
    return it;
}
// The size of a screen in units of a surface: the chosen or the first one. 0 without a screen.
static inline void playhead_wayland_screen(playhead_wayland *it, int *width, int *height) {
    *width = *height = 0;
    for (int index = 0; index < PLAYHEAD_WAYLAND_OUTPUTS && !*width; index++) {
        playhead_wayland_output *output = &it->outputs[index];
        if (!output->output || output->scale < 1 || (it->screen >= 0 && it->screen != index)) continue;
        *width = (output->is_turned ? output->height : output->width) / output->scale;
        *height = (output->is_turned ? output->width : output->height) / output->scale;
    }
}
// Puts the window on the screen. The display chooses another size if the window is full screen or tiled.
static inline void playhead_wayland_show(
    playhead_wayland *it, const char *application, const char *title, int width, int height, int is_fullscreen) {
    static struct libdecor_frame_interface frame = {
        .configure = playhead_wayland_configured, .close = playhead_wayland_asked_to_close,
        .commit = playhead_wayland_commit, .dismiss_popup = playhead_wayland_popup};
    it->floating_width = width, it->floating_height = height;
    it->frame = libdecor_decorate(it->decor, it->surface, &frame, it);
    if (!it->frame) return;
    libdecor_frame_set_app_id(it->frame, application);
    libdecor_frame_set_title(it->frame, title);
    if (is_fullscreen) playhead_wayland_fullscreen(it, 1);
    libdecor_frame_map(it->frame);
}
// Gives the window another size, unless the display has chosen it.
static inline void playhead_wayland_resize(playhead_wayland *it, int width, int height) {
    it->floating_width = width, it->floating_height = height;
    if (!it->is_mapped || !libdecor_frame_is_floating(it->frame)) return;
    it->width = width, it->height = height;
    struct libdecor_state *state = libdecor_state_new(width, height);
    libdecor_frame_commit(it->frame, state, NULL);
    libdecor_state_free(state);
    playhead_wayland_draw(it);
}
static inline void playhead_wayland_title(playhead_wayland *it, const char *title) {
    if (it->frame) libdecor_frame_set_title(it->frame, title);
}
static inline void playhead_wayland_inhibit(playhead_wayland *it, int is_on) {
    if (!is_on) return playhead_wayland_destroy(&it->inhibitor);
    if (it->inhibit_manager && !it->inhibitor)
        it->inhibitor = playhead_wayland_make(it->inhibit_manager, playhead_inhibitor_interface(), it->surface);
}
static inline void playhead_wayland_hide_cursor(playhead_wayland *it, int is_hidden) {
    it->is_cursor_hidden = is_hidden;
    playhead_wayland_show_cursor(it);
}

// Reads what has come. Other threads read from the connection too, for queues of their own; each of them announces its read,
// and none continues before all have read. A read is therefore announced while this one waits. 0 if the connection has ended.
static inline int playhead_wayland_read(playhead_wayland *it) {
    struct pollfd more = {wl_display_get_fd(it->display), POLLIN, 0};
    // The source reports the end of the connection only once, even if bytes before it are unread.
    do {
        if (it->is_reading) it->is_reading = 0, wl_display_read_events(it->display);
        while (wl_display_prepare_read(it->display) != 0)
            if (wl_display_dispatch_pending(it->display) < 0) return 0;
        it->is_reading = 1;
    } while (wl_display_get_error(it->display) == 0 && poll(&more, 1, 0) > 0);
    return wl_display_get_error(it->display) == 0 && (wl_display_flush(it->display) >= 0 || errno == EAGAIN);
}
