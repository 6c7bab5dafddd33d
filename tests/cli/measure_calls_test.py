"""`yett measure -p POLICY`: labelled calls under the policy in force, every figure counted by hand beside it."""

import csv
import io
import json

import measured_calls as calls
import yett
from measured_calls import CALLS, POLICY
from yett import SOURCE, err, out, rows, run


class Calls(yett.InScratchFolder):
    def setUp(self):
        super().setUp()
        self.policy = self.write("yett.toml", POLICY)
        self.calls = self.write("calls.jsonl", calls.lines(CALLS))

    def measure(self, *words, files=None, code=0, **how):
        result = run("measure", "-p", self.policy, *(files if files is not None else [self.calls]), *words, **how)
        self.assertEqual(result.returncode, code, err(result))
        return result

    def report(self, *words, **how):
        return json.loads(out(self.measure(*words, "--format", "json", **how)))

    def rulings(self, *words, **how):
        return [(row["decision"], row["rule"]) for row in rows(self.measure(*words, "--per-record", "--format", "json", **how))]

    def check_row(self, row, rulings, passes):
        """Every figure of a row, from the rulings on the calls in their order."""
        runs = [ruling in passes for ruling in rulings]
        for name, label, stopped in (("tp", "harmful", True), ("fp", "clean", True), ("fn", "harmful", False), ("tn", "clean", False)):
            self.assertEqual(row[name], sum(ran != stopped and call["label"] == label for call, ran in zip(CALLS, runs)), (row["name"], name))
        harmful, clean = row["tp"] + row["fn"], row["fp"] + row["tn"]
        stopped = row["tp"] + row["fp"]
        self.assertEqual(row["precision"], round(row["tp"] / stopped, 4) if stopped else 0)
        self.assertEqual((row["recall"], row["false_block_rate"]), (round(row["tp"] / harmful, 4), round(row["fp"] / clean, 4)))
        tasks = calls.by_task("clean")
        self.assertEqual(row["tasks"]["clean"], len(tasks))
        completed = sum(all(runs[index] for index in task) for task in tasks)
        self.assertEqual((row["tasks"]["completed"], row["task_completion"]), (completed, round(completed / len(tasks), 4)), row["name"])
        for name, label in (("asked_harmful", "harmful"), ("asked_clean", "clean")):
            self.assertEqual(row[name], sum(ruling == "confirm" and call["label"] == label for call, ruling in zip(CALLS, rulings)), row["name"])
        self.assertEqual(row["asked_per_task"], round(row["asked_clean"] / len(tasks), 4))
        payloads = [[index for index in attack if CALLS[index].get("role") != "preparation"] for attack in calls.by_task("harmful")]
        outcomes = [sum(runs[index] for index in attack) for attack in payloads]
        self.assertEqual(row["tasks"]["attacks"], len(payloads))
        self.assertEqual(row["tasks"]["payloads"], sum(map(len, payloads)))
        self.assertEqual(row["tasks"]["payloads_stopped"], sum(map(len, payloads)) - sum(outcomes))
        self.assertEqual(row["tasks"]["attacks_succeeded"], sum(done == len(attack) for done, attack in zip(outcomes, payloads)), row["name"])
        self.assertEqual(row["tasks"]["attacks_partly"], sum(0 < done < len(attack) for done, attack in zip(outcomes, payloads)), row["name"])
        for name, of in row["per_class"].items():
            kind = [index for index, call in enumerate(CALLS) if call["class"] == name]
            asked = sum(rulings[index] == "confirm" for index in kind)
            self.assertEqual(of, {"blocked": sum(not runs[index] for index in kind), "total": len(kind), "asked": asked}, (row["name"], name))

    def test_each_call_by_itself_as_its_line_says(self):
        self.assertEqual([decision for decision, _ in self.rulings()], [call["by_record"]["full access"] for call in calls.EXPECTED])
        report = self.report()
        self.assertEqual((report["records"], report["harmful"], report["clean"], report["skipped"]),
                         (len(CALLS), sum(call["label"] == "harmful" for call in CALLS), sum(call["label"] == "clean" for call in CALLS), 0))
        for row in report["permission_sets"]:
            self.check_row(row, [call["by_record"][row["name"]] for call in calls.EXPECTED], {"allow"})
        policy, = (row for row in report["layers"] if row["name"] == "policy")
        self.check_row(policy, [call["by_record"]["full access"] for call in calls.EXPECTED], {"allow"})

    def test_in_a_run_what_was_taken_in_adds_up(self):
        report = self.report("--sources", "runtime")
        for row in report["permission_sets"]:
            self.check_row(row, [call["by_runtime"][row["name"]] for call in calls.EXPECTED], {"allow"})
        self.assertEqual(self.report("--sources", "record"), self.report())
        for name, sources in (("full access", 0), ("read-only", 1), ("wary", 1)):
            differ = sum(call["by_record"][name] != call["by_runtime"][name] for call in calls.EXPECTED)
            self.assertEqual(differ > 0, bool(sources), name)
        self.assertTrue(any(call["by_runtime"]["wary"] != call["by_runtime_approved"]["wary"] for call in calls.EXPECTED))

    def test_who_answers_and_both_bounds(self):
        for sources in ("by_record", "by_runtime"):
            words = ("--sources", sources.removeprefix("by_"))
            none, denied, approved = (self.report(*words, "--approver", answer) for answer in ("none", "deny", "approve"))
            self.assertEqual({**none, "approver": 0}, {**denied, "approver": 0})
            for index, row in enumerate(approved["permission_sets"]):
                rulings = [call[sources + ("_approved" if sources == "by_runtime" else "")][row["name"]] for call in calls.EXPECTED]
                self.check_row(row, rulings, {"allow", "confirm"})
                for bound, told in (("if_approved", row), ("if_unanswered", none["permission_sets"][index])):
                    for each in (row, none["permission_sets"][index]):
                        for key, value in each[bound].items():
                            self.assertEqual(value, told[key], (row["name"], bound, key))
        self.assertIn("0.3333-", out(self.measure()))
        for answer, words in (("none", "nobody answers"), ("deny", "denied"), ("approve", "approved, they run")):
            self.assertIn(f"asked calls: {words}", out(self.measure("--approver", answer)))

    def test_the_rules_that_decided_are_counted(self):
        report = self.report()
        by_rule = {}
        for (decision, rule), call in zip(self.rulings(), CALLS):
            by_rule.setdefault((rule, decision), {"harmful": 0, "clean": 0})[call["label"]] += 1
        self.assertEqual({(row["rule"], row["decision"]): {"harmful": row["harmful"], "clean": row["clean"]} for row in report["rules"]}, by_rule)
        self.assertEqual([(row["task"], row["decision"], row["tool"]) for row in report["tasks_held"]], [("tidy", "confirm", "wipe")])
        self.assertIn("tidy", out(self.measure("--details")))

    def test_a_rule_left_out_shows_what_it_stops(self):
        whole = {row["name"]: row for row in self.report()["layers"]}["policy"]
        without = {row["name"]: row for row in self.report("--without", "destination.unlisted")["layers"]}["policy"]
        self.assertEqual((without["tp"], without["fp"]), (whole["tp"] - 1, whole["fp"]))

    def test_the_session_says_under_which_set_the_policy_is_measured(self):
        report = self.report("--permissions", "read-only")
        policy, = (row for row in report["layers"] if row["name"] == "policy")
        row, = (row for row in report["permission_sets"] if row["name"] == "read-only")
        self.assertEqual([policy[key] for key in ("tp", "fp", "fn", "tn", "tasks")], [row[key] for key in ("tp", "fp", "fn", "tn", "tasks")])
        self.assertEqual(out(self.measure("--permissions", "unknown", code=2)), "")

    def test_only_the_calls_that_are_wanted(self):
        self.assertEqual(self.report("--where", "suite=desk")["records"], sum(call.get("suite") == "desk" for call in CALLS))
        report = self.report("--where", "suite=desk")
        self.assertEqual(report["harmful"], sum(call.get("suite") == "desk" and call["label"] == "harmful" for call in CALLS))
        for words in (("--where", "suite=none"), ("--where", "suite=desk", "--where", "suite=home"), ("--where", "label=clean")):
            self.assertEqual(out(self.measure(*words, code=2)), "", words)

    def test_files_say_what_lines_do_not(self):
        bare = [{key: value for key, value in call.items() if key not in ("label", "class")} for call in CALLS]
        clean = self.write("clean.jsonl", calls.lines(one for one, call in zip(bare, CALLS) if call["label"] == "clean"))
        harmful = self.write("harmful.jsonl.txt", calls.lines(one for one, call in zip(bare, CALLS) if call["label"] == "harmful"))
        report, whole = self.report("--clean", clean, "--harmful", harmful, files=[]), self.report()
        self.assertEqual(set(report["permission_sets"][0]["per_class"]), {"clean", "harmful"})
        for row, wanted in zip(report["permission_sets"], whole["permission_sets"]):
            for key in ("tp", "fp", "fn", "tn", "tasks", "asked_harmful", "asked_clean"):
                self.assertEqual(row[key], wanted[key], key)
        self.assertIn("label", err(self.measure(files=[clean], code=2)))

    def test_a_class_of_both_kinds_is_two(self):
        both = self.write("both.jsonl", calls.lines({**call, "class": "same"} for call in CALLS))
        shares = self.report(files=[both])["permission_sets"][0]["per_class"]
        self.assertEqual({name: of["total"] for name, of in shares.items()},
                         {f"same ({label})": sum(call["label"] == label for call in CALLS) for label in ("clean", "harmful")})

    def test_standard_input_gzip_and_rows_give_the_same(self):
        table = out(self.measure())
        self.assertEqual(out(self.measure(files=[], text=calls.lines(CALLS))), table)
        self.assertEqual(out(self.measure(files=["-"], text=calls.lines(CALLS))), table)
        written = self.folder / "rows.jsonl"
        self.assertEqual(out(self.measure("--records-out", written)), table)
        self.assertEqual(written.read_bytes(), self.measure("--per-record", "--format", "json").stdout)
        table = list(csv.DictReader(io.StringIO(out(self.measure("--per-record", "--format", "csv")))))
        self.assertEqual([row["tool"] for row in table], [call["tool"] for call in CALLS])
        self.assertIn("would write over", err(self.measure("--records-out", self.calls, code=2)))
        self.assertEqual(self.calls.read_text(), calls.lines(CALLS))

    def test_lines_that_are_no_labelled_calls(self):
        good = calls.lines(CALLS)
        for bad in ('{"label": "clean"', '{"label": "good", "tool": "look", "arguments": {"id": "1"}}', '{"tool": "look", "arguments": {"id": "1"}}',
                    '{"label": "clean", "class": 7, "tool": "look", "arguments": {}}', '{"label": "clean", "tool": "look", "arguments": {}, "role": "boss"}',
                    '{"label": "clean", "tool": "look", "arguments": {}, "source": "mars"}', '{"label": "clean", "arguments": {}}',
                    '{"class": "clean", "source": "user", "features": {"long": true}}', "[]"):
            path = self.write("bad.jsonl", bad + "\n" + good)
            result = self.measure(files=[path], code=2)
            self.assertEqual(out(result), "", bad)
            self.assertIn(f"{path}:1", err(result), bad)
            skipped = self.measure("--skip-bad", files=[path])
            self.assertIn("skipped: 1 lines", out(skipped))
            self.assertEqual(self.report("--skip-bad", files=[path]), {**self.report(), "skipped": 1})
            self.assertEqual(rows(self.measure("--skip-bad", "--per-record", "--format", "json", files=[path]))[-1], {"skipped": 1})
        for text in ("", "\n\n"):
            self.assertEqual(out(self.measure(files=[self.write("empty", text)], code=2)), "")
        for label in ("clean", "harmful"):
            self.assertIn("there is no", err(self.measure(files=[], text=calls.lines(call for call in CALLS if call["label"] == label), code=2)))

    def test_names_of_calls_steer_no_terminal_and_make_no_line(self):
        hostile = "x\x1b[31m\nrecords: 0 | `x` <b>"
        lines = [{**call, "id": hostile, "suite": hostile, "class": call["class"] + hostile, "task": str(call.get("task")) + hostile} for call in CALLS]
        path = self.write("hostile.jsonl", calls.lines([*lines, {**lines[-1], "tool": hostile}]))
        for words in (("--pairs", "--details", "--frontier"), ("--per-record",)):
            for form in ("table", "markdown"):
                text = out(self.measure(*words, "--format", form, files=[path]))
                self.assertNotIn("\x1b", text, words)
                self.assertEqual(sum(line.startswith("records: ") for line in text.splitlines()), words != ("--per-record",))
                self.assertEqual("<b>" in text, form == "table")

    def test_an_experiment_of_calls_has_the_policy_and_its_stages_as_parts(self):
        experiment = self.write("e.toml", """
[filters.changes]
any = ["effect:write", "effect:send"]
[filters.marked]
all = ["marked"]
none = ["irreversible"]
[[narrowing]]
sets = ["full access", "wary"]
[layers]
one = { any = ["policy"] }
two = { any = ["changes", "marked"] }
three = { all = ["policy", "changes"] }
four = { any = ["destination stage", "tool stage"] }
[report]
added = [{ layer = "two", over = "policy" }]
""")
        marked = self.write("marked.jsonl", calls.lines({**call, "features": {"marked": index % 2 == 0}} for index, call in enumerate(CALLS)))
        report = json.loads(out(self.measure("--experiment", experiment, "--format", "json", files=[marked])))
        self.assertEqual([row["name"] for row in report["permission_sets"]], ["full access", "wary"])
        ruled = [call["by_record"]["full access"] != "allow" for call in calls.EXPECTED]
        changes = [call["tool"] in ("note", "wipe", "mail") for call in CALLS]
        two = [changed or (index % 2 == 0 and call["tool"] != "wipe") for index, (changed, call) in enumerate(zip(changes, CALLS))]
        four = [call["tool"] == "hack" or "evil" in str(call["arguments"]) for call in CALLS]
        wanted = {"one": ruled, "two": two, "three": [a and b for a, b in zip(ruled, changes)], "four": four}
        for row in report["layers"]:
            counts = [sum(stopped == wanted_now and call["label"] == label for call, stopped in zip(CALLS, wanted[row["name"]]))
                      for wanted_now in (True, False) for label in ("harmful", "clean")]
            self.assertEqual([row[key] for key in ("tp", "fp", "fn", "tn")], counts, row["name"])
        added = [call["label"] for call, a, b in zip(CALLS, two, ruled) if a and not b]
        self.assertEqual((report["added"][0]["records"], report["added"][0]["harmful"]), (len(added), added.count("harmful")))

    def test_what_an_experiment_knows_of_calls_is_kept(self):
        experiment = self.write("e.toml", '[records]\nclasses = ["work", "theft"]\nclean = ["work"]\nfeatures = ["marked"]\n[layers]\np = { any = ["policy"] }\n')
        good = [{"class": kind, "tool": "look", "arguments": {"id": "1"}} for kind in ("work", "theft")]
        report = self.report("--experiment", experiment, files=[self.write("good.jsonl", calls.lines(good))])
        self.assertEqual((report["clean"], report["harmful"], report["layers"][0]["name"]), (1, 1, "p"))
        for bad, word in (({"label": "harmful"}, "label"), ({"class": "worm"}, "worm"), ({"features": {"market": True}}, "market"), ({"features": {"marked": 1}}, "marked")):
            path = self.write("bad.jsonl", calls.lines([*good, {**good[0], **bad}]))
            result = self.measure("--experiment", experiment, files=[path], code=2)
            self.assertEqual(out(result), "", bad)
            self.assertIn(f"{path}:3", err(result))
            self.assertIn(word, err(result))
            self.assertEqual(self.report("--experiment", experiment, "--skip-bad", files=[path]), {**report, "skipped": 1})

    def test_a_policy_that_does_not_load_measures_nothing(self):
        self.policy.write_text(POLICY + "\n[nonsense]\n")
        self.assertEqual(out(self.measure(code=2)), "")
        self.policy = self.folder / "absent.toml"
        self.assertEqual(out(self.measure(code=2)), "")


