"""Looks over the files of the repository: their length, what they may not mention, and where their links lead.

    files.py ROOT [--build FOLDER]

Exit 0: all is well. Exit 1: one line for each complaint. Exit 2: ROOT is no folder.
"""

import argparse
import os
import re
import sys
from pathlib import Path

MAX_LINES = 600
SOURCES = {".cc", ".h", ".py", ".sh", ".js", ".mjs", ".ts", ".cmake"}
SKIPPED = {".git", "build", "node_modules", "__pycache__"}

# Spelled so that this file does not find itself.
UNFINISHED = re.compile(r"\b(TO[D]O|FIX[M]E|XX[X])\b")

CODE = re.compile(r"^(```|~~~).*?^\1|`[^`\n]*`", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(\s*<?([^)>\s#]+)")
SCHEME = re.compile(r"^[a-z][a-z0-9+.-]*:")

# The top folders of any Unix system; a checkout under another one stands at somebody's place of work.
USUAL = {"bin", "boot", "dev", "etc", "home", "lib", "media", "mnt", "opt", "proc", "root", "run", "srv", "sys", "tmp",
         "usr", "var"}


def all_files(root):
    for folder, subfolders, names in os.walk(root):
        subfolders[:] = sorted(set(subfolders) - SKIPPED)
        yield from (path for path in (Path(folder, name) for name in sorted(names)) if path.is_file())


def places_of_work(root, build):
    """A pattern of the absolute paths that are true only where this checkout stands; None when there are none."""
    places = {path for path in (root, build) if path and len(path.parts) > 2}
    if len(root.parts) == 3 and root.parts[1] not in USUAL:
        places.update(root.parent.iterdir())
    names = sorted((re.escape(str(place)) for place in places), key=len, reverse=True)
    return re.compile(rf"({'|'.join(names)})(?![\w-])") if names else None


def broken_links(text, folder, root):
    for target in LINK.findall(CODE.sub("", text)):
        if SCHEME.match(target):
            continue
        found = (folder / target).resolve()
        if not found.is_relative_to(root):
            yield f"links to {target}, outside the repository"
        elif not found.exists():
            yield f"links to {target}, which does not exist"


def check(root, build):
    work = places_of_work(root, build)
    for path in all_files(root):
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        name = path.relative_to(root).as_posix()
        lines = text.splitlines()
        source = path.suffix in SOURCES or path.name in ("CMakeLists.txt", "Makefile")
        if source and len(lines) > MAX_LINES:
            yield f"{name}: {len(lines)} lines; at most {MAX_LINES}"
        if path.suffix == ".h" and "#pragma once" not in lines:
            yield f"{name}: no #pragma once"
        for number, line in enumerate(lines, start=1):
            if work and (found := work.search(line)):
                yield f"{name}:{number}: names {found[1]}, a path of the place of work"
            if source and (found := UNFINISHED.search(line)):
                yield f"{name}:{number}: says {found[1]}"
        if path.suffix == ".md":
            yield from (f"{name}: {why}" for why in broken_links(text, path.parent, root))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("root", type=Path)
    parser.add_argument("--build", type=Path)
    options = parser.parse_args()
    root = options.root.resolve()
    if not root.is_dir():
        print(f"files: {root} is no folder", file=sys.stderr)
        return 2
    complaints = list(check(root, options.build and options.build.resolve()))
    print("\n".join(complaints) or "files: nothing to complain about")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
