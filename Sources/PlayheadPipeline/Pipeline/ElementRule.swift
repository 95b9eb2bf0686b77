internal import GStreamer
internal import MediaFormats
internal import PlayheadCore
internal import PlayheadNetwork
internal import PlayheadSystem
internal import Synchronization

/// An element that was plugged in.
struct PluggedElement {
    let element: Element
    let factory: String
    /// The number of the pipeline that it is in.
    let generation: Int
}

/// What the pipeline does to elements of certain factories. A rule runs on the thread that plugs an element
/// in.
struct ElementRule {
    /// Whether the rule is for elements of a factory.
    let matches: @Sendable (PluggedElement) -> Bool
    let apply: @Sendable (GStreamerPipeline, PluggedElement) -> Void

    /// A rule for the elements of some factories.
    static func of(
        _ factories: String..., apply: @escaping @Sendable (GStreamerPipeline, PluggedElement) -> Void
    ) -> ElementRule {
        ElementRule(matches: { factories.contains($0.factory) }, apply: apply)
    }

    /// The rules, in the order in which they are applied.
    static let all: [ElementRule] = [
        // The queues of a decoder: arrivals are counted there.
        .of("multiqueue") { pipeline, plugged in
            PluginPreload.wait()
            pipeline.census.watch(plugged.element)
            pipeline.countArrivals(at: plugged.element)
            if pipeline.configuration.clock.virtualClock != nil { plugged.element.takeAnyAmount() }
        },
        // These elements would load URIs that the medium names. The player looks for playlists and manifests
        // before.
        ElementRule(matches: { SourceKind.followsAddresses($0.factory) }) { pipeline, plugged in
            plugged.element.pad("sink")?.passData { false }
            let isSmooth = plugged.factory == "mssdemux"
            pipeline.later { pipeline in
                let uri = pipeline.request.item.uri
                pipeline.fail(isSmooth ? .smoothStreaming(uri) : NetworkPolicy.unheldMedium(uri))
            }
        },
        .of("ssaparse", "matroskademux") { _, plugged in SubtitleWorkarounds.apply(to: plugged.element) },
        // For every element: `DecoderInputFilter` attaches to video decoders only.
        ElementRule(matches: { _ in true }) { pipeline, plugged in
            pipeline.decoderFormats.watch(plugged.element)
            pipeline.standBefore(decoder: plugged.element)
        },
        .of(FallbackDecoder.factory) { pipeline, plugged in
            plugged.element.fallbackDecoder?.use(pipeline.decoders)
        },
        .of("fdsrc") { pipeline, plugged in
            guard let tap = pipeline.byteTap else { return }
            plugged.element.pad("src")?.onBytes { tap.take($0[...], at: $1) }
        },
        .of("typefind") { pipeline, plugged in
            // Without a known suffix, the format of a resource must be recognised with more certainty.
            if Workaround.weakTypefind.isNeeded,
                !TypeFinder.knows(ending: FileAddress.ending(of: pipeline.request.item.uri))
            {
                plugged.element.set("minimum", uint: TypeFinder.weak + 1)
            }
        },
        ElementRule(matches: { TimelineOrigin.demuxers.contains($0.factory) }) { pipeline, plugged in
            let origin = TimelineOrigin.follow(plugged.element)
            pipeline.plugged.withLock { $0.origins.append(origin) }
        },
        // Without an index, the demuxer searches the Clusters of a file.
        .of("matroskademux") { pipeline, plugged in
            guard !pipeline.isRemote, let path = FileAddress.path(uri: pipeline.request.item.uri),
                let offset = FileBytes(path: path).flatMap({ MatroskaCueCheck.brokenCues(in: $0) })
            else { return }
            plugged.element.pad("sink")?.overwrite(at: offset, with: MatroskaCueCheck.unknownID)
        },
        // Streams of frames without a header that tells their duration.
        .of("aacparse", "ac3parse", "amrparse", "dcaparse", "sbcparse") { pipeline, plugged in
            pipeline.plugged.withLock { known in
                let isAlone = known.demuxers.isSubset(of: GStreamerPipeline.tagReaders)
                if isAlone { known.isDurationEstimated = true }
            }
        },
        // Encoder padding, tracks and chapters are read from the medium as it enters these elements.
        .of("matroskademux", "qtdemux", "mpegaudioparse") { pipeline, plugged in
            pipeline.awaitPadding(from: plugged.element)
        },
        .of(ImageParser.factory) { pipeline, plugged in
            pipeline.plugged.withLock { $0.imageParser = plugged.element.imageParser }
        },
        ElementRule(matches: { $0.element.kind.contains("Demuxer") }) { pipeline, plugged in
            let entry = plugged.factory == "matroskademux" ? plugged.element.pad("sink") : nil
            pipeline.plugged.withLock { known in
                known.demuxers.insert(plugged.factory)
                if let entry { known.matroska = entry }
            }
        },
        // The end of all streams counts: one that is read alone may be shorter than the medium.
        ElementRule(matches: { $0.element.kind.contains("Demuxer") }) { pipeline, plugged in
            guard pipeline.reading?.isPartial == true else { return }
            plugged.element.onPadAdded { [weak pipeline] pad in
                pad.followEnd { [weak pipeline] end in
                    pipeline?.plugged.withLock { $0.reached = max($0.reached ?? end, end) }
                }
            }
        },
        // decodebin loses errors of elements that it tries (1.22.0).
        ElementRule(matches: { $0.element.readsInput }) { pipeline, plugged in
            let (name, generation) = (plugged.element.name, plugged.generation)
            plugged.element.hearLostErrors { [weak pipeline] message in
                pipeline?.later { $0.hearAgain(message, of: name, from: generation) }
            }
        },
    ]
}

extension GStreamerPipeline {
    /// An element was plugged in, on the thread that did so.
    func notice(_ element: Element, _ generation: Int) {
        let plugged = PluggedElement(element: element, factory: element.factoryName, generation: generation)
        for rule in ElementRule.all where rule.matches(plugged) { rule.apply(self, plugged) }
    }

    /// Counts what arrives at the queues of a decoder.
    fileprivate func countArrivals(at queues: Element) {
        guard isStreamed || configuration.clock.virtualClock != nil else { return }
        arrivals.watch(queues) { [weak self] in
            self?.later { $0.reviewLevel() }
        } onEnd: { [weak self] in
            self?.later { $0.noteEndOfInput() }
        } onMark: { [time] in
            time.noteWait()
        }
    }
}
