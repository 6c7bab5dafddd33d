"""A process that dies at each named step of the flow, one after the other. Whatever the step: no tool runs without its durable
record, nothing runs twice, an approval is used at most once, and what nobody saw end is `unknown`.

    kill_test.py YETT SOURCE YETT_WITH_FAULTS
"""

import os
import unittest
from concurrent.futures import ThreadPoolExecutor

import story
from story import Story, yett

# How a store would have to be broken for the checks of story.py to be of use: it claims to have done the step. Beside it a
# step to die at where the lie shows only in what is found afterwards.
LIES = {
    "commit": "execution.closed#1",
    "execution.opened": "execution.closed#1",
    "execution.closed": None,
    "request.consumed": None,
    "grant": None,
}


class Faults(unittest.TestCase):
    def steps_of(self, told, trace):
        told.tell()
        self.assertFalse(told.died)
        told.check()
        return trace.read_text().split()

    def steps_of_the_gate(self):
        with Story(self) as told:
            trace = told.folder / "trace"
            told.gate = {"YETT_FAULT_TRACE": str(trace)}
            return self.steps_of(told, trace)

    def steps_of_the_person(self):
        with Story(self) as told:
            trace = told.folder / "trace"
            told.person = {"YETT_FAULT_TRACE": str(trace)}
            steps = self.steps_of(told, trace)
            return sorted(set(steps), key=steps.index)  # each answer is a process of its own

    def walk(self, steps, **who):
        """Tells the story once for each step; returns those at which somebody died."""
        def one(step):
            environment = {"YETT_FAULT_AT": step}
            with Story(self, **{name: environment for name in who}) as told:
                try:
                    told.tell()
                    told.check()
                except AssertionError as error:
                    return step, told.died, error
                return step, told.died, None

        with ThreadPoolExecutor(2 * (os.cpu_count() or 1)) as pool:
            ended = list(pool.map(one, steps))
        wrong = [f"at {step}: {error}" for step, _, error in ended if error]
        self.assertFalse(wrong, "\n".join(wrong))
        died = {step for step, died, _ in ended if died}
        # How often the gate looks at what waits is a matter of time; that it comes by each step is not.
        self.assertEqual({step.split("#")[0] for step in steps}, {step.split("#")[0] for step in died})

    def test_of_the_gate(self):
        self.walk(self.steps_of_the_gate(), gate=True)

    def test_of_the_person(self):
        self.walk(self.steps_of_the_person(), person=True)

    def check_order(self, steps):
        """No message goes to a server while an intent is written that is not on the disk."""
        names = [step.split("#")[0] for step in steps]
        self.assertIn("record.decision.allow", names)
        is_open = False
        for name in names:
            if name == "record.decision.allow":
                is_open = True
            elif name == "synced":
                is_open = False
            elif name == "call":
                self.assertFalse(is_open, "a call goes out before its intent is durable")

    def test_an_intent_is_on_the_disk_before_its_call_goes_out(self):
        self.check_order(self.steps_of_the_gate())

    def test_what_is_installed_has_no_such_steps(self):
        self.assertIn(b"YETT_FAULT_AT", story.FAULTY.read_bytes())
        for name in (b"YETT_FAULT", b"YETT_TEST_CLOCK"):
            self.assertNotIn(name, yett.YETT.read_bytes())

    def test_a_gate_that_does_not_wait_for_the_disk_is_noticed(self):
        with Story(self) as told:
            trace = told.folder / "trace"
            told.gate = {"YETT_FAULT_TRACE": str(trace), "YETT_FAULT_LIE": "sync"}
            told.tell()
            with self.assertRaises(AssertionError):
                self.check_order(trace.read_text().split())

    def test_a_store_that_does_not_do_what_it_says_is_noticed(self):
        for lie, step in LIES.items():
            with self.subTest(lie), Story(self, gate={"YETT_FAULT_LIE": lie, "YETT_FAULT_AT": step or ""}) as told:
                with self.assertRaises(AssertionError):
                    told.tell()
                    told.check()


if __name__ == "__main__":
    yett.main()
