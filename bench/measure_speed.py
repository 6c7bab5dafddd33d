#!/usr/bin/env python3
"""How fast records are read to be measured, beside DuckDB and a short Python program that do the same.

    bench/measure_speed.py READER [RECORDS]

READER is build/bench/yett_read_records. The file holds RECORDS (2 million) lines of about 380 bytes, made by the rules
of the support records. All read it from the page cache, in turns, five times; the run with the shortest time counts.
"Own time" is that of the processors, starting the program included. DuckDB runs when `npm ci` was done in
bench/measure_speed. Whoever counts otherwise than the reader ends this with 1.
"""

import collections
import gzip
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
PEER = HERE / "measure_speed" / "duckdb.mjs"
ROUNDS = 5
DISTINCT = 100_000

MASK = 0xFFFFFFFF
FIRST_SEED = 20260218
CLASSES = {
    # share, of the sources, of the features
    "clean": (0.62, [0.72, 0.20, 0.08], [0.06, 0.02, 0.05, 0.03, 0.02, 0.04, 0.05]),
    "indirect_instruction": (0.10, [0.05, 0.70, 0.25], [0.88, 0.42, 0.10, 0.30, 0.35, 0.08, 0.12]),
    "hidden_field_request": (0.07, [0.55, 0.30, 0.15], [0.35, 0.15, 0.86, 0.12, 0.10, 0.06, 0.08]),
    "privilege_escalation": (0.07, [0.40, 0.35, 0.25], [0.30, 0.25, 0.12, 0.84, 0.14, 0.05, 0.07]),
    "source_spoofing": (0.07, [0.10, 0.60, 0.30], [0.22, 0.55, 0.08, 0.10, 0.82, 0.07, 0.06]),
    "corrupted_input": (0.07, [0.65, 0.20, 0.15], [0.05, 0.03, 0.04, 0.03, 0.06, 0.80, 0.62]),
}
SOURCES = ["user", "retrieved_document", "tool_output"]
FEATURES = ["instruction_mode", "role_change_request", "hidden_field_name", "side_effect_tool_name",
            "source_stamp_mismatch", "unusual_stamp_distribution", "excessive_length"]
TEXTS = ["bu ayki fatura tutari gecen aya gore yuksek geldi", "sayac endeksi yanlis girilmis olabilir",
         "mahallede kesinti ne zaman bitecek", "tarife basamagimi ogrenmek istiyorum",
         "ariza kaydim icin ekip ne zaman gelir", "adres degisikligi nasil yapilir"]


def draws(seed):
    """Numbers in [0, 1): a scrambled seed, then a linear congruential generator."""
    state = ((seed ^ (seed >> 16)) * 2246822507) & MASK
    state = ((state ^ (state >> 13)) * 3266489909) & MASK
    state ^= state >> 16
    while True:
        state = (state * 1664525 + 1013904223) & MASK
        yield state / 4294967296


def chosen(draw, shares):
    total = 0.0
    for index, share in enumerate(shares):
        total += share
        if draw < total:
            return index
    return len(shares) - 1


def capability(features, source):
    if features["side_effect_tool_name"]:
        return "execution" if features["instruction_mode"] else "write"
    return "read" if source == "user" else "external_access"


def record(index):
    numbers = draws(FIRST_SEED + 6151 * index)
    name = list(CLASSES)[chosen(next(numbers), [share for share, _, _ in CLASSES.values()])]
    _, sources, likely = CLASSES[name]
    source = SOURCES[chosen(next(numbers), sources)]
    features = {feature: next(numbers) < share for feature, share in zip(FEATURES, likely)}
    text = TEXTS[int(next(numbers) * len(TEXTS))]
    return {"no": index + 1, "class": name, "source": source, "features": features, "text": text,
            "length": 40 + int(next(numbers) * 260), "requested_capability": capability(features, source)}


def usual(row):
    return row


def shuffled(row):
    """Members and features in an order that no line before had."""
    members = [(key, dict(random.sample(list(value.items()), len(value))) if key == "features" else value)
               for key, value in row.items()]
    return dict(random.sample(members, len(members)))


def write_records(path, count, layout=usual, open_file=open):
    """Different ones, then the same again: making them takes longer than reading them."""
    lines = [json.dumps(layout(record(index))) + "\n" for index in range(min(count, DISTINCT))]
    with open_file(path, "wt") as out:
        for begin in range(0, count, len(lines)):
            out.writelines(lines[:count - begin])


