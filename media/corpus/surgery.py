"""Changes of media files that no muxer makes: boxes, EBML elements, transport packets, chunks, cuts, bits."""

import random
import struct

# --- Any file ---------------------------------------------------------------------------------


def cut(data, share):
    """The first bytes of a file, for example 0.6 of them."""
    return data[: int(len(data) * share)]


def flip(data, count=8, seed=1, first=0.4, last=0.7):
    """Turns single bits over between two places of a file."""
    numbers, changed = random.Random(seed), bytearray(data)
    for _ in range(count):
        changed[numbers.randrange(int(len(data) * first), int(len(data) * last))] ^= 1 << numbers.randrange(8)
    return bytes(changed)


def noise(count, seed=1):
    return random.Random(seed).randbytes(count)


# --- MP4 and QuickTime ------------------------------------------------------------------------

PARENTS = {b"moov", b"trak", b"edts", b"mdia", b"minf", b"stbl", b"mvex", b"moof", b"traf"}


def boxes(data):
    """A file as a list of [type, content]; the content of a parent is such a list again."""
    found, at = [], 0
    while at + 8 <= len(data):
        size, kind = struct.unpack_from(">I4s", data, at)
        header = 8
        if size == 1:
            size, header = struct.unpack_from(">Q", data, at + 8)[0], 16
        elif size == 0:
            size = len(data) - at
        content = data[at + header : at + size]
        found.append([kind, boxes(content) if kind in PARENTS else content])
        at += size
    return found


def box_bytes(tree):
    parts = []
    for kind, content in tree:
        content = box_bytes(content) if isinstance(content, list) else content
        parts.append(struct.pack(">I4s", len(content) + 8, kind) + content)
    return b"".join(parts)


def find(tree, path, index=0):
    """The box at a path such as "moov/trak/mdia"; index selects among boxes of the same name."""
    for name in path.split("/"):
        same = [box for box in tree if box[0] == name.encode()]
        box = same[min(index, len(same) - 1)]
        tree = box[1]
    return box


def shift_chunks(tree, by):
    """Moves the chunk offsets of all tracks."""
    for kind, content in find(tree, "moov")[1]:
        if kind != b"trak":
            continue
        table = find(content, "mdia/minf/stbl/stco")
        count = struct.unpack_from(">I", table[1], 4)[0]
        offsets = struct.unpack_from(f">{count}I", table[1], 8)
        table[1] = table[1][:8] + struct.pack(f">{count}I", *(offset + by for offset in offsets))


def edit_list(data, entries):
    """Gives each track an edit list of (milliseconds, seconds of the media or None); moov is at the end."""
    tree = boxes(data)
    movie = find(tree, "moov")[1]
    total = sum(length for length, _ in entries)
    header = find(movie, "mvhd")
    header[1] = header[1][:16] + struct.pack(">I", total) + header[1][20:]  # its time scale is 1000
    for kind, track in movie:
        if kind != b"trak":
            continue
        scale = struct.unpack_from(">I", find(track, "mdia/mdhd")[1], 12)[0]
        delay = 0
        for box in track:
            if box[0] == b"edts":
                delay = max(0, struct.unpack_from(">i", box[1][0][1], 12)[0])
        table = struct.pack(">II", 0, len(entries))
        for length, media in entries:
            table += struct.pack(">IiI", length, -1 if media is None else delay + int(media * scale), 0x10000)
        track[:] = [box for box in track if box[0] != b"edts"]
        track.insert(1, [b"edts", [[b"elst", table]]])
        header = find(track, "tkhd")
        header[1] = header[1][:20] + struct.pack(">I", total) + header[1][24:]
    return box_bytes(tree)


def empty_track(data):
    """Adds a copy of the second track, without samples and 0 s long, to a file with moov at its end."""
    tree = boxes(data)
    movie = find(tree, "moov")[1]
    track = boxes(box_bytes([find(movie, "trak", 1)]))[0]
    content = [box for box in track[1] if box[0] != b"edts"]
    header = find(content, "tkhd")
    header[1] = header[1][:12] + struct.pack(">I", 3) + header[1][16:20] + bytes(4) + header[1][24:]
    header = find(content, "mdia/mdhd")
    header[1] = header[1][:16] + bytes(4) + header[1][20:]
    for name, size in (("stts", 8), ("stsc", 8), ("stco", 8), ("stsz", 12)):
        find(content, f"mdia/minf/stbl/{name}")[1] = bytes(size)
    table = find(content, "mdia/minf/stbl")
    table[1] = [box for box in table[1] if box[0] not in (b"sgpd", b"sbgp", b"stss", b"ctts")]
    movie.insert(3, [b"trak", content])
    return box_bytes(tree)


