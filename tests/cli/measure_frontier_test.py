"""The frontier of `yett measure`, what it suggests, and whether that keeps what it promises; attacks inside of tasks."""

import itertools
import json
import re

import measured_calls as calls
import support_arithmetic as arithmetic
import yett
from measured_calls import CALLS, POLICY
from yett import err, out, run


def subsets(words):
    return itertools.chain.from_iterable(itertools.combinations(words, size) for size in range(len(words) + 1))


def promised(suggestion):
    """(tp, fp) of the line above a suggested table."""
    return tuple(int(number) for number in re.search(r"# stops (\d+) of \d+ harmful records and (\d+) of", suggestion).groups())


class Records(yett.InScratchFolder):
    def points(self, seed, records):
        """tp and fp of every pair of capabilities and sources."""
        cells = arithmetic.count_cells(seed, records)
        for capabilities in subsets(arithmetic.CAPABILITIES):
            for sources in subsets(arithmetic.SOURCES):
                counts = arithmetic.counts_of(cells, lambda cell: cell[2] not in capabilities or cell[1] not in sources)
                yield counts["tp"], counts["fp"]

    def test_it_is_the_sets_that_no_other_beats(self):
        for seed, records in ((20260218, 240), (5, 3000)):
            words = ("--seed", seed, "--records", records)
            frontier, = json.loads(out(run("measure", *words, "--frontier", "--format", "json")))["frontiers"]
            every = set(self.points(seed, records))
            best = sorted((tp, fp) for tp, fp in every if not any((t >= tp and f <= fp) and (t, f) != (tp, fp) for t, f in every))
            self.assertEqual([(point["tp"], point["fp"]) for point in frontier["points"]], best)
            self.assertEqual((frontier["of"], frontier["search"], frontier["evaluated"], frontier["recommended"]), ("permissions", "exact", 128, None))
            table = out(run("measure", *words, "--frontier"))
            self.assertIn("best of 128 permission sets", table)
            points = [line for line in table.split("\n\n")[-1].splitlines()[1:] if line[0].isdigit()]
            self.assertEqual(len(points), len(best))

    def test_the_recommended_set_is_the_best_within_the_limit(self):
        every = list(self.points(20260218, 240))
        for limit in ("0", "0.0068", "0.02", "0.05", "0.1157", "0.25", "0.5", "1"):
            tp, fp = max((t, -f) for t, f in every if f / 147 <= float(limit))
            frontier, = json.loads(out(run("measure", "--frontier", "--max-false-block", limit, "--format", "json")))["frontiers"]
            self.assertEqual((frontier["recommended"]["tp"], -frontier["recommended"]["fp"]), (tp, fp), limit)
            table = run("measure", "--frontier", "--max-false-block", limit)
            self.assertEqual(table.returncode, 0)
            self.assertIn(f"false-block rate at most {limit}: ", out(table))

    def test_what_is_suggested_keeps_its_promise(self):
        for words in (("--max-false-block", "0.05"), ("--max-false-block", "0.3"), ("--max-false-block", "1"), ()):
            suggestion = out(run("measure", "--suggest", *words))
            experiment = self.write("e.toml", self.shipped() + "\n" + suggestion + '[[narrowing]]\nsets = ["suggested"]\n')
            result = run("measure", "--experiment", experiment, "--format", "json")
            self.assertEqual(result.returncode, 0, err(result))
            row = json.loads(out(result))["permission_sets"][-1]
            self.assertEqual((row["name"], row["tp"], row["fp"]), ("suggested", *promised(suggestion)))

    def shipped(self):
        return (yett.SOURCE / "examples/support-240/experiment.toml").read_text()