def count_in_python(path):
    """The cells of a file, as the lesson's program reads records."""
    cells = collections.Counter()
    with open(path) as lines:
        for line in lines:
            row = json.loads(line)
            features = row["features"]
            stopped = any(features[name] for name in ("instruction_mode", "hidden_field_name", "side_effect_tool_name",
                                                      "source_stamp_mismatch"))
            cells[row["class"], row["source"], capability(features, row["source"]), stopped] += 1
    return cells


class Run:
    """One run of a program: what it printed, its seconds, those of the processors, its MiB of memory."""

    def __init__(self, command, processors=None, stdin=None):
        pin = (lambda: os.sched_setaffinity(0, processors)) if processors else None
        begin = time.monotonic()
        child = subprocess.Popen(command, stdin=stdin, stdout=subprocess.PIPE, preexec_fn=pin)
        output = child.stdout.read()
        _, status, usage = os.wait4(child.pid, 0)
        self.seconds = time.monotonic() - begin
        if os.waitstatus_to_exitcode(status) != 0:
            sys.exit(f"{command[0]} failed")
        self.output = json.loads(output)
        self.own_seconds = usage.ru_utime + usage.ru_stime
        self.mib = self.output["peak_kib"] / 1024

    @property
    def inner_seconds(self):
        """Without the start of the program."""
        return self.output["seconds"]


def tell(name, run, count):
    print(f"{name:<36} {count / run.seconds / 1e6:>6.2f} M a second, {count / run.own_seconds / 1e6:>5.2f} M "
          f"a second of own time, {run.mib:>5,.0f} MiB")


def compare(reader, path, count):
    """The best runs by name."""
    one = {min(os.sched_getaffinity(0))}
    programs = {"Yett, one core": ([reader, "1", path], one), "Yett, all cores": ([reader, "0", path], None)}
    if (PEER.parent / "node_modules").exists():
        programs["DuckDB, one core"] = (["node", PEER, path, "1"], one)
        programs["DuckDB, all cores"] = (["node", PEER, path], None)
    runs = collections.defaultdict(list)
    for _ in range(ROUNDS):
        for name, (command, processors) in programs.items():
            runs[name].append(Run(command, processors))
    best = {name: min(all_runs, key=lambda run: run.inner_seconds) for name, all_runs in runs.items()}
    for name, run in best.items():
        if (run.output["records"], run.output["cells"]) != (count, best["Yett, one core"].output["cells"]):
            sys.exit(f"{name} counts otherwise: {run.output}")
        tell(name, run, count)
    for cores in ("one core", "all cores"):
        if f"DuckDB, {cores}" in best:
            duckdb, yett = best[f"DuckDB, {cores}"], best[f"Yett, {cores}"]
            print(f"x DuckDB, {cores}: {duckdb.inner_seconds / yett.inner_seconds:.2f} without the start of either "
                  f"program, {duckdb.seconds / yett.seconds:.2f} with it")
    return best


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    reader = sys.argv[1]
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 2_000_000
    few = count // 10
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        write_records(folder / "records", count)
        print(f"{count:,} records, {(folder / 'records').stat().st_size / count:.0f} bytes a line, "
              f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}")
        best = compare(reader, folder / "records", count)

        write_records(folder / "few", few)
        write_records(folder / "shuffled", few, layout=shuffled)
        write_records(folder / "gzip", few, open_file=gzip.open)
        print(f"\n{few:,} records")
        for what in ("few", "shuffled", "gzip"):
            tell(f"Yett, all cores, {what}", min((Run([reader, "0", folder / what]) for _ in range(ROUNDS)),
                                                 key=lambda run: run.seconds), few)
        with subprocess.Popen(["cat", folder / "few"], stdout=subprocess.PIPE) as cat:
            tell("Yett, all cores, few, from a pipe", Run([reader, "0", "-"], stdin=cat.stdout), few)
        begin = time.process_time()
        cells = count_in_python(folder / "few")
        print(f"Python{'':<30} {few / (time.process_time() - begin) / 1e6:>6.2f} M a second of own time")
        if len(cells) > best["Yett, one core"].output["cells"]:
            sys.exit("Python counts otherwise")


if __name__ == "__main__":
    main()
