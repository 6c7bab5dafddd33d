"""What `yett measure` prints: other formats and languages, pictures, and names that would rather be something else."""

import csv
import io
import json
import xml.etree.ElementTree as xml

import yett
from yett import err, out, rows, run

HOSTILE = ("a\u001b[31m", "x\nrecords: 9 - harmful: 9", "| y | z |", "### t", "`c` <b>", "=1+1", '"q",,', "w\u202er", "</text><script>", "中文")
EXPERIMENT = """
[filters."| f | =1 <b> *s*"]
any = ["long"]
[permissions."# set | <i>"]
capabilities = ["read"]
sources = ["user"]
[[narrowing]]
sets = ["full access", "# set | <i>"]
[layers]
"[l](u) \\"q\\", | x" = { any = ["| f | =1 <b> *s*"] }
"-layer" = { any = ["# set | <i>"] }
[report]
per_class = ["-layer", "# set | <i>"]
added = [{ layer = "-layer", over = "# set | <i>", name = "n\\n| forged | row |\\n\\u001b[2J" }]
"""


class Formats(yett.InScratchFolder):
    def test_rows_of_csv_and_markdown_are_those_of_json(self):
        report = json.loads(out(run("measure", "--format", "json")))
        table = list(csv.DictReader(io.StringIO(out(run("measure", "--format", "csv")))))
        wanted = report["permission_sets"] + report["layers"]
        self.assertEqual([row["name"] for row in table], [row["name"] for row in wanted])
        for row, told in zip(table, wanted):
            self.assertEqual([int(row[key]) for key in ("tp", "fp", "fn", "tn")], [told[key] for key in ("tp", "fp", "fn", "tn")])
            for key in ("precision", "recall", "false_block_rate", "task_completion"):
                self.assertEqual(row[key], f"{told[key]:.4f}")
            for low, high, interval in (("recall_low", "recall_high", "recall_interval"), ("false_block_low", "false_block_high", "false_block_interval")):
                self.assertEqual([row[low], row[high]], [f"{limit:.4f}" for limit in told[interval]])
        markdown = out(run("measure", "--format", "markdown"))
        for row in report["permission_sets"]:
            self.assertIn(f"| {row['name']} | {row['tp']} | {row['fp']} | {row['precision']:.4f} | {row['recall']:.4f} | {row['false_block_rate']:.4f} |", markdown)
        self.assertIn("| indirect\\_instruction | 14/24  0.5833 |", markdown)

    def test_chinese_tables_have_the_same_figures(self):
        for words in ((), ("--details",), ("--frontier", "--max-false-block", "0.1"), ("--format", "markdown"), ("--per-record", "--format", "csv")):
            english, chinese = (out(run("measure", *words, "--lang", lang)) for lang in ("en", "zh"))
            figures = [[part for part in line.replace("|", " ").replace(",", " ").split() if part.replace(".", "").isdigit()] for text in (english, chinese) for line in text.splitlines()]
            half = len(figures) // 2
            self.assertEqual(len(english.splitlines()), half)
            rows_of_both = [(one, other) for one, other in zip(figures[:half], figures[half:]) if len(one) > 4]
            self.assertTrue(all(one == other for one, other in rows_of_both), words)
            self.assertNotEqual(english, chinese)
            self.assertTrue(any("\u4e00" <= c <= "\u9fff" for c in chinese.splitlines()[0]))
        self.assertEqual(out(run("measure", environment={"LANG": "zh_CN.UTF-8"})), out(run("measure", "--lang", "zh")))
        self.assertEqual(out(run("measure", "--format", "json", "--lang", "zh")), out(run("measure", "--format", "json")))

    def test_it_has_no_colour_and_says_nothing_beside(self):
        for words in ((), ("--details",), ("--frontier",), ("--per-record",), ("--records", 300000)):
            result = run("measure", *words, environment={"TERM": "xterm-256color", "CLICOLOR_FORCE": "1"})
            self.assertNotIn(b"\x1b", result.stdout + result.stderr, words)
            self.assertEqual(err(result), "")


