#!/usr/bin/env python3
"""Makes the samples with subtitles that are pictures: PGS, VobSub and DVB.

    media/make-bitmaps.py            into media/bitmaps
    media/make-bitmaps.py FOLDER     into another folder, to compare

Needs (Debian 12): ffmpeg. The pictures are 320 by 180, black, 25 a second, 4 s long. A subtitle is a white box with black bars in it, as
many as its number, at the bottom in the middle: from 0.5 to 1.5 s, and from 2 to 3 s. The second track of `pgs.mkv` has one box, from
1 to 3.5 s, at the top; its third is text.
"""
import pathlib
import subprocess
import struct
import sys
import tempfile


def segment(kind, time, content):
    return b"PG" + struct.pack(">IIBH", time * 90, 0, kind, len(content)) + content


def run_length(rows):
    coded = bytearray()
    for row in rows:
        place = 0
        while place < len(row):
            colour, count = row[place], 1
            while place + count < len(row) and row[place + count] == colour and count < 0x3FFF:
                count += 1
            place += count
            if colour and count < 3:
                coded += bytes([colour] * count)
            elif count < 64:
                coded += bytes([0, (0x80 if colour else 0) | count]) + (bytes([colour]) if colour else b"")
            else:
                coded += bytes([0, (0xC0 if colour else 0x40) | count >> 8, count & 0xFF])
                coded += bytes([colour]) if colour else b""
        coded += b"\0\0"
    return bytes(coded)


def box(number, width, height):
    rows = []
    for y in range(height):
        row = []
        for x in range(width):
            bar, place = divmod(x - 8, 16)
            is_bar = 0 <= bar < number and 4 <= place < 12 and 6 <= y < height - 6
            row.append(2 if is_bar else 1)
        rows.append(row)
    return rows


def composition(number, state, objects):
    return struct.pack(">HHBHBBBB", WIDTH, HEIGHT, 0x10, number, state, 0, 0, len(objects)) + b"".join(
        struct.pack(">HBBHH", 0, 0, 0, x, y) for x, y in objects)


WIDTH, HEIGHT = 320, 180


def pgs(path, cues, is_top=False):
    """Writes a .sup file, of boxes from one to another time in milliseconds."""
    wide, high = 160, 30
    x, y = (WIDTH - wide) // 2, 10 if is_top else HEIGHT - high - 15
    stream = bytearray()
    for number, (start, end) in enumerate(cues):
        coded = run_length(box(number + 1, wide, high))
        window = struct.pack(">BBHHHH", 1, 0, x, y, wide, high)
        palette = bytes([0, 0]) + bytes([1, 235, 128, 128, 255]) + bytes([2, 16, 128, 128, 255])
        picture = struct.pack(">HBB", 0, 0, 0xC0) + (len(coded) + 4).to_bytes(3, "big")
        picture += struct.pack(">HH", wide, high) + coded
        stream += segment(0x16, start, composition(2 * number, 0x80, [(x, y)]))
        stream += segment(0x17, start, window) + segment(0x14, start, palette)
        stream += segment(0x15, start, picture) + segment(0x80, start, b"")
        stream += segment(0x16, end, composition(2 * number + 1, 0, []))
        stream += segment(0x17, end, window) + segment(0x80, end, b"")
    path.write_bytes(stream)


def ffmpeg(*arguments):
    exact = ["-map_metadata", "-1", "-fflags", "+bitexact", "-flags:v", "+bitexact", "-flags:s", "+bitexact"]
    subprocess.run(["ffmpeg", "-v", "error", "-y", *map(str, arguments[:-1]), *exact, str(arguments[-1])], check=True)


here = pathlib.Path(__file__).parent
out = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else here / "bitmaps"
out.mkdir(parents=True, exist_ok=True)
with tempfile.TemporaryDirectory() as name:
    scratch = pathlib.Path(name)
    low, top, text, film = (scratch / name for name in ("low.sup", "top.sup", "text.srt", "film.mp4"))
    pgs(low, [(500, 1500), (2000, 3000)])
    pgs(top, [(1000, 3500)], is_top=True)
    text.write_text("1\n00:00:01,000 --> 00:00:02,000\ntext\n")
    black = f"color=c=black:s={WIDTH}x{HEIGHT}:r=25:d=4"
    ffmpeg("-f", "lavfi", "-i", black, "-c:v", "libx264", "-threads", 1, "-g", 25, "-bf", 0, "-pix_fmt", "yuv420p", film)
    bitmaps = ["-copyts", "-i", film, "-fix_sub_duration", "-i", low]
    ffmpeg(
        *bitmaps[:3], "-i", low, "-i", top, "-i", text, "-map", 0, "-map", 1, "-map", 2, "-map", 3, "-c", "copy", "-c:s:2", "srt",
        "-metadata:s:s:0", "language=eng", "-metadata:s:s:1", "language=deu", "-metadata:s:s:2", "language=fra",
        out / "pgs.mkv")
    ffmpeg(*bitmaps, "-map", 0, "-map", 1, "-c:v", "copy", "-c:s", "dvdsub", out / "vobsub.mkv")
    # From VobSub, which has four colours: GStreamer 1.22 misreads DVB subtitles of 256.
    ffmpeg(
        "-copyts", "-i", out / "vobsub.mkv", "-map", 0, "-c:v", "copy", "-c:s", "dvbsub", "-muxrate", "200k",
        out / "dvb.ts")
