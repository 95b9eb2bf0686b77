"""The files of the corpus: name, purpose, recipe, and the expected result of a player.

A recipe is a text of options for ffmpeg, or a function that returns bytes. In a text, {v} is two seconds of
video, {a} two seconds of stereo audio, and {h264}, {aac} and others are encoders. The function `part` makes
an intermediate file. `expect` is the result of `playhead play`:

    plays    everything is presented: exit code 0
    gap      a promised range cannot be presented: exit code 4
    fails    nothing can be played: exit code 1 and the error code in `error`; alternatives are separated by |
    damaged  plays or gap: damage that a decoder may conceal

Further facts:

    duration, presented, frames    the right values where ffprobe measures others; `note` has the reason
    slack                          seconds by which lengths may differ, in addition
    estimated                      the format declares no length: 30 % are allowed
    no_duration, elementary        the format declares no length at all
    lacks                          kinds of tracks for which there is no decoder
    package                        the Debian package that the player has to name
    frozen                         the video frames are equal, or one stays for seconds
    any_tracks                     the tracks change, so that they are not compared
"""

import surgery
from surgery import cut, flip

RECIPES = {}


def video(seconds=2, size="160x120", rate="25"):
    return f"-f lavfi -i testsrc2=s={size}:r={rate}:d={seconds}"


TONES = [440, 660, 550, 330, 770, 880, 495, 605]


def audio(seconds=2, rate=48000, layout="stereo"):
    count = {"mono": 1, "stereo": 2, "2.1": 3, "quad": 4, "5.0": 5, "5.1": 6, "6.1": 7, "7.1": 8}[layout]
    tones = "|".join(f"0.2*sin(2*PI*{tone}*t)" for tone in TONES[:count])
    return f"-f lavfi -i aevalsrc={tones}:c={layout}:s={rate}:d={seconds}"


WORDS = {
    "v": video(),
    "a": audio(),
    "h264": "-c:v libx264 -preset ultrafast -g 10 -pix_fmt yuv420p",
    "b": "-c:v libx264 -preset veryfast -bf 2 -g 10 -sc_threshold 0 -pix_fmt yuv420p",
    "h265": "-c:v libx265 -preset ultrafast -pix_fmt yuv420p"
    " -x265-params log-level=none:pools=none:frame-threads=1:keyint=10:bframes=0",
    "vp8": "-c:v libvpx -deadline realtime -cpu-used 8 -b:v 100k -g 10",
    "vp9": "-c:v libvpx-vp9 -deadline realtime -cpu-used 8 -b:v 100k -g 10 -row-mt 0",
    "av1": "-c:v libaom-av1 -usage realtime -cpu-used 8 -b:v 100k -g 10",
    "mpeg2": "-c:v mpeg2video -b:v 400k -g 10",
    "mpeg4": "-c:v mpeg4 -b:v 300k -g 10",
    "mjpeg": "-c:v mjpeg -q:v 5 -pix_fmt yuvj420p",
    "theora": "-c:v libtheora -q:v 5 -g 10",
    "aac": "-c:a aac -b:a 64k",
    "mp2": "-c:a mp2 -b:a 128k",
    "mp3": "-c:a libmp3lame -b:a 96k",
    "ac3": "-c:a ac3 -b:a 128k",
    "eac3": "-c:a eac3 -b:a 128k",
    "opus": "-c:a libopus -b:a 64k",
    "vorbis": "-c:a libvorbis -q:a 3",
    "flac": "-c:a flac",
    "fast": "-movflags +faststart",
    "ts": "-f mpegts -muxdelay 0 -muxpreload 0",
}


def filled(text):
    for word, meaning in WORDS.items():
        text = text.replace("{" + word + "}", meaning)
    return text


def made(name, purpose, recipe, expect="plays", **facts):
    """Adds a file. Further facts replace measured ones or say why they differ; `error` is the error code."""
    assert name not in RECIPES, name
    RECIPES[name] = {"for": purpose, "recipe": recipe, "expect": expect, **facts}


def recipes(part):
    """Adds everything. Function part(ending, options) returns the bytes of an intermediate file."""
    mp4(part)
    quicktime(part)
    matroska(part)
    other_containers(part)
    transport(part)
    ogg(part)
    plain_audio(part)
    wave(part)
    pictures(part)
    times(part)
    subtitles(part)
    damage(part)
    return RECIPES


# --- MP4 --------------------------------------------------------------------------------------


