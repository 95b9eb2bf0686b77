// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

let package = Package(
    name: "Benchmarks",
    dependencies: [
        .package(name: "Playhead", path: "..")
    ],
    targets: [
        .systemLibrary(name: "CGStreamerCore", pkgConfig: "gstreamer-1.0"),
        // What Playhead's public API cannot tell: when a bus message was posted.
        .target(name: "CBusProbe", dependencies: ["CGStreamerCore"]),
        // The same for pictures: when one was given to an output.
        .target(name: "CFrameProbe", dependencies: ["CGStreamerCore"]),
        // Stands before a program and tells it when it was started.
        .executableTarget(name: "stamp"),
        // The same work on bare playbin3.
        .executableTarget(name: "peer", dependencies: ["CGStreamerCore"]),
        .executableTarget(
            name: "benchmark",
            dependencies: [.product(name: "Playhead", package: "Playhead"), "CBusProbe", "CFrameProbe"],
            swiftSettings: strict
        ),
    ],
    swiftLanguageModes: [.v6]
)
