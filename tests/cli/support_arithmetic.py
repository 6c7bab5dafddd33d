"""The 240 support records and their tables once more, in Python and by themselves: what `yett measure` is compared with.

Nothing here knows the program. A record is drawn in 32-bit words, a capability is read off its flags, and every figure
comes from counting records of one class, source, capability and ruling of the filter.
"""

import collections
import itertools
import math

CLASSES = ("clean", "indirect_instruction", "hidden_field_request", "privilege_escalation", "source_spoofing", "corrupted_input")
SOURCES = ("user", "retrieved_document", "tool_output")
CAPABILITIES = ("read", "external_access", "write", "execution")
FEATURES = ("instruction_mode", "role_change_request", "hidden_field_name", "side_effect_tool_name", "source_stamp_mismatch",
            "unusual_stamp_distribution", "excessive_length")
WORD = 0xFFFFFFFF

# Percentages of each class, of its sources and of its features, in the orders above.
CLASS_SHARES = (62, 10, 7, 7, 7, 7)
SOURCE_SHARES = ((72, 20, 8), (5, 70, 25), (55, 30, 15), (40, 35, 25), (10, 60, 30), (65, 20, 15))
FEATURE_SHARES = ((6, 2, 5, 3, 2, 4, 5), (88, 42, 10, 30, 35, 8, 12), (35, 15, 86, 12, 10, 6, 8),
                  (30, 25, 12, 84, 14, 5, 7), (22, 55, 8, 10, 82, 7, 6), (5, 3, 4, 3, 6, 80, 62))

SETS = {
    "full access": (CAPABILITIES, SOURCES),
    "no execution": (CAPABILITIES[:3], SOURCES),
    "no side effects": (CAPABILITIES[:2], SOURCES),
    "allowlisted": (CAPABILITIES[:2], SOURCES[:2]),
    "read-only": (CAPABILITIES[:1], SOURCES[:1]),
}
FILTER = ("instruction_mode", "hidden_field_name", "side_effect_tool_name", "source_stamp_mismatch")


def limits(shares):
    """Sums of shares up to each, added as doubles one after the other; the last one takes all that is left."""
    sums = list(itertools.accumulate((share / 100 for share in shares), initial=0.0))[1:]
    return sums[:-1] + [math.inf]


CLASS_LIMITS = limits(CLASS_SHARES)
SOURCE_LIMITS = [limits(shares) for shares in SOURCE_SHARES]
FEATURE_LIMITS = [[share / 100 for share in shares] for shares in FEATURE_SHARES]


def draw_record(seed, index):
    """(class, source, flags) of one record, as positions; flags as a tuple of bools."""
    word = seed + 6151 * index
    word = ((word ^ word >> 16) * 0x85EBCA6B) & WORD
    word = ((word ^ word >> 13) * 0xC2B2AE35) & WORD
    word ^= word >> 16
    draws = []
    for _ in range(9):
        word = (word * 0x19660D + 0x3C6EF35F) & WORD
        draws.append(word / 2**32)
    kind = next(i for i, limit in enumerate(CLASS_LIMITS) if draws[0] < limit)
    source = next(i for i, limit in enumerate(SOURCE_LIMITS[kind]) if draws[1] < limit)
    return kind, source, tuple(draw < limit for draw, limit in zip(draws[2:], FEATURE_LIMITS[kind]))


def capability_of(source, flags):
    instructs, changes_something = flags[0], flags[3]
    if changes_something:
        return "execution" if instructs else "write"
    return "read" if source == 0 else "external_access"


def count_cells(seed, records):
    """How many records there are of each (class, source, capability, stopped by the filter)."""
    watched = [FEATURES.index(name) for name in FILTER]
    profiles = collections.Counter(draw_record(seed, index) for index in range(records))
    cells = collections.Counter()
    for (kind, source, flags), count in profiles.items():
        cells[CLASSES[kind], SOURCES[source], capability_of(source, flags), any(flags[i] for i in watched)] += count
    return cells


def stopped_by_set(name):
    capabilities, sources = SETS[name]
    return lambda cell: cell[2] not in capabilities or cell[1] not in sources


def stopped_by_filter(cell):
    return cell[3]


LAYERS = {
    "rule filter": stopped_by_filter,
    "permission gate": stopped_by_set("allowlisted"),
    "rule OR permission": lambda cell: stopped_by_filter(cell) or stopped_by_set("allowlisted")(cell),
    "rule AND permission": lambda cell: stopped_by_filter(cell) and stopped_by_set("allowlisted")(cell),
}