def mp4(part):
    av = "{v} {a} {h264} {aac} "
    made("mp4-faststart.mp4", "The index is in front of the media.", av + "{fast}")
    made("mp4-moov-last.mp4", "The index is behind the media.", av)
    made(
        "mp4-fragmented.mp4",
        "Fragments whose data offsets begin at their moof.",
        av + "-movflags frag_keyframe+empty_moov+default_base_moof",
    )
    made(
        "mp4-fragmented-absolute.mp4",
        "Fragments whose data offsets count from the start of the file.",
        av + "-movflags frag_keyframe+empty_moov",
    )
    made(
        "mp4-fragmented-first-in-moov.mp4",
        "The first fragment is in moov, the others in moof.",
        av + "-movflags frag_keyframe",
    )
    made(
        "mp4-fragmented-sidx-global.mp4",
        "One sidx in front of all fragments.",
        av + "-movflags frag_keyframe+empty_moov+default_base_moof+global_sidx",
    )
    made(
        "mp4-fragmented-sidx-each.mp4",
        "Each fragment has a sidx of its own for each track.",
        av + "-movflags frag_keyframe+empty_moov+default_base_moof+dash",
    )
    made(
        "mp4-fragmented-no-index.mp4",
        "Fragments without an mfra at the end.",
        av + "-movflags frag_keyframe+empty_moov+default_base_moof+skip_trailer",
    )
    made(
        "mp4-fragmented-short.mp4",
        "Fragments of 200 ms, with audio and video in fragments of their own.",
        av + "-movflags empty_moov+default_base_moof+separate_moof -frag_duration 200000",
    )
    made(
        "mp4-fragmented-delayed.mp4",
        "An edit list in front of fragments: video begins 500 ms late.",
        "-itsoffset 0.5 {v} {a} -fps_mode passthrough {h264} {aac}"
        " -movflags frag_keyframe+delay_moov+default_base_moof",
        note="The length of fragmented media includes the empty edit: 2.5 s.",
        duration=2.5,
    )
    made(
        "mp4-fragmented-b-frames.mp4",
        "Fragments of B-frames.",
        "{v} {a} {b} {aac} -movflags frag_keyframe+empty_moov+default_base_moof",
        slack=0.09,
        note="ffmpeg lengthens the last packet of audio to the end of video: 2.027 s of audio have samples.",
    )
    made(
        "mp4-fragmented-audio.m4a",
        "Fragments with audio alone.",
        "{a} {aac} -movflags empty_moov+default_base_moof -frag_duration 500000",
    )
    made(
        "mp4-b-frames.mp4", "B-frames, with an edit list that hides their delay.", "{v} {a} {b} {aac} {fast}"
    )
    made(
        "mp4-b-frames-negative.mp4",
        "B-frames with negative composition offsets (ctts version 1).",
        "{v} {a} {b} {aac} -movflags +negative_cts_offsets+faststart",
    )
    made(
        "mp4-b-frames-no-edit.mp4",
        "B-frames without an edit list: the first frame is at 80 ms.",
        "{v} {a} {b} {aac} -use_editlist 0 {fast}",
        slack=0.1,
        note="Video begins at 80 ms, and AAC priming is part of the audio.",
    )

    def edited(entries):
        return lambda: surgery.edit_list(part("mp4", "{v} {a} {h264} {aac}"), entries)

    made(
        "mp4-edit-empty.mp4",
        "An empty edit of 500 ms delays both tracks.",
        edited([(500, None), (2000, 0)]),
        duration=2,
        note="By the edit list 500 ms of nothing and 2 s of media. The timeline begins at the first sample.",
    )
    made(
        "mp4-edit-trimmed.mp4",
        "The edit list begins at 500 ms of the media, not at a keyframe.",
        edited([(1500, 0.52)]),
        duration=1.5,
        presented={"video": 1.5, "audio": 1.5},
        frames=38,
        slack=0.06,
        note="The edit begins at frame 13 and ends within frame 50: 1.48 s have frames.",
    )
    made(
        "mp4-edit-both.mp4",
        "An empty edit of 500 ms, then the media from 520 ms on.",
        edited([(500, None), (1400, 0.52)]),
        duration=1.4,
        presented={"video": 1.4, "audio": 1.4},
        frames=35,
        slack=0.06,
        note="By the edit list: 35 frames. The timeline begins at the first sample.",
    )
    made(
        "mp4-edit-shortened.mp4",
        "The edit list ends 1 s before the media do.",
        edited([(1000, 0)]),
        duration=1,
        presented={"video": 1, "audio": 1},
        frames=25,
        slack=0.06,
        note="By the edit list: the first second.",
    )
    made(
        "mp4-edit-swapped.mp4",
        "Two edits: the second half of the media, then the first half.",
        edited([(1000, 1), (1000, 0)]),
        duration=2,
        presented={"video": 2, "audio": 2},
        frames=50,
        slack=0.06,
        note="By the edit list: 2 s, each half once.",
    )
    made(
        "mp4-edit-repeated.mp4",
        "Two edits present the same first second twice.",
        edited([(1000, 0), (1000, 0)]),
        duration=2,
        presented={"video": 2, "audio": 2},
        frames=50,
        slack=0.06,
        note="By the edit list: 2 s; ffprobe counts packets of the second pass once.",
    )
    made(
        "mp4-edit-pause.mp4",
        "An empty edit of 500 ms between two halves of the media.",
        edited([(1000, 0), (500, None), (1000, 1)]),
        duration=2.5,
        presented={"video": 2, "audio": 2},
        frames=50,
        slack=0.55,
        note="By the edit list. The last frame before the pause may stay for its 500 ms.",
    )

    made(
        "mp4-h265-hvc1.mp4",
        "H.265 with parameter sets in the sample entry.",
        "{v} {a} {h265} -tag:v hvc1 {aac} {fast}",
    )
    made(
        "mp4-h265-hev1.mp4",
        "H.265 with parameter sets in the samples too.",
        "{v} {a} {h265} -tag:v hev1 {aac} {fast}",
    )
    made("mp4-h265-10bit.mp4", "H.265 of 10 bits.", "{v} {h265} -pix_fmt yuv420p10le -tag:v hvc1 {fast}")
    made("mp4-av1-aac.mp4", "AV1 in MP4.", "{v} {a} {av1} {aac} {fast}")
    made("mp4-vp9-opus.mp4", "VP9 and Opus in MP4.", "{v} {a} {vp9} {opus} {fast}")
    made("mp4-mpeg4-mp3.mp4", "MPEG-4 Part 2 and MP3 in MP4.", "{v} {a} {mpeg4} {mp3} {fast}")
    made(
        "mp4-mpeg2-mp2.mp4",
        "MPEG-2 and MP2 in MP4.",
        "{v} {a} {mpeg2} {mp2} {fast}",
        codecs={"audio": "mp2"},
        note="ffprobe says MP3 for every layer: the sample entry is the same. It is layer 2.",
    )
    made("mp4-ac3.mp4", "AC-3 in MP4.", "{v} {a} {h264} {ac3} {fast}")
    made("mp4-eac3.mp4", "E-AC-3 in MP4.", "{v} {a} {h264} {eac3} {fast}")
    made("mp4-flac.mp4", "FLAC in MP4.", "{v} {a} {h264} {flac} -strict -2 {fast}")
    made("mp4-alac.m4a", "ALAC in M4A.", "{a} -c:a alac {fast}")
    made("mp4-aac.m4a", "AAC in M4A.", "{a} {aac} {fast}")
    made(
        "mp4-aac-cover.m4a",
        "AAC with a cover image.",
        "{a} -f lavfi -i testsrc2=s=64x64:d=0.04 -map 0 -map 1 {aac} -c:v mjpeg -pix_fmt yuvj420p -frames:v 1"
        " -disposition:v attached_pic {fast}",
        attached=True,
    )
    made("mp4-h263-aac.3gp", "H.263 in 3GP with AAC.", video(2, "176x144") + " {a} -c:v h263 {aac}")
    made("mp4-h264-10bit.mp4", "H.264 of 10 bits.", "{v} {h264} -pix_fmt yuv420p10le {fast}")
    made("mp4-h264-422.mp4", "H.264 with 4:2:2 chroma.", "{v} {h264} -pix_fmt yuv422p {fast}")
    made("mp4-h264-444.mp4", "H.264 with 4:4:4 chroma.", "{v} {h264} -pix_fmt yuv444p {fast}")
    made("mp4-h264-gray.mp4", "H.264 without chroma.", "{v} {h264} -pix_fmt gray {fast}")
    made(
        "mp4-h265-hdr.mp4",
        "H.265 of 10 bits that says BT.2020 and PQ.",
        "{v} {h265} -pix_fmt yuv420p10le -color_primaries bt2020 -color_trc smpte2084 -colorspace bt2020nc"
        " -tag:v hvc1 {fast}",
    )
    made(
        "mp4-interlaced-tff.mp4",
        "H.264 in fields, the top field first.",
        "{v} {h264} -flags +ildct+ilme -x264-params tff=1 {fast}",
    )
    made(
        "mp4-interlaced-bff.mp4",
        "H.264 in fields, the bottom field first.",
        "{v} {h264} -flags +ildct+ilme -x264-params bff=1 {fast}",
    )
    made("mp4-wide-pixels.mp4", "Pixels twice as wide as high.", "{v} {h264} -aspect 8:3 {fast}")
    made("mp4-17x13.mp4", "An odd size of 17x13.", "{v} -s 17x13 {h264} -pix_fmt yuv444p {fast}")
    made("mp4-127x97.mp4", "An odd size of 127x97.", "{v} -s 127x97 {h264} -pix_fmt yuv444p {fast}")
    made(
        "mp4-2x2.mp4",
        "A size of 2x2.",
        video(2, "2x2") + " {h264} {fast}",
        frozen=True,
        note="The four pixels do not change.",
    )
    made(
        "mp4-two-audio.mp4",
        "Two audio tracks with languages, the second one default.",
        "{v} {a} "
        + audio(2, 44100, "mono")
        + " -map 0 -map 1 -map 2 {h264} {aac} -metadata:s:a:0 language=deu"
        " -metadata:s:a:1 language=fra -disposition:a:0 0 -disposition:a:1 default {fast}",
    )
    made(
        "mp4-two-video.mp4",
        "Two video tracks of other sizes.",
        "{v} " + video(2, "64x48") + " {a} -map 0 -map 1 -map 2 {h264} {aac} {fast}",
    )
    made(
        "mp4-chapters.mp4",
        "Chapters as a text track.",
        lambda: part(
            "mp4", "{v} {a} -f ffmetadata -i CHAPTERS -map 0 -map 1 -map_chapters 2 {h264} {aac} {fast}"
        ),
    )
    made(
        "mp4-empty-track.mp4",
        "A third track has no samples and is 0 s long.",
        lambda: surgery.empty_track(part("mp4", "{v} {a} {h264} {aac}")),
        empty_tracks=True,
    )
    made(
        "mp4-large-boxes.mp4",
        "mdat and chunk offsets of 64 bits.",
        lambda: surgery.large_boxes(part("mp4", "{v} {a} {h264} {aac}")),
    )
    made(
        "mp4-open-mdat.mp4",
        "mdat has the size 0: it lasts until the end of the file.",
        lambda: surgery.open_mdat(part("mp4", "{v} {a} {h264} {aac} {fast}")),
    )
    made(
        "mp4-unknown-boxes.mp4",
        "Boxes that no reader knows, at the start, in moov and at the end.",
        lambda: surgery.unknown_boxes(part("mp4", "{v} {a} {h264} {aac}")),
    )
    made(
        "mp4-garbage-behind.mp4",
        "1,000 random bytes follow the last box.",
        lambda: part("mp4", "{v} {a} {h264} {aac} {fast}") + surgery.noise(1000),
    )
    made(
        "mp4-encrypted.mp4",
        "Video and audio are encrypted (cenc), and no key is given.",
        "{v} {a} {h264} {aac} -encryption_scheme cenc-aes-ctr"
        " -encryption_key 00112233445566778899aabbccddeeff"
        " -encryption_kid 00000000000000000000000000000001 {fast}",
        "fails",
        error="unsupportedEncryption",
    )
    made("mp4-8khz.m4a", "AAC of 8 kHz, mono.", audio(2, 8000, "mono") + " -c:a aac -b:a 16k {fast}")
    made("mp4-96khz.m4a", "AAC of 96 kHz.", audio(2, 96000) + " -c:a aac -b:a 128k {fast}")
    made("mp4-7.1.m4a", "AAC with 7.1 channels.", audio(2, 48000, "7.1") + " -c:a aac -b:a 256k {fast}")
    made("mp4-video-only.mp4", "Video without audio.", "{v} {h264} {fast}")


