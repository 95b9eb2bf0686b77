#!/usr/bin/env bash
# Makes every sample in this folder from nothing: no file is taken from elsewhere.
#
#   media/make-media.sh            all samples, into the folder this script is in
#   media/make-media.sh FOLDER     the same into another folder, to compare
#
# Needs (Debian 12): ffmpeg fonts-dejavu-core python3
# To measure them afterwards (measure-media.py): the same.
#
# The same packages on the same kind of processor give the same bytes again: encoders run in one
# thread, muxers write no dates, no random serial numbers and no version of the library.
# README.md says how to read the picture and the tone.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
out=${1:-$here}
font=/usr/share/fonts/truetype/dejavu/DejaVuSansMono-Bold.ttf
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

if [[ ! -r $font ]]; then
    echo "make-media.sh: $font is missing: install fonts-dejavu-core" >&2
    exit 1
fi
mkdir -p "$out" "$out/references"

# --- What is seen and heard -------------------------------------------------------------------

# picture WIDTH HEIGHT SECONDS COLOUR: the frame counter, in digits for people and, in the lowest
# fifth, in ten cells for programs: white, eight bits (highest first), black.
picture() {
    local width=$1 height=$2 seconds=$3 colour=$4 cell bit graph
    cell=$((width / 10))
    graph="color=c=$colour:s=${width}x$height:r=25:d=$seconds"
    graph+=",drawtext=fontfile=$font:text='%{eif\\:n\\:d\\:3}':fontcolor=white"
    graph+=":fontsize=$((height / 2)):x=(w-text_w)/2:y=$((height / 5))"
    graph+=",drawbox=x=0:y=$((height * 4 / 5)):w=$width:h=$((height / 5)):c=black:t=fill"
    graph+=",drawbox=x=0:y=$((height * 4 / 5)):w=$cell:h=$((height / 5)):c=white:t=fill"
    for bit in 7 6 5 4 3 2 1 0; do
        graph+=",drawbox=x=$(((8 - bit) * cell)):y=$((height * 4 / 5)):w=$cell:h=$((height / 5))"
        graph+=":c=white:t=fill:enable='mod(floor(n/$((1 << bit))),2)'"
    done
    echo "$graph,format=yuv420p"
}

# tone RATE SECONDS: second k (from 0) is a sine of 400 + 200k Hz on the left and 500 + 200k Hz on
# the right. Whole periods fit into each second, so a step makes no click.
tone() {
    local left="0.25*sin(2*PI*(400+200*floor(t))*t)" right="0.25*sin(2*PI*(500+200*floor(t))*t)"
    echo "aevalsrc=exprs='$left|$right':c=stereo:s=$1:d=$2"
}

# --- How it is encoded ------------------------------------------------------------------------

encode() {
    ffmpeg -hide_banner -loglevel error -nostdin -y -filter_threads 1 -filter_complex_threads 1 \
        "${@:1:$#-1}" -threads 1 -map_metadata -1 -fflags +bitexact -flags:v +bitexact \
        -flags:a +bitexact "${@: -1}"
}

h264=(-c:v libx264 -preset medium -profile:v main -crf 26 -pix_fmt yuv420p
    -g 25 -keyint_min 25 -sc_threshold 0 -x264-params threads=1)
# The default coder (twoloop) lets pure tones swell and fade by a third.
aac=(-c:a aac -aac_coder fast -b:a 64k)
# AAC's priming packet lies before zero. Containers without an edit list would move all else later
# to make room, by 21 ms; without that packet, picture and cues keep their exact times.
unprimed=(-bsf:a "noise=drop=lt(pts\\,0)")

# patch_entry FILE: renames the video sample entry (not the brand in ftyp) to one nobody decodes.
patch_entry() {
    python3 - "$1" <<'PYTHON'
import sys
data = bytearray(open(sys.argv[1], "rb").read())
at = data.index(b"avc1", data.index(b"stsd"))
data[at:at + 4] = b"zzz1"
open(sys.argv[1], "wb").write(data)
PYTHON
}

