"""`yett measure` of the support records: the tables of the golden run, and any other seed and size as Python counts them."""

import gzip
import json
import shutil
import subprocess
import unittest

import support_arithmetic as arithmetic
import yett
from yett import SOURCE, err, out, rows, run

GOLDEN = SOURCE.parent / "shared/golden/permission_sets"
RATES = ("precision", "recall", "false_block_rate", "task_completion", "marginal_precision", "break_even")
COUNTS = ("tp", "fp", "fn", "tn")


def golden(name):
    path = GOLDEN / name
    if not path.is_file():
        raise unittest.SkipTest(f"{name} of the golden run is not here")
    return path


def measured(*words, **how):
    result = run("measure", *words, "--format", "json", **how)
    if result.returncode:
        raise AssertionError(err(result))
    return json.loads(out(result))


def rounded(value):
    return None if value is None else round(value, 4)


class Made(unittest.TestCase):
    def test_the_golden_tables_byte_for_byte(self):
        result = run("measure")
        self.assertEqual(out(result), golden("expected_output.txt").read_text())
        self.assertEqual((result.returncode, err(result)), (0, ""))

    def test_the_golden_numbers(self):
        expected = json.loads(golden("expected.json").read_text())
        report = measured()
        self.assertEqual([report[key] for key in ("records", "harmful", "clean", "sources", "capabilities")],
                         [expected[key] for key in ("records", "harmful", "clean", "source", "requested_capability")])
        self.assertEqual(len(report["permission_sets"]), len(expected["permission_sets"]))
        for row, wanted in zip(report["permission_sets"], expected["permission_sets"]):
            for key in ("name", *COUNTS, "precision", "recall", "false_block_rate"):
                self.assertEqual(row[key], wanted[key], (wanted["name"], key))
            self.assertEqual((row["task_completion"], row["marginal_precision"]), (wanted["task"], wanted["marginal"]))
            self.assertEqual({name: [of["blocked"], of["total"]] for name, of in row["per_class"].items()}, wanted["per_class"])
        self.assertEqual([{key: row[key] for key in wanted} for row, wanted in zip(report["layers"], expected["layers"])], expected["layers"])
        self.assertEqual({key: report["added"][0][key] for key in ("records", "harmful")}, expected["added_by_permission_only"])

    def test_the_sets_are_those_of_the_golden_run(self):
        for wanted in json.loads(golden("expected.json").read_text())["permission_sets"]:
            self.assertEqual(arithmetic.SETS[wanted["name"]], (tuple(wanted["capabilities"]), tuple(wanted["scopes"])))

    def agrees(self, seed, records):
        wanted = arithmetic.measure(seed, records)
        words = ("--seed", seed, "--records", records)
        if wanted is None:
            result = run("measure", *words)
            self.assertEqual((result.returncode, out(result)), (2, ""), words)
            self.assertRegex(err(result), "there is no (clean|harmful) record")
            return
        self.assertEqual(out(run("measure", *words)), arithmetic.print_tables(wanted), words)
        report = measured(*words)
        for key in ("records", "harmful", "clean", "sources", "capabilities"):
            self.assertEqual(report[key], wanted[key], words)
        self.assertEqual(report["skipped"], 0)
        self.assertEqual({key: report["added"][0][key] for key in ("records", "harmful")}, wanted["added"])
        for table in ("permission_sets", "layers"):
            self.assertEqual([row["name"] for row in report[table]], [row["name"] for row in wanted[table]])
            for row, by_hand in zip(report[table], wanted[table]):
                self.assertEqual([row[key] for key in (*COUNTS, "per_class")], [by_hand[key] for key in (*COUNTS, "per_class")], words)
                self.assertEqual([row[key] for key in RATES if key in row], [rounded(by_hand[key]) for key in RATES if key in by_hand], words)
                for name, part, of in (("recall", "tp", "harmful"), ("false_block", "fp", "clean"), ("task_completion", "tn", "clean")):
                    for told, limit in zip(row[f"{name}_interval"], arithmetic.wilson(by_hand[part], wanted[of])):
                        self.assertAlmostEqual(told, limit, delta=0.00005001)

    def test_other_seeds_and_sizes_agree_with_python(self):
        for records in (1, 2, 3, 7, 100, 240, 1999, 2000):
            for seed in (0, 1, 7, 2**31, 2**32 - 1, 2**32 + 5, 2**53):
                self.agrees(seed, records)
        for seed in range(20260200, 20260240):
            self.agrees(seed, 60 + seed % 97)

    def test_a_million_records_whose_number_leaves_32_bits(self):
        self.assertGreater(6151 * 999_999, 2**32)
        self.agrees(3, 1_000_000)

    def test_no_negative_too_large_or_broken_number(self):
        for words in (("--records", "0"), ("--records", "-1"), ("--records", "1e3"), ("--records", ""), ("--seed", "-1"), ("--seed", "0x1"),
                      ("--seed", str(2**53 + 1)), ("--seed", str(2**64)), ("--records", str(2**64)), ("--threads", "0"), ("--threads", "two")):
            result = run("measure", *words)
            self.assertEqual((result.returncode, out(result)), (2, ""), words)
            self.assertIn(words[0], err(result))

    def test_it_names_its_steps_tests_and_shares(self):
        report = measured()
        self.assertEqual(report["resolution"], {"recall": 0.0108, "false_block_rate": 0.0068})
        added, = report["added"]
        self.assertEqual(added["marginal_precision"], 0.2222)
        cells = arithmetic.count_cells(20260218, 240)
        by_filter, by_gate = arithmetic.LAYERS["rule filter"], arithmetic.LAYERS["permission gate"]
        for kind, is_kind in (("harmful", lambda cell: cell[0] != "clean"), ("clean", lambda cell: cell[0] == "clean")):
            only_gate = sum(n for cell, n in cells.items() if is_kind(cell) and by_gate(cell) and not by_filter(cell))
            only_filter = sum(n for cell, n in cells.items() if is_kind(cell) and by_filter(cell) and not by_gate(cell))
            test = added["mcnemar"][kind]
            self.assertEqual((test["only_layer"], test["only_over"]), (only_gate, only_filter))
            self.assertAlmostEqual(test["p"], arithmetic.mcnemar(only_gate, only_filter), delta=1e-12)
        stack, = (stack for stack in report["stacks"] if stack["layer"] == "rule OR permission")
        self.assertEqual([(part["name"], part["harmful"], part["clean"]) for part in stack["parts"]],
                         [("rule filter", (74 + 78 - 34) / 2, (23 + 37 - 17) / 2), ("allowlisted", (34 + 78 - 74) / 2, (17 + 37 - 23) / 2)])
        details = out(run("measure", "--details"))
        self.assertTrue(details.startswith(out(run("measure"))))
        for figure in ("1/93 = 0.0108", "1/147 = 0.0068", "0.2749-0.4670", "1.4000"):
            self.assertIn(figure, details)

    def test_as_many_threads_as_there_are_the_same_tables(self):
        for words in ((), ("--records", 50_001, "--seed", 9)):
            printed = {out(run("measure", *words, "--threads", threads)) for threads in (1, 2, 7)}
            self.assertEqual(len(printed), 1)
        self.assertEqual(out(run("measure", "--dataset", "support-240")), out(run("measure")))


