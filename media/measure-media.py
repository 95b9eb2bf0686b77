#!/usr/bin/env python3
"""Measures the samples in this folder and writes what it found to manifest.json.

    media/measure-media.py            write manifest.json
    media/measure-media.py --check    compare with manifest.json; exit 1 if anything differs

Needs ffprobe and ffmpeg (Debian: ffmpeg). Nothing is taken on trust: every stream that can be decoded
is decoded to its end, every frame's counter and every second's tone is read (README.md describes
both), and a sample that fails to read as it should is an error in either mode.
"""

import array
import html
import json
import math
import pathlib
import re
import subprocess
import sys

FOLDER = pathlib.Path(__file__).resolve().parent
MANIFEST = FOLDER / "manifest.json"
# The name of a sample, its path, its container.
SAMPLES = [
    ("av-h264-aac", "av-h264-aac.mp4", "mp4"),
    ("av-h264-aac-moov-last", "av-h264-aac-moov-last.mp4", "mp4"),
    ("av-vp9-opus", "av-vp9-opus.webm", "webm"),
    ("subtitles", "subtitles.mkv", "matroska"),
    ("subtitles-mp4", "subtitles.mp4", "mp4"),
    ("subtitle-kinds", "subtitle-kinds.mkv", "matroska"),
    ("video-only", "video-only.mp4", "mp4"),
    ("audio-only", "audio-only.m4a", "mp4"),
    ("uneven-frames", "uneven-frames.mp4", "mp4"),
    ("one-frame", "one-frame.mp4", "mp4"),
    ("tone-wav", "tone.wav", "wav"),
    ("tone-flac", "tone.flac", "flac"),
    ("tone-mp3", "tone.mp3", "mp3"),
    ("tone-ogg", "tone.ogg", "ogg"),
    ("tone-opus", "tone.opus", "ogg"),
    ("chapters-mkv", "chapters.mkv", "matroska"),
    ("chapters-m4b", "chapters.m4b", "mp4"),
    ("chapters-mp3", "chapters.mp3", "mp3"),
    ("chapters-opus", "chapters.opus", "ogg"),
    ("cover-flac", "cover.flac", "flac"),
    ("rotated", "rotated.mp4", "mp4"),
    ("wide-pixels", "wide-pixels.mp4", "mp4"),
    ("no-decoder", "no-decoder.mp4", "mp4"),
    ("no-video-decoder", "no-video-decoder.mp4", "mp4"),
    ("hls-ts", "hls-ts/master.m3u8", "hls-ts"),
    ("hls-subtitles", "hls-subtitles/master.m3u8", "hls-ts"),
    ("hls-fmp4", "hls-fmp4/master.m3u8", "hls-fmp4"),
]
LEAST_TOLERANCE = 0.04  # one frame of picture, nearly two of AAC


class Wrong(Exception):
    """A sample does not show or sound what README.md says."""


def run(*arguments):
    return subprocess.run(arguments, cwd=FOLDER, check=True, stdout=subprocess.PIPE).stdout


def probe(path):
    answer = json.loads(run(
        "ffprobe", "-v", "error", "-count_packets", "-show_streams", "-show_format", "-show_chapters",
        "-of", "json", path))
    return answer["streams"], float(answer["format"]["duration"]), answer["chapters"], answer["format"].get("tags", {})


def decode(path, index, *form):
    return run(
        "ffmpeg", "-v", "error", "-nostdin", "-noautorotate", "-threads", "1", "-i", path, "-map", f"0:{index}",
        "-fps_mode", "passthrough", *form, "pipe:1")


def chosen(streams, kind):
    """The stream of that kind a player ends up with: of several HLS variants, the largest."""
    found = [s for s in streams if s["codec_type"] == kind and not s["disposition"]["attached_pic"]]
    return max(found, key=lambda s: s.get("width", 0), default=None)


def codec(stream):
    name = stream.get("codec_name", "unknown")
    return stream["codec_tag_string"] if name == "unknown" else name


def decodable(stream):
    return stream is not None and stream.get("codec_name", "unknown") != "unknown"