# --- Files ------------------------------------------------------------------------------------

small=$(picture 320 180 4 0x204080)

encode -f lavfi -i "$small" -f lavfi -i "$(tone 48000 4)" "${h264[@]}" "${aac[@]}" \
    -movflags +faststart "$out/av-h264-aac.mp4"
encode -i "$out/av-h264-aac.mp4" -c copy "$out/av-h264-aac-moov-last.mp4"
encode -i "$out/av-h264-aac.mp4" -map 0:v -c copy -movflags +faststart "$out/video-only.mp4"
encode -f lavfi -i "$(tone 44100 4)" "${aac[@]}" -movflags +faststart "$out/audio-only.m4a"
encode -f lavfi -i "$(picture 320 180 0.04 0x204080)" "${h264[@]}" -frames:v 1 \
    -movflags +faststart "$out/one-frame.mp4"

# Frames of uneven length, in hundredths: 2, 6, 1, 7, and so on. In this order, with B-frames, mp4 says of many that they last
# longer than until the next one.
uneven="settb=1/100,setpts='16*floor(N/4)+2*gte(mod(N\\,4)\\,1)+6*gte(mod(N\\,4)\\,2)+gte(mod(N\\,4)\\,3)'"
encode -f lavfi -i "$small,$uneven" -f lavfi -i "$(tone 48000 4)" "${h264[@]}" -fps_mode passthrough \
    -enc_time_base 1/100 "${aac[@]}" -movflags +faststart "$out/uneven-frames.mp4"

# WebM subtracts the pre-skip of Opus (6.5 ms) from every stored audio time: store 7 ms more.
encode -f lavfi -i "$small" -f lavfi -i "$(tone 48000 4)" \
    -c:v libvpx-vp9 -deadline good -cpu-used 4 -row-mt 0 -b:v 0 -crf 36 -g 25 \
    -c:a libopus -b:a 64k -bsf:a "setts=ts=TS+7" "$out/av-vp9-opus.webm"

# Cue times are whole frames (40 ms). The ampersand is bare, as in most SubRip files.
cat >"$out/subtitles.srt" <<'SRT'
1
00:00:00,400 --> 00:00:01,200
The <i>first</i> cue

2
00:00:01,600 --> 00:00:02,400
Salt & pepper

3
00:00:02,800 --> 00:00:03,600
The third cue
has two lines

SRT
encode -i "$out/av-h264-aac.mp4" -f srt -i "$out/subtitles.srt" -map 0:v -map 0:a -map 1:s \
    -c copy "${unprimed[@]}" -metadata:s:s:0 language=eng "$out/subtitles.mkv"

# --- Subtitles --------------------------------------------------------------------------------

# Cue times are whole frames (40 ms), as above.
cat >"$scratch/german.ass" <<'ASS'
[Script Info]
ScriptType: v4.00+

[V4+ Styles]
Format: Name, Fontname, Fontsize, PrimaryColour
Style: Default,Sans,20,&H00FFFFFF

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
Dialogue: 0,0:00:00.40,0:00:01.20,Default,,0,0,0,,{\i1}Der erste{\i0} Text, mit Komma
Dialogue: 0,0:00:01.60,0:00:02.40,Default,,0,0,0,,Salz & Pfeffer\Nzweite Zeile
Dialogue: 0,0:00:02.00,0:00:03.20,Default,,0,0,0,,{\p1}m 0 0 l 10 0 10 10{\p0}
Dialogue: 0,0:00:02.80,0:00:03.60,Default,,0,0,0,,Der dritte
ASS
cat >"$scratch/french.vtt" <<'VTT'
WEBVTT

premier
00:00.400 --> 00:01.200 align:start
<v Anna>Le premier

00:01.600 --> 00:02.400
Sel &amp; poivre

00:02.800 --> 00:03.600
La <b>fin</b>
VTT
cat >"$scratch/signs.srt" <<'SRT'
1
00:00:01,000 --> 00:00:03,000
EXIT

