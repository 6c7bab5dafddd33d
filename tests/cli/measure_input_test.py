"""`yett measure` is told something that it cannot use: lines, files and options. It says where, and prints no table."""

import gzip
import itertools
import json

import yett
from yett import err, out, rows, run

GOOD = [{"class": "clean", "source": "user", "features": {}},
        {"class": "clean", "source": "tool_output", "features": {"excessive_length": True}},
        {"class": "source_spoofing", "source": "retrieved_document", "features": {"source_stamp_mismatch": True}},
        {"class": "privilege_escalation", "source": "user", "features": {"side_effect_tool_name": True, "instruction_mode": True}}]

BAD = {
    "a broken line": '{"class": "clean", ',
    "no object": '["clean"]',
    "a record without a class": {"source": "user"},
    "an unknown class": {"class": "clear", "source": "user"},
    "no source": {"class": "clean"},
    "an unknown source": {"class": "clean", "source": "users"},
    "an unknown feature": {"class": "clean", "source": "user", "features": {"instructionmode": True}},
    "a feature that is no truth": {"class": "clean", "source": "user", "features": {"instruction_mode": 1}},
    "features that are none": {"class": "clean", "source": "user", "features": ["instruction_mode"]},
    "an unknown capability": {"class": "clean", "source": "user", "capability": "reading"},
    "a label that contradicts": {"class": "clean", "source": "user", "label": "harmful"},
    "an unknown label": {"class": "clean", "source": "user", "label": "bad"},
    "a key twice": '{"class": "clean", "class": "clean", "source": "user"}',
    "a labelled call": {"label": "clean", "class": "clean", "tool": "send_email", "arguments": {}, "source": "user"},
    "no text at all": b'{"class": "\xff\xfe", "source": "user"}',
}


def line(value):
    return value if isinstance(value, bytes) else value.encode() if isinstance(value, str) else json.dumps(value).encode()


def lines(*values):
    return b"".join(line(value) + b"\n" for value in values)