# --- QuickTime --------------------------------------------------------------------------------


def quicktime(part):
    made(
        "mov-prores.mov",
        "ProRes 422 and PCM.",
        "{v} {a} -c:v prores_ks -profile:v 0 -pix_fmt yuv422p10le -c:a pcm_s16le",
    )
    made("mov-prores-4444.mov", "ProRes 4444.", "{v} -c:v prores_ks -profile:v 4 -pix_fmt yuva444p10le")
    made("mov-qtrle.mov", "QuickTime Animation.", "{v} -c:v qtrle")
    made(
        "mov-dnxhr.mov",
        "DNxHR.",
        video(0.48, "256x128") + " -c:v dnxhd -profile:v dnxhr_lb -pix_fmt yuv422p",
        "fails",
        error="missingDecoder",
        note="GStreamer 1.22 does not know the sample entry AVdh.",
    )
    for name, codec in {
        "s16be": "pcm_s16be",
        "s24be": "pcm_s24be",
        "f32le": "pcm_f32le",
        "ima": "adpcm_ima_qt",
    }.items():
        made(f"mov-pcm-{name}.mov", f"Video with PCM ({codec}).", "{v} {a} {h264} -c:a " + codec)
    made("mov-alac.mov", "Video with ALAC.", "{v} {a} {h264} -c:a alac")
    made(
        "mov-timecode.mov",
        "A timecode track beside video and audio.",
        "{v} {a} {h264} {aac} -timecode 01:00:00:00 -write_tmcd 1",
        data_tracks=True,
    )
    turned = {
        "90": ((0, 1, -1, 0), -90),
        "180": ((-1, 0, 0, -1), 180),
        "270": ((0, -1, 1, 0), 90),
        "hflip": ((-1, 0, 0, 1), None),
        "vflip": ((1, 0, 0, -1), None),
    }
    for name, (values, _) in turned.items():
        what = f"turns it by {name} degrees" if name.isdigit() else f"mirrors it ({name})"
        made(
            f"mov-rotation-{name}.mov",
            f"The display matrix of the video {what}.",
            lambda values=values: surgery.matrix(part("mov", "{v} {a} {h264} {aac}"), values),
            note="ffprobe shows no mirror: a mirror and a turn look alike.",
        )


# --- Matroska and WebM ------------------------------------------------------------------------


def matroska(part):
    for name, codec in {
        "h264": "{h264}",
        "h265": "{h265}",
        "vp8": "{vp8}",
        "vp9": "{vp9}",
        "av1": "{av1}",
        "mpeg2": "{mpeg2}",
        "mpeg4": "{mpeg4}",
        "mjpeg": "{mjpeg}",
        "theora": "{theora}",
        "ffv1": "-c:v ffv1 -level 3",
        "b-frames": "{b}",
        "raw": "-c:v rawvideo -s 64x48 -pix_fmt yuv420p",
    }.items():
        made(f"mkv-video-{name}.mkv", f"Matroska with video as {name}.", "{v} {a} " + codec + " {mp2}")
    made(
        "mkv-video-snow.mkv",
        "Video in a codec that GStreamer does not know, with audio.",
        "{v} {a} -c:v snow -strict -2 {mp2}",
        "gap",
        lacks=["video"],
        presented={"audio": 2.016},
        frames=0,
        note="Audio is presented; video is missing, and the exit code says so.",
    )
    for name, codec in {
        "aac": "{aac}",
        "flac": "{flac}",
        "opus": "{opus}",
        "vorbis": "{vorbis}",
        "pcm16": "-c:a pcm_s16le",
        "pcmf32": "-c:a pcm_f32le",
        "ac3": "{ac3}",
        "eac3": "{eac3}",
        "dts": "-c:a dca -strict -2 -b:a 768k",
        "wavpack": "-c:a wavpack",
        "mp3": "{mp3}",
        "alac": "-c:a alac",
        "tta": "-c:a tta",
        "truehd": "-c:a truehd -strict -2",
    }.items():
        lasting = {
            "presented": {"audio": 2},
            "note": "2 s by construction; ffprobe guesses the length of the last packet.",
        }
        made(
            f"mkv-audio-{name}.mka",
            f"Matroska with audio as {name}.",
            "{a} " + codec,
            *(("fails",) if name in ("tta", "alac") else ()),
            **(lasting if name == "wavpack" else {}),
            **(
                {
                    "error": "missingDecoder",
                    "note": "GStreamer 1.22 has no decoder, or no mapping in Matroska.",
                }
                if name in ("tta", "alac")
                else {}
            ),
        )
    whole = "{v} {a} {h264} {opus} -cluster_time_limit 500"
    made("mkv-no-cues.mkv", "No Cues, and no SeekHead.", lambda: surgery.rearranged(part("mkv", whole), []))
    made(
        "mkv-cues-beyond.mkv",
        "The places in Cues lie beyond the file.",
        lambda: surgery.wrong_cues(part("mkv", whole), True),
    )
    made(
        "mkv-cues-wrong.mkv",
        "The places in Cues lie 77 bytes behind the start of clusters.",
        lambda: surgery.wrong_cues(part("mkv", whole), False),
    )
    made(
        "mkv-cues-front.mkv",
        "Cues are in front of the clusters.",
        whole + " -reserve_index_space 4000 -cues_to_front 1",
    )
    made(
        "mkv-no-seek-head.mkv",
        "No SeekHead: Cues are at the end, and nothing names their place.",
        lambda: surgery.without_seek_head(part("mkv", whole)),
    )
    made(
        "mkv-live.mkv",
        "Written as live content: no duration, no Cues, clusters of unknown size.",
        whole + " -live 1 -f matroska",
        no_duration=True,
    )
    made(
        "mkv-unknown-size.mkv",
        "Segment and clusters have an unknown size; the duration is known.",
        lambda: surgery.unknown_cluster_sizes(surgery.rearranged(part("mkv", whole), [])),
    )
    made(
        "mkv-tracks-last.mkv",
        "Tracks are behind the clusters, and a SeekHead names their place.",
        lambda: surgery.tracks_last(part("mkv", whole)),
    )
    made(
        "mkv-attachment.mkv",
        "A font is attached.",
        lambda: part("mkv", whole + " -attach FONT -metadata:s:t mimetype=font/ttf"),
        attached=True,
    )
    made(
        "mkv-cover.mkv",
        "A cover image is attached.",
        lambda: part("mkv", whole + " -attach COVER -metadata:s:t mimetype=image/png"),
        attached=True,
    )
    made(
        "mkv-roll-90.mkv",
        "A projection turns the video by 90 degrees.",
        lambda: surgery.with_roll(part("mkv", whole), 90.0),
        note="ffprobe 5.1 may leave out the rotation: the roll is 90 degrees by construction.",
    )
    made("mkv-aspect.mkv", "The display size differs from the coded size.", "{v} {h264} -aspect 16:9")
    made(
        "mkv-interlaced.mkv",
        "Fields, the top field first, also by the flag of the track.",
        "{v} {h264} -flags +ildct+ilme -x264-params tff=1 -field_order tt",
    )
    made(
        "mkv-three-audio.mkv",
        "Three audio tracks: English, German as default, and one without a language.",
        "{v} {a} "
        + audio(2, 44100, "mono")
        + " "
        + audio(2, 48000, "5.1")
        + " -map 0 -map 1 -map 2 -map 3 {h264} {vorbis}"
        " -metadata:s:a:0 language=eng -metadata:s:a:1 language=ger"
        " -disposition:a:0 0 -disposition:a:1 default",
    )
    made(
        "mkv-h264-annex.mkv",
        "H.264 of 4:2:2 and 10 bits, with FLAC of 96 kHz and 24 bits.",
        "{v} " + audio(2, 96000) + " {h264} -pix_fmt yuv422p10le -c:a flac -sample_fmt s32",
    )
    for layout in ("mono", "5.1", "7.1"):
        made(
            f"mkv-layout-{layout}.mka",
            f"FLAC with the channel layout {layout}.",
            audio(2, 48000, layout) + " {flac}",
        )
    for rate in (8000, 11025, 192000):
        made(f"mkv-rate-{rate}.mka", f"FLAC of {rate} Hz.", audio(2, rate) + " {flac}")
    made(
        "mkv-opus-7.1.mka",
        "Opus with 7.1 channels.",
        audio(2, 48000, "7.1") + " -c:a libopus -b:a 256k -mapping_family 1",
    )
    made("mkv-1x1.mkv", "A size of 1x1.", "{v} -s 1x1 -c:v ffv1 -pix_fmt yuv444p")
    made("webm-vp8-vorbis.webm", "VP8 and Vorbis.", "{v} {a} {vp8} {vorbis}")
    made("webm-vp9-opus.webm", "VP9 and Opus.", "{v} {a} {vp9} {opus}")
    made("webm-av1-opus.webm", "AV1 and Opus.", "{v} {a} {av1} {opus}")
    made("webm-vp8-alpha.webm", "VP8 with transparency.", "{v} {vp8} -pix_fmt yuva420p -auto-alt-ref 0")
    made("webm-vp9-444.webm", "VP9 with 4:4:4 chroma.", "{v} {vp9} -pix_fmt yuv444p")
    made("webm-vp9-10bit.webm", "VP9 of 10 bits.", "{v} {vp9} -pix_fmt yuv420p10le")
    made(
        "webm-live.webm",
        "Written as live content: no duration.",
        "{v} {a} {vp8} {opus} -live 1",
        no_duration=True,
    )