SRT
encode -i "$out/av-h264-aac.mp4" -f srt -i "$out/subtitles.srt" -i "$scratch/german.ass" -i "$scratch/french.vtt" \
    -f srt -i "$scratch/signs.srt" -map 0:v -map 0:a -map 1 -map 2 -map 3 -map 4 -c copy "${unprimed[@]}" \
    -metadata:s:s:0 language=eng -metadata:s:s:1 language=ger -metadata:s:s:2 language=fre \
    -metadata:s:s:3 language=eng -metadata:s:s:3 title=Signs -disposition:s:0 0 -disposition:s:1 default \
    -disposition:s:2 0 -disposition:s:3 forced "$out/subtitle-kinds.mkv"
encode -i "$out/av-h264-aac.mp4" -f srt -i "$out/subtitles.srt" -map 0:v -map 0:a -map 1:s -c copy -c:s mov_text \
    -metadata:s:s:0 language=eng -movflags +faststart "$out/subtitles.mp4"

# --- Pictures that depend on others in every way ----------------------------------------------

# Half of the pictures of the later two seconds are left out; those that stay keep their times.
uneven="select='lt(t,2)+not(mod(n,2))'"
tiny=$(picture 160 90 4 0x604020)
x264=(-c:v libx264 -preset medium -crf 26 -pix_fmt yuv420p -g 25 -keyint_min 25 -sc_threshold 0)
x265=(-c:v libx265 -preset medium -crf 28 -pix_fmt yuv420p)
one="pools=none:frame-threads=1:wpp=0:info=0:keyint=25:min-keyint=25:scenecut=0:log-level=error"

encode -f lavfi -i "$tiny" "${x264[@]}" \
    -x264-params threads=1:open-gop=1:bframes=5:b-pyramid=normal:b-adapt=0 \
    -f mpegts "$out/references/h264-open-gop.ts"
encode -f lavfi -i "$tiny" -vf "$uneven" -fps_mode vfr "${x264[@]}" \
    -x264-params threads=1:bframes=3:b-pyramid=none "$out/references/h264-uneven.mp4"
encode -f lavfi -i "$tiny" -vf "$uneven" -fps_mode vfr "${x265[@]}" \
    -x265-params "$one:open-gop=1:bframes=4:b-pyramid=1:b-adapt=0" "$out/references/h265-open-gop-uneven.mkv"
encode -f lavfi -i "$tiny" "${x265[@]}" -tag:v hvc1 \
    -x265-params "$one:open-gop=0:bframes=4:b-pyramid=1:temporal-layers=1" "$out/references/h265-layers.mp4"

# --- Tones ------------------------------------------------------------------------------------

encode -f lavfi -i "$(tone 44100 4)" -c:a pcm_s16le "$out/tone.wav"
encode -f lavfi -i "$(tone 44100 4)" -c:a flac -sample_fmt s16 "$out/tone.flac"
encode -f lavfi -i "$(tone 44100 4)" -c:a libmp3lame -b:a 96k -write_xing 1 "$out/tone.mp3"
encode -f lavfi -i "$(tone 44100 4)" -c:a libvorbis -q:a 2 "$out/tone.ogg"
encode -f lavfi -i "$(tone 48000 4)" -c:a libopus -b:a 64k "$out/tone.opus"

# --- Chapters, covers and other words about a medium --------------------------------------------

