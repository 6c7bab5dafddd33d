"""Ways in which `yett measure` was made to say something that does not follow from what it was given."""

import gzip
import json
import subprocess

import measured_calls as calls
import yett
from measured_calls import CALLS, POLICY
from yett import ENVIRONMENT, YETT, err, out, run

OPEN = {"tool": "look", "arguments": {"id": "1"}}


def claude(session, tool, **arguments):
    return json.dumps({"session_id": session, "tool_name": tool, "tool_input": arguments}) + "\n"


class Attacks(yett.InScratchFolder):
    def setUp(self):
        super().setUp()
        self.policy = self.write("yett.toml", POLICY)
        self.calls = self.write("calls.jsonl", calls.lines(CALLS))

    def measure(self, *words, code=0, **how):
        result = run("measure", *words, cwd=self.folder, **how)
        self.assertEqual(result.returncode, code, out(result) + err(result))
        return result

    def report(self, *words):
        return json.loads(out(self.measure("-p", self.policy, *words, "--format", "json")))

    def test_arguments_under_another_name_are_a_bad_line(self):
        for member in ("args", "params", "input", "argumets"):
            path = self.write("typo.jsonl", calls.lines([{"label": "harmful", "tool": "look", member: {"id": "1"}}]))
            self.assertIn('did you mean "arguments"?', err(self.measure("-p", self.policy, path, self.calls, code=2)))
        path = self.write("typo.jsonl", calls.lines([{**OPEN, "label": "harmful", "soruce": "tool_output"}]))
        self.assertIn('did you mean "source"?', err(self.measure("-p", self.policy, path, self.calls, code=2)))

    def test_a_line_does_not_say_what_the_policy_says_of_a_tool(self):
        path = self.write("forged.jsonl", calls.lines([{**OPEN, "label": "harmful", "features": {"effect:send": True}}]))
        self.assertIn("effect:send", err(self.measure("-p", self.policy, path, self.calls, code=2)))

    def test_a_compressed_trace_is_the_trace(self):
        text = claude("s", "look", id="1") + claude("s", "look", id="2")
        plain = self.write("plain.jsonl", text)
        packed = self.write("packed.jsonl.gz", gzip.compress(text.encode()))
        words = ("--from", "claude-code", "--clean", plain, "--harmful")
        self.assertEqual(self.report(*words, packed), self.report(*words, plain))
        self.assertEqual(self.report(*words, packed)["harmful"], 2)

    def test_log_lines_in_a_trace_are_no_stopped_attacks(self):
        clean = self.write("clean.jsonl", claude("s", "look", id="1"))
        for text in (claude("t", "look", id="1") + "log line\n" * 9, "log\nlog\n" + claude("t", "look", id="1")):
            noisy = self.write("noisy.jsonl", text)
            words = ("--from", "claude-code", "--clean", clean, "--harmful", noisy)
            self.assertIn("noisy.jsonl:", err(self.measure("-p", self.policy, *words, code=2)))
            report = self.report(*words, "--skip-bad")
            self.assertEqual((report["harmful"], report["layers"][-1]["recall"]), (1, 0))
            self.assertGreater(report["skipped"], 0)

    def test_one_session_in_two_files_is_two_tasks(self):
        clean = self.write("a.jsonl", claude("same", "look", id="1"))
        harmful = self.write("b.jsonl", claude("same", "look", id="1"))
        tasks = self.report("--from", "claude-code", "--clean", clean, "--harmful", harmful, "--sources", "runtime")["layers"][-1]["tasks"]
        self.assertEqual((tasks["clean"], tasks["attacks"]), (1, 1))

    def test_a_filter_of_lines_is_not_ignored_for_traces(self):
        trace = self.write("a.jsonl", claude("s", "look", id="1"))
        self.measure("-p", self.policy, "--from", "claude-code", "--where", "suite=x", "--clean", trace, "--harmful", trace, code=2)

    def test_limits_by_the_minute_stop_nothing_of_no_known_time(self):
        policy = self.write("slow.toml", POLICY + "\n[limits]\ncalls_per_minute = 3\ndenials = 2\n")
        many = [{**OPEN, "label": "clean", "task": "t"} for _ in range(20)] + [{"tool": "stranger", "label": "harmful", "task": "t"} for _ in range(5)]
        path = self.write("many.jsonl", calls.lines(many))
        report = json.loads(out(self.measure("-p", policy, path, "--sources", "runtime", "--format", "json")))
        self.assertEqual({rule["rule"] for rule in report["rules"]}, {"default.allow", "tool.unregistered"})

    def test_nothing_that_is_used_is_written_over(self):
        records = self.write("records.jsonl", '{"class": "clean", "source": "user"}\n')
        experiment = self.write("e.toml", '[records]\nclean = ["clean"]\ncapability = [{ is = "read" }]\n')
        cube = self.write("cube.csv", "class,source,capability,records\nclean,user,read,1\n")
        (self.folder / "link.svg").symlink_to("e.toml")
        kept = {path: path.read_bytes() for path in (self.policy, self.calls, records, experiment, cube)}
        for words in ((records, "--experiment", experiment, "--plot", experiment), (records, "--cube-out", records), ("--from-cube", cube, "--experiment", experiment, "--cube-out", cube),
                      ("-p", self.policy, self.calls, "--records-out", self.policy), ("-p", self.policy, self.calls, "--plot", self.calls),
                      ("--plot", self.folder / "link.svg"), ("--cube-out", "one", "--records-out", "one"), ("--experiment", experiment, records, "--records-out", experiment)):
            self.measure(*words, code=2)
        # The policy that nobody names is used too, with its lock, and so is what comes in by redirection.
        for target in ("yett.toml", self.write("yett.lock", "")):
            self.assertIn("would write over", err(self.measure(self.calls, "--records-out", target, code=2)))
        (self.folder / "yett.lock").unlink()
        with self.calls.open("rb") as source:
            result = subprocess.run([YETT, "measure", "-p", self.policy, "--records-out", self.calls], stdin=source, capture_output=True, env=ENVIRONMENT, timeout=60)
        self.assertIn("would write over", err(result))
        self.assertEqual(kept, {path: path.read_bytes() for path in kept})

    def test_sums_of_a_cube_do_not_wrap(self):
        rows = "".join(f"clean,user,read,{flag},9007199254740992\n" for flag in (0, 1)) * 1024
        cube = self.write("cube.csv", "class,source,capability,rule filter,records\nsource_spoofing,user,read,1,5\n" + rows)
        self.measure("--from-cube", cube, code=2)

    def test_layers_on_layers_are_measured_at_once(self):
        layers = '"0" = { any = ["read-only"] }\n"1" = { all = ["read-only"] }\n'
        layers += "".join(f'"{i}" = {{ any = ["{i - 1}", "{i - 2}"] }}\n' for i in range(2, 90))
        path = self.write("deep.toml", '[records]\nclean = ["clean"]\ncapability = [{ is = "read" }]\n[layers]\n' + layers)
        self.measure("--experiment", path)

    def test_a_feature_that_would_be_another_column_is_no_query(self):
        for feature in ("source", "Records"):
            path = self.write("e.toml", f'[records]\nclean = ["clean"]\ncapability = [{{ all = ["{feature}"], is = "write" }}, {{ is = "read" }}]\n')
            self.assertIn("another column", err(self.measure("--experiment", path, "--sql", code=2)))

    def test_a_file_that_begins_with_a_call_is_measured_under_the_policy_at_hand(self):
        self.assertEqual(out(self.measure(self.calls)), out(self.measure("-p", self.policy, self.calls)))

    def test_what_is_measured_without_a_rule_says_so(self):
        result = self.measure("-p", self.policy, self.calls, "--without", "destination.unlisted")
        self.assertIn("measured without destination.unlisted", err(result))

    def test_a_policy_that_stops_nothing_has_its_row(self):
        path = self.write("open.jsonl", calls.lines([{**OPEN, "label": label} for label in ("clean", "harmful")]))
        table = out(self.measure("-p", self.policy, path))
        self.assertRegex(table, r"(?m)^policy +0 +0 ")
        self.assertNotIn("stage", table)

    def test_calls_of_another_suite_are_told(self):
        self.assertIn("tools that the policy does not have", err(self.measure("-p", self.policy, self.calls)))


if __name__ == "__main__":
    yett.main()
