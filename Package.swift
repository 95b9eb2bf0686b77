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
        .library(name: "PlayheadTesting", targets: ["PlayheadTesting", "PlayheadServer", "PlayheadCheck"]),
        .library(name: "PlayheadExpectations", targets: ["PlayheadExpectations"]),
        .library(name: "PlayheadMetrics", targets: ["PlayheadMetrics"]),
        .executable(name: "playhead", targets: ["PlayheadCommand"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"),
    ],
    targets: [
        .systemLibrary(
            name: "CGStreamer",
            pkgConfig:
                "gstreamer-1.0 gstreamer-base-1.0 gstreamer-audio-1.0 gstreamer-video-1.0 gstreamer-pbutils-1.0 gstreamer-check-1.0 zlib",
            providers: [
                .apt(["libgstreamer1.0-dev", "libgstreamer-plugins-base1.0-dev"])
            ]
        ),
        .target(name: "MediaFormats", swiftSettings: strict),
        .systemLibrary(name: "COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .target(name: "MediaDecryption", dependencies: ["COpenSSL"], swiftSettings: strict),
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .target(name: "HTTPTransport", dependencies: ["CCurl"], swiftSettings: strict),
        .target(name: "GStreamer", dependencies: ["CGStreamer", "MediaFormats"], swiftSettings: strict),
        .target(name: "PlayheadTime", swiftSettings: strict),
        .target(
            name: "PlayheadLoops", dependencies: [.product(name: "NIOCore", package: "swift-nio")],
            swiftSettings: strict
        ),
        .target(
            name: "Playhead",
            dependencies: [
                "GStreamer", "HTTPTransport", "MediaDecryption", "MediaFormats", "PlayheadTime",
                .product(name: "DequeModule", package: "swift-collections"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: strict
        ),
        .target(name: "PlayheadTesting", dependencies: ["GStreamer", "Playhead"], swiftSettings: strict),
        .target(
            name: "PlayheadExpectations", dependencies: ["GStreamer", "Playhead", "PlayheadTesting"],
            swiftSettings: strict
        ),
        .target(
            name: "PlayheadMetrics",
            dependencies: ["Playhead", .product(name: "CoreMetrics", package: "swift-metrics")],
            swiftSettings: strict
        ),
        .target(
            name: "PlayheadServer",
            dependencies: [
                "PlayheadLoops", "PlayheadTime",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "Yams", package: "Yams"),
            ],
            swiftSettings: strict
        ),
        .target(
            name: "PlayheadCheck",
            dependencies: ["GStreamer", "Playhead", "PlayheadTesting", "PlayheadServer"],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "PlayheadCommand",
            dependencies: [
                "GStreamer", "Playhead", "PlayheadCheck", "PlayheadServer", "PlayheadTesting",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: strict
        ),
        .target(
            name: "TestSupport", dependencies: ["Playhead", "PlayheadTesting", "PlayheadServer"],
            path: "Tests/TestSupport", swiftSettings: strict
        ),
        .testTarget(name: "HTTPTransportTests", dependencies: ["HTTPTransport"], swiftSettings: strict),
        .testTarget(name: "MediaFormatsTests", dependencies: ["MediaFormats"], swiftSettings: strict),
        .testTarget(
            name: "MediaDecryptionTests", dependencies: ["MediaDecryption", "COpenSSL"], swiftSettings: strict
        ),
        .testTarget(
            name: "GStreamerTests", dependencies: ["GStreamer", "CGStreamer", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "PlayheadTests",
            dependencies: [
                "CGStreamer", "GStreamer", "Playhead", "PlayheadLoops", "PlayheadTesting", "PlayheadServer",
                "TestSupport",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "PlayheadTestingTests",
            dependencies: [
                "GStreamer", "Playhead", "PlayheadLoops", "PlayheadTesting", "PlayheadExpectations",
                "PlayheadServer", "TestSupport",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "PlayheadCheckTests",
            dependencies: ["Playhead", "PlayheadTesting", "PlayheadServer", "PlayheadCheck", "TestSupport"],
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
            name: "PlayheadCommandTests",
            dependencies: [
                "Playhead", "PlayheadTesting", "PlayheadServer", "PlayheadCommand", "TestSupport",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict
        ),
    ],
    swiftLanguageModes: [.v6]
)