# --- AVI, FLV, ASF, MXF, elementary streams ---------------------------------------------------


def other_containers(part):
    for name, options in {
        "mjpeg-pcm": "{mjpeg} -c:a pcm_s16le",
        "mpeg4-mp3": "{mpeg4} {mp3}",
        "h264-ac3": "{h264} {ac3}",
        "msmpeg4v2-pcm8": "-c:v msmpeg4v2 -b:v 300k -c:a pcm_u8",
        "cinepak": "-c:v cinepak -s 64x48 -an",
        "raw": "-c:v rawvideo -pix_fmt bgr24 -s 64x48 -c:a pcm_s16le",
        "wmv2-wma": "-c:v wmv2 -b:v 300k -c:a wmav2",
        "ffv1": "-c:v ffv1 -c:a pcm_s16le",
        "xvid-b-frames": "-c:v mpeg4 -b:v 300k -bf 2 -g 10 -vtag XVID {mp3}",
    }.items():
        made(
            f"avi-{name}.avi",
            f"AVI with {name}.",
            "{v} {a} " + options,
            **(
                {"slack": 0.09, "note": "The last frame of WMA is padded: 2 s to 2.08 s."}
                if "wma" in name
                else {}
            ),
        )
    made(
        "avi-flac.avi",
        "AVI with FLAC, which GStreamer does not know there.",
        "{v} {a} {mjpeg} {flac}",
        "gap",
        lacks=["audio"],
        presented={"video": 2},
        duration=None,
        note="Video is presented; audio is missing, and the exit code says so.",
    )
    made("avi-mp3-vbr.avi", "AVI with MP3 of a variable bit rate.", "{v} {a} {mpeg4} -c:a libmp3lame -q:a 5")
    made(
        "avi-no-index.avi",
        "No idx1.",
        lambda: surgery.without_avi_index(part("avi", "{v} {a} {mjpeg} -c:a pcm_s16le")),
    )
    made(
        "avi-17x13.avi",
        "Uncompressed RGB of 17x13: lines are padded.",
        "{v} -s 17x13 -c:v rawvideo -pix_fmt bgr24",
    )
    made("flv-h264-aac.flv", "H.264 and AAC.", "{v} {a} {h264} {aac}")
    made("flv-flv1-mp3.flv", "Sorenson H.263 and MP3.", "{v} " + audio(2, 44100) + " -c:v flv -g 10 {mp3}")
    made(
        "flv-no-duration.flv",
        "The metadata have no duration.",
        "{v} {a} {h264} {aac} -flvflags no_duration_filesize+no_metadata",
        no_duration=True,
    )
    made("flv-h264-b-frames.flv", "H.264 with B-frames.", "{v} {a} {b} {aac}")
    made(
        "asf-wmv2-wmav2.wmv",
        "WMV 8 and WMA: the demuxer is in gstreamer1.0-plugins-ugly.",
        "{v} {a} -c:v wmv2 -b:v 300k -c:a wmav2",
        "fails",
        error="missingDecoder",
        package="gstreamer1.0-plugins-ugly",
    )
    made(
        "asf-wmav2.wma",
        "WMA alone.",
        "{a} -c:a wmav2",
        "fails",
        error="missingDecoder",
        package="gstreamer1.0-plugins-ugly",
    )
    made(
        "asf-mjpeg.asf",
        "Motion JPEG and MP3 in ASF.",
        "{v} {a} {mjpeg} {mp3}",
        "fails",
        error="missingDecoder",
        package="gstreamer1.0-plugins-ugly",
    )
    made(
        "rm-rv20.rm",
        "RealVideo 2: the demuxer is in gstreamer1.0-plugins-ugly.",
        video(2, "176x144") + " -c:v rv20 -b:v 200k",
        "fails",
        error="missingDecoder",
        package="gstreamer1.0-plugins-ugly",
    )
    made("mxf-mpeg2.mxf", "MPEG-2 and PCM in MXF.", "{v} {a} {mpeg2} -c:a pcm_s16le")
    made("nut-h264.nut", "NUT, which the demuxers of gstreamer1.0-libav read.", "{v} {h264}")
    made("es-h264.h264", "H.264 without a container.", "{v} {h264}", elementary=True)
    made("es-h265.h265", "H.265 without a container.", "{v} {h265}", elementary=True)
    made("es-mpeg2.m2v", "MPEG-2 video without a container.", "{v} {mpeg2}", elementary=True)
    made("es-vp8.ivf", "VP8 in IVF.", "{v} {vp8}")
    made("es-av1.ivf", "AV1 in IVF.", "{v} {av1}")
    made("es-raw.y4m", "Raw frames with a header of text.", video(2, "64x48") + " -pix_fmt yuv420p")
    made(
        "ps-mpeg1-mp2.mpg", "MPEG-1 program stream.", "{v} {a} -c:v mpeg1video -b:v 300k -g 10 {mp2} -f mpeg"
    )
    made("ps-mpeg2-mp2.mpg", "MPEG-2 program stream.", "{v} {a} {mpeg2} {mp2} -f vob")
    made("ps-mpeg2-ac3.vob", "Program stream with AC-3.", "{v} {a} {mpeg2} {ac3} -f vob")
    made(
        "ps-mpeg2-lpcm.vob",
        "Program stream with PCM of DVDs.",
        "{v} {a} {mpeg2} -c:a pcm_dvd -f vob",
        "gap",
        lacks=["audio"],
        package="gstreamer1.0-plugins-ugly",
        presented={"video": 2},
        note="The decoder, dvdlpcmdec, is in gstreamer1.0-plugins-ugly.",
    )
    made("ps-h264.mpg", "Program stream with H.264.", "{v} {a} {h264} {mp2} -f vob")


# --- MPEG-TS ----------------------------------------------------------------------------------