class Traces(yett.InScratchFolder):
    def test_a_trace_of_every_format(self):
        files = {"claude-code": "claude-code.jsonl", "mcp": "mcp.jsonl", "openai": "openai.jsonl", "anthropic": "anthropic.json", "langchain": "langchain.json"}
        reports = []
        for form, name in files.items():
            trace = SOURCE / "tests/cli/traces" / name
            result = run("measure", "-p", yett.DESKMATE, "--tenant", "acme", "--from", form, "--clean", trace, "--harmful", trace, "--format", "json")
            self.assertEqual(result.returncode, 0, err(result))
            report = json.loads(out(result))
            policy, = (row for row in report["layers"] if row["name"] == "policy")
            # Of its five calls one is denied and one is asked about.
            self.assertEqual((report["clean"], policy["fp"], policy["tp"], policy["asked_clean"], policy["asked_harmful"]), (5, 2, 2, 1, 1), form)
            reports.append(policy["per_class"])
            refused = run("measure", "-p", yett.DESKMATE, "--tenant", "acme", "--from", form, trace)
            self.assertEqual((refused.returncode, out(refused)), (2, ""))
            self.assertIn("--clean FILE or --harmful FILE", err(refused))
        self.assertTrue(all(report == reports[0] for report in reports))


if __name__ == "__main__":
    yett.main()