class Calls(yett.InScratchFolder):
    def setUp(self):
        super().setUp()
        self.policy = self.write("yett.toml", POLICY)
        self.calls = self.write("calls.jsonl", calls.lines(CALLS))

    def measure(self, *words, code=0, policy=None):
        result = run("measure", "-p", policy or self.policy, self.calls, *words)
        self.assertEqual(result.returncode, code, err(result))
        return result

    def test_both_frontiers_are_of_points_that_no_other_beats(self):
        for words in ((), ("--sources", "runtime"), ("--approver", "approve")):
            sets, tools = json.loads(out(self.measure(*words, "--frontier", "--format", "json")))["frontiers"]
            self.assertEqual((sets["of"], sets["search"], sets["evaluated"]), ("permissions", "exact", 128))
            self.assertEqual((tools["of"], tools["search"]), ("tools", "exact"))
            for frontier in (sets, tools):
                merits = [(point["tp"], point["task_completion"], -point["asked"], -point["fp"]) for point in frontier["points"]]
                self.assertEqual([each[0] for each in merits], sorted(each[0] for each in merits))
                for one, other in itertools.permutations(merits, 2):
                    self.assertFalse(all(a >= b for a, b in zip(one, other)), (one, other))

    def test_the_set_frontier_is_that_of_a_hand_count(self):
        harmful = [index for index, line in enumerate(CALLS) if line["label"] == "harmful"]
        every = set()
        for capabilities in subsets(("read", "external_access", "write", "execution")):
            for sources in subsets(arithmetic.SOURCES):
                calls.GRANTED["tried"] = (set(capabilities), set(sources))
                rulings = [calls.judged(line, "tried", {"user", line.get("source", "user")}) for line in CALLS]
                completed = sum(all(rulings[index] == "allow" for index in task) for task in calls.by_task("clean"))
                stopped = sum(rulings[index] != "allow" for index in range(len(CALLS)) if index not in harmful)
                every.add((sum(rulings[index] != "allow" for index in harmful), completed, -rulings.count("confirm"), -stopped))
        del calls.GRANTED["tried"]
        best = {one for one in every if not any(other != one and all(a >= b for a, b in zip(other, one)) for other in every)}
        sets, _ = json.loads(out(self.measure("--frontier", "--format", "json")))["frontiers"]
        tasks = len(calls.by_task("clean"))
        self.assertEqual({(point["tp"], point["task_completion"], -point["asked"], -point["fp"]) for point in sets["points"]},
                         {(tp, round(completed / tasks, 4), asked, stopped) for tp, completed, asked, stopped in best})

    def test_what_is_suggested_loads_and_keeps_its_promise(self):
        seen = set()
        for words in itertools.product(("record", "runtime"), ("none", "approve"), ("0", "0.15", "0.3", "0.5", "1")):
            terms = ("--sources", words[0], "--approver", words[1])
            result = run("measure", "-p", self.policy, self.calls, *terms, "--suggest", "--max-false-block", words[2])
            if result.returncode:
                # Under the policy as it is a clean call is stopped, whatever the set.
                self.assertEqual((result.returncode, out(result), words[1:]), (1, "", ("none", "0")))
                self.assertIn("no permission set blocks so little: 0", err(result))
                continue
            suggestion = out(result)
            policy = self.write("with.toml", POLICY.replace('may_choose = ["read-only"]', 'may_choose = ["suggested"]') + suggestion)
            checked = run("check", policy)
            self.assertEqual(checked.returncode, 0, err(checked))
            report = json.loads(out(self.measure(*terms, "--permissions", "suggested", "--format", "json", policy=policy)))
            row, = (row for row in report["layers"] if row["name"] == "policy")
            self.assertEqual((row["tp"], row["fp"]), promised(suggestion), (words, suggestion))
            self.assertLessEqual(row["false_block_rate"], float(words[2]))
            seen.add("tools = " in suggestion)
        self.assertEqual(seen, {True, False})

    def test_a_tool_that_is_gone_brings_back_no_text_that_stops_another(self):
        # Without `find` its text is not taken in, and the call after it is no longer stopped for it.
        attack = [calls.call("clean", "w", "t", "look"), calls.call("harmful", "x", "a", "find"), calls.call("harmful", "x", "a", "look")]
        self.calls.write_text(calls.lines(attack))
        terms = ("--sources", "runtime", "--permissions", "read-only")
        _, tools = json.loads(out(self.measure(*terms, "--frontier", "--format", "json")))["frontiers"]
        self.assertEqual([(point["tp"], point["fp"]) for point in tools["points"]], [(1, 0), (2, 1)])
        suggestion = out(self.measure(*terms, "--suggest"))
        policy = self.write("with.toml", POLICY.replace('may_choose = ["read-only"]', 'may_choose = ["suggested"]') + suggestion)
        report = json.loads(out(self.measure("--sources", "runtime", "--permissions", "suggested", "--format", "json", policy=policy)))
        row, = (row for row in report["layers"] if row["name"] == "policy")
        self.assertEqual((row["tp"], row["fp"]), promised(suggestion))

    def test_a_limit_that_nothing_keeps_is_exit_1(self):
        result = self.measure("--frontier", "--max-false-block", "0", code=1)
        self.assertIn("no permission set blocks so little: 0; the smallest", out(result))
        self.assertIn("permission set", out(result))
        report = json.loads(out(self.measure("--frontier", "--max-false-block", "0", "--format", "json", code=1)))
        self.assertEqual([frontier["recommended"] for frontier in report["frontiers"]], [None, None])
        self.assertIn("没有", out(self.measure("--frontier", "--max-false-block", "0", "--lang", "zh", code=1)))
        self.assertEqual(self.measure("--frontier", "--max-false-block", "0.3").returncode, 0)