def transport(part):
    for name, options in {
        "h264-aac": "{h264} {aac}",
        "h265-aac": "{h265} {aac}",
        "mpeg2-mp2": "{mpeg2} {mp2}",
        "h264-ac3": "{h264} {ac3}",
        "h264-eac3": "{h264} {eac3}",
        "h264-opus": "{h264} {opus}",
        "h264-b-frames": "{b} {aac}",
        "h264-latm": "{h264} {aac} -mpegts_flags +latm",
        "h264-dts": "{h264} -c:a dca -strict -2",
        "audio": "-vn {aac}",
        "video": "-an {h264}",
    }.items():
        made(f"ts-{name}.ts", f"MPEG-TS with {name}.", "{v} {a} " + options + " {ts}")
    made(
        "ts-default-delay.ts",
        "Times begin at 1.4 s, as ffmpeg writes by default.",
        "{v} {a} {h264} {aac} -f mpegts",
    )
    made("ts-interlaced.ts", "MPEG-2 in fields.", "{v} {a} {mpeg2} -flags +ildct+ilme -top 1 {mp2} {ts}")
    made(
        "ts-m2ts.m2ts",
        "Packets of 192 bytes.",
        "{v} {a} {h264} {ac3} -muxdelay 0 -muxpreload 0 -mpegts_m2ts_mode 1 -f mpegts",
    )
    made(
        "ts-constant-rate.ts", "A constant rate, with empty packets.", "{v} {a} {h264} {aac} -muxrate 1M {ts}"
    )
    made(
        "ts-two-audio.ts",
        "Two audio tracks with languages.",
        "{v} {a} "
        + audio(2, 48000, "mono")
        + " -map 0 -map 1 -map 2 {h264} {aac} -metadata:s:a:0 language=eng"
        " -metadata:s:a:1 language=deu {ts}",
    )
    made(
        "ts-two-programs.ts",
        "Two programs, each with video and audio.",
        "{v} {a} "
        + video(2, "64x48")
        + " {a} -map 0 -map 1 -map 2 -map 3 {h264} {aac} -program title=one:st=0:st=1"
        " -program title=two:st=2:st=3 {ts}",
        any_tracks=True,
    )
    made(
        "ts-wrap.ts",
        "The time of 33 bits starts again after 1 s.",
        "{v} {a} {h264} {aac} -output_ts_offset 95442.7 {ts}",
        duration=2,
        first=None,
        note="By construction 2 s from the first to the last frame, across 2^33 / 90,000 s.",
    )
    made("ts-far-start.ts", "Times begin at 20 hours.", "{v} {a} {h264} {aac} -output_ts_offset 72000 {ts}")

    def at(offset, *more, seconds=2, streams="{h264} {aac}", options=""):
        return part(
            "ts",
            f"{video(seconds)} {audio(seconds)} {streams} -output_ts_offset {offset} {options} "
            + " ".join(more)
            + " {ts}",
        )

    joined = "By construction 4 s: two streams of 2 s, one behind the other."
    made(
        "ts-jump-forward.ts",
        "Times jump forward by an hour after 2 s.",
        lambda: at(0) + at(3602, options="-mpegts_flags +initial_discontinuity"),
        duration=4,
        presented={"video": 4, "audio": 4},
        frames=100,
        slack=0.1,
        note=joined,
    )
    made(
        "ts-jump-forward-unmarked.ts",
        "Times jump forward by an hour after 2 s, and no packet marks it.",
        lambda: at(0) + at(3602),
        duration=4,
        presented={"video": 4, "audio": 4},
        frames=100,
        slack=0.1,
        note=joined,
    )
    made(
        "ts-jump-back.ts",
        "Times jump back by an hour after 2 s.",
        lambda: at(3600) + at(2, options="-mpegts_flags +initial_discontinuity"),
        duration=4,
        presented={"video": 4, "audio": 4},
        frames=100,
        slack=0.1,
        note=joined,
    )
    made(
        "ts-jump-zero.ts",
        "Times begin at zero again after 2 s.",
        lambda: at(0) + at(0),
        duration=4,
        presented={"video": 4, "audio": 4},
        frames=100,
        slack=0.1,
        note=joined,
    )
    made(
        "ts-pid-change.ts",
        "The packet identifiers change after 2 s.",
        lambda: at(0, options="-streamid 0:256 -streamid 1:257")
        + at(2, options="-streamid 0:512 -streamid 1:513"),
        duration=4,
        presented={"video": 4, "audio": 4},
        frames=100,
        slack=0.1,
        any_tracks=True,
        note=joined,
    )
    made(
        "ts-pmt-adds-audio.ts",
        "A new program map adds audio after 2 s.",
        lambda: part("ts", "{v} {h264} -mpegts_pmt_start_pid 4096 {ts}") + at(2),
        duration=4,
        presented={"video": 4, "audio": 2},
        frames=100,
        slack=0.1,
        any_tracks=True,
        note=joined,
    )
    made(
        "ts-pmt-drops-audio.ts",
        "A new program map has no audio after 2 s.",
        lambda: at(0) + part("ts", "{v} {h264} -output_ts_offset 2 {ts}"),
        duration=4,
        presented={"video": 4, "audio": 2},
        frames=100,
        slack=0.1,
        any_tracks=True,
        note=joined,
    )
    made(
        "ts-codec-change.ts",
        "H.264 becomes H.265 after 2 s, and 48 kHz become 44.1 kHz.",
        lambda: at(0) + at(2, "-ar 44100", streams="{h265} {aac}"),
        duration=4,
        presented={"video": 4, "audio": 4},
        frames=100,
        slack=0.1,
        any_tracks=True,
        note=joined,
    )
    made(
        "ts-size-change.ts",
        "The video becomes smaller after 2 s.",
        lambda: at(0) + at(2, "-s 96x64"),
        duration=4,
        presented={"video": 4, "audio": 4},
        frames=100,
        slack=0.1,
        any_tracks=True,
        note=joined,
    )
    av = "{v} {a} {h264} {aac} {ts}"
    made(
        "ts-garbage-before.ts",
        "777 random bytes in front of the first packet.",
        lambda: surgery.noise(777) + part("ts", av),
    )
    made(
        "ts-starts-within-packet.ts",
        "The first packet lacks its first 100 bytes.",
        lambda: part("ts", av)[100:],
        slack=0.2,
        note="The first packet is a table that comes again 100 ms later.",
    )
    made(
        "ts-starts-within-gop.ts",
        "The file begins in the middle of a group of pictures.",
        lambda: surgery.drop_range(part("ts", av), 0, 0.1),
        "damaged",
        slack=0.5,
        note="Frames in front of the first keyframe cannot be decoded.",
    )
    made(
        "ts-cut-within-packet.ts", "The file ends within a packet.", lambda: part("ts", av)[: 188 * 500 + 60]
    )
    made(
        "ts-lost-packets.ts",
        "2 % of the packets are missing.",
        lambda: surgery.drop_packets(part("ts", av), 0.02),
        "damaged",
        slack=0.3,
        note="Decoders differ in what they conceal.",
    )
    made(
        "ts-lost-range.ts",
        "All packets of 600 ms in the middle are missing.",
        lambda: surgery.drop_range(part("ts", av), 0.3, 0.6),
        "gap",
        presented={"video": 1.4, "audio": 1.4},
        note="By construction 600 ms are missing.",
        slack=0.25,
    )
    made(
        "ts-damaged-packets.ts",
        "3 % of the packets are noise and marked as damaged.",
        lambda: surgery.flag_packets(part("ts", av), 0.03),
        "damaged",
        slack=0.3,
        note="As ts-lost-packets.ts.",
    )


# --- Ogg --------------------------------------------------------------------------------------


