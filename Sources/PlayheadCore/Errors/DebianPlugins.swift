extension DebianPackage {
    /// The GStreamer plug-ins in Debian, made by `scripts/debian-plugins`.
    ///
    /// A line with `#` has a package, the kind of its entries, and the releases that have them. The lines up to
    /// the next `#` are the entries. Packages are in the order of preference.
    static let plugins = """
        # gstreamer1.0-plugins-base decoders 12 13
        application/kate; application/ogg; application/x-ass; application/x-ogg-avi;
        application/x-ogm-audio; application/x-ogm-text; application/x-ogm-video; application/x-ssa;
        application/x-subtitle; application/x-subtitle-dks; application/x-subtitle-lrc;
        application/x-subtitle-mpl2; application/x-subtitle-qttext; application/x-subtitle-sami;
        application/x-subtitle-tmplayer; application/x-subtitle-vtt; audio/ogg; audio/x-opus,
        channel-mapping-family=0; audio/x-opus, channel-mapping-family=[ 1, 255 ], coupled-count=[ 0, 255 ],
        stream-count=[ 1, 255 ]; audio/x-vorbis; video/ogg; video/x-theora
        # gstreamer1.0-plugins-base elements 12 13
        adder appsink appsrc audioconvert audiointerleave audiomixer audiorate audioresample audiotestsrc
        cdparanoiasrc compositor decodebin decodebin3 encodebin encodebin2 giosink giosrc giostreamsink
        giostreamsrc liveadder multifdsink multisocketsink oggaviparse oggdemux oggmux oggparse
        ogmaudioparse ogmtextparse ogmvideoparse opusdec opusenc overlaycomposition parsebin playbin
        playbin3 playsink rawaudioparse rawvideoparse socketsrc ssaparse streamsynchronizer subparse
        subtitleoverlay tcpclientsink tcpclientsrc tcpserversink tcpserversrc theoradec theoraenc
        theoraparse unalignedaudioparse unalignedvideoparse uridecodebin uridecodebin3 urisourcebin
        videoconvert videoconvertscale videorate videoscale videotestsrc volume vorbisdec vorbisenc
        vorbisparse vorbistag
        # gstreamer1.0-plugins-base elements 13
        dsdconvert fakevideodec
        # gstreamer1.0-plugins-base sources 12 13
        appsrc cdda file resource
        # gstreamer1.0-plugins-good decoders 12 13
        application/x-3gp; application/x-apetag; application/x-icy; application/x-id3;
        application/x-navi-animation; application/x-rtp, colorspace={ GRAY, sRGB, sYUV },
        encoding-name=JPEG2000, media=video; application/x-rtp, encode={ 306M/525-60, 306M/625-50,
        314M-25/525-60, 314M-25/625-50, 314M-50/525-60, 314M-50/625-50, HD-VCR/1125-60, HD-VCR/1250-50,
        SD-VCR/525-60, SD-VCR/625-50, SDL-VCR/525-60, SDL-VCR/625-50 }, encoding-name=DV, media={ audio,
        video }; application/x-rtp, encoding-name=H261, media=video, payload=31; application/x-rtp,
        encoding-name=H261, media=video, payload=[ 96, 127 ]; application/x-rtp, encoding-name=JPEG2000,
        media=video, sampling={ BGR, BGRA, GRAYSCALE, RGB, RGBA, YCbCr-4:1:1, YCbCr-4:2:0, YCbCr-4:2:2,
        YCbCr-4:4:4, YCbCrA }; application/x-rtp, encoding-name=MP1S, media=other; application/x-rtp,
        encoding-name=MPEG4-GENERIC, media={ application, audio, video }, mode={ AAC-hbr, AAC-lbr, CELP-cbr,
        CELP-vbr, aac-hbr, generic }; application/x-rtp, encoding-name=RAW, media=video, sampling={ BGR,
        BGRA, RGB, RGBA, YCbCr-4:1:1, YCbCr-4:2:0, YCbCr-4:2:2, YCbCr-4:4:4 }; application/x-rtp,
        encoding-name={ AAL2-G726-16, AAL2-G726-24, AAL2-G726-32, AAL2-G726-40, AC3, BV16, BV32, CELT, G722,
        G723, G726, G726-16, G726-24, G726-32, G726-40, G729, GSM, ILBC, L16, L24, L8, MP4A-LATM, MPA,
        MPA-ROBUST, PCMA, PCMU, QCELP, SIREN, SPEEX, VORBIS, X-MP3-DRAFT-00, X-MP3-DRAFT-01, X-MP3-DRAFT-02,
        X-MP3-DRAFT-03, X-MP3-DRAFT-04, X-MP3-DRAFT-05, X-MP3-DRAFT-06, X-QDM }, media=audio;
        application/x-rtp, encoding-name={ AMR, AMR-WB }, media=audio, octet-align=1; application/x-rtp,
        encoding-name={ H263, H263-1998, H263-2000, H264, H265, JPEG, MP1S, MP2T, MP2T-ES, MP4V-ES, MPV,
        THEORA, VP8, VP8-DRAFT-IETF-01, VP9, VP9-DRAFT-IETF-01, X-SORENSON-VIDEO, X-SORENSONVIDEO,
        X-SV3V-ES, X-SorensonVideo }, media=video; application/x-rtp, encoding-name={ ISAC, MULTIOPUS, OPUS,
        SBC, TELEPHONE-EVENT, X-GST-OPUS-DRAFT-SPITTKA-00 }, media=audio, payload=[ 96, 127 ];
        application/x-rtp, encoding-name={ SMPTE336M, X-GST }, media=application; application/x-rtp,
        encoding-name={ X-QT, X-QUICKTIME }, media={ audio, video }, payload=[ 96, 127 ]; application/x-rtp,
        media=audio, payload={ 0, 10, 11, 12, 14, 18, 3, 4, 8, 9 }; application/x-rtp, media=video,
        payload={ 26, 32, 33, 34 }; application/x-subtitle-avi; audio/mpeg, mpegversion=1; audio/webm;
        audio/x-alaw; audio/x-amr-nb-sh; audio/x-amr-wb-sh; audio/x-au; audio/x-flac; audio/x-m4a;
        audio/x-matroska; audio/x-mulaw; audio/x-rf64; audio/x-speex; audio/x-wav; audio/x-wavpack;
        image/bmp; image/jpeg; image/png; image/svg; image/svg+xml; image/tiff; image/vnd.wap.wbmp;
        image/x-MS-bmp; image/x-bitmap; image/x-bmp; image/x-cmu-raster; image/x-icon; image/x-pcx;
        image/x-pixmap; image/x-portable-anymap; image/x-portable-bitmap; image/x-portable-graymap;
        image/x-portable-pixmap; image/x-sun-raster; image/x-tga; multipart/x-mixed-replace; video/mj2;
        video/quicktime; video/webm; video/x-dv, systemstream={ false, true }; video/x-fli; video/x-flv;
        video/x-matroska; video/x-matroska-3d; video/x-msvideo; video/x-vp8; video/x-vp9
        # gstreamer1.0-plugins-good decoders 13
        audio/AMR; audio/AMR-WB
        # gstreamer1.0-plugins-good elements 12 13
        3gppmux aacparse aasink aatv ac3parse agingtv alawdec alawenc alpha alphacolor amrparse apedemux
        apev2mux aspectratiocrop asteriskh263 audioamplify audiochebband audiocheblimit audiodynamic
        audioecho audiofirfilter audioiirfilter audioinvert audiokaraoke audiopanorama audiowsincband
        audiowsinclimit auparse autoaudiosink autoaudiosrc autovideosink autovideosrc avidemux avimux
        avisubtitle breakmydata cacasink cacatv cairooverlay capssetter cpureport cutter dashdemux2 dcaparse
        deinterlace deinterleave dicetv dtmfsrc dv1394src dvdec dvdemux dynudpsink edgetv equalizer-10bands
        equalizer-3bands equalizer-nbands flacdec flacenc flacparse flactag flvdemux flvmux flxdec gamma
        gdkpixbufdec gdkpixbufoverlay gdkpixbufsink goom goom2k1 hdv1394src hlsdemux2 icydemux id3demux
        id3v2mux imagefreeze imagesequencesrc interleave ismlmux jackaudiosink jackaudiosrc jpegdec jpegenc
        lamemp3enc level matroskademux matroskamux matroskaparse mj2mux monoscope mp4mux mpegaudioparse
        mpg123audiodec mssdemux2 mulawdec mulawenc multifilesink multifilesrc multipartdemux multipartmux
        multiudpsink navigationtest navseek optv oss4sink oss4src osssink osssrc pngdec pngenc
        progressreport pulsesink pulsesrc pushfilesrc qtdemux qtmoovrecover qtmux quarktv radioactv revtv
        rganalysis rglimiter rgvolume rippletv rndbuffersize rtpL16depay rtpL16pay rtpL24depay rtpL24pay
        rtpL8depay rtpL8pay rtpac3depay rtpac3pay rtpamrdepay rtpamrpay rtpbin rtpbvdepay rtpbvpay
        rtpceltdepay rtpceltpay rtpdec rtpdtmfdepay rtpdtmfmux rtpdtmfsrc rtpdvdepay rtpdvpay rtpfunnel
        rtpg722depay rtpg722pay rtpg723depay rtpg723pay rtpg726depay rtpg726pay rtpg729depay rtpg729pay
        rtpgsmdepay rtpgsmpay rtpgstdepay rtpgstpay rtph261depay rtph261pay rtph263depay rtph263pay
        rtph263pdepay rtph263ppay rtph264depay rtph264pay rtph265depay rtph265pay rtphdrextclientaudiolevel
        rtphdrextcolorspace rtphdrextmid rtphdrextntp64 rtphdrextrepairedstreamid rtphdrextstreamid
        rtphdrexttwcc rtpilbcdepay rtpilbcpay rtpisacdepay rtpisacpay rtpj2kdepay rtpj2kpay rtpjitterbuffer
        rtpjpegdepay rtpjpegpay rtpklvdepay rtpklvpay rtpldacpay rtpmp1sdepay rtpmp2tdepay rtpmp2tpay
        rtpmp4adepay rtpmp4apay rtpmp4gdepay rtpmp4gpay rtpmp4vdepay rtpmp4vpay rtpmpadepay rtpmpapay
        rtpmparobustdepay rtpmpvdepay rtpmpvpay rtpmux rtpopusdepay rtpopuspay rtppcmadepay rtppcmapay
        rtppcmudepay rtppcmupay rtpptdemux rtpqcelpdepay rtpqdm2depay rtpreddec rtpredenc rtprtxqueue
        rtprtxreceive rtprtxsend rtpsbcdepay rtpsbcpay rtpsession rtpsirendepay rtpsirenpay rtpspeexdepay
        rtpspeexpay rtpssrcdemux rtpst2022-1-fecdec rtpst2022-1-fecenc rtpstorage rtpstreamdepay
        rtpstreampay rtpsv3vdepay rtptheoradepay rtptheorapay rtpulpfecdec rtpulpfecenc rtpvorbisdepay
        rtpvorbispay rtpvp8depay rtpvp8pay rtpvp9depay rtpvp9pay rtpvrawdepay rtpvrawpay rtpxqtdepay rtspsrc
        sbcparse scaletempo shagadelictv shapewipe shout2send smpte smptealpha souphttpclientsink
        souphttpsrc spectrum speexdec speexenc splitfilesrc splitmuxsink splitmuxsrc stereo streaktv
        taginject testsink twolamemp2enc udpsink udpsrc v4l2radio v4l2sink v4l2src vertigotv videobalance
        videobox videocrop videoflip videomedian videomixer vp8dec vp8enc vp9dec vp9enc warptv wavenc
        wavpackdec wavpackenc wavpackparse wavparse webmmux ximagesrc xingmux y4menc
        # gstreamer1.0-plugins-good elements 13
        amrnbdec amrnbenc amrwbdec rtppassthroughpay
        # gstreamer1.0-plugins-good sources 12 13
        dv hdv http https imagesequence multifile pushfile radio rtsp rtsp-sdp rtsph rtsps rtspsh rtspst
        rtspsu rtspt rtspu splitfile splitmux udp v4l2
        # gstreamer1.0-plugins-bad decoders 12 13
        application/dash+xml; application/mxf; application/vnd.ms-sstr+xml; application/x-hls;
        application/x-yuv4mpeg, y4mversion=2; audio/midi; audio/mpeg, mpegversion=2; audio/mpeg,
        mpegversion=4, stream-format={ adts, raw }; audio/ms-gsm; audio/riff-midi; audio/x-adpcm, layout={
        dvi, microsoft }; audio/x-aiff; audio/x-ay; audio/x-dts; audio/x-gbs; audio/x-gsm; audio/x-gym;
        audio/x-hes; audio/x-ircam; audio/x-it; audio/x-kss; audio/x-midi-event; audio/x-mod;
        audio/x-musepack, streamversion={ 7, 8 }; audio/x-nist; audio/x-nsf; audio/x-paris;
        audio/x-private1-dts; audio/x-rf64; audio/x-s3m; audio/x-sap; audio/x-sbc; audio/x-sds;
        audio/x-siren, dct-length=320; audio/x-spc; audio/x-stm; audio/x-svx; audio/x-vgm; audio/x-voc;
        audio/x-w64; audio/x-xi; audio/x-xm; image/jp2; image/svg; image/svg+xml; image/webp; image/x-exr;
        image/x-j2c; image/x-jpc; image/x-jpc-striped; image/x-portable-anymap; image/x-portable-bitmap;
        image/x-portable-graymap; image/x-portable-pixmap; subpicture/x-dvb; subpicture/x-dvd;
        subpicture/x-pgs; video/mpeg, mpegversion={ 1, 2 }, systemstream=true; video/mpegts; video/x-av1;
        video/x-cdxa; video/x-h264, profile={ constrained-baseline, baseline, main, high, constrained-high,
        progressive-high }; video/x-h265, profile=main; video/x-ivf; video/x-vmnc, version=1; video/x-vp8,
        codec-alpha=true; video/x-vp9, codec-alpha=true
        # gstreamer1.0-plugins-bad decoders 12
        subtitle/x-kate
        # gstreamer1.0-plugins-bad elements 12 13
        a2dpsink accurip adpcmdec adpcmenc aesdec aesenc aiffmux aiffparse alphacombine asfmux asfparse
        assrender atscmux audiobuffersplit audiochannelmix audiolatency audiomixmatrix audioparse
        audiosegmentclip autoconvert autovideoconvert av1dec av1enc av1parse avdtpsink avdtpsrc avwait
        bayer2rgb bpmdetect bs2b bulge burn bz2dec bz2enc camerabin cc708overlay cccombiner ccconverter
        ccextractor checksumsink chopmydata chromahold chromaprint chromium circle clockselect
        codecalphademux coloreffects combdetect compare curlfilesink curlftpsink curlhttpsink curlhttpsrc
        curlsftpsink curlsmtpsink dashdemux dashsink dc1394src debugqroverlay debugspy decklinkaudiosink
        decklinkaudiosrc decklinkvideosink decklinkvideosrc diffuse dilate diracparse dodge dtlsdec dtlsenc
        dtlssrtpdec dtlssrtpdemux dtlssrtpenc dtmfdetect dtsdec dvbbasebin dvbsrc dvbsubenc dvbsuboverlay
        dvdspu errorignore exclusion faad faceoverlay fakeaudiosink fakevideosink fbdevsink festival
        fieldanalysis fisheye flitetestsrc fluiddec fpsdisplaysink freeverb gaussianblur gdpdepay gdppay
        gmedec gsmdec gsmenc gtkwaylandsink h263parse h264parse h264timestamper h265parse h265timestamper
        hlsdemux hlssink hlssink2 id3mux interaudiosink interaudiosrc interlace intersubsink intersubsrc
        intervideosink intervideosrc ipcpipelinesink ipcpipelinesrc ipcslavepipeline irtspparse ivfparse
        ivtc jifmux jp2kdecimator jpeg2000parse jpegparse kaleidoscope kmssink ladspa-amp-so-amp-mono
        ladspa-amp-so-amp-stereo ladspa-delay-so-delay-5s ladspa-filter-so-hpf ladspa-filter-so-lpf
        ladspa-sine-so-sine-faaa ladspa-sine-so-sine-faac ladspa-sine-so-sine-fcaa
        ladspasrc-noise-so-noise-white ladspasrc-sine-so-sine-fcac lcms ldacenc libde265dec line21decoder
        line21encoder marble midiparse mirror modplug mpeg2enc mpeg4videoparse mpegpsdemux mpegpsmux
        mpegtsmux mpegvideoparse mplex mssdemux musepackdec mxfdemux mxfmux neonhttpsrc netsim openalsink
        openalsrc openaptxdec openaptxenc openexrdec openh264dec openh264enc openjpegdec openjpegenc
        openmptdec openni2src opusparse pcapparse perspective pinch pitch pngparse pnmdec pnmenc proxysink
        proxysrc qroverlay removesilence rfbsrc rgb2bayer ristrtpdeext ristrtpext ristrtxreceive ristrtxsend
        ristsink ristsrc rotate roundrobin rsndvdbin rsvgdec rsvgoverlay rtmp2sink rtmp2src rtmpsink rtmpsrc
        rtpasfpay rtponvifparse rtponviftimestamp rtpsink rtpsrc sbcdec sbcenc scenechange sctpdec sctpenc
        sdpdemux sdpsrc sfdec shmsink shmsrc simplevideomark simplevideomarkdetect sirendec sirenenc smooth
        solarize spacescope spanplc spectrascope speed sphere square srtclientsink srtclientsrc srtenc
        srtpdec srtpenc srtserversink srtserversrc srtsink srtsrc stretch switchbin synaescope teletextdec
        testsrcbin timecodestamper tonegeneratesrc transcodebin tsdemux tsparse ttmlparse ttmlrender tunnel
        twirl uritranscodebin uvch264mjpgdemux uvch264src vc1parse videoanalyse videocodectestsink videodiff
        videoframe-audiolevel videoparse videosegmentclip viewfinderbin vmncdec voaacenc voamrwbenc
        vp8alphadecodebin vp9alphadecodebin vp9parse vulkancolorconvert vulkandownload vulkanimageidentity
        vulkanoverlaycompositor vulkanshaderspv vulkanupload vulkanviewconvert watchdog waterripple
        wavescope waylandsink webpdec webpenc webrtcbin webrtcdsp webrtcechoprobe webvttenc wildmididec
        wrappercamerabinsrc x265enc y4mdec zbar zebrastripe zxing
        # gstreamer1.0-plugins-bad elements 12
        dfbvideosink katedec kateenc kateparse katetag vulkansink
        # gstreamer1.0-plugins-bad elements 13
        autodeinterlace autovideoflip av12json avtpaafdepay avtpaafpay avtpcrfcheck avtpcrfsync avtpcvfdepay
        avtpcvfpay avtprvfdepay avtprvfpay avtpsink avtpsrc cea608mux h2642json h264ccextractor
        h264ccinserter h2652json h265ccextractor h265ccinserter h266parse insertbin lc3dec lc3enc msesrc
        objectdetectionoverlay onnxinference ssdobjectdetector svtav1enc unixfdsink unixfdsrc uvcsink
        vp82json
        # gstreamer1.0-plugins-bad sources 12 13
        dvb dvd http https rfb rist rtmfp rtmp rtmpe rtmps rtmpt rtmpte rtmpts rtp sdp srt testbin
        # gstreamer1.0-plugins-bad sources 13
        mse
        # gstreamer1.0-libav decoders 12 13
        application/gxf; application/mxf; application/x-ape; application/x-gst-av-daud;
        application/x-gst-av-nuv; application/x-gst-av-psxstr; application/x-yuv4mpeg, y4mversion=2;
        audio/AMR; audio/AMR-WB; audio/G722; audio/G729; audio/aptx; audio/aptx-hd; audio/mpeg, layer=[ 1, 3
        ], mpegversion=1; audio/mpeg, mpegversion=4, stream-format=loas; audio/mpeg, mpegversion={ 2, 4 },
        stream-format={ adif, adts, raw }; audio/ms-gsm; audio/qcelp; audio/x-ac3; audio/x-adpcm, layout={
        4xm, adx, amv, ct, dk3, dk4, dvi, ea, ea-eacs, ea-maxis-xa, ea-r1, ea-r3, ea-sead, ea-xas, g721,
        g726, iss, microsoft, oki, quicktime, sbpro2, sbpro3, sbpro4, smjpeg, swf, thp, westwood, xa, yamaha
        }; audio/x-aiff; audio/x-alac; audio/x-bfstm; audio/x-brstm; audio/x-dpcm, layout={ interplay, roq,
        sol, xan }; audio/x-dts; audio/x-dv; audio/x-eac3; audio/x-ffmpeg-parsed-ape;
        audio/x-ffmpeg-parsed-musepack, streamversion={ 7, 8 }; audio/x-flac; audio/x-gsm;
        audio/x-gst-av-mp3adufloat; audio/x-gst-av-mp3on4float; audio/x-gst-av-vmdaudio;
        audio/x-gst-av-ws_snd1; audio/x-imc; audio/x-mace, maceversion={ 3, 6 }; audio/x-mlp;
        audio/x-musepack, streamversion={ 7, 8 }; audio/x-nellymoser; audio/x-opus,
        channel-mapping-family=0; audio/x-pn-realaudio, raversion={ 1, 2, 8 }; audio/x-qdm2;
        audio/x-shorten; audio/x-sipro; audio/x-smpte-302m; audio/x-true-hd; audio/x-truespeech;
        audio/x-tta; audio/x-ttafile; audio/x-twin-vq; audio/x-vnd.sony.atrac1; audio/x-vnd.sony.atrac3;
        audio/x-voc; audio/x-voxware; audio/x-wma, wmaversion={ 1, 2, 3, 4 }; audio/x-wms; audio/x-xma,
        xmaversion={ 1, 2 }; image/bmp; image/gif; image/gst-libav-gif; image/jp2; image/jpeg; image/pbm;
        image/png; image/ppm; image/tiff; image/x-j2c; image/x-jpc; image/x-pcx; image/x-portable-anymap;
        image/x-portable-graymap; image/x-sgi; image/x-sun-raster; image/x-tga; video/mpeg, mpegversion=4,
        systemstream=false; video/mpeg, mpegversion=[ 1, 2 ], systemstream=false; video/sp5x; video/x-4xm;
        video/x-aasc; video/x-amv; video/x-apple-intermediate-codec; video/x-apple-video; video/x-asus,
        asusversion={ 1, 2 }; video/x-ati-vcr, vcrversion=1; video/x-camstudio; video/x-camtasia;
        video/x-cavs; video/x-cineform; video/x-cinepak; video/x-cirrus-logic-accupak;
        video/x-compressed-yuv; video/x-divx, divxversion=[ 3, 5 ]; video/x-dnxhd; video/x-dv,
        systemstream=false; video/x-ffv, ffvversion=1; video/x-flash-screen; video/x-flash-screen2;
        video/x-flash-video, flvversion=1; video/x-fraps; video/x-gst-av-8bps; video/x-gst-av-avs;
        video/x-gst-av-flic; video/x-gst-av-idcinvideo; video/x-gst-av-interplayvideo; video/x-gst-av-mdec;
        video/x-gst-av-mmvideo; video/x-gst-av-pgmyuv; video/x-gst-av-qpeg; video/x-gst-av-roqvideo;
        video/x-gst-av-vmdvideo; video/x-gst-av-vqavideo; video/x-gst-av-wnv1; video/x-gst-av-xl;
        video/x-h261; video/x-h263, variant=itu; video/x-h264; video/x-h265; video/x-huffyuv; video/x-indeo,
        indeoversion={ 2, 3, 4, 5 }; video/x-intel-h263, variant=intel; video/x-ivf; video/x-kmvc;
        video/x-lagarith; video/x-loco; video/x-mimic; video/x-mjpeg-b; video/x-msmpeg, msmpegversion={ 41,
        42, 43 }; video/x-msvideocodec, msvideoversion=1; video/x-mszh; video/x-nsv; video/x-nuv;
        video/x-pn-realvideo, rmversion={ 1, 2, 3, 4 }; video/x-prores; video/x-pva; video/x-qdrw;
        video/x-rle, layout={ microsoft, quicktime }; video/x-smc; video/x-speedhq; video/x-svq,
        svqversion={ 1, 3 }; video/x-truemotion, trueversion={ 1, 2 }; video/x-tscc, tsccversion=2;
        video/x-ultimotion; video/x-vmnc; video/x-vp3; video/x-vp5; video/x-vp6; video/x-vp6-alpha;
        video/x-vp6-flash; video/x-vp8; video/x-vp9; video/x-wmv, format={ MSS2, WMV3, WMVA, WVC1 },
        wmvversion=3; video/x-wmv, wmvversion={ 1, 2 }; video/x-xan, wcversion={ 3, 4 }; video/x-zmbv
        # gstreamer1.0-libav decoders 12
        application/x-gst-av-avs; application/x-gst-av-dsf; application/x-gst-av-ea;
        application/x-gst-av-film_cpk; application/x-gst-av-idcin; application/x-gst-av-iff;
        application/x-gst-av-ipmovie; application/x-gst-av-mm; application/x-gst-av-mmf;
        application/x-gst-av-nut; application/x-gst-av-smk; application/x-gst-av-sol;
        application/x-gst-av-vmd; application/x-gst-av-wc3movie; application/x-gst-av-wsaud;
        application/x-gst-av-wsvqa; application/x-gst-av-xwma; audio/x-dsd, lsbf={ false, true }, planar={
        false, true }; video/x-gst-av-ffvhuff
        # gstreamer1.0-libav decoders 13
        application/vnd.smaf; application/x-iff; application/x-mm; application/x-nut; application/x-smk;
        application/x-sol; application/x-vmd; application/x-wc3movie; application/x-wsaud;
        application/x-wsvqa; audio/x-dsd, format=DSDU8, layout={ interleaved, non-interleaved },
        reversed-bytes={ false, true }; audio/x-dsf; audio/x-xwma; image/qoi; video/x-avs; video/x-ea;
        video/x-ffvhuff; video/x-film-cpk; video/x-h266; video/x-hap; video/x-idcin; video/x-ipmovie;
        video/x-m101; video/x-mxpeg
        # gstreamer1.0-libav elements 12 13
        avdec_4xm avdec_8bps avdec_aac avdec_aac_fixed avdec_aac_latm avdec_aasc avdec_ac3 avdec_ac3_fixed
        avdec_adpcm_4xm avdec_adpcm_adx avdec_adpcm_ct avdec_adpcm_ea avdec_adpcm_ea_maxis_xa
        avdec_adpcm_ea_r1 avdec_adpcm_ea_r2 avdec_adpcm_ea_r3 avdec_adpcm_ea_xas avdec_adpcm_ima_amv
        avdec_adpcm_ima_dk3 avdec_adpcm_ima_dk4 avdec_adpcm_ima_ea_eacs avdec_adpcm_ima_ea_sead
        avdec_adpcm_ima_iss avdec_adpcm_ima_oki avdec_adpcm_ima_qt avdec_adpcm_ima_smjpeg
        avdec_adpcm_ima_wav avdec_adpcm_ima_ws avdec_adpcm_ms avdec_adpcm_sbpro_2 avdec_adpcm_sbpro_3
        avdec_adpcm_sbpro_4 avdec_adpcm_swf avdec_adpcm_thp avdec_adpcm_xa avdec_adpcm_yamaha avdec_aic
        avdec_alac avdec_amrnb avdec_amrwb avdec_amv avdec_ape avdec_aptx avdec_aptx_hd avdec_asv1
        avdec_asv2 avdec_atrac1 avdec_atrac3 avdec_avs avdec_bmp avdec_camstudio avdec_camtasia avdec_cavs
        avdec_cfhd avdec_cinepak avdec_cljr avdec_cook avdec_cyuv avdec_dca avdec_dnxhd avdec_dsd_lsbf
        avdec_dsd_lsbf_planar avdec_dsd_msbf avdec_dsd_msbf_planar avdec_dvaudio avdec_dvvideo avdec_eac3
        avdec_ffv1 avdec_ffvhuff avdec_flac avdec_flashsv avdec_flashsv2 avdec_flic avdec_flv avdec_fraps
        avdec_g722 avdec_g726 avdec_g729 avdec_gif avdec_gsm avdec_gsm_ms avdec_h261 avdec_h263 avdec_h263i
        avdec_h263p avdec_h264 avdec_h265 avdec_hap avdec_huffyuv avdec_idcinvideo avdec_imc avdec_indeo2
        avdec_indeo3 avdec_indeo4 avdec_indeo5 avdec_interplay_dpcm avdec_interplayvideo avdec_jpeg2000
        avdec_kmvc avdec_lagarith avdec_loco avdec_m101 avdec_mace3 avdec_mace6 avdec_mdec avdec_metasound
        avdec_mimic avdec_mjpeg avdec_mjpegb avdec_mlp avdec_mmvideo avdec_mp1float avdec_mp2float avdec_mp3
        avdec_mp3adu avdec_mp3adufloat avdec_mp3float avdec_mp3on4 avdec_mp3on4float avdec_mpc7 avdec_mpc8
        avdec_mpeg2video avdec_mpeg4 avdec_mpegvideo avdec_msmpeg4 avdec_msmpeg4v1 avdec_msmpeg4v2
        avdec_msrle avdec_mss1 avdec_mss2 avdec_msvideo1 avdec_mszh avdec_mxpeg avdec_nellymoser avdec_nuv
        avdec_opus avdec_pam avdec_pbm avdec_pcx avdec_pgm avdec_pgmyuv avdec_png avdec_ppm avdec_prores
        avdec_qcelp avdec_qdm2 avdec_qdraw avdec_qoi avdec_qpeg avdec_qtrle avdec_real_144 avdec_real_288
        avdec_roq_dpcm avdec_roqvideo avdec_rpza avdec_rv10 avdec_rv20 avdec_rv30 avdec_rv40 avdec_s302m
        avdec_sgi avdec_shorten avdec_sipr avdec_smc avdec_sol_dpcm avdec_sp5x avdec_speedhq avdec_sunrast
        avdec_svq1 avdec_svq3 avdec_targa avdec_tiff avdec_truehd avdec_truemotion1 avdec_truemotion2
        avdec_truespeech avdec_tscc2 avdec_tta avdec_twinvq avdec_ultimotion avdec_vc1 avdec_vcr1
        avdec_vmdaudio avdec_vmdvideo avdec_vmnc avdec_vp3 avdec_vp5 avdec_vp6 avdec_vp6a avdec_vp6f
        avdec_vp8 avdec_vp9 avdec_vqavideo avdec_wmalossless avdec_wmapro avdec_wmav1 avdec_wmav2
        avdec_wmavoice avdec_wmv1 avdec_wmv2 avdec_wmv3 avdec_wnv1 avdec_ws_snd1 avdec_xan_dpcm
        avdec_xan_wc3 avdec_xan_wc4 avdec_xl avdec_xma1 avdec_xma2 avdec_zmbv avdeinterlace avdemux_4xm
        avdemux_aiff avdemux_ape avdemux_avs avdemux_bfstm avdemux_brstm avdemux_daud avdemux_dsf avdemux_ea
        avdemux_film_cpk avdemux_gif avdemux_gxf avdemux_idcin avdemux_iff avdemux_ipmovie avdemux_ivf
        avdemux_mm avdemux_mmf avdemux_mpc avdemux_mpc8 avdemux_mxf avdemux_nsv avdemux_nut avdemux_nuv
        avdemux_psxstr avdemux_pva avdemux_smk avdemux_sol avdemux_tta avdemux_vmd avdemux_voc
        avdemux_wc3movie avdemux_wsaud avdemux_wsvqa avdemux_xwma avdemux_yuv4mpegpipe avenc_aac avenc_ac3
        avenc_ac3_fixed avenc_adpcm_adx avenc_adpcm_ima_amv avenc_adpcm_ima_qt avenc_adpcm_ima_wav
        avenc_adpcm_ima_ws avenc_adpcm_ms avenc_adpcm_swf avenc_adpcm_yamaha avenc_alac avenc_amv avenc_aptx
        avenc_aptx_hd avenc_asv1 avenc_asv2 avenc_bmp avenc_cfhd avenc_cinepak avenc_cljr avenc_dca
        avenc_dnxhd avenc_dvvideo avenc_eac3 avenc_ffv1 avenc_ffvhuff avenc_flashsv avenc_flashsv2 avenc_flv
        avenc_g722 avenc_g726 avenc_h261 avenc_h263 avenc_h263p avenc_hap avenc_huffyuv avenc_jpeg2000
        avenc_ljpeg avenc_mjpeg avenc_mlp avenc_mp2 avenc_mp2fixed avenc_mpeg1video avenc_mpeg2video
        avenc_mpeg4 avenc_msmpeg4 avenc_msmpeg4v2 avenc_msvideo1 avenc_nellymoser avenc_opus avenc_pam
        avenc_pbm avenc_pcx avenc_pgm avenc_pgmyuv avenc_png avenc_ppm avenc_prores avenc_prores_aw
        avenc_prores_ks avenc_qoi avenc_qtrle avenc_real_144 avenc_roq_dpcm avenc_roqvideo avenc_rpza
        avenc_rv10 avenc_rv20 avenc_s302m avenc_sgi avenc_smc avenc_speedhq avenc_sunrast avenc_svq1
        avenc_targa avenc_tiff avenc_truehd avenc_tta avenc_wmav1 avenc_wmav2 avenc_wmv1 avenc_wmv2
        avenc_zmbv avmux_3g2 avmux_3gp avmux_a64 avmux_adts avmux_adx avmux_aiff avmux_alp avmux_amr
        avmux_amv avmux_apm avmux_apng avmux_argo_asf avmux_argo_cvg avmux_asf avmux_asf_stream avmux_ast
        avmux_au avmux_avi avmux_avif avmux_avm2 avmux_avs3 avmux_bit avmux_caf avmux_chromaprint
        avmux_codec2 avmux_dash avmux_daud avmux_dv avmux_dvd avmux_f4v avmux_film_cpk avmux_filmstrip
        avmux_fits avmux_flv avmux_gxf avmux_hash avmux_hds avmux_hls avmux_ico avmux_ilbc avmux_ipod
        avmux_ircam avmux_ismv avmux_ivf avmux_kvag avmux_latm avmux_matroska avmux_md5
        avmux_mkvtimestamp_v2 avmux_mmf avmux_mov avmux_mp2 avmux_mp3 avmux_mp4 avmux_mpeg avmux_mpegts
        avmux_mpjpeg avmux_mxf avmux_mxf_d10 avmux_mxf_opatom avmux_nut avmux_obu avmux_oga avmux_ogg
        avmux_ogv avmux_oma avmux_opus avmux_psp avmux_rm avmux_rso avmux_rtsp avmux_sap avmux_smjpeg
        avmux_smoothstreaming avmux_sox avmux_spdif avmux_spx avmux_streamhash avmux_svcd avmux_swf
        avmux_tta avmux_uncodedframecrc avmux_vc1test avmux_vcd avmux_vidc avmux_vob avmux_voc avmux_w64
        avmux_wav avmux_webp avmux_wsaud avmux_wtv avmux_yuv4mpegpipe
        # gstreamer1.0-libav elements 12
        avdec_8svx_exp avdec_8svx_fib avdec_acelp_kelvin avdec_adpcm_afc avdec_adpcm_agm avdec_adpcm_aica
        avdec_adpcm_argo avdec_adpcm_dtk avdec_adpcm_ima_acorn avdec_adpcm_ima_alp avdec_adpcm_ima_apc
        avdec_adpcm_ima_apm avdec_adpcm_ima_cunning avdec_adpcm_ima_dat4 avdec_adpcm_ima_moflex
        avdec_adpcm_ima_mtf avdec_adpcm_ima_rad avdec_adpcm_ima_ssi avdec_adpcm_mtaf avdec_adpcm_psx
        avdec_adpcm_thp_le avdec_adpcm_vima avdec_adpcm_zork avdec_agm avdec_alias_pix avdec_als avdec_anm
        avdec_ansi avdec_apng avdec_arbc avdec_argo avdec_atrac3al avdec_atrac3plus avdec_atrac3plusal
        avdec_atrac9 avdec_aura avdec_aura2 avdec_avrn avdec_avrp avdec_avui avdec_bethsoftvid avdec_bfi
        avdec_binkaudio_dct avdec_binkaudio_rdft avdec_binkvideo avdec_bintext avdec_bitpacked
        avdec_bmv_audio avdec_bmv_video avdec_brender_pix avdec_c93 avdec_cdtoons avdec_cdxl
        avdec_clearvideo avdec_cllc avdec_comfortnoise avdec_cpia avdec_cri avdec_dds avdec_derf_dpcm
        avdec_dfa avdec_dfpwm avdec_dirac avdec_dolby_e avdec_dpx avdec_dsicinaudio avdec_dsicinvideo
        avdec_dss_sp avdec_dst avdec_dxa avdec_dxtory avdec_dxv avdec_eacmv avdec_eamad avdec_eatgq
        avdec_eatgv avdec_eatqi avdec_escape124 avdec_escape130 avdec_evrc avdec_exr avdec_fastaudio
        avdec_fic avdec_fits avdec_fmvc avdec_frwu avdec_g2m avdec_g723_1 avdec_g726le avdec_gdv avdec_gem
        avdec_gremlin_dpcm avdec_hca avdec_hcom avdec_hnm4video avdec_hq_hqa avdec_hqx avdec_hymt avdec_iac
        avdec_idf avdec_iff avdec_ilbc avdec_imm4 avdec_imm5 avdec_interplayacm avdec_ipu avdec_jpegls
        avdec_jv avdec_kgv1 avdec_lscr avdec_magicyuv avdec_mobiclip avdec_motionpixels avdec_msa1
        avdec_mscc avdec_msnsiren avdec_msp2 avdec_mts2 avdec_mv30 avdec_mvc1 avdec_mvc2 avdec_mvdv
        avdec_mvha avdec_mwsc avdec_notchlc avdec_on2avc avdec_paf_audio avdec_paf_video avdec_pcm_lxf
        avdec_pcm_sga avdec_pcm_vidc avdec_pfm avdec_pgx avdec_phm avdec_photocd avdec_pictor avdec_pixlet
        avdec_prosumer avdec_psd avdec_ptx avdec_qdmc avdec_r10k avdec_ralf avdec_rasc avdec_rl2 avdec_rscc
        avdec_sanm avdec_sbc avdec_scpr avdec_screenpresso avdec_sdx2_dpcm avdec_sga avdec_sgirle
        avdec_sheervideo avdec_simbiosis_imx avdec_siren avdec_smackaud avdec_smackvid avdec_smvjpeg
        avdec_snow avdec_sonic avdec_speex avdec_srgc avdec_tak avdec_targa_y216 avdec_tdsc avdec_thp
        avdec_tiertexseqvideo avdec_tmv avdec_truemotion2rt avdec_txd avdec_utvideo avdec_vb avdec_vble
        avdec_vbn avdec_vc1image avdec_vp4 avdec_vp7 avdec_wavesynth avdec_wcmv avdec_webp avdec_wmv3image
        avdec_xbin avdec_xbm avdec_xface avdec_xpm avdec_xwd avdec_ylc avdec_yop avdec_zerocodec
        avenc_a64multi avenc_a64multi5 avenc_adpcm_argo avenc_adpcm_ima_alp avenc_adpcm_ima_apm
        avenc_adpcm_ima_ssi avenc_alias_pix avenc_apng avenc_avrp avenc_avui avenc_bitpacked
        avenc_comfortnoise avenc_dfpwm avenc_dpx avenc_exr avenc_fits avenc_g723_1 avenc_g726le
        avenc_h264_omx avenc_jpegls avenc_magicyuv avenc_mpeg4_omx avenc_pcm_vidc avenc_pfm avenc_phm
        avenc_r10k avenc_sbc avenc_snow avenc_sonic avenc_sonicls avenc_utvideo avenc_vbn avenc_vc2
        avenc_wavpack avenc_xbm avenc_xface avenc_xwd
        # gstreamer1.0-libav elements 13
        avdec_h266 avenc_msrle avmux_aea avmux_iamf avmux_lc3 avvideocompare
        # gstreamer1.0-plugins-ugly decoders 12 13
        application/vnd.rn-realmedia; application/x-pn-realaudio; application/x-rtp, encoding-name=X-ASF-PF,
        media={ application, audio, video }, payload=[ 96, 127 ]; audio/ac3; audio/x-ac3; audio/x-lpcm;
        audio/x-private-ts-lpcm; audio/x-private1-ac3; audio/x-private1-lpcm; audio/x-private2-lpcm;
        audio/x-sid; video/mpeg, mpegversion=[ 1, 2 ], systemstream=false; video/x-ms-asf
        # gstreamer1.0-plugins-ugly decoders 12
        application/x-rdt, encoding-name=X-REAL-RDT, media=application; audio/AMR; audio/AMR-WB
        # gstreamer1.0-plugins-ugly elements 12 13
        a52dec asfdemux cdiocddasrc dvdlpcmdec dvdreadsrc dvdsubdec dvdsubparse mpeg2dec rademux rmdemux
        rtpasfdepay rtspwms siddec x264enc
        # gstreamer1.0-plugins-ugly elements 12
        amrnbdec amrnbenc amrwbdec pnmsrc rdtdepay rdtmanager rtspreal
        # gstreamer1.0-plugins-ugly sources 12 13
        cdda dvd
        # gstreamer1.0-plugins-ugly sources 12
        pnm
        # gstreamer1.0-alsa elements 12 13
        alsamidisrc alsasink alsasrc
        # gstreamer1.0-gl elements 12 13
        glalpha glcolorbalance glcolorconvert glcolorscale gldeinterlace gldifferencematte gldownload
        gleffects gleffects_blur gleffects_bulge gleffects_fisheye gleffects_glow gleffects_heat
        gleffects_identity gleffects_laplacian gleffects_lumaxpro gleffects_mirror gleffects_sepia
        gleffects_sin gleffects_sobel gleffects_square gleffects_squeeze gleffects_stretch gleffects_tunnel
        gleffects_twirl gleffects_xpro gleffects_xray glfilterapp glfilterbin glfiltercube glfilterglass
        glimagesink glimagesinkelement glmixerbin glmosaic gloverlay gloverlaycompositor glshader glsinkbin
        glsrcbin glstereomix glstereosplit gltestsrc gltransformation glupload glvideoflip glvideomixer
        glvideomixerelement glviewconvert
        # gstreamer1.0-gtk3 elements 12 13
        gtkglsink gtksink
        # gstreamer1.0-opencv elements 12 13
        cameracalibrate cameraundistort cvdilate cvequalizehist cverode cvlaplace cvsmooth cvsobel cvtracker
        dewarp disparity edgedetect faceblur facedetect grabcut handdetect motioncells opencvtextoverlay
        retinex segmentation skindetect templatematch
        # gstreamer1.0-pocketsphinx elements 12 13
        pocketsphinx
        # gstreamer1.0-qt5 elements 12 13
        qmlgloverlay qmlglsink qmlglsrc
        # gstreamer1.0-qt6 elements 12 13
        qml6glsink
        # gstreamer1.0-qt6 elements 13
        qml6glmixer qml6gloverlay qml6glsrc
        # gstreamer1.0-wpe elements 12 13
        wpesrc wpevideosrc
        # gstreamer1.0-wpe sources 12 13
        web+file web+http web+https
        # gstreamer1.0-x elements 12 13
        clockoverlay textoverlay textrender timeoverlay ximagesink xvimagesink
        # libgstreamer1.0-0 elements 12 13
        capsfilter clocksync concat dataurisrc downloadbuffer fakesink fakesrc fdsink fdsrc filesink filesrc
        funnel identity input-selector multiqueue output-selector queue queue2 streamiddemux tee typefind
        valve
        # libgstreamer1.0-0 sources 12 13
        data fd
        """
}
