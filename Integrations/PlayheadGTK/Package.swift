// swift-tools-version: 6.2
import PackageDescription

/// The rules of the package Playhead.
let strict: [SwiftSetting] = [
    .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

/// A GTK 4 widget that shows the video of a player, and a program with it. Run it with
///
///     swift run --package-path Integrations/PlayheadGTK GTKPlayer media/av-h264-aac.mp4
let package = Package(
    name: "PlayheadGTK",
    products: [
        .library(name: "PlayheadGTK", targets: ["PlayheadGTK"]),
        .executable(name: "GTKPlayer", targets: ["GTKPlayer"]),
    ],
    dependencies: [
        .package(name: "Playhead", path: "../..")
    ],
    targets: [
        .systemLibrary(name: "CGTK", pkgConfig: "gtk4 epoxy", providers: [.apt(["libgtk-4-dev"])]),
        .target(
            name: "PlayheadGTK", dependencies: ["CGTK", .product(name: "Playhead", package: "Playhead")],
            swiftSettings: strict),
        .executableTarget(
            name: "GTKPlayer",
            dependencies: ["CGTK", "PlayheadGTK", .product(name: "Playhead", package: "Playhead")],
            swiftSettings: strict),
        // A program, because GTK belongs to the main thread, which tests do not run on.
        .executableTarget(
            name: "ViewProbe",
            dependencies: ["CGTK", "PlayheadGTK", .product(name: "Playhead", package: "Playhead")],
            path: "Tests/ViewProbe", swiftSettings: strict),
        .testTarget(
            name: "PlayheadGTKTests",
            dependencies: ["PlayheadGTK", "ViewProbe", .product(name: "Playhead", package: "Playhead")],
            swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)