def ogg(part):
    made("ogg-vorbis.ogg", "Vorbis.", "{a} {vorbis}")
    made("ogg-opus.opus", "Opus.", "{a} {opus}")
    made("ogg-flac.oga", "FLAC in Ogg.", "{a} {flac}")
    made("ogg-speex.spx", "Speex.", audio(2, 16000, "mono") + " -c:a libspeex")
    made("ogg-theora-vorbis.ogv", "Theora and Vorbis.", "{v} {a} {theora} {vorbis}")
    made("ogg-theora.ogv", "Theora alone.", "{v} {theora}")
    made(
        "ogg-two-audio.ogg",
        "Two audio tracks, multiplexed.",
        "{a} " + audio(2, 48000, "mono") + " -map 0 -map 1 {vorbis}",
    )

    def link(ending, number, options, source=None):
        return part(ending, (source or "{a}") + f" {options} -serial_offset {number * 100}")

    def chained(seconds):
        return {
            "duration": seconds,
            "presented": {"audio": seconds},
            "any_tracks": True,
            "slack": 0.06,
            "note": f"By construction {seconds} s: ffprobe sees the first link, or the last position.",
        }

    vorbis, opus = "{vorbis}", "{opus}"
    made(
        "ogg-chained-2.ogg",
        "Two links of Vorbis.",
        lambda: link("ogg", 1, vorbis) + link("ogg", 2, vorbis),
        **chained(4),
    )
    made(
        "ogg-chained-3.opus",
        "Three links of Opus.",
        lambda: b"".join(link("opus", number, opus) for number in (1, 2, 3)),
        **chained(6),
    )
    made(
        "ogg-chained-channels.ogg",
        "Two links of Vorbis, stereo and mono.",
        lambda: link("ogg", 1, vorbis) + link("ogg", 2, vorbis, audio(2, 48000, "mono")),
        **chained(4),
    )
    made(
        "ogg-chained-rates.ogg",
        "Two links of Vorbis, 48 kHz and 44.1 kHz.",
        lambda: link("ogg", 1, vorbis) + link("ogg", 2, vorbis, audio(2, 44100)),
        **chained(4),
    )
    made(
        "ogg-chained-codecs.ogg",
        "Two links: Vorbis and FLAC.",
        lambda: link("ogg", 1, vorbis) + link("oga", 2, "{flac}"),
        **chained(4),
    )
    made(
        "ogg-chained-video.ogv",
        "Two links of Theora and Vorbis.",
        lambda: link("ogv", 1, "{theora} {vorbis}", "{v} {a}")
        + link("ogv", 2, "{theora} {vorbis}", "{v} {a}"),
        **dict(chained(4), presented={"video": 4, "audio": 4}, frames=100),
    )
    made(
        "ogg-lost-page.ogg",
        "One page in the middle is missing.",
        lambda: surgery.without_ogg_page(part("ogg", "{a} {vorbis} -page_duration 200000"), 6),
        "gap",
        note="200 ms are missing; the page number shows it.",
        slack=0.3,
    )
    made(
        "ogg-offset.ogg",
        "The first position is 10 s.",
        "{a} {vorbis} -output_ts_offset 10",
        note="The position of the first page is 10 s: 2 s of audio.",
    )


# --- Audio without a container, or with one of its own ----------------------------------------


def plain_audio(part):
    made("flac-16.flac", "FLAC of 16 bits.", "{a} {flac}")
    made("flac-24-96.flac", "FLAC of 24 bits and 96 kHz.", audio(2, 96000) + " {flac} -sample_fmt s32")
    made(
        "flac-unknown-length.flac",
        "The header says nothing of the number of samples.",
        lambda: surgery.unknown_flac_length(part("flac", "{a} {flac}")),
        no_duration=True,
        presented={"audio": 2},
        note="By construction 2 s.",
    )
    made(
        "flac-no-checksum.flac",
        "The header has no checksum of the samples.",
        lambda: surgery.without_flac_checksum(part("flac", "{a} {flac}")),
    )
    made("flac-id3.flac", "An ID3v2 tag in front.", lambda: surgery.id3(3000) + part("flac", "{a} {flac}"))
    made("mp3-cbr.mp3", "A constant bit rate.", "{a} {mp3}")
    made("mp3-vbr.mp3", "A variable bit rate with a Xing header.", "{a} -c:a libmp3lame -q:a 5")
    made(
        "mp3-vbr-no-xing.mp3",
        "A variable bit rate without a Xing header.",
        "{a} -c:a libmp3lame -q:a 5 -write_xing 0",
        estimated=True,
        presented={"audio": 2.064},
        slack=0.07,
        note="The length is an estimate by the bit rate. Encoder delay and padding are part of the audio.",
    )
    made(
        "mp3-cbr-no-xing.mp3",
        "A constant bit rate without a Xing header.",
        "{a} {mp3} -write_xing 0",
        slack=0.08,
        note="Encoder delay and padding are part of the audio.",
    )
    made(
        "mp3-id3v2-large.mp3",
        "An ID3v2 tag of 300,000 bytes in front.",
        lambda: surgery.id3(300_000) + part("mp3", "{a} {mp3} -id3v2_version 0"),
    )
    made(
        "mp3-concatenated.mp3",
        "Two files with Xing headers, one behind the other.",
        lambda: part("mp3", "{a} {mp3} -id3v2_version 0") * 2,
        duration=4,
        presented={"audio": 4},
        slack=0.15,
        note="By construction 4 s: the Xing header counts the frames of the first file.",
    )
    made(
        "mp3-garbage-before.mp3",
        "5,000 bytes without a frame in front.",
        lambda: bytes(5000) + part("mp3", "{a} {mp3} -id3v2_version 0"),
    )
    made(
        "mp3-8khz-mono.mp3",
        "MPEG 2.5, 8 kHz, mono.",
        audio(2, 8000, "mono") + " -c:a libmp3lame -b:a 16k",
        duration=2,
        presented={"audio": 2},
        note="ffprobe 5.1 counts encoder delay and padding: 2 s by construction.",
    )
    made(
        "mp3-free-behind.mp3",
        "An APE tag-like block of 2,000 random bytes at the end.",
        lambda: part("mp3", "{a} {mp3} -id3v2_version 0") + b"APETAGEX" + surgery.noise(2000),
        duration=2,
        presented={"audio": 2},
        note="ffprobe counts the block, too: 2 s by construction.",
    )
    made("mp2.mp2", "MPEG audio layer 2.", "{a} {mp2}")
    made("aac-adts.aac", "AAC with ADTS headers.", "{a} {aac}", estimated=True)
    made(
        "aac-id3.aac",
        "ADTS behind an ID3v2 tag.",
        lambda: surgery.id3(2000) + part("aac", "{a} {aac}"),
        estimated=True,
    )
    made("aac-latm.loas", "AAC in LOAS frames.", "{a} {aac} -f latm", estimated=True)
    made("ac3.ac3", "AC-3.", "{a} {ac3}")
    made("eac3.eac3", "E-AC-3.", "{a} {eac3}")
    made("dts.dts", "DTS.", "{a} -c:a dca -strict -2 -b:a 768k", estimated=True)
    made(
        "truehd.thd",
        "TrueHD without a container, which GStreamer does not recognise.",
        "{a} -c:a truehd -strict -2 -f truehd",
        "fails",
        error="unknownFormat",
    )
    made("wavpack.wv", "WavPack.", "{a} -c:a wavpack")
    made("tta.tta", "True Audio.", "{a} -c:a tta")
    made("sbc.sbc", "SBC.", audio(2, 44100) + " -c:a sbc -b:a 200k", estimated=True)


def wave(part):
    for name, codec in {
        "u8": "pcm_u8",
        "s16": "pcm_s16le",
        "s24": "pcm_s24le",
        "s32": "pcm_s32le",
        "f32": "pcm_f32le",
        "mulaw": "pcm_mulaw",
        "ima": "adpcm_ima_wav",
        "ms": "adpcm_ms",
        "mp3": "libmp3lame",
    }.items():
        made(f"wav-{name}.wav", f"WAVE with {codec}.", audio(2, 44100) + f" -c:a {codec}")
    made("wav-gsm.wav", "WAVE with GSM 06.10.", audio(2, 8000, "mono") + " -c:a libgsm_ms")
    made(
        "wav-5.1-extensible.wav",
        "WAVE_FORMAT_EXTENSIBLE with 5.1 channels.",
        audio(2, 48000, "5.1") + " -c:a pcm_s24le",
    )
    made("wav-192khz.wav", "192 kHz.", audio(1.5, 192000) + " -c:a pcm_s16le")
    plain = audio() + " -c:a pcm_s16le"
    size = "The length follows from the size of the file."
    made(
        "wav-size-zero.wav",
        "The header says 0 bytes of samples.",
        lambda: surgery.data_size(part("wav", plain), 0),
        duration=2,
        presented={"audio": 2},
        note=size,
    )
    made(
        "wav-size-maximum.wav",
        "The header says 0xFFFFFFFF bytes of samples, as an encoder into a pipe writes.",
        lambda: surgery.data_size(part("wav", plain), 0xFFFFFFFF),
        duration=2,
        presented={"audio": 2},
        note=size,
    )
    made(
        "wav-garbage-behind.wav",
        "500 random bytes follow the samples.",
        lambda: part("wav", plain) + surgery.noise(500),
    )
    made("wav-rf64.wav", "RF64.", plain + " -rf64 always")
    made("wav-w64.w64", "Sony Wave64.", plain)
    made("aiff-s16.aiff", "AIFF.", "{a} -c:a pcm_s16be")
    made("aiff-s24.aiff", "AIFF of 24 bits.", "{a} -c:a pcm_s24be")
    made("aiff-sowt.aifc", "AIFC with samples in little-endian order.", "{a} -c:a pcm_s16le -f aiff")
    made("au-s16.au", "Sun AU.", "{a} -c:a pcm_s16be")
    made(
        "caf-s16.caf",
        "Core Audio Format, for which Debian has no demuxer of GStreamer.",
        "{a} -c:a pcm_s16le",
        "fails",
        error="missingDecoder",
    )
    made("caf-alac.caf", "Core Audio Format with ALAC.", "{a} -c:a alac", "fails", error="missingDecoder")
    made("voc.voc", "Creative Voice.", audio(2, 44100, "mono") + " -c:a pcm_u8")


