// Counts the pictures that fakesinks are given, from outside the player.
#pragma once
#include <stdint.h>

// How many were given; when the last one was, in nanoseconds of CLOCK_MONOTONIC; and its time on the media's timeline, in
// nanoseconds.
typedef struct {
    int count;
    int64_t shown;
    uint64_t time;
} frame_probe_state;

// Starts GStreamer and watches every fakesink that is added from now on (a hook on `bin-add-post`, and the handoff signals).
void frame_probe_watch(void);

frame_probe_state frame_probe_look(void);
