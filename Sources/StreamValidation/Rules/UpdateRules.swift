/// Rules for the versions of a live playlist.
enum UpdateRules {
    static let all: [ValidationRule] = [
        ValidationRule(
            "hls.live-sequence-back", .must, "RFC 8216bis 6.2.1", "EXT-X-MEDIA-SEQUENCE does not decrease.",
            "Players play old media or stop. Look for caches that serve an old playlist.",
            .updates { history, findings in
                for (old, new) in history.pairs where new.sequence < old.sequence {
                    findings.add(
                        "EXT-X-MEDIA-SEQUENCE goes from \(old.sequence) to \(new.sequence)", at: new.time)
                }
            }),
        ValidationRule(
            "hls.live-segment-changed", .must, "RFC 8216bis 6.2.1",
            "A listed segment keeps its number, URI and duration.",
            "Players skip or repeat media. Raise EXT-X-MEDIA-SEQUENCE by the number of removed segments.",
            .updates { history, findings in
                for (old, new) in history.pairs {
                    let changed = new.numbered.first { number, segment in
                        guard let before = old.numbered[number] else { return false }
                        return before.uri != segment.uri || before.duration != segment.duration
                    }
                    guard let (number, segment) = changed, let before = old.numbered[number] else { continue }
                    findings.add(
                        "segment \(number) was \(before.uri), and is \(segment.uri) of \((segment.duration ?? 0).seconds)",
                        line: segment.line, at: new.time)
                }
            }),
        ValidationRule(
            "hls.live-stale", .must, "RFC 8216bis 6.2.2",
            "A live playlist gets a new segment within 1.5 target durations.",
            "Players stall at the live edge. Look at the encoder, and at caches in front of the server.",
            .updates { history, findings in
                guard let first = history.versions.first, let target = first.playlist.targetDuration else {
                    return
                }
                var (since, last) = (first.time, first.end)
                for version in history.versions.dropFirst() {
                    if version.end != last || version.playlist.isComplete {
                        (since, last) = (version.time, version.end)
                    } else if (version.time - since).inSeconds > 1.5 * target + 0.5 {
                        findings.add(
                            "no segment was added for \((version.time - since).seconds) at a target of \(target.seconds)",
                            at: version.time)
                        (since, last) = (version.time, version.end)
                    }
                }
            }),
        ValidationRule(
            "hls.live-endlist-removed", .must, "RFC 8216bis 6.2.1",
            "A playlist with EXT-X-ENDLIST does not change.",
            "Players that ended do not return. Begin a new playlist instead.",
            .updates { history, findings in
                for (old, new) in history.pairs where old.playlist.isComplete && !new.playlist.isComplete {
                    findings.add("EXT-X-ENDLIST is gone", at: new.time)
                }
            }),
        ValidationRule(
            "hls.live-discontinuity-sequence", .must, "RFC 8216bis 6.2.2",
            "EXT-X-DISCONTINUITY-SEQUENCE rises by one for each discontinuity that leaves the playlist.",
            "Players mix up timelines, mostly after a switch. Count the removed discontinuities.",
            .updates { history, findings in
                for (old, new) in history.pairs where new.sequence > old.sequence {
                    let removed = old.playlist.segments.prefix(new.sequence - old.sequence)
                    let count = removed.count { $0.first("EXT-X-DISCONTINUITY") != nil }
                    let isKept = removed.count < new.sequence - old.sequence
                    guard !isKept, new.discontinuities != old.discontinuities + count else { continue }
                    // A discontinuity tag may stay before the first segment, and is then counted later.
                    let stays = new.playlist.segments.first?.first("EXT-X-DISCONTINUITY") != nil
                    if stays, new.discontinuities == old.discontinuities + count - 1 { continue }
                    findings.add(
                        "\(count) discontinuities left the playlist; the number went from \(old.discontinuities) to \(new.discontinuities)",
                        at: new.time)
                }
            }),
        ValidationRule(
            "hls.live-event-removed", .must, "RFC 8216bis 4.4.3.5",
            "A playlist of the type EVENT removes no segment.",
            "Viewers cannot go back to the start. Keep all segments, or remove EXT-X-PLAYLIST-TYPE.",
            .updates { history, findings in
                for (old, new) in history.pairs
                where new.playlist.text.first("EXT-X-PLAYLIST-TYPE")?.value == "EVENT"
                    && new.sequence > old.sequence
                {
                    findings.add("\(new.sequence - old.sequence) segments are gone", at: new.time)
                }
            }),
        ValidationRule(
            "hls.live-targetduration-changed", .must, "RFC 8216bis 6.2.1",
            "The target duration does not change.",
            "Players reload at the wrong time. Begin a new playlist instead.",
            .updates { history, findings in
                for (old, new) in history.pairs {
                    guard let before = old.playlist.targetDuration, let now = new.playlist.targetDuration,
                        before != now
                    else { continue }
                    findings.add(
                        "the target duration goes from \(before.seconds) to \(now.seconds)", at: new.time)
                }
            }),
    ]
}

extension PlaylistHistory {
    fileprivate var pairs: Zip2Sequence<[Version], ArraySlice<Version>> {
        zip(versions, versions.dropFirst())
    }
}

extension PlaylistHistory.Version {
    /// The number after the last segment.
    fileprivate var end: Int { sequence + playlist.segments.count }
    fileprivate var numbered: [Int: MediaText.Segment] {
        Dictionary(uniqueKeysWithValues: playlist.segments.enumerated().map { (sequence + $0, $1) })
    }
}