# --- Still images and animations --------------------------------------------------------------


def pictures(part):
    one = "-f lavfi -i testsrc2=s=160x120:d=0.04 -frames:v 1 "
    shown = {
        "duration": None,
        "presented": {"video": 5},
        "frames": 50,
        "note": "An image has no duration of its own. The player repeats its frame, and animates none.",
    }
    for name, options in {
        "png.png": "-c:v png",
        "jpeg.jpg": "{mjpeg}",
        "webp.webp": "-c:v libwebp",
        "bmp.bmp": "-c:v bmp",
        "gif.gif": "-c:v gif",
    }.items():
        made(
            f"image-{name}",
            "A still image, which is shown for 5 s.",
            one + options,
            **shown,
        )
    made(
        "image-animated.gif",
        "An animation, of which the first image is shown for 5 s, with a warning.",
        video(1, "64x48") + " -c:v gif",
        warns=True,
        **shown,
    )
    made(
        "image-animated.webp",
        "An animation, of which the first image is shown for 5 s, with a warning.",
        video(1, "64x48") + " -c:v libwebp_anim -loop 0",
        warns=True,
        **shown,
    )
    made(
        "image-animated.apng",
        "An animation, of which the first image is shown for 5 s, with a warning.",
        video(1, "64x48") + " -c:v apng -f apng",
        warns=True,
        **shown,
    )


# --- Times ------------------------------------------------------------------------------------


def times(part):
    uneven = "-vf settb=1/1000,setpts='N*40+12*mod(N\\,3)' -fps_mode passthrough -enc_time_base:v 1/1000"
    made(
        "time-variable.mp4",
        "Frames of 52, 52, 16 ms, and so on: a variable frame rate.",
        "{v} {a} " + uneven + " {h264} {aac} {fast}",
    )
    made("time-variable.mkv", "A variable frame rate.", "{v} {a} " + uneven + " {h264} {aac}")
    made("time-variable.webm", "A variable frame rate.", "{v} {a} " + uneven + " {vp8} {opus}")
    for ending in ("mp4", "mkv"):
        made(
            f"time-sparse.{ending}",
            "Two frames, 3 s apart, with audio throughout.",
            video(6, rate="1/3") + " " + audio(6) + " {h264} {aac}",
            frozen=True,
        )
    made("time-120fps.mp4", "120 frames per second.", video(1.5, "64x48", "120") + " {h264} {fast}")
    made(
        "time-ntsc.mp4",
        "30000/1001 frames per second.",
        video(2, rate="30000/1001") + " {a} {h264} {aac} {fast}",
    )
    made(
        "time-1fps.mp4",
        "One frame per second.",
        video(4, rate="1") + " " + audio(4) + " {h264} {aac} {fast}",
        frozen=True,
    )
    made("time-one-frame.mp4", "One frame of video.", "{v} {h264} -frames:v 1 {fast}")
    made("time-one-frame.mkv", "One frame of video.", "{v} {h264} -frames:v 1")
    made(
        "time-one-frame-audio.mp4",
        "One frame of video, and 2 s of audio.",
        video(0.04) + " {a} {h264} {aac} {fast}",
        frozen=True,
    )
    made("time-short-audio.flac", "100 samples of audio.", "{a} {flac} -af atrim=end_sample=100")
    made("time-short-audio.wav", "One sample of audio.", "{a} -c:a pcm_s16le -af atrim=end_sample=1")
    made(
        "time-no-samples.wav",
        "A WAVE file without a sample.",
        "{a} -c:a pcm_s16le -af atrim=end_sample=0",
        "fails",
        error="empty|malformed|unknownFormat",
        note="ffprobe opens it: a track without a packet. All commands have to agree on the code.",
    )
    for ending, streams in {
        "mp4": "{h264} {aac}",
        "mkv": "{h264} {opus}",
        "webm": "{vp8} {vorbis}",
        "avi": "{mpeg4} {mp3}",
        "ts": "{h264} {aac}",
        "mov": "{h264} -c:a pcm_s16le",
        "flv": "{h264} {aac}",
        "ogv": "{theora} {vorbis}",
    }.items():
        made(
            f"time-audio-late.{ending}",
            "Audio begins 1 s after video.",
            "{v} -itsoffset 1 " + audio(1) + " " + streams,
        )
        if ending in ("mp4", "mkv", "ts", "webm", "mov"):
            made(
                f"time-video-late.{ending}",
                "Video begins 1 s after audio.",
                "-itsoffset 1 " + video(1) + " {a} -fps_mode passthrough " + streams,
            )
        made(
            f"time-audio-short.{ending}",
            "Audio ends after 500 ms of 3 s of video.",
            video(3) + " " + audio(0.5) + " " + streams,
        )
        if ending in ("mp4", "mkv", "ts", "avi"):
            made(
                f"time-video-short.{ending}",
                "Video ends after 500 ms of 3 s of audio.",
                video(0.52) + " " + audio(3) + " " + streams,
                frozen=True,
            )
    made(
        "time-far-start.mkv",
        "The first samples are at 10 s.",
        "{v} {a} {h264} {opus} -output_ts_offset 10",
        duration=2.008,
        note="The timeline begins at the first sample.",
    )
    made(
        "time-far-start.mp4",
        "An empty edit of 4 s is in front of the first samples.",
        lambda: surgery.edit_list(part("mp4", "{v} {a} {h264} {aac}"), [(4000, None), (2000, 0)]),
        duration=2,
        note="By the edit list 4 s of nothing, 2 s of media. The timeline begins at the first sample.",
    )
    made("time-far-start.flv", "The first samples are at 10 s.", "{v} {a} {h264} {aac} -output_ts_offset 10")
    made(
        "time-far-start.mpg",
        "The first samples are at 1,000 s.",
        "{v} {a} {mpeg2} {mp2} -f vob -output_ts_offset 1000",
    )


# --- Subtitles --------------------------------------------------------------------------------


def subtitles(part):
    av = "{v} {a} -f srt -i SRT -map 0 -map 1 -map 2 "
    made(
        "sub-srt.mkv",
        "SubRip inside.",
        lambda: part("mkv", av + "{h264} {opus} -c:s srt -metadata:s:s language=eng"),
    )
    made(
        "sub-ass.mkv",
        "ASS inside.",
        lambda: part("mkv", av + "{h264} {opus} -c:s ass -metadata:s:s language=ger"),
    )
    made("sub-webvtt.webm", "WebVTT inside.", lambda: part("webm", av + "{vp8} {opus} -c:s webvtt"))
    made(
        "sub-mov-text.mp4",
        "3GPP timed text inside.",
        lambda: part("mp4", av + "{h264} {aac} -c:s mov_text {fast}"),
    )
    made(
        "sub-mov-text-fragmented.mp4",
        "3GPP timed text in fragments.",
        lambda: part(
            "mp4", av + "{h264} {aac} -c:s mov_text -movflags frag_keyframe+empty_moov+default_base_moof"
        ),
    )
    made(
        "sub-beyond-end.mkv",
        "The last subtitle ends 2 s after audio and video.",
        lambda: part("mkv", "{v} {a} -f srt -i LATE -map 0 -map 1 -map 2 {h264} {opus} -c:s srt"),
        note="The container includes the subtitle. 2 s of audio and video are presented.",
    )
    made(
        "sub-alone.mkv",
        "Subtitles alone in Matroska.",
        lambda: part("mkv", "-f srt -i SRT -c:s srt"),
        "fails",
        error="unknownFormat|malformed",
        note="Nothing to see or hear. The code may be another; all commands have to agree.",
    )
    made(
        "sub-alone.mp4",
        "Timed text alone in MP4.",
        lambda: part("mp4", "-f srt -i SRT -c:s mov_text"),
        "fails",
        error="unknownFormat|malformed",
        note="Nothing to see or hear. The code may be another; all commands have to agree.",
    )
    for ending, codec in {"srt": "srt", "ass": "ass", "vtt": "webvtt"}.items():
        made(
            f"sub-alone.{ending}",
            "A subtitle file, which is no medium by itself.",
            lambda ending=ending, codec=codec: part(ending, f"-f srt -i SRT -c:s {codec}"),
            "fails",
            error="unknownFormat",
        )
    made(
        "sub-many.mkv",
        "Four subtitle tracks: default, forced, and two others.",
        lambda: part(
            "mkv",
            "{v} {a} -f srt -i SRT -map 0 -map 1 -map 2 -map 2 -map 2 -map 2 {h264} {opus} -c:s srt"
            " -metadata:s:s:0 language=eng -metadata:s:s:1 language=ger -metadata:s:s:2 language=fre"
            " -disposition:s:0 default -disposition:s:1 forced",
        ),
    )
    made(
        "sub-dvb.ts",
        "DVB subtitles, which are images.",
        lambda: part(
            "ts", "{v} {a} -fix_sub_duration -i BITMAPS -map 0 -map 1 -map 2 {h264} {aac} -c:s dvbsub {ts}"
        ),
    )
    made(
        "sub-vobsub.mkv",
        "Subtitles of DVDs, which are images.",
        lambda: part(
            "mkv", "{v} {a} -fix_sub_duration -i BITMAPS -map 0 -map 1 -map 2 {h264} {opus} -c:s dvdsub"
        ),
    )
    made(
        "sub-pgs.mkv",
        "Subtitles of Blu-ray Discs, which are images.",
        lambda: part(
            "mkv", "{v} {a} -fix_sub_duration -i BITMAPS -map 0 -map 1 -map 2 {h264} {opus} -c:s copy"
        ),
    )


