"""Compares packaging/debian-packages.txt, which tools/setup installs, with docs/dependencies.md, which explains it.

    packages.py ROOT

A group of the list is a heading of the page with the group's name in backquotes, a package a row below it.
Exit 0: they agree. Exit 1: one line for each difference. Exit 2: one of them cannot be read.
"""

import re
import sys
from pathlib import Path

LIST = "packaging/debian-packages.txt"
PAGE = "docs/dependencies.md"
GROUPS = ("build", "test", "bench", "dev")

ENTRY = re.compile(r"(?P<group>\S+)\s+(?P<package>[a-z0-9][a-z0-9+.-]+)\s+(?P<program>\S+)\s+(?P<purpose>\S.*)")
HEADING = re.compile(r"#+ .*`(\w+)`")
ROW = re.compile(r"\|\s*`([^`]+)`\s*\|")


def read_list(text):
    """The (group, package) pairs of the list, and what is wrong with its lines."""
    pairs, complaints = [], []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line or line.startswith("#"):
            continue
        entry = ENTRY.fullmatch(line)
        if not entry or entry["group"] not in GROUPS:
            complaints.append(f"{LIST}:{number}: not a line of group, package, program and purpose")
        elif any(package == entry["package"] for _, package in pairs):
            complaints.append(f"{LIST}:{number}: {entry['package']} is listed twice")
        else:
            pairs.append((entry["group"], entry["package"]))
    return pairs, complaints


def read_page(text):
    group, pairs = None, []
    for line in text.splitlines():
        if line.startswith("#"):
            heading = HEADING.match(line)
            group = heading[1] if heading else None
        elif group and (row := ROW.match(line)):
            pairs.append((group, row[1]))
    return pairs


def check(root):
    listed, complaints = read_list((root / LIST).read_text(encoding="utf-8"))
    explained = read_page((root / PAGE).read_text(encoding="utf-8"))
    if not listed:
        complaints.append(f"{LIST}: lists no package")
    complaints += [f"{PAGE}: {package} is missing under `{group}`" for group, package in listed
                   if (group, package) not in explained]
    complaints += [f"{LIST}: {package} is missing from the group {group}" for group, package in explained
                   if (group, package) not in listed]
    return complaints


def main():
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        complaints = check(Path(sys.argv[1]))
    except OSError as error:
        print(f"packages: {error}", file=sys.stderr)
        return 2
    print("\n".join(complaints) or "packages: the list and the page agree")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
