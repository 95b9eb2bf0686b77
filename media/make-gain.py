#!/usr/bin/env python3
"""Makes media/gain: a tone with tags of ReplayGain in each kind of file that has them; needs ffmpeg.

The tone has 1 kHz and an amplitude of 0.1 in both channels. Its tags raise it by 6 dB by track, and lower it by 6 dB by
album.
"""

import pathlib
import struct
import subprocess

FOLDER = pathlib.Path(__file__).resolve().parent / "gain"
TAGS = {
    "REPLAYGAIN_TRACK_GAIN": "6.00 dB",
    "REPLAYGAIN_TRACK_PEAK": "0.100000",
    "REPLAYGAIN_ALBUM_GAIN": "-6.00 dB",
    "REPLAYGAIN_ALBUM_PEAK": "0.100000",
}
# RFC 7845: 1/256 dB to -23 LUFS, which is 5 dB below the reference of ReplayGain.
OPUS_TAGS = {"R128_TRACK_GAIN": str(1 * 256), "R128_ALBUM_GAIN": str(-11 * 256)}
FILES = {
    # LAME scales by 0.95.
    "tone.mp3": (["-af", "volume=1/0.95", "-c:a", "libmp3lame", "-b:a", "128k"], TAGS),
    "tone.flac": (["-c:a", "flac", "-sample_fmt", "s16"], TAGS),
    "tone.ogg": (["-c:a", "libvorbis", "-q:a", "4"], TAGS),
    "tone.opus": (["-c:a", "libopus", "-b:a", "96k"], OPUS_TAGS),
    "tone.m4a": (["-c:a", "aac", "-b:a", "128k"], {}),
}


def make(name, codec, tags):
    metadata = [word for tag, value in tags.items() for word in ("-metadata", f"{tag}={value}")]
    subprocess.run(
        ["ffmpeg", "-v", "error", "-y", "-f", "lavfi"]
        + ["-i", "aevalsrc=0.1*sin(2*PI*1000*t)|0.1*sin(2*PI*1000*t):s=48000:d=1.5"]
        + codec + metadata + ["-fflags", "+bitexact", "-flags:a", "+bitexact", str(FOLDER / name)],
        check=True, timeout=60)


def box(kind, *content):
    data = b"".join(content)
    return struct.pack(">I", 8 + len(data)) + kind + data


def freeform(name, value):
    """A tag in the form of iTunes that has no atom of its own."""
    return box(
        b"----", box(b"mean", bytes(4), b"com.apple.iTunes"), box(b"name", bytes(4), name.lower().encode()),
        box(b"data", struct.pack(">II", 1, 0), value.encode()))


def tag_mp4(path, tags):
    """Puts tags into a file whose movie box is the last one."""
    data = path.read_bytes()
    start = data.rindex(b"moov") - 4
    movie = data[start:]
    assert struct.unpack(">I", movie[:4])[0] == len(movie)
    handler = box(b"hdlr", bytes(8), b"mdirappl", bytes(9))
    items = box(b"ilst", *(freeform(name, value) for name, value in tags.items()))
    user = movie.rfind(b"udta")
    end = user - 4 if user > 0 else len(movie)
    movie = movie[:end] + box(b"udta", box(b"meta", bytes(4), handler, items))
    path.write_bytes(data[:start] + struct.pack(">I", len(movie)) + movie[4:])


def main():
    FOLDER.mkdir(exist_ok=True)
    for name, (codec, tags) in FILES.items():
        make(name, codec, tags)
    tag_mp4(FOLDER / "tone.m4a", TAGS)


main()