encode -f lavfi -i "color=c=0xC04020:s=16x16:d=0.04" -frames:v 1 -c:v png -pix_fmt rgb24 -f image2 "$scratch/cover.png"
cat >"$scratch/chapters.txt" <<'CHAPTERS'
;FFMETADATA1
[CHAPTER]
TIMEBASE=1/1000
START=0
END=1000
title=Opening
[CHAPTER]
TIMEBASE=1/1000
START=1000
END=2500
title=Middle
[CHAPTER]
TIMEBASE=1/1000
START=2500
END=4000
title=Ende – fin
CHAPTERS
# The same as encode, but the titles of chapters are kept.
tell() {
    ffmpeg -hide_banner -loglevel error -nostdin -y "${@:1:$#-1}" -map_metadata:g -1 -map_metadata:s -1 \
        -fflags +bitexact -flags:v +bitexact -flags:a +bitexact "${@: -1}"
}
# picture_block FILE: a front cover as Ogg has it, a picture block of FLAC in base 64.
picture_block() {
    python3 - "$1" <<'PYTHON'
import base64, struct, sys
picture, kind = open(sys.argv[1], "rb").read(), b"image/png"
block = struct.pack(">II", 3, len(kind)) + kind + struct.pack(">IIIIII", 0, 16, 16, 24, 0, len(picture)) + picture
print(base64.b64encode(block).decode())
PYTHON
}
words=(-metadata title="A film of parts" -metadata artist="The makers" -metadata album=Samples
    -metadata date=2024-05-17 -metadata genre=Test)
parts=(-f ffmetadata -i "$scratch/chapters.txt")

tell -i "$out/av-h264-aac.mp4" "${parts[@]}" -map 0 -map_chapters 1 -c copy "${unprimed[@]}" "${words[@]}" \
    -metadata:s:a:0 language=ger -metadata:s:a:0 title="Sound" -attach "$scratch/cover.png" \
    -metadata:s:t:0 mimetype=image/png "$out/chapters.mkv"
for kind in m4b mp3; do
    from=$out/audio-only.m4a
    [[ $kind == mp3 ]] && from=$out/tone.mp3
    tell -i "$from" "${parts[@]}" -i "$scratch/cover.png" -map 0:a -map 2:v -map_chapters 1 -c copy \
        -disposition:v:0 attached_pic "${words[@]}" -metadata track=2/9 -metadata disc=1/3 "$out/chapters.$kind"
done
encode -f lavfi -i "$(tone 44100 2)" -i "$scratch/cover.png" -map 0:a -map 1:v -c:a flac -sample_fmt s16 -c:v copy \
    -disposition:v:0 attached_pic "${words[@]}" -metadata REPLAYGAIN_TRACK_GAIN="-3.50 dB" \
    -metadata REPLAYGAIN_TRACK_PEAK=0.25 -metadata CHAPTER001=00:00:00.000 -metadata CHAPTER001NAME=One \
    -metadata CHAPTER002=00:00:01.200 -metadata CHAPTER002NAME=Two "$out/cover.flac"
# This muxer's own chapters would begin at wrong times.
encode -i "$out/tone.opus" -c copy "${words[@]}" \
    -metadata CHAPTER001=00:00:00.000 -metadata CHAPTER001NAME=Opening \
    -metadata CHAPTER002=00:00:01.000 -metadata CHAPTER002NAME=Middle \
    -metadata CHAPTER003=00:00:02.500 -metadata CHAPTER003NAME="Ende – fin" \
    -metadata METADATA_BLOCK_PICTURE="$(picture_block "$scratch/cover.png")" "$out/chapters.opus"

# Stored lying on its side, to be turned by 90° counterclockwise; pixels of 16:15.
encode -f lavfi -i "$(picture 160 90 1 0x204080)" "${h264[@]}" "$scratch/rotated.mp4"
encode -i "$scratch/rotated.mp4" -c copy -metadata:s:v:0 rotate=90 "$out/rotated.mp4"
encode -f lavfi -i "$(picture 180 144 1 0x204080),setsar=16/15" "${h264[@]}" "$out/wide-pixels.mp4"

# --- Nothing decodes these --------------------------------------------------------------------

cp "$out/video-only.mp4" "$out/no-decoder.mp4"
patch_entry "$out/no-decoder.mp4"
cp "$out/av-h264-aac.mp4" "$out/no-video-decoder.mp4"
patch_entry "$out/no-video-decoder.mp4"

# --- HLS --------------------------------------------------------------------------------------

