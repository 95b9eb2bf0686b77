// The registry of workarounds. Each entry: component, what GStreamer does, versions, upstream, test.

extension Workaround {
    package static let lostDecodebinErrors = Workaround(
        "lostDecodebinErrors", of: "decodebin",
        "decodebin drops the error of a demuxer or parser that fails while it is being plugged in.",
        seen: "1.22.0",
        test: "LostErrorTests/a listener receives the errors"
    )
    package static let lostDiscovererErrors = Workaround(
        "lostDiscovererErrors", of: "GstDiscoverer, decodebin",
        "A discoverer waits for its whole timeout, because decodebin dropped the error of a demuxer.",
        seen: "1.22.0",
        test: "LostErrorTests/a discoverer receives the errors and ends"
    )
    package static let lateStaticLinks = Workaround(
        "lateStaticLinks", of: "decodebin, aiffparse",
        "decodebin links an element with a static source pad after it has begun to push, about once in ten times.",
        seen: "1.22.0"
    )
    package static let endlessContent = Workaround(
        "endlessContent", of: "demuxers",
        "Some content never reports its end of stream after its declared duration.",
        seen: "1.22.0"
    )
    package static let chainedOggSeeks = Workaround(
        "chainedOggSeeks", of: "oggdemux",
        "A seek in a chained Ogg file ends in an error, or never.",
        seen: "1.22.0",
        test: "ChainedStreamTests/4.7: a chained Ogg file is presented to its end"
    )
    package static let truncatedContainerEnd = Workaround(
        "truncatedContainerEnd", of: "wavparse, avidemux, oggdemux",
        "These demuxers take the bytes present for the whole, so a cut file shows no missing duration.",
        seen: "1.22.0",
        test: "DeclaredFileSizeTests/4.7: a cut WAV or Ogg file is truncated"
    )
    package static let binRetainsEnd = Workaround(
        "binRetainsEnd", of: "GstBin",
        "A bin keeps the end messages of its sinks across a seek and forwards them afterwards.",
        seen: "1.22.0",
        test: "LateEndTests/4.6: an end before a seek away from it is not reported"
    )
    package static let seekToEndWithoutSegment = Workaround(
        "seekToEndWithoutSegment", of: "demuxers, GstBaseSink",
        "After a seek to the end, an end of stream may arrive without a segment.",
        seen: "1.22.0",
        test: "LateEndTests/4.7: a seek to the end gives a natural end"
    )
    package static let flacCutFileError = Workaround(
        "flacCutFileError", of: "flacparse",
        "flacparse reports a FLAC file without one whole frame as a wrong stream type.",
        seen: "1.22.0",
        test: "InspectorTests/4.6: a FLAC file without a whole frame is malformed"
    )
    package static let networkCauseHidden = Workaround(
        "networkCauseHidden", of: "souphttpsrc, other network sources",
        "A source reports DNS failure, refusal, reset and time-out as the same stream error.",
        seen: "1.22.0"
    )
    package static let weakTypefind = Workaround(
        "weakTypefind", of: "typefindfunctions",
        "One in 1,500 files of random bytes is taken for H.263 because of a chance start code, and shown.",
        seen: "1.22.0",
        test: "Bad input/in a file is told once and soon"
    )
    package static let seekSeqnumLost = Workaround(
        "seekSeqnumLost", of: "GstPipeline",
        "ASYNC_DONE does not carry the number of the seek that caused it.",
        seen: "1.22.0",
        structure: "answers are matched by flush events"
    )
    package static let frameHiddenAtTarget = Workaround(
        "frameHiddenAtTarget", of: "GstVideoDecoder",
        "A decoder drops the frame at an exact target if its declared duration ends before the target.",
        seen: "1.22.0",
        test: "ScrubContractTests/4.2: a seek between distant video frames shows the earlier one"
    )
    package static let libavGhostFrames = Workaround(
        "libavGhostFrames", of: "avdec_h264, avdec_h265",
        "After a seek to a keyframe of an open group, frames that are about to be decoded are discarded.",
        seen: "1.26.2", introduced: "1.24.0",
        test: "DecoderFeedTests/4.2: an exact seek that skips frames shows the frame that contains the target"
    )
    package static let decodeOrderDurations = Workaround(
        "decodeOrderDurations", of: "qtdemux, h264parse",
        "Frames of mp4 have durations in decode order. h264parse keeps them since 1.28, so video frames overlap.",
        seen: "1.28.8",
        test:
            "StepFrameTests/4.3: each step forward shows exactly the next frame, and each step back the one before",
        structure: "steps compare frames with those that entered the decoder"
    )
    package static let keyframeSegment = Workaround(
        "keyframeSegment", of: "flvdemux",
        "After an exact seek the segment begins at the keyframe before the target.",
        seen: "1.26.2"
    )
    package static let keyframeByDecodeTime = Workaround(
        "keyframeByDecodeTime", of: "qtdemux, flvdemux",
        "A seek to frames that are decoded after a keyframe and shown before it begins with this keyframe.",
        seen: "1.22.0",
        test: "OpenGroupTests/4.2: an exact seek to a frame before an open keyframe shows it"
    )
    package static let snapNearestIgnored = Workaround(
        "snapNearestIgnored", of: "qtdemux, matroskademux",
        "Demuxers ignore a request for the nearest keyframe.",
        seen: "1.22.0",
        test: "ToleranceTests/4.2: near chooses the keyframe after the target when that is nearer"
    )
    package static let binDuplicatesSeek = Workaround(
        "binDuplicatesSeek", of: "GstBin",
        "A bin sends a seek to every sink, and once more when an element is added meanwhile.",
        seen: "1.22.0"
    )
    package static let flushBeforePlaying = Workaround(
        "flushBeforePlaying", of: "GstBin, GstBaseSink",
        "A flushing seek between preroll and PLAYING may never be answered.",
        seen: "1.22.0"
    )
    package static let stalePositionAfterSeek = Workaround(
        "stalePositionAfterSeek", of: "GstBaseSink",
        "Before the clock is set after a seek, a sink reports the position of earlier playback.",
        seen: "1.22.0"
    )
    package static let automaticSinks = Workaround(
        "automaticSinks", of: "autovideosink, autoaudiosink",
        "autovideosink crashes without a display; autoaudiosink plays silently without a device.",
        seen: "1.22.0",
        test: "DisplayTests/a display without a server is none",
        structure: "sinks are chosen explicitly"
    )
    package static let rangeConversion = Workaround(
        "rangeConversion", of: "videoconvertscale",
        "The range of components is not converted between two YUV formats with the same matrix.",
        seen: "1.22.0",
        test: "ImageEncodingTests/a decoded frame keeps its colors"
    )
    package static let jpegBlockPadding = Workaround(
        "jpegBlockPadding", of: "jpegenc",
        "jpegenc reads beyond the rows of a frame if the width is no multiple of 16, and the file varies.",
        seen: "1.22.0",
        test: "ImageEncodingTests/a JPEG file does not depend on other memory"
    )
    package static let glWaylandProbe = Workaround(
        "glWaylandProbe", of: "gst-gl",
        "The GL library tries Wayland first and prints an error where there is no Wayland display.",
        seen: "1.22.0"
    )
    package static let inputSelectorWakeUp = Workaround(
        "inputSelectorWakeUp", of: "input-selector",
        "input-selector never sees PLAYING and loses wake-ups, so branches are relinked instead.",
        seen: "1.22.0–1.22.4", fixed: "1.22.5",
        upstream: "https://gitlab.freedesktop.org/gstreamer/gstreamer/-/merge_requests/4988",
        test: "TrackPlaybackTests/4.5: another audio track plays from its selection on, without loss",
        structure: "tracks are switched without the element"
    )
    package static let decoderDropsUnreported = Workaround(
        "decoderDropsUnreported", of: "libav video decoders",
        "Decoders drop late frames after a QoS event and mostly do not report them.",
        seen: "1.22.0",
        test: "LatePictureTests/4.7: late video frames are counted and reported, and the end stays natural"
    )
    package static let scaletempoBackward = Workaround(
        "scaletempoBackward", of: "scaletempo",
        "scaletempo gives wrong times in backward playback.",
        seen: "1.22.0"
    )
    package static let scaletempoTimes = Workaround(
        "scaletempoTimes", of: "scaletempo",
        "The times of scaletempo are up to 30 ms too early, depending on the samples that it holds.",
        seen: "1.22.0",
        test: "EffectDelayTests/sound is heard at its time at another speed"
    )
    package static let scaletempoReuse = Workaround(
        "scaletempoReuse", of: "scaletempo",
        "scaletempo outputs noise when it is used again after READY.",
        seen: "1.22.0",
        test: "SoundDeviceTests/the tempo element is replaced after a pause"
    )
    package static let scaletempoPassthrough = Workaround(
        "scaletempoPassthrough", of: "scaletempo",
        "At speed 1 scaletempo switches to passthrough and drops the samples that it holds.",
        seen: "1.22.0"
    )
    package static let scaletempoTail = Workaround(
        "scaletempoTail", of: "scaletempo, audioresample, audio sinks",
        "Elements keep their last samples at the end, and sinks do not start on short input.",
        seen: "1.22.0"
    )
    package static let audioSinkInitialSilence = Workaround(
        "audioSinkInitialSilence", of: "GstAudioBaseSink",
        "With a pipeline clock other than its own, an audio sink starts with silence.",
        seen: "1.22.0"
    )
    package static let audioSinkPauseLoss = Workaround(
        "audioSinkPauseLoss", of: "alsasink, pulsesink",
        "Pausing an audio sink loses the samples that the hardware held.",
        seen: "1.22.0",
        structure: "the device keeps samples until they were heard"
    )
    package static let audioProviderWithoutServer = Workaround(
        "audioProviderWithoutServer", of: "pulsedeviceprovider",
        "A device provider does not notice the end of its server, and does not connect to the next one.",
        seen: "1.22.0",
        test: "AudioDeviceTests/time goes on without a server, and audio returns with it",
        structure: "the provider is started again when the socket is made anew"
    )
    package static let audioClockWithoutServer = Workaround(
        "audioClockWithoutServer", of: "pulsesink",
        "The clock of a sink whose server has ended is 0.",
        seen: "1.22.0",
        test: "AudioDeviceTests/time goes on without a server, and audio returns with it",
        structure: "what was heard is reckoned from the last time before"
    )
    package static let audioSinkWithoutStream = Workaround(
        "audioSinkWithoutStream", of: "pulsesink",
        "pulsesink posts an error if it is asked for its time or its device while it opens or closes its stream.",
        seen: "1.22.0",
        structure: "an error without a reason of the server does not count"
    )
    package static let mp4EditListRounding = Workaround(
        "mp4EditListRounding", of: "qtdemux",
        "qtdemux applies edit lists in milliseconds, and drops the last frame after an encoder delay.",
        seen: "1.22.0",
        test: "ExactSoundTests/every sample of the original is presented once, and nothing else"
    )
    package static let mp4ITunesPadding = Workaround(
        "mp4ITunesPadding", of: "qtdemux",
        "qtdemux ignores iTunSMPB, and applies it beside an edit list from 1.24 on, so that both are cut.",
        seen: "1.22.0–1.26.2",
        test: "ExactSoundTests/two halves of a recording make up the whole recording"
    )
    package static let mp4AudioBesideVideo = Workaround(
        "mp4AudioBesideVideo", of: "qtdemux",
        "qtdemux compares track times with the movie length and drops samples behind an edit list.",
        seen: "1.22.0",
        upstream: "https://gitlab.freedesktop.org/gstreamer/gstreamer/-/merge_requests/5114",
        test: "FilmJointTests/a file that was cut without re-encoding is played to its end"
    )
    package static let mp4ShortTracks = Workaround(
        "mp4ShortTracks", of: "qtdemux",
        "qtdemux leaves out a track that is shorter than a fifth of the movie.",
        seen: "1.22.0",
        test: "ShortTrackTests/a track that is much shorter than the file is presented"
    )
    package static let mp4FullRange = Workaround(
        "mp4FullRange", of: "qtdemux",
        "qtdemux declares video whose colr box says full range as limited, against the video itself.",
        seen: "1.22.0",
        test: "ColorRangeTests/frames of an MP4 file have the range that it declares"
    )
    package static let mp3EncoderPadding = Workaround(
        "mp3EncoderPadding", of: "mpegaudioparse",
        "mpegaudioparse removes delay and padding only if LAME itself wrote the tag.",
        seen: "1.22.0",
        upstream: "https://gitlab.freedesktop.org/gstreamer/gstreamer/-/merge_requests/1028",
        test: "ExactSoundTests/two halves of a recording make up the whole recording"
    )
    package static let joinedMP3Length = Workaround(
        "joinedMP3Length", of: "mpegaudioparse",
        "mpegaudioparse takes the length of the first piece of a joined MP3 for the whole.",
        seen: "1.22.0",
        test: "JoinedMP3Tests/all pieces of a joined MP3 are presented and counted"
    )
    package static let inexactClipping = Workaround(
        "inexactClipping", of: "GstAudioDecoder, oggdemux, matroskademux, qtdemux",
        "Audio is clipped in nanoseconds, one sample early or late at the borders of a segment.",
        seen: "1.22.0",
        test: "ExactSoundTests/an exact seek leads to the sample of the target"
    )
    package static let audioLeadIn = Workaround(
        "audioLeadIn", of: "GstAudioDecoder, demuxers",
        "After an exact seek, AAC and Opus decoders output wrong first samples without earlier input.",
        seen: "1.22.0",
        test: "ExactSoundTests/an exact seek leads to the sample of the target"
    )
    package static let audioMetaSampleCount = Workaround(
        "audioMetaSampleCount", of: "gst-audio",
        "gst_audio_buffer_truncate uses a sample count in the meta that earlier clipping left wrong.",
        seen: "1.22.0",
        test: "ExactSoundTests/two halves of a recording make up the whole recording",
        structure: "C helper that replaces one library call"
    )
    package static let audioParserDropsFrames = Workaround(
        "audioParserDropsFrames", of: "audio parsers (aacparse and others)",
        "A parser leaves out frames of audio that is framed already.",
        seen: "1.22.0",
        test: "ExactSoundTests/samples outside the edit list of HLS fragments are not presented"
    )
    package static let alphaDecoderRank = Workaround(
        "alphaDecoderRank", of: "codecalpha (vp8alphadecodebin, vp9alphadecodebin)",
        "Decoders for alpha match caps without alpha, and refuse the data.",
        seen: "1.22.0"
    )
    package static let aacCapsBeforeDecoding = Workaround(
        "aacCapsBeforeDecoding", of: "aacparse, demuxers",
        "Caps of AAC before decoding may give wrong channel count and sample rate.",
        seen: "1.22.0"
    )
    package static let matroskaWebVTT = Workaround(
        "matroskaWebVTT", of: "matroskademux",
        "matroskademux does not support WebVTT tracks.",
        seen: "1.22.0",
        test: "EmbeddedTextTests/4.4: the cues of a file are reported to the frame"
    )
    package static let assDrawings = Workaround(
        "assDrawings", of: "ssaparse",
        "ssaparse outputs the commands of drawings as text.",
        seen: "1.22.0"
    )
    package static let doubledEntities = Workaround(
        "doubledEntities", of: "subparse, ssaparse, qtdemux",
        "Text that was escaped already is escaped again.",
        seen: "1.22.0"
    )
    package static let matroskaCuesBeforeSeek = Workaround(
        "matroskaCuesBeforeSeek", of: "matroskademux",
        "After a seek, cues that began before the target are not output.",
        seen: "1.22.0",
        test: "EmbeddedTextTests/4.4: a first seek into a cue shows it, also on another track"
    )
    package static let bitmapsBeforeSeek = Workaround(
        "bitmapsBeforeSeek", of: "matroskademux",
        "After a seek, bitmap subtitles that began before the target are not output.",
        seen: "1.22.0",
        test: "BitmapSubtitleTests/4.4: a seek into a bitmap subtitle draws it, and a seek behind it does not"
    )
    package static let overlayDropsEarlierBitmaps = Workaround(
        "overlayDropsEarlierBitmaps", of: "dvdspu, dvbsuboverlay",
        "The overlay treats a subtitle that starts before its segment as over.",
        seen: "1.22.0",
        test:
            "BitmapSubtitleTests/4.4: a seek into a bitmap subtitle draws it, and a seek behind it does not",
        structure: "covered by the gate of bitmapsBeforeSeek"
    )
    package static let dvbOverlayRunningTime = Workaround(
        "dvbOverlayRunningTime", of: "dvbsuboverlay",
        "dvbsuboverlay takes PTS for running times (fixed in 1.26.2), and draws subtitles a frame early.",
        seen: "1.22.0–1.26.2",
        upstream: "https://gitlab.freedesktop.org/gstreamer/gstreamer/-/merge_requests/9129",
        test: "BitmapSubtitleTests/4.4: a seek into a bitmap subtitle draws it, and a seek behind it does not"
    )
    package static let overlayForwardsStreamEvents = Workaround(
        "overlayForwardsStreamEvents", of: "dvdspu, dvbsuboverlay",
        "The overlay forwards tag and stream events of subtitles, and blocks them while a video frame waits.",
        seen: "1.22.0"
    )
    package static let dvbFullWidthObject = Workaround(
        "dvbFullWidthObject", of: "dvbsuboverlay",
        "dvbsuboverlay draws only the first line of an object that is as wide as its region.",
        seen: "1.22.0",
        test: "BitmapSubtitleTests/4.4: bitmap subtitles are drawn while they are due, to a frame"
    )
    package static let textErrorDuringSeek = Workaround(
        "textErrorDuringSeek", of: "multiqueue",
        "A tag that is overtaken by the flush of a seek fails, and the queue reports a fatal error.",
        seen: "1.22.0"
    )
    package static let vpxLookahead = Workaround(
        "vpxLookahead", of: "vp8enc, vp9enc",
        "The encoder does not output all frames that it holds back at the end.",
        seen: "1.22.0",
        test: "TestPatternTests/a test pattern has the requested length",
        structure: "no lag is used, as by default"
    )
    package static let encoderDelay = Workaround(
        "encoderDelay", of: "avenc_aac, lamemp3enc, qtdemux",
        "The encoder delay of AAC and MP3 is not compensated between encoder and decoder.",
        seen: "1.22.0",
        test: "TestPatternTests/a silence of 20 ms is found in every codec",
        structure: "a table of values for each version"
    )
    package static let leakTracerLiveObjects = Workaround(
        "leakTracerLiveObjects", of: "leaks tracer",
        "The list of live objects releases references that it did not take.",
        seen: "1.22.0",
        test: "LeakTests/the leak trait finds nothing after ordinary playback",
        structure: "uses another signal of the tracer"
    )

