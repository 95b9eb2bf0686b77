import Testing

@testable import PlayheadCore

/// The Debian packages that hints name, as the field `Gstreamer-Decoders` of the packages has it.
@Suite struct DebianPackageTests {
    @Test(arguments: [
        ("decoder-video/x-ms-asf, parsed=(boolean)true", "gstreamer1.0-plugins-ugly"),
        ("decoder-application/vnd.rn-realmedia", "gstreamer1.0-plugins-ugly"),
        ("decoder-audio/AMR-WB", "gstreamer1.0-plugins-ugly"),
        ("decoder-video/mpeg, systemstream=(boolean)true, mpegversion=(int)2", "gstreamer1.0-plugins-bad"),
        ("decoder-video/mpeg, systemstream=(boolean)false, mpegversion=(int)4", "gstreamer1.0-libav"),
        ("decoder-application/mxf", "gstreamer1.0-plugins-bad"),
        ("decoder-video/x-dv, systemstream=(boolean)true", "gstreamer1.0-plugins-good"),
        ("decoder-audio/x-wavpack", "gstreamer1.0-plugins-good"),
        ("decoder-application/x-ape", "gstreamer1.0-libav"),
        ("decoder-video/x-wmv, wmvversion=(int)3", "gstreamer1.0-libav"),
    ])
    func `4.6: a missing demuxer or decoder names the package that brings it`(caps: String, package: String) {
        #expect(DebianPackage.providing(caps) == package)
    }
}
