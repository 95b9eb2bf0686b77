// GLib for Unicode tables and character sets, and zlib. Neither needs GStreamer.
#pragma once

#include <glib.h>
#include <zlib.h>

// inflateInit2 is a macro. 15 is the largest window; 32 has zlib recognise gzip's format and its own.
static inline int playhead_inflate_begin(z_stream *stream) { return inflateInit2(stream, 15 + 32); }