def matrix(data, values):
    """Sets the display matrix of the first track: a, b, c, d as whole numbers, and the shifts for 160x120."""
    tree = boxes(data)
    a, b, c, d = values
    x, y = -min(0, 160 * a, 120 * c), -min(0, 160 * b, 120 * d)
    header = find(tree, "moov/trak/tkhd")
    one = 0x10000
    numbers = struct.pack(">9i", a * one, b * one, 0, c * one, d * one, 0, x * one, y * one, 0x40000000)
    header[1] = header[1][:40] + numbers + header[1][76:]
    return box_bytes(tree)


def large_boxes(data):
    """Gives mdat, in front of moov, a size of 64 bits, and each track chunk offsets of 64 bits."""
    tree = boxes(data)
    before = box_bytes([box for box in tree if box[0] in (b"ftyp", b"free")])
    content = find(tree, "mdat")[1]
    movie = find(tree, "moov")
    start = len(before) + 16
    old = len(before) + 8
    for kind, track in movie[1]:
        if kind == b"trak":
            table = find(track, "mdia/minf/stbl/stco")
            count = struct.unpack_from(">I", table[1], 4)[0]
            offsets = struct.unpack_from(f">{count}I", table[1], 8)
            table[:] = [
                b"co64",
                table[1][:8] + struct.pack(f">{count}Q", *(one + start - old for one in offsets)),
            ]
    return before + struct.pack(">I4sQ", 1, b"mdat", len(content) + 16) + content + box_bytes([movie])


def open_mdat(data):
    """Gives mdat, the last box of a file, the size 0: to the end of the file."""
    at = data.rindex(b"mdat") - 4
    return data[:at] + bytes(4) + data[at + 4 :]


def unknown_boxes(data):
    """Puts unknown boxes at the start, into moov and at the end of a file with moov at its end."""
    tree = boxes(data)
    extra = [b"uuid", noise(40)]
    tree.insert(1, extra)
    shift_chunks(tree, 48)
    find(tree, "moov")[1].insert(1, [b"zzzz", noise(24)])
    return box_bytes(tree) + box_bytes([[b"skip", bytes(16)], [b"zzzz", noise(100)]])


# --- Matroska ---------------------------------------------------------------------------------

SEGMENT, SEEK_HEAD, INFO, TRACKS, CLUSTER, CUES, VOID = (
    0x18538067,
    0x114D9B74,
    0x1549A966,
    0x1654AE6B,
    0x1F43B675,
    0x1C53BB6B,
    0xEC,
)


def number(data, at, keeps_marker):
    length = 9 - data[at].bit_length()
    value = int.from_bytes(data[at : at + length], "big")
    if not keeps_marker:
        value &= (1 << (7 * length)) - 1
        if value == (1 << (7 * length)) - 1:
            value = None
    return value, length


def elements(data, at=0, end=None):
    """The elements between two places: (id, start, start of the content, end)."""
    end = len(data) if end is None else end
    while at < end:
        name, first = number(data, at, True)
        size, second = number(data, at + first, False)
        content = at + first + second
        stop = end if size is None else min(end, content + size)
        yield name, at, content, stop
        at = stop


def segment(data):
    """The start of the content of the segment, and its elements."""
    for name, _, content, stop in elements(data):
        if name == SEGMENT:
            return content, list(elements(data, content, stop))


