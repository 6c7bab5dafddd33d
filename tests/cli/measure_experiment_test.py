"""Experiments of `yett measure`: what a file can say, and how it is told that it says something else."""

import json

import support_arithmetic as arithmetic
import yett
from yett import SOURCE, err, out, rows, run

# One record of each combination of source and two features, by what they are: harmful when they shout.
RECORDS = [{"class": "loud" if shouts else "quiet", "source": source, "features": {"shouts": shouts, "long": long}}
           for source in arithmetic.SOURCES for shouts in (False, True) for long in (False, True)]

CONTRACT = """
[records]
clean = ["clean"]
capability = [
  { all = ["side_effect_tool_name", "instruction_mode"], is = "execution" },
  { all = ["side_effect_tool_name"], is = "write" },
  { source_not = ["user"], is = "external_access" },
  { is = "read" },
]
[filters."rule filter"]
any = ["instruction_mode", "hidden_field_name", "side_effect_tool_name", "source_stamp_mismatch"]
[permissions."my set"]
capabilities = ["read"]
sources = ["user"]
[[narrowing]]
sets = ["full access", "no execution", "no side effects", "allowlisted", "read-only"]
[layers]
"rule filter"        = { any = ["rule filter"] }
"permission gate"    = { any = ["allowlisted"] }
"rule OR permission" = { any = ["rule filter", "allowlisted"] }
[report]
per_class = ["allowlisted"]
added = [{ layer = "allowlisted", over = "rule filter" }]
"""

OWN = """
[records]
classes = ["quiet", "loud"]
clean = ["quiet"]
features = ["shouts", "long"]
capability = [
  { none = ["shouts", "long"], is = "read" },
  { any = ["shouts"], source = ["tool_output"], is = "execution" },
  { is = "external_access" },
]
[filters.any]
any = ["shouts", "long"]
[filters.all]
all = ["shouts", "long"]
[filters.none]
none = ["long"]
[filters.mixed]
any = ["shouts", "long"]
none = ["long"]
[permissions.roomy.grants]
read = ["user", "tool_output"]
external_access = ["user"]
[permissions.pair]
capabilities = ["external_access"]
sources = ["user", "retrieved_document"]
[[narrowing]]
sets = ["full access", "roomy"]
[[narrowing]]
sets = ["full access", "pair", "read-only"]
[layers]
one = { any = ["any", "none"] }
two = { all = ["any", "none"] }
three = { any = ["two", "all", "pair"] }
four = { all = ["three", "one", "roomy"] }
[report]
layers = ["four", "two"]
per_class = ["all", "four"]
added = [{ layer = "one", over = "two" }, { layer = "roomy", over = "four", name = "room" }]
"""


def capability(record):
    features = record["features"]
    if not features["shouts"] and not features["long"]:
        return "read"
    return "execution" if features["shouts"] and record["source"] == "tool_output" else "external_access"


STOPS = {
    "any": lambda r: r["features"]["shouts"] or r["features"]["long"],
    "all": lambda r: r["features"]["shouts"] and r["features"]["long"],
    "none": lambda r: not r["features"]["long"],
    "mixed": lambda r: r["features"]["shouts"] and not r["features"]["long"],
    "full access": lambda r: False,
    "read-only": lambda r: capability(r) != "read" or r["source"] != "user",
    "roomy": lambda r: r["source"] not in {"read": ("user", "tool_output"), "external_access": ("user",)}.get(capability(r), ()),
    "pair": lambda r: capability(r) != "external_access" or r["source"] == "tool_output",
}
STOPS["one"] = lambda r: STOPS["any"](r) or STOPS["none"](r)
STOPS["two"] = lambda r: STOPS["any"](r) and STOPS["none"](r)
STOPS["three"] = lambda r: STOPS["two"](r) or STOPS["all"](r) or STOPS["pair"](r)
STOPS["four"] = lambda r: STOPS["three"](r) and STOPS["one"](r) and STOPS["roomy"](r)