class BadLines(yett.InScratchFolder):
    def refused(self, *words, **how):
        result = run("measure", *words, **how)
        self.assertEqual((result.returncode, out(result)), (2, ""), words)
        self.assertNotEqual(err(result), "")
        return err(result)

    def test_each_names_file_and_line(self):
        for what, bad in BAD.items():
            path = self.write("records.jsonl", lines(*GOOD, bad, *GOOD))
            for words in ((), ("--per-record",), ("--format", "json"), ("--records-out", self.folder / "out"), ("--threads", 3)):
                self.assertIn(f"{path}:5", self.refused(path, *words), what)
            self.assertFalse((self.folder / "out").exists())
            self.assertIn("standard input:5", self.refused("-", text=lines(*GOOD, bad)), what)
            self.assertIn("standard input:5", self.refused("-", "--per-record", text=lines(*GOOD, bad)), what)

    def test_a_misspelt_word_has_a_hint(self):
        for what, hint in (("an unknown class", "clean"), ("an unknown source", "user"), ("an unknown feature", "instruction_mode"),
                           ("a labelled call", "--policy")):
            self.assertIn(hint, self.refused("-", text=lines(BAD[what])), what)

    def test_skipped_ones_are_counted_in_the_result_itself(self):
        good = run("measure", "-", text=lines(*GOOD))
        self.assertEqual(good.returncode, 0, err(good))
        path = self.write("records.jsonl", lines(*itertools.chain.from_iterable((bad, GOOD[i % 4]) for i, bad in enumerate(BAD.values())), *BAD.values()))
        count, measured = 2 * len(BAD), len(BAD)
        result = run("measure", path, "--skip-bad")
        self.assertEqual(result.returncode, 0)
        self.assertIn(f"skipped: {count} lines that could not be used\n", out(result))
        self.assertIn(f"records: {measured} ", out(result))
        self.assertIn(f"{path}:1:", err(result))
        self.assertLess(len(err(result).splitlines()), 25)
        report = json.loads(out(run("measure", path, "--skip-bad", "--format", "json")))
        self.assertEqual((report["records"], report["skipped"]), (measured, count))
        self.assertIn(f"skipped: {count} ", out(run("measure", path, "--skip-bad", "--format", "markdown")))
        self.assertIn(f"# skipped: {count} ", out(run("measure", path, "--skip-bad", "--suggest")))
        for row in out(run("measure", path, "--skip-bad", "--format", "csv")).splitlines()[1:]:
            self.assertEqual(row.split(",")[-1], str(count))
        each = run("measure", path, "--skip-bad", "--per-record", "--format", "json")
        self.assertEqual((len(rows(each)), rows(each)[-1]), (measured + 1, {"skipped": count}))
        self.assertIn(f"skipped: {count} ", out(run("measure", "-", "--skip-bad", "--per-record", text=path.read_bytes())))
        self.assertEqual(run("measure", "-", "--skip-bad", text=lines(*GOOD)).stdout, good.stdout)

    def test_nothing_to_count(self):
        for text in (b"", b"\n \n\r\n", gzip.compress(b"")):
            path = self.write("empty", text)
            for words in ((), ("--skip-bad",), ("--per-record",), ("--records-out", self.folder / "out")):
                self.assertIn(str(path), self.refused(path, *words), text)
        full = self.write("full", lines(*GOOD))
        self.assertIn("empty", self.refused(full, self.folder / "empty"))
        self.assertIn("no clean record", self.refused("-", text=lines(*GOOD[2:])))
        self.assertIn("no harmful record", self.refused("-", text=lines(*GOOD[:2])))
        self.refused("-", "--skip-bad", text=lines(*BAD.values()))

    def test_files_that_cannot_be_read(self):
        packed = gzip.compress(lines(*GOOD) * 200)
        torn = self.write("torn.gz", packed[: len(packed) // 2])
        for path in (self.folder / "absent", self.folder, torn):
            self.assertIn(str(path), self.refused(path))
            self.assertIn(str(path), self.refused(path, "--skip-bad"))

    def test_a_capability_that_cannot_be_derived(self):
        experiment = self.write("e.toml", '[records]\nclean = ["clean"]\nfeatures = ["excessive_length", "source_stamp_mismatch", "side_effect_tool_name", "instruction_mode"]\ncapability = [{ source = ["user"], is = "read" }]\n')
        message = self.refused("--experiment", experiment, "-", text=lines(*GOOD))
        self.assertIn("standard input:2", message)
        self.assertIn("capability", message)
        given = [{**record, "capability": "write"} for record in GOOD]
        self.assertEqual(run("measure", "--experiment", experiment, "-", text=lines(*given)).returncode, 0)

    def test_a_cube_that_is_none(self):
        cube = self.folder / "cube.csv"
        run("measure", "--cube-out", cube)
        text = cube.read_text()
        header, first, *rest = text.splitlines()
        for bad, where in (("", ""), (text.replace("source,", "origin,"), ":1"), (text.replace(first, first + ",1"), ":2"),
                           (text.replace(first, first.replace("read", "reading")), ":2"), (text.replace(first, first.replace("clean", "clear")), ":2"),
                           (text.replace(first, "clean,user,read,2,81"), ":2"), (text.replace(first, "clean,user,read,0,-1"), ":2"),
                           (text.replace(first, "clean,user,read,0,1e3"), ":2"), (text.replace(first, "clean,user,,0,7"), ":2"),
                           (header, "")):
            path = self.write("bad.csv", bad)
            message = self.refused("--from-cube", path)
            if where:
                self.assertIn(f"{path}{where}", message)
        path = self.write("bad.csv", text.replace(first, "clean,user,,0,81"))
        self.assertIn("skipped: 81 lines", out(run("measure", "--from-cube", path, "--skip-bad")))

    def test_the_records_are_not_written_over_while_they_are_read(self):
        path = self.write("records.jsonl", lines(*GOOD))
        (self.folder / "link").symlink_to("records.jsonl")
        for target in (path, self.folder / "link", self.folder / "." / "records.jsonl"):
            for words in ((), ("--per-record",)):
                self.assertRegex(self.refused(path, *words, "--records-out", target), "would write over|is a link")
            self.assertEqual(path.read_bytes(), lines(*GOOD))

    def test_what_cannot_be_written_leaves_nothing_printed(self):
        for option in ("--plot", "--records-out", "--cube-out"):
            self.refused(option, self.folder / "absent" / "file")
        no_narrowing = self.write("e.toml", '[records]\nclean = ["clean"]\ncapability = [{ is = "read" }]\n')
        self.assertIn("[[narrowing]]", self.refused("--experiment", no_narrowing, "--plot", self.folder / "x.svg", "-", text=lines(*GOOD)))


class Options(yett.InScratchFolder):
    def test_none_is_ignored(self):
        path = self.write("records.jsonl", lines(*GOOD))
        cube = self.folder / "cube.csv"
        self.assertEqual(run("measure", path, "--cube-out", cube).returncode, 0)
        made = [("--records", "5"), ("--seed", "5"), ("--dataset", "support-240")]
        pairs = [(["--from-cube", cube], [path])]
        pairs += [([path], list(option)) for option in made] + [(["--from-cube", cube], list(option)) for option in made]
        pairs += [(["--policy", yett.DESKMATE], list(option)) for option in (*made, ["--sql"], ["--from-cube", cube], ["--cube-out", cube], ["--threads", "2"])]
        pairs += [(["--records", "240"], option) for option in (["--pairs"], ["--sources", "runtime"], ["--approver", "deny"], ["--where", "a=b"],
                                                               ["--clean", path], ["--from", "mcp"], ["--without", "flow.private_to_outside"])]
        tables = (["--details"], ["--frontier"], ["--plot", "x.svg"])
        pairs += [(["--sql"], option) for option in (*tables, [path], ["--format", "json"], ["--per-record"], ["--skip-bad"], ["--from-cube", cube], ["--suggest"], *map(list, made))]
        pairs += [(["--per-record"], option) for option in (*tables, ["--suggest"], ["--cube-out", cube])]
        pairs += [(["--suggest"], option) for option in (["--format", "json"], ["--details"], ["--plot", "x.svg"])]
        pairs += [(["--format", "csv"], option) for option in (["--frontier"], ["--details"])]
        pairs += [([], ["--max-false-block", "0.1"]), (["--from-cube", cube], ["--per-record"]),
                  (["--from-cube", cube], ["--records-out", "x"]), (["-"], ["--records-out", "x"])]
        for first, second in pairs:
            result = run("measure", *first, *second, cwd=self.folder, text=lines(*GOOD))
            self.assertEqual((result.returncode, out(result)), (2, ""), (first, second))
            self.assertNotEqual(err(result), "", (first, second))
        self.assertEqual(sorted(self.folder.iterdir()), [cube, path])

    def test_words_and_numbers_that_mean_nothing(self):
        for words in (["--dataset", "support-241"], ["--approver", "maybe"], ["--sources", "both"], ["--format", "yaml"], ["--lang", "fr"],
                      ["--frontier", "--max-false-block", "1.1"], ["--frontier", "--max-false-block", "-0.1"], ["--frontier", "--max-false-block", "nan"],
                      ["--where", "suite"], ["--where", "=x"], ["--from", "xml"], ["--experiment", "absent.toml"], ["--nonsense"]):
            result = run("measure", *words, cwd=self.folder)
            self.assertEqual((result.returncode, out(result)), (2, ""), words)
            self.assertNotEqual(err(result), "", words)


if __name__ == "__main__":
    yett.main()