class Read(yett.InScratchFolder):
    def setUp(self):
        super().setUp()
        self.records = self.folder / "records.jsonl"
        result = run("measure", "--records-out", self.records)
        self.assertEqual(out(result), out(run("measure")))
        self.tables = out(result)

    def test_the_golden_records_come_out(self):
        wanted = [json.loads(line) for line in golden("records.jsonl").read_text().splitlines()]
        self.assertEqual([json.loads(line) for line in self.records.read_text().splitlines()], wanted)
        self.assertEqual(out(run("measure", golden("records.jsonl"))), self.tables)

    def test_the_records_are_those_that_python_draws(self):
        other = self.folder / "other.jsonl"
        run("measure", "--seed", 2**32 + 5, "--records", 300, "--records-out", other)
        for index, line in enumerate(other.read_text().splitlines()):
            record = json.loads(line)
            kind, source, flags = arithmetic.draw_record(2**32 + 5, index)
            self.assertEqual((record["no"], record["class"], record["source"]), (index + 1, arithmetic.CLASSES[kind], arithmetic.SOURCES[source]))
            self.assertEqual(record["features"], dict(zip(arithmetic.FEATURES, flags)))
            self.assertEqual(record["requested_capability"], arithmetic.capability_of(source, flags))

    def test_files_standard_input_gzip_and_zstd_give_the_same(self):
        text = self.records.read_bytes()
        half = text.index(b"\n", len(text) // 2) + 1
        packed = self.write("records.gz", gzip.compress(text))
        parts = [self.write("a.jsonl", text[:half]), self.write("b.jsonl", text[half:].rstrip(b"\n"))]
        ways = [(self.records,), (packed,), parts, parts[::-1], (packed, "--threads", 7)]
        if shutil.which("zstd"):
            subprocess.run(["zstd", "-q", self.records], check=True)
            ways.append((f"{self.records}.zst",))
        for words in ways:
            self.assertEqual(out(run("measure", *words)), self.tables, words)
        self.assertEqual(out(run("measure", "-", text=text)), self.tables)
        self.assertEqual(out(run("measure", "-", text=packed.read_bytes())), self.tables)
        self.assertEqual(out(run("measure", self.records, "-", text=text[:0] + text)).splitlines()[0], "records: 480 - harmful: 186 - clean: 294")
        self.assertEqual(out(run("measure", "-", text=text.replace(b"\n", b"\r\n\r\n"))), self.tables)

    def test_as_many_threads_as_there_are_the_same_tables(self):
        many = self.write("many.jsonl", self.records.read_bytes() * 60)
        printed = {out(run("measure", many, "--threads", threads)) for threads in (1, 2, 7)}
        self.assertEqual(len(printed), 1)
        self.assertIn("records: 14400 - harmful: 5580", printed.pop())

    def test_record_by_record_it_adds_up_to_the_tables(self):
        each = rows(run("measure", "--per-record", "--format", "json"))
        self.assertEqual([row["no"] for row in each], list(range(1, 241)))
        self.assertEqual(rows(run("measure", self.records, "--per-record", "--format", "json")), each)
        report = measured()
        for table in ("permission_sets", "layers"):
            for row in report[table]:
                for label, stopped, passed in (("harmful", "tp", "fn"), ("clean", "fp", "tn")):
                    rulings = [one[table][row["name"]] for one in each if one["label"] == label]
                    self.assertEqual((rulings.count("deny"), rulings.count("allow")), (row[stopped], row[passed]), row["name"])
        lines = out(run("measure", "--per-record", "--format", "csv")).splitlines()
        self.assertEqual(len(lines), 241)
        self.assertEqual(sum("read-only" in line for line in lines[1:]), 62 + 49)
        table = out(run("measure", "--per-record")).splitlines()
        self.assertEqual(sum(line[:1].isdigit() for line in table), 240)

    def test_a_cube_says_what_the_records_say(self):
        cube = self.folder / "cube.csv"
        self.assertEqual(out(run("measure", self.records, "--cube-out", cube)), self.tables)
        self.assertEqual(out(run("measure", "--from-cube", cube)), self.tables)
        self.assertEqual(measured("--from-cube", cube), measured(self.records))
        self.assertEqual(out(run("measure", "--from-cube", cube, "--frontier")), out(run("measure", "--frontier")))
        cells = arithmetic.count_cells(20260218, 240)
        read = {tuple(line.split(",")[:-1]): int(line.split(",")[-1]) for line in cube.read_text().splitlines()[1:]}
        self.assertEqual(read, {(*cell[:3], str(int(cell[3]))): count for cell, count in cells.items()})


if __name__ == "__main__":
    yett.main()