# --- Damage -----------------------------------------------------------------------------------


def damage(part):
    pages = "-page_duration 100000"
    whole = {
        "mp4": "{v} {a} {h264} {aac} {fast}",
        "mov": "{v} {a} {mjpeg} -c:a pcm_s16le {fast}",
        "mkv": "{v} {a} {h264} {opus}",
        "webm": "{v} {a} {vp8} {vorbis}",
        "avi": "{v} {a} {mjpeg} -c:a pcm_s16le",
        "flv": "{v} {a} {h264} {aac}",
        "wav": "{a} -c:a pcm_s16le",
        "aiff": "{a} -c:a pcm_s16be",
        "flac": "{a} {flac}",
        "mp3": "{a} {mp3}",
        "m4a": "{a} {aac} {fast}",
    }
    for ending, options in whole.items():
        known = {"note": "The header says 2 s; ffprobe and the player tell what the size of the file allows."}
        shares = {
            "mp4": (30, 60, 90),
            "mkv": (30, 60, 90),
            "avi": (30, 60, 90),
            "mp3": (60, 90),
            "flac": (60, 90),
        }
        for share in shares.get(ending, (60,)):
            made(
                f"cut-{share}.{ending}",
                f"Cut after {share} % of a file that says how long it is.",
                lambda ending=ending, options=options, share=share: cut(part(ending, options), share / 100),
                "gap",
                cut=True,
                **(known if ending in ("avi", "wav") else {}),
            )
    for ending, options in {
        "ts": "{v} {a} {h264} {aac} {ts}",
        "mpg": "{v} {a} {mpeg2} {mp2} -f vob",
        "aac": "{a} {aac}",
        "ac3": "{a} {ac3}",
    }.items():
        made(
            f"cut-60.{ending}",
            "Cut after 60 % of a file that does not say how long it is.",
            lambda ending=ending, options=options: cut(part(ending, options), 0.6),
            estimated=ending == "aac",
            slack=0.1,
            note="The last frame may be incomplete.",
        )
    for ending, options in {
        "ogg": "{a} {vorbis} " + pages,
        "opus": "{a} {opus} " + pages,
        "ogv": "{v} {a} {theora} {vorbis}",
    }.items():
        made(
            f"cut-60.{ending}",
            "Ogg cut after 60 %: the page with the mark of the end is missing.",
            lambda ending=ending, options=options: cut(part(ending, options), 0.6),
            "gap",
            cut=True,
            slack=0.1,
            note="Nothing says how long the whole was; the missing mark says that it was longer.",
        )
    made(
        "cut-60-fragmented.mp4",
        "Fragments cut after 60 %: nothing says how long the whole was.",
        lambda: cut(
            part("mp4", "{v} {a} {h264} {aac} -movflags frag_keyframe+empty_moov+default_base_moof"), 0.6
        ),
        "damaged",
        slack=0.5,
        note="The cut is within a fragment, which shows it: exit code 4 is right too.",
    )
    made(
        "cut-moov-last.mp4",
        "Cut in front of the index.",
        lambda: cut(part("mp4", "{v} {a} {h264} {aac}"), 0.6),
        "fails",
        error="malformed",
    )
    made(
        "cut-within-moov.mp4",
        "Cut within the index at the start.",
        lambda: part("mp4", "{v} {a} {h264} {aac} {fast}")[:1500],
        "fails",
        error="malformed",
    )
    made(
        "cut-1-byte.mkv",
        "Only the last byte is missing.",
        lambda: part("mkv", "{v} {a} {h264} {opus}")[:-1],
        note="The last byte belongs to Cues or Tags: all frames are there.",
    )
    made(
        "cut-100-bytes.mkv",
        "The first 100 bytes of a Matroska file.",
        lambda: part("mkv", "{v} {a} {h264} {opus}")[:100],
        "fails",
        error="malformed",
    )
    made(
        "cut-header.ogg",
        "The first 60 bytes of an Ogg file.",
        lambda: part("ogg", "{a} {vorbis}")[:60],
        "fails",
        error="malformed|unknownFormat",
    )
    made(
        "cut-header.wav",
        "The first 30 bytes of a WAVE file.",
        lambda: part("wav", "{a} -c:a pcm_s16le")[:30],
        "fails",
        error="malformed|unknownFormat",
    )
    for ending, options in {
        "mp4": whole["mp4"],
        "mkv": whole["mkv"],
        "webm": whole["webm"],
        "avi": whole["avi"],
        "flv": whole["flv"],
        "ts": "{v} {a} {h264} {aac} {ts}",
        "mpg": "{v} {a} {mpeg2} {mp2} -f vob",
        "ogg": "{a} {vorbis} " + pages,
        "flac": whole["flac"],
        "mp3": whole["mp3"],
        "m4a": whole["m4a"],
        "opus": "{a} {opus} " + pages,
    }.items():
        made(
            f"bits.{ending}",
            "Eight single bits in the middle are turned over.",
            lambda ending=ending, options=options: flip(part(ending, options), 8, seed=7),
            "damaged",
            slack=0.5,
            note="Decoders differ in what they conceal: no crash, no hang, one verdict.",
        )
    for number, ending in enumerate(("mp4", "mkv", "ts", "mp3")):
        made(
            f"random.{ending}",
            "Random bytes.",
            lambda number=number: surgery.noise(20_000, seed=number),
            "fails",
            error="unknownFormat",
        )
    for ending in ("mp4", "mkv", "mp3"):
        made(f"empty.{ending}", "No byte.", lambda: b"", "fails", error="empty")
    made(
        "text.mp4",
        "Text with the name of a video file.",
        lambda: b"This is not a medium.\n" * 50,
        "fails",
        error="unknownFormat",
    )
    made(
        "html.mp3",
        "A page of HTML with the name of audio.",
        lambda: b"<!DOCTYPE html><html><body>404 Not Found</body></html>\n" * 10,
        "fails",
        error="unknownFormat",
    )
    made(
        "zeros.ts",
        "Zeros with the name of a transport stream.",
        lambda: bytes(50_000),
        "fails",
        error="unknownFormat",
    )
    made("wrong-name.mp3", "MP4 with the name of MP3.", lambda: part("mp4", whole["mp4"]))
    made("wrong-name.mkv", "WAVE with the name of Matroska.", lambda: part("wav", whole["wav"]))
    made(
        "name without ending",
        "A medium without an ending, and with spaces in its name.",
        lambda: part("mp4", whole["mp4"]),
    )
    made(
        "name-100%25-#1?.mp4",
        "A name with characters that addresses escape.",
        lambda: part("mp4", whole["mp4"]),
    )
