"""Holds the order of the house: which room may include which, and who may see a library's headers.

    layers.py ROOT

The order is read from ROOT/src/CMakeLists.txt, the list that the build itself uses.
Exit 0: the order holds. Exit 1: one line for each include that breaks it. Exit 2: the list cannot be read.
"""

import fnmatch
import re
import sys
from pathlib import Path

# Header prefix -> the files of src/ that may include it. A library behind one file can be replaced there,
# and no input gets judged by a second parser of the same format.
CONFINED = {
    "toml++/": ["text/toml.cc"],
    "toml.hpp": ["text/toml.cc"],
    # What is read by the second one is counted and never judged (measure/quick_records.h).
    "simdjson": ["text/json*.cc", "records/quick_records.cc"],
    "idn2": ["text/*"],
    "re2/": ["redact/*", "schema/pattern.cc"],
    "openssl/": ["base/*", "keys/*", "secrets/locked_text.cc"],
    "libpsl": ["policy/public_suffix.cc"],
    "ares": ["os/linux/system_resolver.cc"],
    "sqlite3": ["store/*"],
    "CLI/": ["cli/*"],
    "zlib": ["records/gzip.cc", "records/*_test.cc"],
    "zstd": ["records/zstd.cc", "records/*_test.cc"],
    "curl/": [],
    # A weakened engine is for the lab: no command that executes tools can reach one.
    "lab/weaken.h": ["lab/*", "cli/engine_option.cc"],
}

# CLI11 takes seconds to compile in each file that sees it.
ONLY_ONCE = ["CLI/"]

# Headers whose only use is to reach the world. What slips by in other headers, the purity check finds in the objects.
WORLD = re.compile(
    r"fstream|iostream|thread|future|random|csignal|signal\.h|unistd\.h|fcntl\.h|netdb\.h|poll\.h|spawn\.h|pthread\.h"
    r"|dlfcn\.h|(sys|linux|netinet|arpa)/.*"
)

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
ROOM = re.compile(r"^\s*yett_room\(\s*(\w+)(\s+PURE\b)?", re.MULTILINE)


def read_rooms(text):
    """The rooms from the top of the house down, each with whether it is pure."""
    return {name: bool(pure) for name, pure in ROOM.findall(text)}


def includes(path):
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if found := INCLUDE.match(line):
            yield number, found[1] == '"', found[2]


def judge_room_include(room, header, order):
    """Why `room` may not include the project's own `header`; None when it may."""
    target, slash, _ = header.partition("/")
    if not slash:
        return f'"{header}" names no room; write it as "room/file.h"'
    if target not in order:
        return f'"{header}" names a room that src/CMakeLists.txt does not declare'
    if order.index(target) > order.index(room):
        return f'"{header}" climbs: {target} is declared below {room}'
    return None


def judge_library_include(file, header, pure):
    """Why `file` may not include the outside `header`; None when it may."""
    for prefix, allowed in CONFINED.items():
        if header.startswith(prefix) and not any(fnmatch.fnmatch(file, glob) for glob in allowed):
            return f"<{header}> is confined to {', '.join('src/' + glob for glob in allowed) or 'examples/'}"
    if pure and not file.endswith(("_test.cc", "_fixture.h")) and WORLD.fullmatch(header):
        return f"<{header}> reaches the world, and the room is pure"
    return None


def check(root):
    source = root / "src"
    rooms = read_rooms((source / "CMakeLists.txt").read_text(encoding="utf-8"))
    order = list(rooms)
    if not order:
        sys.exit("layers: src/CMakeLists.txt declares no room")

    complaints = []
    folders = {entry.name for entry in source.iterdir() if entry.is_dir()}
    complaints += [f"src/{name}: a folder that src/CMakeLists.txt does not declare"
                   for name in sorted(folders - set(order))]
    complaints += [f"src/CMakeLists.txt: declares {name}, which has no folder" for name in order if name not in folders]

    seen_once = {prefix: set() for prefix in ONLY_ONCE}
    for path in sorted(source.glob("*/**/*")):
        if path.suffix not in (".cc", ".h"):
            continue
        file = path.relative_to(source).as_posix()
        room = file.split("/")[0]
        if room not in order:
            continue
        for number, own, header in includes(path):
            why = judge_library_include(file, header, rooms[room])
            if own and not why:
                why = judge_room_include(room, header, order)
            if why:
                complaints.append(f"src/{file}:{number}: {why}")
                continue
            for prefix in filter(header.startswith, ONLY_ONCE):
                seen_once[prefix].add(file)
    for prefix, files in seen_once.items():
        if len(files) > 1:
            complaints.append(f"src: more than one file includes <{prefix}…>: {', '.join(sorted(files))}")
    return complaints


def main():
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        complaints = check(Path(sys.argv[1]))
    except OSError as error:
        print(f"layers: {error}", file=sys.stderr)
        return 2
    print("\n".join(complaints) or "layers: every include looks up")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
