"""Has other programs read the URLs and recipients that Yett accepts, and names each that is read differently.

    differential.py JUDGED_TEXTS urls|recipients [--minutes M] [--seed S]

Without --minutes one round of texts that are the same in every run; with it, other texts until the time is over.
Exit 0: all were read alike. Exit 1: some were not, and are printed. Exit 77: node, or what it needs, is not installed.

A peer may refuse what Yett accepts: then nothing is sent. What it must not do is read another scheme, host, port, path or
address. The canonical text, which is what tools are given, has to be read to the letter; of the text as it was
written, names are compared after lowering, IDNA and a final dot.
"""

import argparse
import collections
import email.policy
import email.utils
import ipaddress
import re
import secrets
import subprocess
import sys
import time
import urllib.parse
from pathlib import Path

FIRST_SEED = 20261130
ROUNDS = {"urls": 1_000_000, "recipients": 300_000}
SHOWN = 20
NODE_PEER = Path(__file__).with_name("node_peer.mjs")
REFUSED = "refused"
ABSENT = "absent"


def canonical_host(host):
    """A host as a client looks it up; None when it cannot be."""
    if host.startswith("["):
        return f"[{ipaddress.IPv6Address(host[1:-1]).compressed}]"
    host = host.removesuffix(".").lower()
    if host.isascii():
        return host
    try:
        return host.encode("idna").decode()
    except UnicodeError:
        return None


def read_by_python(text):
    """Split by urllib, the name mapped as the socket module does before it asks for addresses."""
    try:
        parts = urllib.parse.urlsplit(text)
        port = parts.port or 443
    except ValueError:
        return REFUSED
    if not parts.hostname:
        return REFUSED
    host = canonical_host(f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname)
    if host is None:
        return REFUSED
    query = f"?{parts.query}" if parts.query else ""
    return f"{parts.scheme} {host} {port} {parts.path or '/'}{query}"


def ask_node(kind, texts):
    answer = subprocess.run(["node", NODE_PEER, kind], input="".join(f"{text}\n" for text in texts), text=True,
                            encoding="utf-8", capture_output=True, check=False)
    if answer.returncode:
        print(f"SKIPPED: node cannot be asked (npm ci in tests/e2e brings nodemailer)\n{answer.stderr.strip()[-400:]}")
        sys.exit(77)
    return answer.stdout.split("\n")[:-1]


def encoded(path):
    return urllib.parse.quote(path, safe="".join(map(chr, range(128))))


def split_reading(reading):
    scheme, host, port, target = reading.split(" ", 3)
    return scheme, host, port, target


def without_empty_query(target):
    path, _, query = target.partition("?")
    return f"{path}?{query}" if query else path


def same_url(ours, reading, is_canonical, keeps_target):
    """True when a peer's reading leads where ours does."""
    scheme, host, port, target = split_reading(ours)
    their_scheme, their_host, their_port, their_target = split_reading(reading)
    if (scheme, port) != (their_scheme.lower(), str(int(their_port))):
        return False
    if is_canonical:
        return host == their_host and (not keeps_target or without_empty_query(target) == their_target)
    path, their_path = (text.partition("?")[0] for text in (target, their_target))
    return host == canonical_host(their_host) and (not keeps_target or path == encoded(their_path))


DOT_SEGMENT = re.compile(r"/(\.|%2e){1,2}(/|$)", re.IGNORECASE)


def same_url_for_node(ours, reading, is_canonical):
    """Node resolves dot segments and sets percent signs of its own, so that the path is compared where it has neither."""
    path = split_reading(ours)[3].partition("?")[0]
    ours = " ".join((*split_reading(ours)[:3], path))
    return same_url(ours, reading, is_canonical, keeps_target=not DOT_SEGMENT.search(path))


