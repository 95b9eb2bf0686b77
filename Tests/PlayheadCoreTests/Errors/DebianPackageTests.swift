import Testing

@testable import PlayheadCore

/// The Debian packages that hints name. `Gstreamer-Decoders` and the other fields of the packages have them.
@Suite struct DebianPackageTests {
    /// A Debian system with some installed packages.
    private static func debian(_ release: String?, with installed: String...) -> DebianSystem {
        let names = Set(installed.map { "gstreamer1.0-\($0)" })
        return DebianSystem(release: release) { names.contains($0) }
    }

    @Test(arguments: [
        ("decoder-video/x-ms-asf, parsed=(boolean)true", "plugins-ugly"),
        ("decoder-application/vnd.rn-realmedia", "plugins-ugly"),
        ("decoder-application/mxf", "plugins-bad"),
        ("decoder-video/mpegts, systemstream=(boolean)true, packetsize=(int)188", "plugins-bad"),
        ("decoder-video/x-matroska", "plugins-good"),
        ("decoder-video/quicktime, variant=(string)iso", "plugins-good"),
        ("decoder-application/ogg", "plugins-base"),
        ("decoder-application/x-ape", "libav"),
        ("decoder-application/gxf", "libav"),
        ("decoder-video/x-dv, systemstream=(boolean)true", "plugins-good"),
        ("decoder-video/mpeg, systemstream=(boolean)true, mpegversion=(int)2", "plugins-bad"),
        ("decoder-video/mpeg, systemstream=(boolean)false, mpegversion=(int)2", "libav"),
        ("decoder-video/mpeg, mpegversion=(int)2", "libav"),
        (
            "decoder-video/mpeg, systemstream=(boolean)false, mpegversion=(int)4, profile=(string)simple",
            "libav"
        ),
        ("decoder-video/x-h264, level=(string)4, profile=(string)high", "plugins-bad"),
        ("decoder-video/x-h264, level=(string)4, profile=(string)high-10", "libav"),
        ("decoder-video/x-h265, stream-format=(string)hvc1, profile=(string)main", "plugins-bad"),
        ("decoder-video/x-h265, stream-format=(string)hvc1, profile=(string)main-10", "libav"),
        ("decoder-video/x-av1", "plugins-bad"), ("decoder-video/x-theora", "plugins-base"),
        ("decoder-video/x-vp9", "plugins-good"),
        ("decoder-video/x-vp9, codec-alpha=(boolean)true", "plugins-good"),
        ("decoder-video/x-wmv, wmvversion=(int)3, format=(string)WMV3", "libav"),
        ("decoder-video/x-divx, divxversion=(int)5", "libav"),
        ("decoder-audio/mpeg, mpegversion=(int)1, layer=(int)3", "plugins-good"),
        (
            "decoder-audio/mpeg, mpegversion=(int)4, stream-format=(string)raw, profile=(string)lc",
            "plugins-bad"
        ),
        ("decoder-audio/mpeg, mpegversion=(int)4, stream-format=(string)loas", "libav"),
        ("decoder-audio/mpeg, mpegversion=(int)4, stream-format=(string)adif", "libav"),
        ("decoder-audio/x-ac3, framed=(boolean)true", "libav"), ("decoder-audio/x-eac3", "libav"),
        ("decoder-audio/x-dts", "plugins-bad"), ("decoder-audio/x-vnd.sony.atrac3", "libav"),
        ("decoder-audio/x-musepack, streamversion=(int)7", "plugins-bad"),
        ("decoder-audio/x-wavpack", "plugins-good"), ("decoder-audio/x-vorbis", "plugins-base"),
        (
            "decoder-audio/x-opus, channel-mapping-family=(int)1, stream-count=(int)4, coupled-count=(int)2",
            "plugins-base"
        ),
        ("decoder-audio/x-wma, wmaversion=(int)2", "libav"),
        ("decoder-image/svg+xml", "plugins-good"), ("decoder-image/gif", "libav"),
        ("decoder-image/webp", "plugins-bad"),
        ("decoder-subpicture/x-pgs", "plugins-bad"), ("decoder-application/x-ass", "plugins-base"),
        ("urisource-https", "plugins-good"), ("urisource-rtmp", "plugins-bad"),
        ("urisource-cdda", "plugins-base"),
        ("element-glimagesink", "gl"), ("element-lamemp3enc", "plugins-good"),
    ])
    func `4.6: a missing plug-in names the package that brings it`(wanted: String, package: String) {
        for release in ["12", "13"] {
            #expect(
                DebianPackage.providing(wanted, on: Self.debian(release)) == "gstreamer1.0-\(package)",
                "Debian \(release)")
        }
    }

    @Test(arguments: [
        "decoder-image/jxl", "decoder-video/x-gst-fourcc-zzz1", "decoder-unknown/unknown",
        "decoder-application/x-cenc, cipher-mode=(string)cenc", "decoder-video/x-wmv, wmvversion=(int)9",
        "decoder-audio/mpeg, mpegversion=(int)4, stream-format=(string)other", "decoder-audio/x-sony-zzz",
        "decoder-meta/x-klv", "urisource-gopher", "urisource-smb", "element-zzz", "encoder-video/x-h264", "",
    ])
    func `4.6: nothing is named that Debian does not have`(wanted: String) {
        for release in ["12", "13", nil] {
            #expect(DebianPackage.providing(wanted, on: Self.debian(release)) == nil)
        }
        #expect(
            DebianPackage.hint(providing: wanted, on: Self.debian("13"))
                == "no Debian package is known to bring a decoder for it")
    }

    @Test(
        arguments: [
            ("decoder-audio/AMR", "libav", "plugins-good"),
            ("decoder-audio/AMR-WB", "libav", "plugins-good"),
            ("decoder-video/x-h266, stream-format=(string)vvc1", nil, "libav"),
            ("decoder-subtitle/x-kate", "plugins-bad", nil), ("decoder-image/qoi", nil, "libav"),
            ("urisource-pnm", "plugins-ugly", nil),
        ] as [(String, String?, String?)])
    func `4.6: the release of the system counts, and the newest for others`(
        wanted: String, in12: String?, in13: String?
    ) {
        let older = in12.map { "gstreamer1.0-\($0)" }
        let newer = in13.map { "gstreamer1.0-\($0)" }
        #expect(DebianPackage.providing(wanted, on: Self.debian("12")) == older)
        for release in ["13", "24.04", "rolling", nil] {
            #expect(DebianPackage.providing(wanted, on: Self.debian(release)) == newer)
        }
    }

    @Test func `4.6: an installed package that does not help is not named`() {
        let wanted = "decoder-video/x-h265, profile=(string)main"
        #expect(
            DebianPackage.providing(wanted, on: Self.debian("12", with: "plugins-bad"))
                == "gstreamer1.0-libav")
        let all = Self.debian("12", with: "plugins-bad", "libav")
        #expect(DebianPackage.providing(wanted, on: all) == nil)
        #expect(
            DebianPackage.hint(providing: wanted, on: all)
                == "no other Debian package is known to bring a decoder for it")
        #expect(
            DebianPackage.providing("urisource-http", on: Self.debian("13", with: "plugins-good"))
                == "gstreamer1.0-plugins-bad")
        // The decoder of plugins-bad is for video with transparency.
        let opaque = Self.debian("13", with: "plugins-good")
        #expect(DebianPackage.providing("decoder-video/x-vp9", on: opaque) == "gstreamer1.0-libav")
        // A missing element shows that its package is not complete.
        #expect(
            DebianPackage.hint(element: "scaletempo", on: Self.debian("12", with: "plugins-good"))
                == "install the Debian package gstreamer1.0-plugins-good")
    }

    @Test(arguments: [
        ("uridecodebin", "gstreamer1.0-plugins-base"), ("textoverlay", "gstreamer1.0-x"),
        ("alsasink", "gstreamer1.0-alsa"), ("dvdspu", "gstreamer1.0-plugins-bad"),
        ("pulsesink", "gstreamer1.0-plugins-good"), ("avenc_aac", "gstreamer1.0-libav"),
        ("fakesink", "libgstreamer1.0-0"), ("x264enc", "gstreamer1.0-plugins-ugly"),
    ]) func `a missing element names its package`(element: String, package: String) {
        for release in ["12", "13"] {
            #expect(DebianPackage.of(element: element, on: Self.debian(release)) == package)
        }
    }

    @Test func `an unknown element has no package`() {
        #expect(DebianPackage.of(element: "zzz") == nil)
        #expect(DebianPackage.hint(element: "zzz") == "no Debian package is known to bring it")
    }

    @Test(
        arguments: [
            ("NAME=\"Debian\"\nVERSION_ID=\"12\"\nID=debian\n", "12"), ("VERSION_ID=24.04", "24.04"),
            ("VERSION_ID='13'\n", "13"), ("PRETTY_VERSION_ID=1\nID=sid", nil), ("", nil),
        ] as [(String, String?)]) func `the release is that of os-release`(text: String, release: String?)
    {
        #expect(DebianSystem.version(in: text) == release)
    }
}