# hls FOLDER NAME WIDTH HEIGHT COLOUR TYPE: one variant of 8 s in four segments of 2 s.
hls() {
    local folder=$1 name=$2 type=$6 suffix=ts
    [[ $type == fmp4 ]] && suffix=m4s
    mkdir -p "$folder"
    encode -f lavfi -i "$(picture "$3" "$4" 8 "$5")" -f lavfi -i "$(tone 48000 8)" \
        "${h264[@]}" -bf 0 "${aac[@]}" "${unprimed[@]}" -f hls -hls_time 2 -hls_playlist_type vod \
        -hls_flags +independent_segments -hls_segment_type "$type" \
        -hls_fmp4_init_filename "$name-init.mp4" \
        -hls_segment_filename "$folder/$name-%d.$suffix" "$folder/$name.m3u8"
}

# voice RATE SECONDS HERTZ: one sine that goes on, told apart from the tones above.
voice() { echo "sine=frequency=$3:sample_rate=$1:duration=$2"; }

# One film, three voices (500, 1000 and 2000 Hz) and two texts; the second voice is the one to be heard.
printf '1\n00:00:00,400 --> 00:00:01,200\nOne\n\n2\n00:00:02,000 --> 00:00:03,000\nTwo\n' \
    >"$scratch/en.srt"
printf '1\n00:00:00,800 --> 00:00:02,400\nEins\n\n2\n00:00:02,800 --> 00:00:03,600\nZwei\n' \
    >"$scratch/de.srt"
encode -f lavfi -i "$(picture 160 90 4 0x303060)" -f lavfi -i "$(voice 48000 4 500)" \
    -f lavfi -i "$(voice 48000 4 1000)" -f lavfi -i "$(voice 48000 4 2000)" \
    -i "$scratch/en.srt" -i "$scratch/de.srt" -map 0 -map 1 -map 2 -map 3 -map 4 -map 5 \
    "${h264[@]}" -c:a aac -b:a 48k "${unprimed[@]}" -c:a:2 libopus -c:s srt \
    -metadata:s:a:0 language=eng -metadata:s:a:1 language=ger -metadata:s:a:1 title=Kommentar \
    -metadata:s:a:2 language=fre -metadata:s:s:0 language=eng -metadata:s:s:1 language=ger \
    -disposition:v:0 default -disposition:a:0 0 -disposition:a:1 default -disposition:a:2 0 \
    -disposition:s:0 default -disposition:s:1 0 "$out/tracks.mkv"

# hls_text FOLDER NAME TEXT...: a rendition of WebVTT of 8 s in four segments of 2 s. A cue that spans segments stands in each of
# them; none of them ends with an empty line, nor all of them with a line feed.
hls_text() {
    local folder=$1 name=$2 number
    shift 2
    {
        printf '#EXTM3U\n#EXT-X-VERSION:6\n#EXT-X-TARGETDURATION:2\n#EXT-X-PLAYLIST-TYPE:VOD\n'
        for number in 0 1 2 3; do
            printf '#EXTINF:2.000,\n%s-%s.vtt\n' "$name" "$number"
        done
        printf '#EXT-X-ENDLIST\n'
    } >"$folder/$name.m3u8"
    for number in 0 1 2 3; do
        printf 'WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:126000,LOCAL:00:00:00.000%b' "$1" >"$folder/$name-$number.vtt"
        shift
    done
}

rm -rf "$out/hls-ts" "$out/hls-fmp4" "$out/hls-tracks"
hls "$out/hls-ts" low 160 90 0x702020 mpegts
hls "$out/hls-ts" high 320 180 0x206030 mpegts
hls "$out/hls-fmp4" main 320 180 0x206030 fmp4

# rendition NAME HERTZ: 8 s of one voice.
rendition() {
    encode -f lavfi -i "$(voice 48000 8 "$2")" -c:a aac -b:a 48k "${unprimed[@]}" -f hls -hls_time 2 \
        -hls_playlist_type vod -hls_segment_type mpegts \
        -hls_segment_filename "$out/hls-tracks/$1-%d.ts" "$out/hls-tracks/$1.m3u8"
}