def element(name, content, width=8):
    """An element whose size takes so many bytes."""
    head = name.to_bytes((name.bit_length() + 7) // 8, "big")
    return head + (len(content) | 1 << (7 * width)).to_bytes(width, "big") + content


def unknown_cluster_sizes(data):
    """Gives clusters and the segment sizes that say nothing: all bits set."""
    changed = bytearray(data)
    starts = [start for name, start, _, _ in elements(data) if name == SEGMENT]
    starts += [start for name, start, _, _ in segment(data)[1] if name == CLUSTER]
    for start in starts:
        length = number(data, start + 4, False)[1]
        changed[start + 4 : start + 4 + length] = ((1 << (7 * length + 1)) - 1).to_bytes(length, "big")
    return bytes(changed)


def wrong_cues(data, beyond):
    """Moves the places in Cues: beyond the file, or into the middle of clusters."""
    changed = bytearray(data)

    def visit(at, end):
        for name, _, content, stop in elements(data, at, end):
            if name in (0xBB, 0xB7):
                visit(content, stop)
            elif name == 0xF1:
                old = int.from_bytes(data[content:stop], "big")
                new = (1 << (8 * (stop - content) - 1)) - 1 if beyond else old + 77
                changed[content:stop] = new.to_bytes(stop - content, "big")

    for name, _, content, stop in segment(data)[1]:
        if name == CUES:
            visit(content, stop)
    return bytes(changed)


def rearranged(data, order, leaves_out=()):
    """Builds the segment anew with its elements in another order, without SeekHead, Void and Cues."""
    content, parts = segment(data)
    head = data[: next(start for name, start, _, _ in elements(data) if name == SEGMENT)]
    gone = {SEEK_HEAD, VOID, CUES, *leaves_out}
    kept = [(name, data[start:stop]) for name, start, _, stop in parts if name not in gone]
    kept.sort(key=lambda part: order.index(part[0]) if part[0] in order else 0)
    return head + element(SEGMENT, b"".join(part for _, part in kept))


def without_seek_head(data):
    """Makes SeekHead a Void: only a reader of the whole file finds Cues at the end."""
    changed = bytearray(data)
    for name, start, content, stop in segment(data)[1]:
        if name == SEEK_HEAD:
            changed[start:stop] = element(VOID, bytes(stop - start - 9))
    return bytes(changed)


def tracks_last(data):
    """Puts Tracks behind the clusters, and a SeekHead in front that names their place."""
    content, parts = segment(data)
    head = data[: next(start for name, start, _, _ in elements(data) if name == SEGMENT)]
    taken = {name: data[start:stop] for name, start, _, stop in parts}
    clusters = b"".join(data[start:stop] for name, start, _, stop in parts if name == CLUSTER)

    def seek_head(places):
        seeks = b""
        for name, place in places:
            seeks += element(
                0x4DBB, element(0x53AB, name.to_bytes(4, "big")) + element(0x53AC, place.to_bytes(4, "big"))
            )
        return element(SEEK_HEAD, seeks)

    size = len(seek_head([(INFO, 0), (TRACKS, 0)]))
    front = seek_head([(INFO, size), (TRACKS, size + len(taken[INFO]) + len(clusters))])
    return head + element(SEGMENT, front + taken[INFO] + clusters + taken[TRACKS])


def with_roll(data, degrees):
    """Adds a projection with a roll to the video track."""
    content, parts = segment(data)
    projection = element(0x7670, element(0x7671, b"\0") + element(0x7675, struct.pack(">f", degrees)))

    def rebuilt(at, end):
        result = b""
        for name, start, inner, stop in elements(data, at, end):
            if name in (TRACKS, 0xAE):
                result += element(name, rebuilt(inner, stop))
            elif name == 0xE0:
                result += element(name, data[inner:stop] + projection)
            else:
                result += data[start:stop]
        return result

    head = data[: next(start for name, start, _, _ in elements(data) if name == SEGMENT)]
    body = b""
    for name, start, _, stop in parts:
        if name == TRACKS:
            body += rebuilt(start, stop)
        elif name not in (SEEK_HEAD, VOID, CUES):
            body += data[start:stop]
    return head + element(SEGMENT, body)


# --- Transport streams ------------------------------------------------------------------------


def packets(data):
    return [data[at : at + 188] for at in range(0, len(data) - 187, 188)]


def packet_id(packet):
    return struct.unpack_from(">H", packet, 1)[0] & 0x1FFF


def drop_packets(data, share, seed=1):
    """Leaves out single packets of audio and video."""
    numbers = random.Random(seed)
    return b"".join(
        packet
        for packet in packets(data)
        if packet_id(packet) < 0x100 or packet_id(packet) == 0x1000 or numbers.random() >= share
    )


def drop_range(data, first, last):
    """Leaves out all packets between two places, as a disturbed reception does."""
    all_packets = packets(data)
    return b"".join(
        all_packets[: int(len(all_packets) * first)] + all_packets[int(len(all_packets) * last) :]
    )


def flag_packets(data, share, seed=1):
    """Marks packets of audio and video as damaged (transport_error_indicator), and fills them with noise."""
    numbers, result = random.Random(seed), b""
    for packet in packets(data):
        if packet_id(packet) >= 0x100 and packet_id(packet) != 0x1000 and numbers.random() < share:
            packet = packet[:1] + bytes([packet[1] | 0x80]) + packet[2:4] + noise(184, seed)
        result += packet
    return result


# --- RIFF, AIFF, Ogg, FLAC, MP3 ---------------------------------------------------------------


def without_avi_index(data):
    """Leaves out idx1 at the end of an AVI file, and clears the flag that promises it."""
    at = data.rindex(b"idx1")
    changed = bytearray(data[:at])
    struct.pack_into("<I", changed, 4, len(changed) - 8)
    flags = data.index(b"avih") + 8 + 12
    struct.pack_into("<I", changed, flags, struct.unpack_from("<I", data, flags)[0] & ~0x10)
    return bytes(changed)


def data_size(data, size):
    """Sets the size of the chunk with the samples of a WAVE file, and the one of RIFF."""
    changed = bytearray(data)
    struct.pack_into("<I", changed, data.index(b"data", 36) + 4, size)
    struct.pack_into("<I", changed, 4, size if size in (0, 0xFFFFFFFF) else len(data) - 8)
    return bytes(changed)


def wave_chunk_between(data, name, content):
    """Puts a chunk in front of the samples of a WAVE file."""
    at = data.index(b"data", 36)
    changed = bytearray(data[:at] + struct.pack("<4sI", name, len(content)) + content + data[at:])
    struct.pack_into("<I", changed, 4, len(changed) - 8)
    return bytes(changed)


def id3(size):
    """An ID3v2 tag with a private frame of so many bytes."""
    frame = b"PRIV" + struct.pack(">IH", size, 0) + b"corpus\0" + noise(size - 7).replace(b"\xff", b"\0")
    length = len(frame)
    packed = bytes((length >> shift) & 0x7F for shift in (21, 14, 7, 0))
    return b"ID3\x03\0\0" + packed + frame


def unknown_flac_length(data):
    """Clears the number of samples in STREAMINFO, as an encoder into a pipe leaves it."""
    changed = bytearray(data)
    changed[21] &= 0xF0
    changed[22:26] = bytes(4)
    return bytes(changed)


def without_flac_checksum(data):
    """Clears the checksum of the samples in STREAMINFO."""
    return data[:26] + bytes(16) + data[42:]


def ogg_pages(data):
    """The pages of an Ogg file."""
    pages, at = [], 0
    while at < len(data):
        count = data[at + 26]
        size = 27 + count + sum(data[at + 27 : at + 27 + count])
        pages.append(data[at : at + size])
        at += size
    return pages


def without_ogg_page(data, index):
    pages = ogg_pages(data)
    del pages[index]
    return b"".join(pages)


# --- Subtitles --------------------------------------------------------------------------------


def bitmap_subtitles():
    """Subtitles of Blu-ray Discs: a white block from 0.4 to 1.2 s."""

    def set_at(seconds, *segments):
        result = b""
        for kind, content in segments + ((0x80, b""),):
            result += b"PG" + struct.pack(">IIBH", int(seconds * 90000), 0, kind, len(content)) + content
        return result

    line = bytes([0x00, 0x80 | 40, 1, 0x00, 0x00])  # 40 pixels of colour 1, end of line
    rows = line * 12
    window = struct.pack(">BBHHHH", 1, 0, 60, 90, 40, 12)
    palette = bytes([0, 0, 1, 235, 128, 128, 255])
    image = (
        struct.pack(">HBB", 0, 0, 0xC0)
        + (len(rows) + 4).to_bytes(3, "big")
        + struct.pack(">HH", 40, 12)
        + rows
    )

    def composition(count, state):
        head = struct.pack(">HHBHBBBB", 160, 120, 0x10, count, state, 0, 0, 1 - count)
        return head + (b"" if count else struct.pack(">HBBHH", 0, 0, 0, 60, 90))

    shown = set_at(0.4, (0x16, composition(0, 0x80)), (0x17, window), (0x14, palette), (0x15, image))
    return shown + set_at(1.2, (0x16, composition(1, 0)), (0x17, window))
