#!/usr/bin/env python3
"""How fast records are read to be measured, beside DuckDB and a short Python program that do the same.

    bench/measure_speed.py READER [RECORDS]

READER is build/bench/yett_read_records. The file holds RECORDS (2 million) lines of about 380 bytes, made by the rules
of the support records. All read it from the page cache, in turns; the best of three runs counts, the programs' starts
included. DuckDB runs when `npm ci` was done in bench/measure_speed. Results must be the same, else this ends with 1.
"""

import collections
import json
import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
PEER = HERE / "measure_speed" / "duckdb.mjs"
ROUNDS = 3
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


def write_records(path, count):
    """Different ones, then the same again: making them takes longer than reading them."""
    lines = [json.dumps(record(index)) + "\n" for index in range(min(count, DISTINCT))]
    with open(path, "w") as out:
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


def run(command, processors=None):
    """What a program prints, the seconds it takes, those of the processors, and its KiB of memory."""
    pin = (lambda: os.sched_setaffinity(0, processors)) if processors else None
    begin = time.monotonic()
    child = subprocess.Popen(command, stdout=subprocess.PIPE, preexec_fn=pin)
    output = child.stdout.read()
    _, status, usage = os.wait4(child.pid, 0)
    if os.waitstatus_to_exitcode(status) != 0:
        sys.exit(f"{command[0]} failed")
    return json.loads(output), time.monotonic() - begin, usage.ru_utime + usage.ru_stime, usage.ru_maxrss


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    reader = sys.argv[1]
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 2_000_000
    one = {min(os.sched_getaffinity(0))}
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "records.jsonl"
        write_records(path, count)
        small = pathlib.Path(folder) / "small.jsonl"
        write_records(small, count // 10)
        print(f"{count:,} records, {path.stat().st_size / count:.0f} bytes a line, {os.cpu_count()} processors")
        programs = {"Yett, one core": ([reader, "1", path], one), "Yett, all cores": ([reader, "0", path], None)}
        if (PEER.parent / "node_modules").exists():
            programs["DuckDB, all cores"] = (["node", PEER, path], None)
            programs["DuckDB, one core"] = (["node", PEER, path, "1"], one)
        runs = collections.defaultdict(list)
        for _ in range(ROUNDS):
            for name, (command, processors) in programs.items():
                runs[name].append(run(command, processors))
        for name, results in runs.items():
            output, seconds, busy, memory = min(results, key=lambda result: result[1])
            if (output["records"], output["cells"]) != (count, runs["Yett, one core"][0][0]["cells"]):
                sys.exit(f"{name} counts otherwise: {output}")
            print(f"{name:<18} {count / seconds:>12,.0f} a second, {count / busy:>10,.0f} a second and core of its own time, "
                  f"{max(result[3] for result in results) / 1024:,.0f} MiB")
        if "DuckDB, all cores" in runs:
            best = {name: min(result[1] for result in results) for name, results in runs.items()}
            inner = min(result[0]["seconds"] for result in runs["DuckDB, all cores"])
            own = min(result[0]["seconds"] for result in runs["Yett, all cores"])
            print(f"x DuckDB, all cores: {best['DuckDB, all cores'] / best['Yett, all cores']:.2f}; without the start of "
                  f"either program: {inner / own:.2f}")
        _, _, _, memory = run([reader, "0", small])
        print(f"memory for a tenth of them: {memory / 1024:,.0f} MiB")
        begin = time.process_time()
        cells = count_in_python(small)
        print(f"Python             {(count // 10) / (time.process_time() - begin):>12,.0f} a second")
        if len(cells) > runs["Yett, one core"][0][0]["cells"]:
            sys.exit("Python counts otherwise")


if __name__ == "__main__":
    main()