# Two voices (500 and 1000 Hz) beside the picture.
mkdir -p "$out/hls-tracks"
encode -f lavfi -i "$(picture 160 90 8 0x206030)" "${h264[@]}" -bf 0 -f hls -hls_time 2 \
    -hls_playlist_type vod -hls_flags +independent_segments -hls_segment_type mpegts \
    -hls_segment_filename "$out/hls-tracks/video-%d.ts" "$out/hls-tracks/video.m3u8"
rendition en 500
rendition de 1000
cat >"$out/hls-tracks/master.m3u8" <<'M3U8'
#EXTM3U
#EXT-X-VERSION:4
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="voices",LANGUAGE="en",NAME="English",DEFAULT=YES,AUTOSELECT=YES,URI="en.m3u8"
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="voices",LANGUAGE="de",NAME="Deutsch",DEFAULT=NO,AUTOSELECT=YES,URI="de.m3u8"
#EXT-X-STREAM-INF:BANDWIDTH=200000,CODECS="avc1.4d400b,mp4a.40.2",RESOLUTION=160x90,AUDIO="voices"
video.m3u8
M3U8

cat >"$out/hls-ts/master.m3u8" <<'M3U8'
#EXTM3U
#EXT-X-VERSION:6
#EXT-X-INDEPENDENT-SEGMENTS
#EXT-X-STREAM-INF:BANDWIDTH=140000,RESOLUTION=160x90,FRAME-RATE=25.000,CODECS="avc1.4d400b,mp4a.40.2"
low.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=180000,RESOLUTION=320x180,FRAME-RATE=25.000,CODECS="avc1.4d400c,mp4a.40.2"
high.m3u8
M3U8
cat >"$out/hls-fmp4/master.m3u8" <<'M3U8'
#EXTM3U
#EXT-X-VERSION:7
#EXT-X-INDEPENDENT-SEGMENTS
#EXT-X-STREAM-INF:BANDWIDTH=140000,RESOLUTION=320x180,FRAME-RATE=25.000,CODECS="avc1.4d400c,mp4a.40.2"
main.m3u8
M3U8

# DASH: two sizes of the pictures (the larger one has a rounder name) and a voice, in segments of 2 s, and as one file each with an index.
rm -rf "$out/dash"
mkdir -p "$out/dash"
dash() {
    encode -f lavfi -i "$(picture 320 180 8 0x206030)" -f lavfi -i "$(voice 48000 8 500)" \
        -map 0:v -map 0:v -map 1:a "${h264[@]}" -bf 0 -s:v:1 160x90 -b:v:0 120k -b:v:1 60k -c:a aac -b:a 48k "${unprimed[@]}" \
        -f dash -seg_duration 2 "$@"
}
dash -use_timeline 1 -init_seg_name "init-\$RepresentationID\$.m4s" -media_seg_name "\$RepresentationID\$-\$Number\$.m4s" \
    "$out/dash/timeline.mpd"
dash -single_file 1 -global_sidx 1 -single_file_name "whole-\$RepresentationID\$.mp4" "$out/dash/ranges.mpd"

# Other ways to cut and wrap the pictures and the sound of hls-ts.
rm -rf "$out/hls-kinds"
mkdir -p "$out/hls-kinds"
kinds=$out/hls-kinds

# recut FROM NAME OPTION...: the same packets, in segments of 2 s once more.
recut() {
    encode -i "$1" -c copy -f hls -hls_time 2 -hls_playlist_type vod -hls_segment_filename "$kinds/$2-%d.ts" \
        "${@:3}" "$kinds/$2.m3u8"
}

# Encrypted with AES-128; the key lies beside.
printf 'a key of 16 byte' >"$kinds/encrypted.key"
printf 'encrypted.key\n%s\n' "$kinds/encrypted.key" >"$scratch/key-info"
recut "$out/hls-ts/low.m3u8" encrypted -hls_key_info_file "$scratch/key-info"

# One file for all segments, which are ranges of its bytes.
encode -i "$out/hls-ts/low.m3u8" -c copy -f hls -hls_time 2 -hls_playlist_type vod -hls_flags single_file \
    -hls_segment_filename "$kinds/ranges.ts" "$kinds/ranges.m3u8"

