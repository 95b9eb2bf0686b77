#!/usr/bin/env python3
"""Makes the recordings in gapless/, each of them whole and cut in two, in every format that an encoder pads.

    media/make-gapless.py            into the folder gapless/ beside this script
    media/make-gapless.py FOLDER     into another folder, to compare

Needs (Debian 12): ffmpeg python3

The sound is noise, so that one sample of it is like no other; what was cut is told apart by comparing with the whole. Films begin with the
same sound; each picture shows its number, in the way that README.md says, and they are counted on across the cut.
"""

import pathlib
import struct
import subprocess
import sys
import tempfile
import wave

# Rate: (samples in all, samples before the cut). No number of them fills frames of any codec.
RECORDINGS = {44100: (100_003, 47_500), 48000: (110_001, 53_077)}

# name: (rate, ending, how ffmpeg codes it)
FORMATS = {
    "flac": (44100, "flac", ["-c:a", "flac"]),
    "lame": (44100, "mp3", ["-c:a", "libmp3lame", "-b:a", "128k"]),
    "lame-vbr": (44100, "mp3", ["-c:a", "libmp3lame", "-q:a", "4", "-id3v2_version", "0"]),
    "vorbis": (44100, "ogg", ["-c:a", "libvorbis", "-q:a", "4"]),
    "opus": (48000, "opus", ["-c:a", "libopus", "-b:a", "128k"]),
    "opus-webm": (48000, "webm", ["-c:a", "libopus", "-b:a", "128k"]),
    "aac": (44100, "m4a", ["-c:a", "aac", "-b:a", "128k"]),
    "aac-48": (48000, "m4a", ["-c:a", "aac", "-b:a", "128k", "-movflags", "+faststart"]),
    "alac": (44100, "m4a", ["-c:a", "alac"]),
}

# Films: how many pictures there are in each part, of which a second has so many, and how ffmpeg codes them.
PICTURES, PICTURE_RATE, WIDTH, HEIGHT = {"a": 33, "b": 35}, 30, 160, 90
X264 = ["-c:v", "libx264", "-crf", "20", "-g", "15", "-bf", "2", "-x264-params", "threads=1", "-pix_fmt", "yuv420p"]
FILMS = {
    "film": ("mp4", [*X264, "-c:a", "aac", "-b:a", "128k"]),
    "film-quicktime": ("mov", [*X264, "-c:a", "aac", "-b:a", "96k"]),
}

# What iTunes' encoder puts before the sound, and what ffmpeg's does.
ITUNES_DELAY, FFMPEG_DELAY, AAC_FRAME = 2112, 1024, 1024


def recording(count):
    """Noise without its highest tones, from a generator of our own: the same on every machine."""
    state, low, samples = 12345, 0, []
    for _ in range(count):
        state = (state * 1103515245 + 12345) & 0x7FFFFFFF
        low += ((state >> 8) % 65536 - 32768 - low) // 8
        samples.append(low)
    return samples


def write(path, samples, rate):
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes(struct.pack(f"<{len(samples)}h", *samples))


def encode(source, options, target, pictures=()):
    exact = ["-map_metadata", "-1", "-fflags", "+bitexact", "-flags:a", "+bitexact", "-threads", "1"]
    command = ["ffmpeg", "-hide_banner", "-loglevel", "error", "-nostdin", "-y", *pictures, "-i", str(source)]
    subprocess.run([*command, *options, *exact, str(target)], check=True)


def picture(number):
    """The number of a picture in ten cells, and a grey above them that differs from its neighbours'."""
    bits = [1, *(number >> bit & 1 for bit in range(7, -1, -1)), 0]
    cells = b"".join(bytes([235 if bit else 16]) * (WIDTH // 10) for bit in bits)
    above = HEIGHT * 4 // 5
    luma = bytes([60 + number * 5 % 120]) * WIDTH * above + cells * (HEIGHT - above)
    return luma + b"\x80" * (WIDTH * HEIGHT // 2)


def make_films(scratch, whole, rate, out):
    first = 0
    for part, count in PICTURES.items():
        start, end = (number * rate // PICTURE_RATE for number in (first, first + count))
        source, raw = scratch / f"film-{part}.wav", scratch / "film.yuv"
        write(source, whole[start:end], rate)
        raw.write_bytes(b"".join(picture(first + number) for number in range(count)))
        form = ["-f", "rawvideo", "-pix_fmt", "yuv420p", "-s", f"{WIDTH}x{HEIGHT}", "-r", str(PICTURE_RATE)]
        for name, (ending, options) in FILMS.items():
            exact = ["-flags:v", "+bitexact"]
            encode(source, [*options, *exact], out / f"{name}-{part}.{ending}", [*form, "-i", str(raw)])
        first += count


def box(kind, content):
    return struct.pack(">I", 8 + len(content)) + kind + content


def boxes(data):
    place = 0
    while place < len(data):
        size = struct.unpack_from(">I", data, place)[0]
        yield data[place + 4 : place + 8], data[place + 8 : place + size]
        place += size


def as_itunes(path, delay, total):
    """Takes the edit list out of a file whose movie stands last, and says in iTunSMPB what it said."""
    result = b""
    for kind, content in boxes(path.read_bytes()):
        if kind == b"moov":
            parts = []
            for inner, body in boxes(content):
                if inner == b"trak":
                    body = b"".join(box(k, b) for k, b in boxes(body) if k != b"edts")
                if inner != b"udta":
                    parts.append(box(inner, body))
            coded = -(-(delay + total) // AAC_FRAME) * AAC_FRAME
            numbers = [0, delay, coded - delay - total]
            text = "".join(f" {n:08X}" for n in numbers) + f" {total:016X}" + " 00000000" * 8
            entry = box(b"mean", bytes(4) + b"com.apple.iTunes") + box(b"name", bytes(4) + b"iTunSMPB")
            entry += box(b"data", struct.pack(">II", 1, 0) + text.encode())
            handler = box(b"hdlr", bytes(8) + b"mdirappl" + bytes(9))
            meta = box(b"meta", bytes(4) + handler + box(b"ilst", box(b"----", entry)))
            content = b"".join(parts) + box(b"udta", meta)
        result += box(kind, content)
    path.write_bytes(result)


def main():
    here = pathlib.Path(__file__).resolve().parent
    out = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else here / "gapless"
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        for rate, (count, cut) in RECORDINGS.items():
            whole = recording(count)
            write(out / f"whole-{rate}.wav", whole, rate)
            for part, samples in (("a", whole[:cut]), ("b", whole[cut:])):
                source = scratch / f"{part}-{rate}.wav"
                write(source, samples, rate)
                for name, (of, ending, options) in FORMATS.items():
                    if of == rate:
                        encode(source, options, out / f"{name}-{part}.{ending}")
                if rate == 44100:
                    late = scratch / "late.wav"
                    write(late, [0] * (ITUNES_DELAY - FFMPEG_DELAY) + samples, rate)
                    target = out / f"itunes-{part}.m4a"
                    encode(late, ["-c:a", "aac", "-b:a", "128k"], target)
                    as_itunes(target, ITUNES_DELAY, len(samples))
            if rate == 44100:
                make_films(scratch, whole, rate, out)


if __name__ == "__main__":
    main()