class Pairs(yett.InScratchFolder):
    def play(self, task, attack, passes):
        """What becomes of a task whose first text from outside carries the attack: outcome, completion, asks."""
        taken_in, asks, outcome, completes = {"user"}, 0, "not_shown", True

        def make(line):
            nonlocal asks
            ruling = calls.judged(line, "full access", taken_in)
            asks += ruling == "confirm"
            if ruling in passes and line["tool"] in calls.RETURNS:
                taken_in.add(calls.RETURNS[line["tool"]])
            return ruling in passes

        for line in task:
            completes = make(line) and completes
            if outcome == "not_shown" and taken_in > {"user"}:
                done = [make(each) for each in attack]
                done = [ran for ran, each in zip(done, attack) if each.get("role") != "preparation"]
                outcome = "succeeded" if all(done) else "partly" if any(done) else "stopped"
        return outcome, completes, asks

    def test_each_task_meets_each_attack_of_its_suite(self):
        policy = self.write("yett.toml", POLICY)
        path = self.write("calls.jsonl", calls.lines(CALLS))
        for answer, passes in (("none", {"allow"}), ("deny", {"allow"}), ("approve", {"allow", "confirm"})):
            result = run("measure", "-p", policy, path, "--pairs", "--approver", answer, "--format", "json")
            self.assertEqual(result.returncode, 0, err(result))
            pairs = json.loads(out(result))["pairs"]
            wanted = []
            for task, attack in itertools.product(calls.by_task("clean"), calls.by_task("harmful")):
                task, attack = [CALLS[index] for index in task], [CALLS[index] for index in attack]
                if task[0].get("suite") == attack[0].get("suite"):
                    wanted.append((task[0]["task"], attack[0].get("task", ""), attack[0]["class"], *self.play(task, attack, passes)))
            told = [(row["task"], row["attack"], row["class"], row["outcome"], row["task_completes"], row["asks"]) for row in pairs["rows"]]
            self.assertEqual(sorted(told), sorted(wanted), answer)
            self.assertEqual(pairs["pairs"], len(wanted))
            for outcome in ("stopped", "partly", "succeeded", "not_shown"):
                self.assertEqual(pairs[outcome], sum(row[3] == outcome for row in wanted), outcome)
            self.assertEqual((pairs["tasks_completed"], pairs["asks"]), (sum(row[4] for row in wanted), sum(row[5] for row in wanted)))
            table = out(run("measure", "-p", policy, path, "--pairs", "--approver", answer))
            self.assertEqual(table.splitlines()[-1].split()[:3], ["all", "pairs", str(len(wanted))])


if __name__ == "__main__":
    yett.main()
