#!/usr/bin/env python3
"""Makes the samples of sound that digital outputs take as it is: a sweep, each frame of which differs.

    media/make-surround.py [FOLDER]

Needs (Debian 12): ffmpeg. The samples are not in the manifest.
"""

import pathlib
import subprocess
import sys

FOLDER = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent / "surround")
SWEEP = "aevalsrc=0.4*sin(2*PI*(200*t+300*t*t))|0.4*sin(2*PI*(400*t+200*t*t)):s=48000:d=3"


def encode(name: str, *options: str) -> None:
    command = ["ffmpeg", "-v", "error", "-y", "-fflags", "+bitexact", "-f", "lavfi", "-i", SWEEP]
    subprocess.run([*command, "-flags", "+bitexact", *options, str(FOLDER / name)], check=True)


FOLDER.mkdir(parents=True, exist_ok=True)
encode("sweep.ac3", "-c:a", "ac3", "-b:a", "192k")
encode("sweep.dts", "-c:a", "dca", "-b:a", "384k", "-strict", "-2")
(FOLDER / "hls").mkdir(exist_ok=True)
encode(
    "hls/sweep.m3u8", "-c:a", "ac3", "-b:a", "192k", "-f", "hls", "-hls_time", "1",
    "-hls_playlist_type", "vod", "-hls_segment_filename", str(FOLDER / "hls/sweep-%d.ts"))
