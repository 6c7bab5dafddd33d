"""Holds the pure rooms pure: their objects need nothing that reaches the world, and keep no mutable state.

    purity.py --nm NM --deny FILE ARCHIVE...

Exit 0: all are pure. Exit 1: one line for each symbol that is not. Exit 2: an input cannot be read.
"""

import argparse
import fnmatch
import re
import subprocess
import sys
from pathlib import Path

# Writable sections; .data.rel.ro holds constants whose addresses the loader fills in.
STATE = re.compile(r"\.(data(?!\.rel\.ro)|bss|tdata|tbss)\b")

# A constant that is built at run time lies in .bss too; the house names constants kName, so the name tells.
# The rest is written by the compiler, not by us.
CONSTANT = re.compile(r"(^|::)k[A-Z]\w*(\[abi:\w+\])?$|^(guard variable for|reference temporary)|^std::__ioinit$"
                      r"|^DW\.ref\.|^__(odr_)?asan|^__tsan|^\.L")

# State that no result can depend on, each with the reason why it is kept.
HARMLESS = [
    # A hashing context that each call leaves fresh: making one costs more than the hash.
    re.compile(r"^yett::(hmac_)?sha256\(.*\)::hash$"),
    # Buffers that each parse overwrites: allocating them costs more than the parse.
    re.compile(r"^yett::parse_json\(.*\)::workspace$"),
    # simdjson's own, for a debug log that is off.
    re.compile(r"^simdjson::\w+::ondemand::logger::"),
]


class DenyList:
    """Which symbols reach the world, and what each would bring in."""

    def __init__(self, text):
        self._names, self._globs = {}, []
        reason = "the world"
        for line in map(str.strip, text.splitlines()):
            if not line or line.startswith("#"):
                continue
            if line.startswith("["):
                reason = line.strip("[]")
            elif "*" in line:
                self._globs.append((re.compile(fnmatch.translate(line)), reason))
            else:
                self._names[line] = reason

    def reason(self, symbol):
        """What `symbol` would bring in; None when it is harmless."""
        if symbol in self._names:
            return self._names[symbol]
        return next((reason for glob, reason in self._globs if glob.fullmatch(symbol)), None)


def symbols(nm, archive):
    """Yields (object, name, section) of each symbol of the archive; an undefined one is in *UND*."""
    listing = subprocess.run([nm, "--demangle", "--format=sysv", archive], check=True, capture_output=True, text=True)
    object_name = "?"
    for line in listing.stdout.splitlines():
        if line.startswith(("Symbols from ", "Undefined symbols from ")):
            object_name = line.rstrip(":").split("[")[-1].rstrip("]")
        # From the right: a demangled operator| has bars of its own.
        fields = line.rsplit("|", 6)
        if len(fields) == 7 and fields[0].strip() != "Name":
            yield object_name, fields[0].strip(), fields[6].strip()


def check(nm, deny, archive):
    room = Path(archive).stem
    seen = False
    for object_name, name, section in symbols(nm, archive):
        seen = True
        if section == "*UND*":
            if reason := deny.reason(name):
                yield f"{room}: {object_name} needs `{name}`, which brings in {reason}"
        elif STATE.match(section) and not CONSTANT.search(name) and not any(kept.search(name) for kept in HARMLESS):
            yield f"{room}: {object_name} keeps `{name}` in {section}: mutable state, or a constant not named kName"
    if not seen:
        yield f"{room}: no symbols found in {archive}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--nm", default="nm")
    parser.add_argument("--deny", type=Path, required=True)
    parser.add_argument("archives", nargs="+")
    options = parser.parse_args()
    try:
        deny = DenyList(options.deny.read_text(encoding="utf-8"))
        complaints = [line for archive in options.archives for line in check(options.nm, deny, archive)]
    except OSError as error:
        print(f"purity: {error}", file=sys.stderr)
        return 2
    except subprocess.CalledProcessError as error:
        print(f"purity: {error.stderr.strip()}", file=sys.stderr)
        return 2
    print("\n".join(complaints) or f"purity: {len(options.archives)} rooms are pure")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