def counter(picture, width, height):
    """Reads the ten cells of one grey picture: white, eight bits with the highest first, black."""
    row = (height * 9 // 10) * width
    cells = [picture[row + width * (2 * cell + 1) // 20] for cell in range(10)]
    if cells[0] - cells[9] < 120:
        raise Wrong("the outer cells are not white and black")
    middle = (cells[0] + cells[9]) / 2
    return sum(1 << (8 - place) for place in range(1, 9) if cells[place] > middle)


def count_frames(path, stream):
    """Decodes every frame and demands that their counters read 0, 1, 2 …"""
    width, height = stream["width"], stream["height"]
    grey = decode(path, stream["index"], "-f", "rawvideo", "-pix_fmt", "gray")
    size = width * height
    if len(grey) % size:
        raise Wrong("the last picture is incomplete")
    for number in range(len(grey) // size):
        seen = counter(grey[number * size:(number + 1) * size], width, height)
        if seen != number:
            raise Wrong(f"frame {number} reads {seen}")
    return len(grey) // size


def frame_times(path, stream):
    """When each frame is shown, and when the last one ends."""
    packets = json.loads(run("ffprobe", "-v", "error", "-select_streams", str(stream["index"]), "-show_packets",
                             "-of", "json", path))["packets"]
    times = sorted((float(p["pts_time"]), float(p["duration_time"])) for p in packets)
    return [start for start, _ in times], sum(times[-1])


def strength(samples, rate, frequency):
    """Goertzel: the amplitude of one frequency, 0 to 1."""
    factor = 2 * math.cos(2 * math.pi * frequency / rate)
    before = last = 0.0
    for sample in samples:
        before, last = last, sample / 32768 + factor * last - before
    return 2 * math.sqrt(max(0.0, last * last + before * before - factor * last * before)) / len(samples)


def count_audio(path, stream):
    """Decodes all audio, demands each second's two tones, and answers how many samples there are."""
    rate, channels = int(stream["sample_rate"]), stream["channels"]
    pcm = array.array("h", decode(path, stream["index"], "-f", "s16le", "-c:a", "pcm_s16le"))
    for second in range(round(len(pcm) / channels / rate)):
        for channel, base in enumerate((400, 500)):
            # The inner eight tenths, in two halves: a step that comes 0.1 s early or late is found.
            for part in (0.1, 0.5):
                start = int((second + part) * rate)
                piece = pcm[start * channels + channel:int(start + 0.4 * rate) * channels:channels]
                expected = base + 200 * second
                if not 0.23 < strength(piece, rate, expected) < 0.27:
                    raise Wrong(f"second {second}, channel {channel}: no tone of {expected} Hz")
    return len(pcm) // channels


def seconds(text):
    hours, minutes, rest = text.replace(",", ".").split(":")
    return round(int(hours) * 3600 + int(minutes) * 60 + float(rest), 3)


def cues(path, stream):
    """The cues as the container holds them; `text` is without tags, and of SubRip `markup` is as stored. What is drawn is no text."""
    is_subrip = stream["codec_name"] == "subrip"
    srt = run("ffmpeg", "-v", "error", "-nostdin", "-i", path, "-map", f"0:{stream['index']}",
              "-c", "copy" if is_subrip else "srt", "-f", "srt", "pipe:1").decode()
    found = []
    for block in re.split(r"\n\s*\n", srt.replace("\r\n", "\n").strip()):
        _, times, markup = block.split("\n", 2)
        start, end = times.split(" --> ")
        text = html.unescape(re.sub(r"<[^>]*>|{\\[^}]*}", "", markup)).strip()
        if re.fullmatch(r"m( -?[\d.]+| [mlb])+", text):
            continue
        cue = {"start": seconds(start), "end": seconds(end), "text": text}
        if is_subrip:
            cue["markup"] = markup
        found.append(cue)
    return found


def rendition_cues(path):
    """The cues of each rendition of WebVTT that a multivariant playlist names; one that stands in several segments is one."""
    folder = (FOLDER / path).parent
    found = []
    for media in re.findall(r"#EXT-X-MEDIA:TYPE=SUBTITLES,(.*)", (FOLDER / path).read_text()):
        attributes = dict(re.findall(r'([A-Z-]+)="([^"]*)"', media))
        cues = []
        for segment in re.findall(r"^[^#\s].*", (folder / attributes["URI"]).read_text(), re.M):
            for block in re.split(r"\n\n", (folder / segment).read_text().strip())[1:]:
                times, markup = block.split("\n", 1)
                start, end = (seconds("00:" + time) for time in times.split(" --> "))
                cue = {"start": start, "end": end, "text": html.unescape(re.sub(r"<[^>]*>", "", markup))}
                if cue not in cues:
                    cues.append(cue)
        found.append({"language": attributes["LANGUAGE"], "cues": cues})
    return found


def check_bandwidth(path):
    """RFC 8216, 4.3.4.2: BANDWIDTH is an upper bound of each segment's bit rate."""
    master = FOLDER / path
    pairs = re.findall(r"BANDWIDTH=(\d+).*\n(.+)", master.read_text())
    for declared, name in pairs:
        playlist = (master.parent / name).read_text()
        for length, segment in re.findall(r"#EXTINF:([\d.]+),\n(.+)", playlist):
            rate = ((master.parent / name).parent / segment).stat().st_size * 8 / float(length)
            if rate > int(declared):
                raise Wrong(f"{segment} has {rate:.0f} bit/s, declared are {declared}")


def cover(path, streams):
    """The picture that comes with the sound: its type, and how long its file is."""
    for stream in streams:
        if stream["disposition"]["attached_pic"]:
            picture = decode(path, stream["index"], "-c", "copy", "-f", "image2pipe")
            return {"type": f"image/{stream['codec_name']}", "size": len(picture)}
    return None


def seen_size(video):
    """What a person sees: with square pixels, and upright."""
    wide, high = map(int, video.get("sample_aspect_ratio", "1:1").split(":"))
    size = [round(video["width"] * wide / high), video["height"]]
    turns = [abs(int(s["rotation"])) for s in video.get("side_data_list", []) if "rotation" in s]
    return size[::-1] if turns and turns[0] % 180 == 90 else size


def words(tags, streams):
    """What the medium says about itself; Ogg says it of its stream."""
    streams = [s for s in streams if not s["disposition"]["attached_pic"]]
    said = dict(streams[0].get("tags", {})) if len(streams) == 1 else {}
    said = {key.lower(): value for key, value in {**said, **tags}.items()}
    return {key: said[key] for key in ("title", "artist", "album", "date", "genre", "track", "disc") if key in said}


def measure(name, path, container):
    streams, declared, chapters, tags = probe(path)
    video, audio = chosen(streams, "video"), chosen(streams, "audio")
    facts = {"name": name, "path": path, "kind": "file", "container": container}
    if container.startswith("hls"):
        facts["kind"] = "hls"
        check_bandwidth(path)

    lengths = [declared]
    video_facts = audio_facts = None
    if video is not None:
        over, under = map(int, video["r_frame_rate"].split("/"))
        rate = over / under
        frames = count_frames(path, video) if decodable(video) else int(video["nb_read_packets"])
        video_facts = {"codec": codec(video), "width": video["width"], "height": video["height"],
                       "frameRate": rate, "frames": frames}
        if video["r_frame_rate"] == video["avg_frame_rate"]:
            lengths.append(frames / rate)
        else:
            times, end = frame_times(path, video)
            lengths.append(end)
            video_facts["frameTimes"] = times
            del video_facts["frameRate"]
    if audio is not None:
        rate = int(audio["sample_rate"])
        lengths.append(count_audio(path, audio) / rate)
        audio_facts = {"codec": codec(audio), "sampleRate": rate, "channels": audio["channels"]}

    # What is really there to present: encoders' priming and padding only ever make it seem longer.
    duration = min(lengths)
    facts["duration"] = round(duration, 3)
    facts["durationTolerance"] = min(duration / 2, max(
        LEAST_TOLERANCE, math.ceil((max(lengths) - duration + 0.01) * 100) / 100))
    facts["video"], facts["audio"] = video_facts, audio_facts
    facts["subtitles"] = rendition_cues(path) if facts["kind"] == "hls" else [
        {"language": s.get("tags", {}).get("language", "und"), "cues": cues(path, s)}
        for s in streams if s["codec_type"] == "subtitle"]
    # Only of samples that are about it.
    if video is not None and decodable(video) and seen_size(video) != [video["width"], video["height"]]:
        video_facts["seenWidth"], video_facts["seenHeight"] = seen_size(video)
    if words(tags, streams):
        facts["metadata"] = words(tags, streams)
    if cover(path, streams):
        facts["cover"] = cover(path, streams)
    if chapters:
        facts["chapters"] = [
            {"title": c["tags"]["title"], "start": float(c["start_time"]), "end": float(c["end_time"])}
            for c in chapters]
    facts["playable"] = decodable(video) or decodable(audio)
    return facts


def main():
    measured = []
    for name, path, container in SAMPLES:
        try:
            measured.append(measure(name, path, container))
        except (Wrong, subprocess.CalledProcessError) as error:
            sys.exit(f"{path}: {error}")
    if sys.argv[1:] == ["--check"]:
        recorded = {s["path"]: s for s in json.loads(MANIFEST.read_text())["samples"]}
        differing = [s["path"] for s in measured if recorded.pop(s["path"], None) != s]
        for path in differing + list(recorded):
            print(f"{path}: manifest.json says otherwise", file=sys.stderr)
        sys.exit(1 if differing or recorded else 0)
    if sys.argv[1:]:
        sys.exit(__doc__)
    MANIFEST.write_text(json.dumps({"samples": measured}, indent=2, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