class Experiments(yett.InScratchFolder):
    def setUp(self):
        super().setUp()
        self.records = self.write("records.jsonl", "".join(json.dumps(record) + "\n" for record in RECORDS))

    def measure(self, text, *words, records=None):
        path = self.write("experiment.toml", text)
        result = run("measure", "--experiment", path, *([records] if records else []), *words)
        self.assertEqual(result.returncode, 0, err(result))
        return out(result)

    def test_the_shipped_one_is_that_of_the_made_records(self):
        shipped, = (SOURCE / "examples/support-240").glob("*.toml")
        for words in ((), ("--format", "json"), ("--frontier",), ("--sql",), ("--seed", "3", "--records", "999")):
            self.assertEqual(out(run("measure", "--experiment", shipped, *words)), out(run("measure", *words)))

    def test_the_example_of_the_format_gives_the_made_tables(self):
        text = self.measure(CONTRACT)
        # Without a list of classes they stand in the order of the alphabet.
        text = text.replace("added by allowlisted (over rule filter):", "added by permission only:")
        self.assertEqual(sorted(text.splitlines()), sorted(out(run("measure")).splitlines()))
        report = json.loads(self.measure(CONTRACT, "--format", "json"))
        self.assertEqual((report["added"][0]["records"], report["added"][0]["harmful"]), (18, 4))

    def test_filters_sets_and_layers_of_its_own_as_counted_by_hand(self):
        report = json.loads(self.measure(OWN, "--format", "json", records=self.records))
        self.assertEqual((report["records"], report["harmful"], report["clean"]), (12, 6, 6))
        self.assertEqual(report["capabilities"], {name: sum(capability(r) == name for r in RECORDS) for name in arithmetic.CAPABILITIES})
        self.assertEqual([row["name"] for row in report["permission_sets"]], ["full access", "roomy", "full access", "pair", "read-only"])
        self.assertEqual([row["name"] for row in report["layers"]], ["one", "two", "three", "four"])
        for row in report["permission_sets"] + report["layers"]:
            stops = STOPS[row["name"]]
            counts = [sum(bool(stops(r)) == stopped and r["class"] == name for r in RECORDS)
                      for stopped in (True, False) for name in ("loud", "quiet")]
            self.assertEqual([row["tp"], row["fp"], row["fn"], row["tn"]], counts, row["name"])
            self.assertEqual(row["per_class"]["loud"], {"blocked": counts[0], "total": 6}, row["name"])
        steps = [(row["tp"], row["fp"]) for row in report["permission_sets"]]
        marginal = [None, steps[1][0] / sum(steps[1]), None, steps[3][0] / sum(steps[3])]
        self.assertEqual([row["marginal_precision"] for row in report["permission_sets"][:4]], [value and round(value, 4) for value in marginal])
        for added, (layer, over) in zip(report["added"], (("one", "two"), ("roomy", "four"))):
            both = [r for r in RECORDS if STOPS[layer](r) and not STOPS[over](r)]
            self.assertEqual((added["records"], added["harmful"]), (len(both), sum(r["class"] == "loud" for r in both)))

    def test_rulings_on_single_records_are_those_of_the_filters(self):
        each = rows(run("measure", "--experiment", self.write("e.toml", OWN), self.records, "--per-record", "--format", "json"))
        for row, record in zip(each, RECORDS, strict=True):
            self.assertEqual(row["filters"], [name for name in ("any", "all", "none", "mixed") if STOPS[name](record)])
            self.assertEqual(row["capability"], capability(record))
            for part, ruling in {**row["layers"], **row["permission_sets"]}.items():
                if part in STOPS:
                    self.assertEqual(ruling, "deny" if STOPS[part](record) else "allow", (part, record))

    def test_the_report_shows_what_it_names(self):
        text = self.measure(OWN, records=self.records)
        self.assertEqual(text.count("permission set  "), 2)
        self.assertIn("share stopped per class (all)\n", text)
        self.assertIn("share stopped per class (four)\n", text)
        self.assertNotIn("\nthree ", text)
        self.assertLess(text.index("\nfour "), text.index("\ntwo "))
        self.assertIn("added by room: ", text)

    def test_each_record_says_what_it_is_where_no_class_does(self):
        labelled = self.write("l.jsonl", "".join(json.dumps({**record, "label": "harmful" if record["features"]["long"] else "clean"}) + "\n" for record in RECORDS))
        text = OWN.replace('clean = ["quiet"]\n', "")
        report = json.loads(self.measure(text, "--format", "json", records=labelled))
        self.assertEqual((report["harmful"], report["clean"]), (6, 6))
        row = report["layers"][1]
        self.assertEqual((row["tp"], row["fp"]), (0, 3))
        # What is stopped of clean and of harmful records of one class is not added up.
        self.assertEqual((row["per_class"]["loud (clean)"]["blocked"], row["per_class"]["loud (harmful)"]["blocked"]), (3, 0))
        self.assertEqual(row["per_class"]["loud (clean)"]["total"] + row["per_class"]["loud (harmful)"]["total"], 6)
        result = run("measure", "--experiment", self.write("e.toml", text), self.records)
        self.assertEqual((result.returncode, out(result)), (2, ""))
        self.assertIn(f"{self.records}:1", err(result))
        self.assertIn("label", err(result))

    def test_what_is_wrong_is_told_by_line_and_column(self):
        for old, new, where in (
                ('any = ["shouts", "long"]\n[filters.all]', 'any = ["shout"]\n[filters.all]', "12:8"),
                ("[filters.none]", "[filters.one]\nsome = []\n[filters.none]", "16:1"),
                ('is = "read"', 'is = "reading"', "7:37"),
                ('sources = ["user", "retrieved_document"]', 'sources = ["users"]', "25:12"),
                ('sets = ["full access", "roomy"]', 'sets = ["full access", "romy"]', "27:24"),
                ('one = { any = ["any", "none"] }', 'one = { any = ["any", "two"] }', "31:23"),
                ('layers = ["four", "two"]', 'layers = ["four", "five"]', "36:19"),
                ('{ layer = "one", over = "two" }', '{ layer = "one" }', "38:10"),
                ('clean = ["quiet"]', 'clean = ["silent"]', "4:10"),
                ("[layers]", "[layer]", "30:"),
                ("[filters.mixed]", '[filters.source]\nany = ["long"]\n[filters.mixed]', "17:"),
                ("[permissions.pair]", '[permissions."read-only"]', "23:"),
                ("[permissions.roomy.grants]", "[permissions.any]\ncapabilities = []\nsources = []\n[permissions.roomy.grants]", ""),
                ("[[narrowing]]", "[[narrowing]", "")):
            self.assertIn(old, OWN)
            path = self.write("wrong.toml", OWN.replace(old, new, 1))
            result = run("measure", "--experiment", path, self.records)
            self.assertEqual((result.returncode, out(result)), (2, ""), new)
            self.assertIn(f"{path}:{where}", err(result), new)

    def test_an_experiment_of_other_classes_has_no_made_records(self):
        result = run("measure", "--experiment", self.write("e.toml", OWN))
        self.assertEqual((result.returncode, out(result)), (2, ""))
        self.assertIn("name a file of records", err(result))

    def test_a_part_of_calls_is_none_of_records(self):
        for part in ("policy", "destination stage"):
            result = run("measure", "--experiment", self.write("e.toml", CONTRACT.replace('any = ["allowlisted"]', f'any = ["{part}"]')))
            self.assertEqual((result.returncode, out(result)), (2, ""))
            self.assertIn(f'"{part}"', err(result))


if __name__ == "__main__":
    yett.main()