class Tally:
    def __init__(self):
        self.counts = collections.Counter()
        self.found = []

    def add(self, peer, text, ours, reading, is_same):
        if reading == ABSENT:
            self.counts[peer, "absent"] += 1
        elif reading == REFUSED:
            self.counts[peer, "refused"] += 1
        elif is_same(reading):
            self.counts[peer, "alike"] += 1
        else:
            self.counts[peer, "DIFFERENT"] += 1
            self.found.append(f"{peer}: {text!r}\n    ours   {ours}\n    theirs {reading}")

    def report(self):
        for peer in dict.fromkeys(peer for peer, _ in self.counts):
            print(f"  {peer:28}", ", ".join(f"{number} {what}" for (who, what), number in self.counts.items()
                                            if who == peer))
        for finding in self.found[:SHOWN]:
            print(finding)


def judged(program, kind, seed, count):
    lines = subprocess.run([program, kind, str(seed), str(count)], check=True, capture_output=True).stdout.decode("utf-8")
    return list({line: tuple(line.split("\t")) for line in lines.split("\n")[:-1]}.values())


def compare_urls(rows, tally):
    texts = [row[0] for row in rows]
    canonical = [row[1] for row in rows]
    node = zip(ask_node("urls", texts), ask_node("urls", canonical), strict=True)
    for row, (node_text, node_canonical) in zip(rows, node, strict=True):
        text, url, ours, curl_text, curl_canonical, boost_text, boost_canonical = row
        for peer, written, sent in (("curl", curl_text, curl_canonical), ("Boost.URL", boost_text, boost_canonical),
                                    ("Python", read_by_python(text), read_by_python(url))):
            tally.add(f"{peer}, as written", text, ours, written, lambda r: same_url(ours, r, False, True))
            tally.add(f"{peer}, canonical", url, ours, sent, lambda r: same_url(ours, r, True, True))
        tally.add("node, as written", text, ours, node_text, lambda r: same_url_for_node(ours, r, False))
        tally.add("node, canonical", url, ours, node_canonical, lambda r: same_url_for_node(ours, r, True))


def mapped(address):
    """The address with its domain as smtplib would look it up."""
    local, _, domain = address.rpartition("@")
    host = canonical_host(domain)
    return REFUSED if host is None else f"{local}@{host}"


def read_by_parseaddr(text):
    addresses = [address for _, address in email.utils.getaddresses([text])]
    if addresses != [email.utils.parseaddr(text)[1]]:
        return " ".join(addresses) or REFUSED
    return mapped(addresses[0]) if addresses[0] else REFUSED


def read_by_header_registry(text):
    try:
        found = email.policy.SMTP.header_factory("To", text).addresses
    except Exception:  # It fails on some texts in many ways; each means that no mail leaves.
        return REFUSED
    return " ".join(mapped(address.addr_spec) for address in found) or REFUSED


def compare_recipients(rows, tally):
    for index, stage in enumerate(("as written", "canonical")):
        nodemailer = ask_node("recipients", [row[index] for row in rows])
        for row, by_node in zip(rows, nodemailer, strict=True):
            text, ours = row[index], row[1]
            for peer, reading in (("parseaddr", read_by_parseaddr(text)),
                                  ("headerregistry", read_by_header_registry(text)), ("nodemailer", by_node)):
                tally.add(f"{peer}, {stage}", text, ours, reading, ours.__eq__)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=Path)
    parser.add_argument("kind", choices=ROUNDS)
    parser.add_argument("--minutes", type=float)
    parser.add_argument("--seed", type=int)
    options = parser.parse_args()
    seed = options.seed if options.seed is not None else secrets.randbits(32) if options.minutes else FIRST_SEED
    ends = time.monotonic() + 60 * (options.minutes or 0)
    compare = compare_urls if options.kind == "urls" else compare_recipients
    tally, accepted = Tally(), 0
    while True:
        rows = judged(options.program, options.kind, seed, ROUNDS[options.kind])
        accepted += len(rows)
        compare(rows, tally)
        if tally.found or time.monotonic() >= ends:
            break
        seed += 1
    print(f"differential: {accepted} accepted {options.kind}, the last of seed {seed}")
    tally.report()
    if not accepted:
        print("differential: nothing was accepted, so nothing was compared")
    return 1 if tally.found or not accepted else 0


if __name__ == "__main__":
    sys.exit(main())
