// swift-tools-version: 6.2
import PackageDescription

/// The same rules for every target of ours: nothing unsafe goes unmarked, nothing is only a warning.
let strict: [SwiftSetting] = [
    .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

let package = Package(
    name: "Playhead",
    products: [
        .library(name: "Playhead", targets: ["Playhead"]),
        .library(
            name: "PlayheadTesting",
            targets: [
                "PlayheadTesting", "PlayheadServer", "PlayheadCheck", "QualityReport", "StreamValidation",
                "StreamWatch",
            ]
        ),
        .library(name: "PlayheadExpectations", targets: ["PlayheadExpectations"]),
        .library(name: "PlayheadMetrics", targets: ["PlayheadMetrics"]),
        .library(name: "PlayheadRemote", targets: ["PlayheadRemote"]),
        .library(name: "PlayheadRemoteHTTP", targets: ["PlayheadRemoteHTTP"]),
        .executable(name: "playhead", targets: ["PlayheadCommand"]),
    ],
    dependencies: [
        // The HTTP server of PlayheadRemoteHTTP: limits, timeouts, and streamed responses that wait for slow clients.
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
    ],
    targets: [
        // Bytes and text, without GStreamer and without a network.
        .systemLibrary(
            name: "CGLib", pkgConfig: "glib-2.0 zlib", providers: [.apt(["libglib2.0-dev", "zlib1g-dev"])]),
        .target(name: "PlayheadSystem", dependencies: ["CGLib"], swiftSettings: strict),
        .target(name: "MediaFormats", dependencies: ["PlayheadSystem"], swiftSettings: strict),
        .systemLibrary(name: "COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .target(name: "MediaDecryption", dependencies: ["COpenSSL"], swiftSettings: strict),
        // The player's values, its state machine, and what observes it.
        .target(
            name: "PlayheadCore",
            dependencies: [
                "MediaFormats", "PlayheadSystem",
                .product(name: "DequeModule", package: "swift-collections"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: strict
        ),
        .target(
            name: "AdaptiveStreaming", dependencies: ["MediaFormats", "PlayheadCore", "PlayheadSystem"],
            swiftSettings: strict
        ),
        // HTTP, and what is loaded with it.
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .target(
            name: "HTTPTransport", dependencies: ["CCurl", "PlayheadSystem"], swiftSettings: strict),
        .target(
            name: "PlayheadNetwork",
            dependencies: ["MediaFormats", "HTTPTransport", "PlayheadCore", "PlayheadSystem"],
            swiftSettings: strict
        ),
        .target(
            name: "PlayheadStreaming",
            dependencies: [
                "AdaptiveStreaming", "MediaDecryption", "MediaFormats", "PlayheadCore", "PlayheadNetwork",
                "PlayheadSystem", .product(name: "DequeModule", package: "swift-collections"),
            ],
            swiftSettings: strict
        ),
        // Windows.
        .systemLibrary(
            name: "CX11", pkgConfig: "x11 xext xrandr",
            providers: [.apt(["libx11-dev", "libxext-dev", "libxrandr-dev"])]),
        .systemLibrary(
            name: "CWayland", pkgConfig: "libdecor-0 wayland-client wayland-cursor xkbcommon",
            providers: [.apt(["libdecor-0-dev", "libwayland-dev", "libxkbcommon-dev"])]),
        .target(
            name: "WindowSystem", dependencies: ["CWayland", "CX11", "PlayheadCore", "PlayheadSystem"],
            swiftSettings: strict),
        .target(name: "AudioProcessing", swiftSettings: strict),
        // GStreamer.
        .systemLibrary(
            name: "CGStreamer",
            pkgConfig:
                "gstreamer-1.0 gstreamer-base-1.0 gstreamer-audio-1.0 gstreamer-video-1.0 gstreamer-pbutils-1.0 gstreamer-check-1.0",
            providers: [
                .apt(["libgstreamer1.0-dev", "libgstreamer-plugins-base1.0-dev"])
            ]
        ),
        .target(
            name: "GStreamer", dependencies: ["CGStreamer", "MediaFormats", "PlayheadSystem"],
            swiftSettings: strict),
        .target(
            name: "PlayheadPipeline",
            dependencies: [
                "AdaptiveStreaming", "AudioProcessing", "GStreamer", "MediaFormats", "PlayheadCore",
                "PlayheadNetwork",
                "PlayheadStreaming", "PlayheadSystem", "WindowSystem",
                .product(name: "DequeModule", package: "swift-collections"),
            ],
            swiftSettings: strict
        ),
        // What a program imports.
        .target(
            name: "Playhead",
            dependencies: ["PlayheadCore", "PlayheadNetwork", "PlayheadPipeline"], swiftSettings: strict
        ),
        // Tests of playback, and the command.
        .target(
            name: "PlayheadLoops", dependencies: [.product(name: "NIOCore", package: "swift-nio")],
            swiftSettings: strict
        ),
        .target(
            name: "PlayheadTesting",
            dependencies: ["GStreamer", "Playhead", "PlayheadCore", "PlayheadPipeline", "PlayheadSystem"],
            swiftSettings: strict
        ),
        .target(name: "QualityReport", swiftSettings: strict),
        .target(
            name: "StreamWatch",
            dependencies: ["AdaptiveStreaming", "PlayheadCore", "PlayheadNetwork", "PlayheadStreaming"],
            swiftSettings: strict
        ),
        .target(
            name: "StreamValidation",
            dependencies: [
                "AdaptiveStreaming", "MediaFormats", "PlayheadCore", "PlayheadNetwork", "PlayheadStreaming",
            ],
            swiftSettings: strict
        ),
        .target(
            name: "PlayheadExpectations",
            dependencies: ["GStreamer", "Playhead", "PlayheadCore", "PlayheadSystem", "PlayheadTesting"],
            swiftSettings: strict
        ),
        .target(
            name: "PlayheadMetrics",
            dependencies: ["Playhead", .product(name: "CoreMetrics", package: "swift-metrics")],
            swiftSettings: strict
        ),
        // Control from elsewhere.
        .systemLibrary(name: "CGIO", pkgConfig: "gio-2.0", providers: [.apt(["libglib2.0-dev"])]),
        .target(
            name: "PlayheadRemote", dependencies: ["CGIO", "Playhead", "PlayheadCore", "PlayheadSystem"],
            swiftSettings: strict),
        .target(
            name: "PlayheadRemoteHTTP",
            dependencies: [
                "Playhead", "PlayheadCore", "PlayheadLoops", "PlayheadRemote", "PlayheadSystem",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            swiftSettings: strict),
        .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
        .target(
            name: "PlayheadServer",
            dependencies: [
                "CYAML", "PlayheadLoops", "PlayheadSystem",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ],
            swiftSettings: strict
        ),
        .target(
            name: "PlayheadCheck",
            dependencies: [
                "GStreamer", "Playhead", "PlayheadCore", "PlayheadPipeline", "PlayheadServer",
                "PlayheadSystem", "PlayheadTesting",
                "StreamValidation",
            ],
            swiftSettings: strict
        ),
        .target(
            name: "PlayheadCompare",
            dependencies: ["Playhead", "PlayheadCheck", "PlayheadCore", "PlayheadSystem", "PlayheadTesting"],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "PlayheadCommand",
            dependencies: [
                "GStreamer", "Playhead", "PlayheadCheck", "PlayheadCompare", "PlayheadCore",
                "PlayheadPipeline",
                "PlayheadServer",
                "PlayheadSystem", "PlayheadTesting", "QualityReport", "StreamValidation",
                "PlayheadLoops", "PlayheadNetwork", "PlayheadRemote", "PlayheadRemoteHTTP", "StreamWatch",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: strict
        ),
        // Tests, by module.
        .target(name: "TestBasics", path: "Tests/TestBasics", swiftSettings: strict),
        .target(
            name: "TestSupport",
            dependencies: ["Playhead", "PlayheadServer", "PlayheadTesting", "TestBasics"],
            path: "Tests/TestSupport", swiftSettings: strict
        ),
        .target(
            name: "CoreTestSupport", dependencies: ["PlayheadCore", "PlayheadSystem", "TestBasics"],
            path: "Tests/CoreTestSupport", swiftSettings: strict
        ),
        .testTarget(
            name: "PlayheadCoreTests",
            dependencies: [
                "CoreTestSupport", "MediaFormats", "PlayheadCore", "PlayheadSystem", "TestBasics",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "AdaptiveStreamingTests",
            dependencies: [
                "AdaptiveStreaming", "MediaFormats", "PlayheadCore", "PlayheadSystem", "TestBasics",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "AudioProcessingTests", dependencies: ["AudioProcessing", "GStreamer"],
            swiftSettings: strict),
        .testTarget(name: "QualityReportTests", dependencies: ["QualityReport"], swiftSettings: strict),
        .testTarget(
            name: "StreamWatchTests",
            dependencies: ["PlayheadCore", "PlayheadServer", "StreamWatch", "TestBasics"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "StreamValidationTests",
            dependencies: ["PlayheadCore", "PlayheadServer", "StreamValidation", "TestBasics"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "PlayheadNetworkTests",
            dependencies: ["HTTPTransport", "PlayheadCore", "PlayheadNetwork", "PlayheadSystem"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "PlayheadStreamingTests",
            dependencies: [
                "AdaptiveStreaming", "MediaDecryption", "MediaFormats", "PlayheadCore", "PlayheadNetwork",
                "PlayheadStreaming", "PlayheadSystem", "TestBasics",
            ],
            swiftSettings: strict
        ),
        .testTarget(name: "HTTPTransportTests", dependencies: ["HTTPTransport"], swiftSettings: strict),
        .testTarget(
            name: "MediaFormatsTests", dependencies: ["MediaFormats", "PlayheadSystem", "TestBasics"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "MediaDecryptionTests", dependencies: ["TestBasics", "MediaDecryption", "COpenSSL"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "GStreamerTests",
            dependencies: [
                "MediaFormats", "GStreamer", "CGStreamer", "PlayheadSystem", "TestBasics", "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "PlayheadTests",
            dependencies: [
                "AdaptiveStreaming", "AudioProcessing", "CGStreamer", "CX11", "GStreamer", "HTTPTransport",
                "MediaDecryption",
                "MediaFormats", "Playhead",
                "PlayheadCore", "PlayheadNetwork", "PlayheadPipeline", "PlayheadStreaming", "PlayheadSystem",
                "PlayheadLoops", "PlayheadTesting", "PlayheadServer", "CoreTestSupport",
                "TestBasics", "TestSupport", "WindowSystem",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "PlayheadTestingTests",
            dependencies: [
                "TestBasics", "GStreamer", "Playhead", "PlayheadCore", "PlayheadLoops", "PlayheadPipeline",
                "PlayheadTesting",
                "PlayheadExpectations", "PlayheadServer", "PlayheadSystem", "TestSupport",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ],
            exclude: ["Expecting/__Traces__"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "PlayheadCheckTests",
            dependencies: [
                "TestBasics", "Playhead", "PlayheadCore", "PlayheadSystem", "PlayheadTesting",
                "PlayheadServer",
                "PlayheadCheck", "TestSupport",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "PlayheadCompareTests",
            dependencies: [
                "TestBasics", "GStreamer", "Playhead", "PlayheadCheck", "PlayheadCompare", "PlayheadCore",
                "PlayheadSystem", "PlayheadTesting",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "PlayheadMetricsTests",
            dependencies: [
                "Playhead", "PlayheadMetrics", "PlayheadTesting",
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "MetricsTestKit", package: "swift-metrics"),
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "PlayheadRemoteTests",
            dependencies: [
                "Playhead", "PlayheadCore", "PlayheadRemote", "PlayheadTesting", "TestBasics", "TestSupport",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "PlayheadRemoteHTTPTests",
            dependencies: [
                "Playhead", "PlayheadCore", "PlayheadLoops", "PlayheadRemote", "PlayheadRemoteHTTP",
                "PlayheadTesting", "TestBasics",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "PlayheadCommandTests",
            dependencies: [
                "Playhead", "PlayheadCore", "PlayheadSystem", "PlayheadTesting", "PlayheadServer",
                "PlayheadCommand", "PlayheadRemote", "QualityReport", "StreamWatch",
                "TestBasics", "TestSupport",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "FuzzTests",
            dependencies: [
                "AdaptiveStreaming", "CoreTestSupport", "GStreamer", "HTTPTransport", "MediaFormats",
                "PlayheadCheck",
                "PlayheadCore", "PlayheadNetwork", "PlayheadServer", "PlayheadStreaming", "PlayheadSystem",
                "PlayheadTesting", "StreamValidation", "TestBasics",
            ],
            swiftSettings: strict
        ),
    ],
    swiftLanguageModes: [.v6]
)