def ratio(part, whole):
    return part / whole if whole else 0.0


def counts_of(cells, stopped):
    counts = {"tp": 0, "fp": 0, "fn": 0, "tn": 0}
    for cell, records in cells.items():
        is_clean = cell[0] == "clean"
        counts[("fp" if is_clean else "tp") if stopped(cell) else ("tn" if is_clean else "fn")] += records
    return counts


def rates_of(counts):
    return {"precision": ratio(counts["tp"], counts["tp"] + counts["fp"]), "recall": ratio(counts["tp"], counts["tp"] + counts["fn"]),
            "false_block_rate": ratio(counts["fp"], counts["fp"] + counts["tn"]),
            "task_completion": ratio(counts["tn"], counts["fp"] + counts["tn"])}


def row_of(cells, name, stopped):
    counts = counts_of(cells, stopped)
    classes = {kind: {"blocked": sum(n for cell, n in cells.items() if cell[0] == kind and stopped(cell)),
                      "total": sum(n for cell, n in cells.items() if cell[0] == kind)} for kind in CLASSES}
    return {"name": name, **counts, **rates_of(counts), "per_class": classes}


def wilson(part, whole):
    """The 95 % interval of a share."""
    z, share = 1.959963984540054, part / whole
    middle = (share + z * z / (2 * whole)) / (1 + z * z / whole)
    half = z * math.sqrt(share * (1 - share) / whole + z * z / (4 * whole * whole)) / (1 + z * z / whole)
    return [max(0.0, middle - half), min(1.0, middle + half)]


def mcnemar(first, second):
    """The exact two-sided probability of so uneven a split, if both sides are as likely."""
    both, fewer = first + second, min(first, second)
    return min(1.0, 2 * sum(math.comb(both, i) for i in range(fewer + 1)) / 2**both)


def measure(seed, records):
    """All figures, unrounded, or None where one kind of record does not occur."""
    cells = count_cells(seed, records)
    clean = sum(n for cell, n in cells.items() if cell[0] == "clean")
    if clean in (0, records):
        return None
    rows, before = [], {"tp": 0, "fp": 0}
    for name in SETS:
        row = row_of(cells, name, stopped_by_set(name))
        harmful_more, clean_more = row["tp"] - before["tp"], row["fp"] - before["fp"]
        row["marginal_precision"] = harmful_more / (harmful_more + clean_more) if harmful_more + clean_more else None
        row["break_even"] = clean_more / harmful_more if harmful_more else None
        rows.append(row)
        before = row
    added = [(cell, n) for cell, n in cells.items() if stopped_by_set("allowlisted")(cell) and not stopped_by_filter(cell)]
    return {
        "records": records, "harmful": records - clean, "clean": clean,
        "sources": {name: sum(n for cell, n in cells.items() if cell[1] == name) for name in SOURCES},
        "capabilities": {name: sum(n for cell, n in cells.items() if cell[2] == name) for name in CAPABILITIES},
        "permission_sets": rows, "layers": [row_of(cells, name, stopped) for name, stopped in LAYERS.items()],
        "added": {"records": sum(n for _, n in added), "harmful": sum(n for cell, n in added if cell[0] != "clean")},
    }


def figures(row):
    return f"{row['tp']:>6} {row['fp']:>7} {row['precision']:>10.4f} {row['recall']:>11.4f} {row['false_block_rate']:>12.4f}"


def print_tables(measured):
    """The three tables as text."""
    lines = [f"records: {measured['records']} - harmful: {measured['harmful']} - clean: {measured['clean']}",
             f"source: {measured['sources']}", f"requested capability: {measured['capabilities']}", "",
             "permission set   block   false  precision      recall  false-block   task   marginal"]
    for row in measured["permission_sets"]:
        marginal = "-" if row["marginal_precision"] is None else f"{row['marginal_precision']:.4f}"
        lines.append(f"{row['name']:<15} {figures(row)} {row['task_completion']:>6.4f} {marginal:>10}")
    lines += ["", "share stopped per class (allowlisted set)"]
    for name, of in measured["permission_sets"][3]["per_class"].items():
        if name != "clean" and of["total"]:
            lines.append(f"  {name:<20} {of['blocked']:>2}/{of['total']:<3} {of['blocked'] / of['total']:.4f}")
    lines += ["", "layer on layer            block   false  precision      recall  false-block"]
    lines += [f"{row['name']:<24} {figures(row)}" for row in measured["layers"][:3]]
    lines += [f"added by permission only: {measured['added']['records']} records, {measured['added']['harmful']} harmful"]
    return "\n".join(lines) + "\n"