# Two seconds of low, four of high, two of low, with times that leap and a size that changes.
cat >"$kinds/discontinuities.m3u8" <<'M3U8'
#EXTM3U
#EXT-X-VERSION:3
#EXT-X-TARGETDURATION:2
#EXT-X-PLAYLIST-TYPE:VOD
#EXTINF:2.000,
../hls-ts/low-3.ts
#EXT-X-DISCONTINUITY
#EXTINF:2.000,
../hls-ts/high-0.ts
#EXTINF:2.000,
../hls-ts/high-1.ts
#EXT-X-DISCONTINUITY
#EXTINF:2.000,
../hls-ts/low-0.ts
#EXT-X-ENDLIST
M3U8

# A playlist of the key frames alone, as ranges of the same file, beside the variant.
python3 - "$kinds" <<'PYTHON'
import json, pathlib, subprocess, sys
folder = pathlib.Path(sys.argv[1])
packets = json.loads(subprocess.run(
    ["ffprobe", "-v", "error", "-select_streams", "v", "-show_packets", "-of", "json", folder / "ranges.ts"],
    check=True, stdout=subprocess.PIPE).stdout)["packets"]
size = (folder / "ranges.ts").stat().st_size
lines = ["#EXTM3U", "#EXT-X-VERSION:4", "#EXT-X-TARGETDURATION:1", "#EXT-X-PLAYLIST-TYPE:VOD", "#EXT-X-I-FRAMES-ONLY"]
for packet, following in zip(packets, packets[1:] + [None]):
    if "K" not in packet["flags"]: continue
    at = int(packet["pos"])
    lines += ["#EXTINF:1.000,", f"#EXT-X-BYTERANGE:{(int(following['pos']) if following else size) - at}@{at}", "ranges.ts"]
(folder / "key-frames.m3u8").write_text("\n".join(lines + ["#EXT-X-ENDLIST", ""]))
PYTHON
cat >"$kinds/key-frames-beside.m3u8" <<'M3U8'
#EXTM3U
#EXT-X-VERSION:4
#EXT-X-STREAM-INF:BANDWIDTH=140000,RESOLUTION=160x90,FRAME-RATE=25.000,CODECS="avc1.4d400b,mp4a.40.2"
ranges.m3u8
#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=30000,RESOLUTION=160x90,CODECS="avc1.4d400b",URI="key-frames.m3u8"
M3U8

# The pictures and the sound of hls-ts/low, and its first time stamp (1.4 s) in the map of the texts.
rm -rf "$out/hls-subtitles"
mkdir -p "$out/hls-subtitles"
first='\n\n00:00.400 --> 00:01.200\nThe <i>first</i> cue'
spanning='\n\n00:01.600 --> 00:02.400\nSalt &amp; pepper'
later='\n\n00:04.400 --> 00:05.200\nThe third cue\nhas two lines'
last='\n\n00:06.400 --> 00:07.200\nThe last cue\n'
parts=("$first$spanning" "$spanning" "$later" "$last")
hls_text "$out/hls-subtitles" english "${parts[@]}"
hls_text "$out/hls-subtitles" german "${parts[@]//The/Der}"
cat >"$out/hls-subtitles/master.m3u8" <<'M3U8'
#EXTM3U
#EXT-X-VERSION:6
#EXT-X-INDEPENDENT-SEGMENTS
#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="texts",NAME="English",LANGUAGE="en",DEFAULT=YES,AUTOSELECT=YES,URI="english.m3u8"
#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="texts",NAME="German",LANGUAGE="de",DEFAULT=NO,AUTOSELECT=YES,URI="german.m3u8"
#EXT-X-STREAM-INF:BANDWIDTH=140000,RESOLUTION=160x90,FRAME-RATE=25.000,CODECS="avc1.4d400b,mp4a.40.2",SUBTITLES="texts"
../hls-ts/low.m3u8
M3U8