class Hostile(yett.InScratchFolder):
    def setUp(self):
        super().setUp()
        self.experiment = self.write("e.toml", EXPERIMENT)
        lines = [json.dumps({"class": name, "label": label, "source": "user", "capability": "write", "features": {"long": True}})
                 for name in HOSTILE for label in ("clean", "harmful")]
        self.records = self.write("records.jsonl", "\n".join(lines))

    def measure(self, *words):
        result = run("measure", "--experiment", self.experiment, self.records, *words)
        self.assertEqual(result.returncode, 0, err(result))
        self.assertFalse([c for c in out(result) if (ord(c) < 32 and c not in "\r\n") or c in "\u202e\x7f"], words)
        return out(result)

    def test_a_name_makes_no_line_of_its_own(self):
        for words in ((), ("--details",)):
            text = self.measure(*words)
            self.assertEqual(sum(line.startswith("records:") for line in text.splitlines()), 1)
            self.assertFalse([line for line in text.splitlines() if line.startswith("| forged")])
        # Two tables of classes, each with a line a class.
        self.assertEqual(sum(line.endswith("1.0000") and line.startswith("  ") for line in self.measure().splitlines()), 2 * len(HOSTILE))

    def test_a_name_makes_no_markdown(self):
        for words in (("--format", "markdown"), ("--format", "markdown", "--details"), ("--format", "markdown", "--per-record")):
            lines = self.measure(*words).splitlines()
            self.assertFalse([line for line in lines if line.startswith("#")])
            for mark in ("<b>", "<i>", "<script>", "[l](u)", "*s*", "| y | z |", "| forged"):
                self.assertFalse([line for line in lines if mark in line.replace("\\|", "")], mark)
            tables = [line.replace("\\|", "") for line in lines if line.startswith("|")]
            widths = []
            for line in tables:
                if set(line) <= set("|- "):
                    widths.append(line.count("|"))
            self.assertEqual({line.count("|") for line in tables}, set(widths))

    def test_a_name_makes_no_cell_and_no_formula(self):
        for words in (("--format", "csv"), ("--format", "csv", "--per-record")):
            table = list(csv.reader(io.StringIO(self.measure(*words), newline="")))
            self.assertEqual({len(row) for row in table}, {len(table[0])})
            self.assertFalse([cell for row in table for cell in row if cell[:1] in ("=", "+", "-", "@")])
        self.assertEqual(len(table), 1 + 2 * len(HOSTILE))

    def test_json_holds_the_names_as_they_are(self):
        report = json.loads(out(run("measure", "--experiment", self.experiment, self.records, "--format", "json")))
        self.assertEqual({name.removesuffix(" (clean)").removesuffix(" (harmful)") for name in report["layers"][0]["per_class"]}, set(HOSTILE))
        self.assertEqual([row["class"] for row in rows(run("measure", "--experiment", self.experiment, self.records, "--per-record", "--format", "json"))][::2], list(HOSTILE))

    def test_a_cube_brings_them_back(self):
        cube = self.folder / "cube.csv"
        text = out(run("measure", "--experiment", self.experiment, self.records, "--cube-out", cube))
        self.assertEqual(out(run("measure", "--experiment", self.experiment, "--from-cube", cube)), text)

    def test_a_picture_is_well_formed_whatever_the_names(self):
        picture = self.folder / "p.svg"
        self.measure("--plot", picture)
        root = xml.parse(picture).getroot()
        self.assertEqual(root.tag, "{http://www.w3.org/2000/svg}svg")
        self.assertFalse([node for node in root.iter() if "script" in node.tag])
        self.assertFalse({c for c in picture.read_text() if ord(c) < 32} - {"\n", "\t"})

    def test_a_message_steers_no_terminal(self):
        for text in ('{"class": "\\u001b[2J", "source": "\\u001b[2J", "label": "clean"}', '{"\x1b[2J', '{"class": "c", "source": "user", "label": "clean", "capability": "\\u001b[2J"}'):
            result = run("measure", "--experiment", self.experiment, "-", text=text)
            self.assertEqual(result.returncode, 2)
            self.assertNotIn(b"\x1b", result.stderr)


class Pictures(yett.InScratchFolder):
    def test_the_tables_are_drawn(self):
        picture = self.folder / "p.svg"
        for words in ((), ("--lang", "zh"), ("--records", 100000), ("--format", "json")):
            self.assertEqual(out(run("measure", *words, "--plot", picture)), out(run("measure", *words)))
            root = xml.parse(picture).getroot()
            text = " ".join(part.strip() for node in root.iter() for part in (node.text or "",))
            for name in ("no side effects", "read-only", "hidden_field_request"):
                self.assertIn(name, text)
        self.assertEqual(sorted(self.folder.iterdir()), [picture])

    def test_the_same_records_are_drawn_alike(self):
        one, other = self.folder / "1.svg", self.folder / "2.svg"
        run("measure", "--plot", one, "--threads", 1)
        run("measure", "--plot", other, "--threads", 7)
        self.assertEqual(one.read_bytes(), other.read_bytes())


if __name__ == "__main__":
    yett.main()
