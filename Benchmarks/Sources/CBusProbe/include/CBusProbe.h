// Looks at the bus messages of one pipeline from outside the player, and posts some.
#pragma once
#include <stdbool.h>
#include <stdint.h>

// Starts GStreamer (`gst_init`).
void bus_probe_start(void);

// Ends GStreamer (`gst_deinit`), so that its tracers report.
void bus_probe_end(void);

// From now on remembers when a pipeline last posted ASYNC_DONE (a hook on `element-post-message-pre`).
void bus_probe_watch(void);

// When the pipeline seen last posted ASYNC_DONE last, in nanoseconds of CLOCK_MONOTONIC; 0 when it never did.
int64_t bus_probe_async_done(void);

// Posts a buffering message on the bus of the pipeline seen last and returns the time just before; 0 without one.
int64_t bus_probe_post_buffering(int percent);

// Forgets the pipeline; a load to be watched may follow.
void bus_probe_forget(void);
