/// Follows the tables of a transport stream and selects the first program with a known stream.
struct ProgramSelection: Sendable {
    private var associations: [Int: ProgramAssociation] = [:]
    private var association = SectionAssembler()
    private var maps: [Int: SectionAssembler] = [:]
    private var programs: Set<Int> = []
    private(set) var current: ProgramMap?
    /// The map of a program without any playable stream.
    private var unusable: ProgramMap?

    /// Whether packets with this PID contain tables.
    func isTable(_ pid: Int) -> Bool { pid == 0 || maps[pid] != nil }

    /// The new map of the selected program; nil without a change.
    mutating func append(_ packet: TransportPacket) -> ProgramMap? {
        if packet.pid == 0 {
            for section in association.append(packet) { associate(section) }
            return nil
        }
        var changed: ProgramMap?
        for section in maps[packet.pid]?.append(packet) ?? [] {
            guard let map = ProgramMap(section), programs.contains(map.program) else { continue }
            if let current, current.program != map.program || current == map { continue }
            let isUsable = map.streams.contains {
                StreamDescription($0, program: map.descriptors).isUsable
            }
            if isUsable || current != nil {
                (current, changed) = (map, map)
            } else {
                unusable = unusable ?? map
            }
        }
        return changed
    }

    /// Ends the segment. A program without any playable stream is reported if there is no other one.
    mutating func finishSegment() -> ProgramMap? {
        association.finishSegment()
        for pid in maps.keys { maps[pid]?.finishSegment() }
        guard current == nil, let unusable else { return nil }
        current = unusable
        return unusable
    }

    private mutating func associate(_ section: [UInt8]) {
        guard let table = ProgramAssociation(section) else { return }
        if associations.values.contains(where: { $0.version != table.version }) { associations = [:] }
        guard associations[table.sectionNumber] != table else { return }
        associations[table.sectionNumber] = table
        let all = associations.values.flatMap(\.programs)
        programs = Set(all.map(\.number))
        let pids = Set(all.map(\.pid))
        maps = maps.filter { pids.contains($0.key) }
        for pid in pids where maps[pid] == nil { maps[pid] = SectionAssembler() }
        // If the selected program is gone, another one takes its place.
        if let played = current, !programs.contains(played.program) { current = nil }
        if let held = unusable, !programs.contains(held.program) { unusable = nil }
    }
}