    /// All of them, in the order of the document.
    package static let all: [Workaround] = [
        .lostDecodebinErrors, .lostDiscovererErrors, .lateStaticLinks, .endlessContent, .chainedOggSeeks,
        .truncatedContainerEnd,
        .binRetainsEnd, .seekToEndWithoutSegment, .flacCutFileError, .networkCauseHidden,
        .weakTypefind, .seekSeqnumLost, .frameHiddenAtTarget,
        .libavGhostFrames, .decodeOrderDurations, .keyframeSegment, .keyframeByDecodeTime,
        .snapNearestIgnored, .binDuplicatesSeek,
        .flushBeforePlaying,
        .stalePositionAfterSeek,
        .automaticSinks, .rangeConversion, .jpegBlockPadding, .glWaylandProbe,
        .inputSelectorWakeUp,
        .decoderDropsUnreported, .scaletempoBackward, .scaletempoTimes, .scaletempoReuse,
        .scaletempoPassthrough, .scaletempoTail, .audioSinkInitialSilence, .audioSinkPauseLoss,
        .audioProviderWithoutServer, .audioClockWithoutServer, .audioSinkWithoutStream, .mp4EditListRounding,
        .mp4ITunesPadding, .mp4AudioBesideVideo, .mp4ShortTracks, .mp4FullRange, .mp3EncoderPadding,
        .joinedMP3Length, .inexactClipping,
        .audioLeadIn, .audioMetaSampleCount, .audioParserDropsFrames, .alphaDecoderRank,
        .aacCapsBeforeDecoding, .matroskaWebVTT, .assDrawings, .doubledEntities, .matroskaCuesBeforeSeek,
        .bitmapsBeforeSeek, .overlayDropsEarlierBitmaps, .dvbOverlayRunningTime,
        .overlayForwardsStreamEvents, .dvbFullWidthObject, .textErrorDuringSeek,
        .vpxLookahead, .encoderDelay, .leakTracerLiveObjects,
    ]
}
