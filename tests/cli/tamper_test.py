"""What somebody who can write the state folder does to the records, and that two verifiers find it: Yett's own and
tools/verify_audit.py, which shares nothing with it but the description of the format.

Chains that verified after their end, their beginning or all of them was gone, or after a suffix was written anew, were reported at
agent-bom#3697, cmcp#427, buzz#2620, ai-memory#1850 and openfang#1287.
"""

import base64
import hashlib
import json
import pathlib
import shutil
import tempfile
import unittest

import yett
from audited import copy_of, database, make_story, other, ours, theirs
from yett import out, run


class Chain:
    """The records of a database as a list that can be written back, with hashes of one's own."""

    def __init__(self, base):
        self.base = base
        self.records = [list(row) for row in base.execute("SELECT seq, prev, hash, body FROM records ORDER BY seq")]

    def rehash(self, begin=0):
        prev = self.records[begin - 1][2] if begin else bytes(32)
        for record in self.records[begin:]:
            body = record[3].encode()
            record[1] = prev
            record[2] = prev = hashlib.sha256(b"yett-record-v1\0" + prev + len(body).to_bytes(8, "big") + body).digest()

    def renumber(self):
        for seq, record in enumerate(self.records, 1):
            body = json.loads(record[3])
            body["seq"] = seq
            record[0], record[3] = seq, canonical(body)

    def write(self, head=True):
        self.base.execute("DELETE FROM records")
        self.base.executemany("INSERT INTO records VALUES (?, ?, ?, ?)", self.records)
        if head:
            last = self.records[-1] if self.records else [0, None, bytes(32)]
            self.base.execute("UPDATE head SET seq = ?, hash = ?", (last[0], last[2]))


def canonical(value):
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def with_member(body, member, value):
    return canonical({**json.loads(body), member: value})


class Tampered(unittest.TestCase):
    """A store, what was kept of it elsewhere, and both verifiers."""

    @classmethod
    def setUpClass(cls):
        cls.keep = tempfile.TemporaryDirectory(prefix="yett-tamper-")
        cls.addClassCleanup(cls.keep.cleanup)
        cls.folder = pathlib.Path(cls.keep.name)
        cards = yett.cards_of(cls.folder)
        cards.mkdir(mode=0o700)
        cls.addClassCleanup(shutil.rmtree, cards)
        cls.state = make_story(cls.folder)
        cls.kept = cls.folder / "kept"
        cls.kept.write_text(out(run("audit", "checkpoint", "--state", cls.state)))
        cls.key = out(run("audit", "key", "--state", cls.state)).strip()
        with database(cls.state) as base:
            cls.count = base.execute("SELECT count(*) FROM records").fetchone()[0]
        assert cls.count >= 12, cls.count

    def verdicts(self, change, *words):
        """What both say of a copy of the state folder that `change` was made to. They must agree."""
        copy = copy_of(self.state, self.folder / "copy")
        change(copy)
        first, second = ours(copy, *words), theirs(copy / "store.db", *words)
        self.assertEqual(first, second)
        return first

    def in_chain(self, change):
        def apply(state):
            with database(state) as base:
                change(Chain(base))
        return apply

    def found(self, record, change, *words):
        verdict = self.verdicts(change, *words)
        self.assertEqual((verdict.code, verdict.record), (1, record), verdict)

    def places(self):
        return (1, self.count // 2, self.count)


class Tamper(Tampered):
    def test_the_other_verifier_is_short_and_needs_nothing_but_python(self):
        text = (yett.SOURCE / "tools/verify_audit.py").read_text()
        self.assertLessEqual(len(text.splitlines()), 150)
        imported = [line.removeprefix("import ").split(", ") for line in text.splitlines() if line.startswith(("import", "from"))]
        self.assertEqual(imported, [["argparse", "base64", "hashlib", "json", "sqlite3", "sys"]])

    def test_the_chain_is_whole_before(self):
        for words in ((), ("--checkpoint", self.kept), ("--checkpoint", self.kept, "--key", self.key)):
            verdict = self.verdicts(lambda state: None, *words)
            self.assertEqual(verdict.code, 0, verdict)
            self.assertIn(f"{self.count} records, whole", verdict.text)

    def test_a_verdict_says_when_a_cut_tail_would_not_be_noticed(self):
        alone = "; not compared with a kept checkpoint"
        for verify in (lambda *words: ours(self.state, *words), lambda *words: theirs(self.state / "store.db", *words)):
            self.assertTrue(verify().text.endswith(alone + "\n"), verify())
            self.assertNotIn(alone, verify("--checkpoint", self.kept).text)
        self.assertIn("没有与存放在别处的检查点比对", ours(self.state, "--lang", "zh").text)

    def test_a_line_of_an_export_that_yett_would_not_read(self):
        """The hash fits what Python's own reader makes of the line, and another reader sees something else."""
        lines = out(run("audit", "export", "--state", self.state)).splitlines()
        body = json.loads(lines[0])
        intent = {**body["intent"], "more": 1}
        spellings = {"a member twice": ('"user":"ana"', '"user":"mallory","user":"ana"'), "twice within": ('"more":1', '"more":7,"more":1'),
                     "no number": ('"more":1', '"more":NaN'), "infinite": ('"more":1', '"more":-Infinity'),
                     "beyond 2^53": ('"more":1', '"more":9007199254740993'), "far beyond": ('"more":1', '"more":-1' + "0" * 30)}
        export = self.folder / "export.jsonl"
        for what, (text, spelt) in {"as it is": ("", ""), **spellings}.items():
            line = canonical({**body, "intent": intent}).replace(text, spelt, 1)
            read = json.loads(line)
            prev, _ = read.pop("prev"), read.pop("hash")
            made = canonical(read).encode()
            digest = hashlib.sha256(b"yett-record-v1\0" + bytes.fromhex(prev[7:]) + len(made).to_bytes(8, "big") + made).hexdigest()
            export.write_text(line.replace(body["hash"], "sha256:" + digest) + "\n")
            verdict = theirs(export)
            self.assertEqual((verdict.code, verdict.record), (0, None) if what == "as it is" else (1, 1), (what, verdict))

    def test_a_body_with_a_number_that_yett_would_not_read(self):
        for place in self.places():
            for number in (float("nan"), 2**53 + 1):
                def change(chain, place=place, number=number):
                    chain.records[place - 1][3] = with_member(chain.records[place - 1][3], "intent", {"more": number})
                    chain.rehash(place - 1)
                    chain.write()
                with self.subTest(record=place, number=number):
                    self.found(place, self.in_chain(change))

    def test_a_line_that_is_no_record_at_all(self):
        export = self.folder / "odd.jsonl"
        for line in ("[" * 100_000, '{"seq":"1","prev":"sha256:00","hash":"sha256:00"}', "\ufeff{}", "null"):
            export.write_text(line + "\n")
            verdict = theirs(export)
            self.assertEqual((verdict.code, verdict.record), (1, 1), verdict)

    def test_changing_any_member_of_a_body(self):
        members = ["call", "decision", "intent", "kind", "policy", "reason", "rule", "run", "seq", "server", "tenant", "tier",
                   "time", "tool", "user"]
        for place in self.places():
            for member in members:
                def change(chain, member=member, place=place):
                    record = chain.records[place - 1]
                    record[3] = with_member(record[3], member, 99 if member == "seq" else "other")
                    chain.write()
                with self.subTest(record=place, member=member):
                    self.found(place, self.in_chain(change))

    def test_changing_a_body_and_its_own_hash(self):
        for place in self.places():
            def change(chain, place=place):
                records = chain.records
                records[place - 1][3] = with_member(records[place - 1][3], "user", "mallory")
                before = [list(record) for record in records]
                chain.rehash(place - 1)
                chain.records[place:] = before[place:]
                chain.write(head=place == self.count)
            with self.subTest(record=place):
                if place == self.count:
                    self.assertEqual(self.verdicts(self.in_chain(change)).code, 0, "the head was written as well")
                    self.found(place, self.in_chain(change), "--checkpoint", self.kept)
                else:
                    self.found(place + 1, self.in_chain(change))

    def test_changing_hashes_spelling_and_shape_of_a_record(self):
        def spelt(text):
            return lambda body: body.replace(*text, 1)
        shapes = {
            "a space": spelt(('"kind":', '"kind": ')),
            "another order": lambda body: json.dumps(json.loads(body), separators=(",", ":"))[:-1] + ',"a":1}',
            "a member more": lambda body: with_member(body, "zone", 1),
            "a member less": lambda body: canonical({k: v for k, v in json.loads(body).items() if k != "tier"}),
            "a number for a text": lambda body: with_member(body, "user", 7),
            "a text for a number": lambda body: with_member(body, "seq", "7"),
            "true for one": lambda body: with_member(body, "seq", True),
            "another number": lambda body: with_member(body, "seq", 10_000),
            "no object": lambda body: "[]",
            "nothing": lambda body: "",
            "an escape": spelt(('"user":"ana"', '"user":"\\u0061na"')),
        }
        for place in self.places():
            for what, shape in shapes.items():
                def change(chain, shape=shape, place=place):
                    chain.records[place - 1][3] = shape(chain.records[place - 1][3])
                    chain.rehash(place - 1)  # hashes alone would give it away
                    chain.write()
                with self.subTest(record=place, what=what):
                    self.found(place, self.in_chain(change))
            for column in (1, 2):
                def change(chain, column=column, place=place):
                    value = chain.records[place - 1][column]
                    chain.records[place - 1][column] = bytes([value[0] ^ 1]) + value[1:]
                    chain.write(head=False)
                with self.subTest(record=place, column=column):
                    self.found(place, self.in_chain(change))

    def test_deleting(self):
        for place in range(1, self.count + 1):
            def one(chain, place=place):
                del chain.records[place - 1]
                chain.write(head=False)
            with self.subTest(deleted=place):
                self.found(place, self.in_chain(one))

            def first_ones(chain, place=place):
                del chain.records[:place]
                chain.write(head=False)
            with self.subTest(deleted_up_to=place):
                self.found(1, self.in_chain(first_ones))

            def last_ones(chain, place=place):
                del chain.records[place - 1:]
                chain.write(head=False)
            with self.subTest(deleted_from=place):
                self.found(place, self.in_chain(last_ones))

            def last_ones_and_the_head(chain, place=place):
                del chain.records[place - 1:]
                chain.write()
            with self.subTest(deleted_with_the_head_from=place):
                self.assertEqual(self.verdicts(self.in_chain(last_ones_and_the_head)).code, 0)
                self.found(place, self.in_chain(last_ones_and_the_head), "--checkpoint", self.kept)

    def test_deleting_and_writing_all_that_follows_anew(self):
        for place in self.places():
            def change(chain, place=place):
                del chain.records[place - 1]
                chain.renumber()
                chain.rehash()
                chain.write()
            with self.subTest(record=place):
                self.assertEqual(self.verdicts(self.in_chain(change)).code, 0, "sound in itself")
                self.found(self.count, self.in_chain(change), "--checkpoint", self.kept)

    def test_swapping_and_inserting(self):
        for first, second in ((1, 2), (2, 5), (1, self.count), (self.count - 1, self.count)):
            def swapped(chain, first=first, second=second):
                one, two = chain.records[first - 1], chain.records[second - 1]
                one[1:], two[1:] = two[1:], one[1:]
                chain.write(head=False)
            with self.subTest(swapped=(first, second)):
                self.found(first, self.in_chain(swapped))

            def swapped_anew(chain, first=first, second=second):
                one, two = chain.records[first - 1], chain.records[second - 1]
                one[3], two[3] = two[3], one[3]
                chain.renumber()
                chain.rehash()
                chain.write()
            with self.subTest(swapped_anew=(first, second)):
                self.found(self.count, self.in_chain(swapped_anew), "--checkpoint", self.kept)
        for place in (1, self.count // 2, self.count - 1):
            def inserted(chain, place=place):
                chain.records.insert(place - 1, list(chain.records[place - 1]))
                chain.renumber()
                chain.rehash()
                chain.write()
            with self.subTest(inserted=place):
                self.found(self.count, self.in_chain(inserted), "--checkpoint", self.kept)

        def behind_the_end(chain):
            last = chain.records[-1]
            chain.records.append([last[0] + 1, last[2], last[2], with_member(last[3], "seq", last[0] + 1)])
            chain.rehash(len(chain.records) - 1)
            chain.write(head=False)
        self.found(self.count + 1, self.in_chain(behind_the_end))

    def test_writing_a_suffix_anew_with_all_hashes_and_the_head(self):
        for place in range(1, self.count + 1):
            def change(chain, place=place):
                chain.records[place - 1][3] = with_member(chain.records[place - 1][3], "user", "mallory")
                chain.rehash(place - 1)
                chain.write()
            with self.subTest(record=place):
                self.assertEqual(self.verdicts(self.in_chain(change)).code, 0, "sound in itself")
                self.found(self.count, self.in_chain(change), "--checkpoint", self.kept)

    def test_an_old_copy_is_put_in_place(self):
        old = copy_of(self.state, self.folder / "old")
        live = copy_of(self.state, self.folder / "live")
        result = run("sessions", "suspend", "r-1", "--state", live)
        self.assertEqual(result.returncode, 0, result.stderr)
        newer = self.folder / "newer"
        newer.write_text(self.kept.read_text() + out(run("audit", "checkpoint", "--state", live)))
        for verdict in (ours(live, "--checkpoint", newer), theirs(live / "store.db", "--checkpoint", newer)):
            self.assertEqual(verdict.code, 0, verdict)
        for verdict in (ours(old, "--checkpoint", newer), theirs(old / "store.db", "--checkpoint", newer)):
            self.assertEqual((verdict.code, verdict.record), (1, self.count + 1), verdict)

    def test_flipping_bits_of_a_checkpoint(self):
        text = self.kept.read_bytes().rstrip()
        flipped = self.folder / "flipped"
        for at in range(0, len(text), 3):
            changed = bytearray(text)
            changed[at] ^= 1 << (at // 3 % 7)
            with self.assertRaises((ValueError, KeyError, TypeError), msg=changed):
                other.statement(changed.decode("latin-1"), "checkpoint")
        for at in range(0, len(text), 17):
            changed = bytearray(text)
            changed[at] ^= 1
            flipped.write_bytes(changed + b"\n")
            verdict = self.verdicts(lambda state: None, "--checkpoint", flipped)
            self.assertEqual(verdict.code, 1, (at, verdict))

    def test_a_checkpoint_that_another_key_has_signed(self):
        other_folder = self.folder / "other"
        other_folder.mkdir(mode=0o700)
        cards = yett.cards_of(other_folder)
        cards.mkdir(mode=0o700)
        self.addCleanup(shutil.rmtree, cards)
        state = make_story(other_folder)
        foreign = self.folder / "foreign"
        foreign.write_text(out(run("audit", "checkpoint", "--state", state)))
        self.assertEqual(self.verdicts(lambda state: None, "--checkpoint", foreign).code, 1)
        # Whoever gives the store another key, and signs with that, is found by the key that was kept elsewhere.
        def other_key(state):
            with database(state) as base:
                base.execute("UPDATE meta SET value = ? WHERE name = 'signing-key'", (bytes(32),))
        self.assertEqual(self.verdicts(other_key, "--checkpoint", self.kept).code, 1)

        def other_key_and_checkpoint(state):
            other_key(state)
            foreign.write_text(out(run("audit", "checkpoint", "--state", state)))
        verdict = self.verdicts(other_key_and_checkpoint, "--checkpoint", foreign)
        self.assertEqual(verdict.code, 0, "nothing that was kept elsewhere is looked at")
        self.assertEqual(self.verdicts(other_key_and_checkpoint, "--checkpoint", foreign, "--key", self.key).code, 1)

    def test_a_file_that_holds_no_checkpoint(self):
        empty = self.folder / "empty"
        empty.write_text("\n\n")
        self.assertEqual(ours(self.state, "--checkpoint", empty).code, 2)
        self.assertEqual(ours(self.state, "--checkpoint", self.folder / "absent").code, 2)
        self.assertEqual(theirs(self.state / "store.db", "--checkpoint", self.folder / "absent").code, 2)
        garbage = self.folder / "garbage"
        garbage.write_text("no checkpoint\n")
        self.assertEqual(self.verdicts(lambda state: None, "--checkpoint", garbage).code, 1)


class TamperSchema(Tampered):
    """What is put beside the records, to change or hide them."""

    def test_it_is_seen(self):
        for change in ("CREATE TRIGGER t AFTER INSERT ON records BEGIN DELETE FROM records WHERE seq = new.seq - 1; END",
                       "DROP VIEW audit; CREATE VIEW audit AS SELECT 1 AS seq", "CREATE TABLE more(x)", "DROP INDEX requests_denied",
                       "DROP VIEW audit; ALTER TABLE records RENAME TO hidden; CREATE VIEW records AS SELECT * FROM hidden"):
            def apply(state, change=change):
                with database(state) as base:
                    base.executescript(change)
            with self.subTest(change=change):
                self.assertEqual(self.verdicts(apply).code, 1)
                self.assertEqual(self.verdicts(apply, "--checkpoint", self.kept).code, 1)
                refused = run("mcp", "--policy", yett.DESKMATE, "--tenant", "acme", "--state", self.folder / "copy", "--", "/bin/true")
                self.assertEqual(refused.returncode, 2)
                self.assertIn("what Yett never puts there", refused.stderr.decode())

    def test_a_record_before_the_first(self):
        for number in (0, -5, -(2**63)):
            def apply(state, number=number):
                with database(state) as base:
                    base.execute("INSERT INTO records SELECT ?, prev, hash, body FROM records WHERE seq = 1", (number,))
            with self.subTest(number=number):
                self.assertEqual(self.verdicts(apply).code, 1)


class TamperPruned(Tampered):
    """The same of a chain whose first records were pruned, and what is done to its beginning."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.whole = copy_of(cls.state, cls.folder / "whole")
        with database(cls.state) as base:  # the first records were written a year ago
            chain = Chain(base)
            for record in chain.records[:5]:
                record[3] = with_member(record[3], "time", "2020-01-01T00:00:00.000Z")
            chain.rehash()
            chain.write()
        cls.kept.write_text(out(run("audit", "checkpoint", "--state", cls.state)))
        result = run("audit", "prune", "--keep", "400d", "--checkpoint", cls.kept, "--state", cls.state)
        assert result.returncode == 0 and "5" in out(result), result
        cls.before = cls.kept.read_text()
        cls.kept.write_text(out(run("audit", "checkpoint", "--state", cls.state)))

    def test_it_is_whole(self):
        for words in ((), ("--checkpoint", self.kept), ("--checkpoint", self.kept, "--key", self.key)):
            verdict = self.verdicts(lambda state: None, *words)
            self.assertEqual(verdict.code, 0, verdict)
            self.assertIn(f"{self.count + 1 - 5} records, whole", verdict.text)

    def test_the_beginning_is_forged(self):
        def begin_later(state):
            with database(state) as base:
                digest = base.execute("SELECT hash FROM records WHERE seq = 7").fetchone()[0]
                base.execute("DELETE FROM records WHERE seq <= 7")
            text = signed(state, "anchor", 7, digest)
            with database(state) as base:
                base.execute("UPDATE anchor SET statement = ?", (text,))
        self.found(7, begin_later)
        self.found(7, begin_later, "--checkpoint", self.kept)

        def begin_later_and_tell_of_it(state):
            """Everything anew behind a beginning that nobody can look at: only a checkpoint behind it is in the way."""
            begin_later(state)
            with database(state) as base:
                statement = json.loads(base.execute("SELECT statement FROM anchor").fetchone()[0])
                chain = Chain(base)
                body = json.loads(chain.records[0][3])
                body.update(kind="state", decision="pruned", intent={"checkpoint": 8, "hash": statement["hash"], "through": 7})
                chain.records[0][3] = canonical(body)
                prev = bytes.fromhex(statement["hash"][7:])
                for record in chain.records:
                    text = record[3].encode()
                    record[1] = prev
                    record[2] = prev = hashlib.sha256(b"yett-record-v1\0" + prev + len(text).to_bytes(8, "big") + text).digest()
                chain.write()
        self.assertEqual(self.verdicts(begin_later_and_tell_of_it).code, 0, "sound in itself")
        self.found(self.count + 1, begin_later_and_tell_of_it, "--checkpoint", self.kept)

    def test_the_anchor_is_changed_or_gone(self):
        def gone(state):
            with database(state) as base:
                base.execute("DELETE FROM anchor")
        self.assertEqual(self.verdicts(gone).code, 1)
        with database(self.state) as base:
            text = base.execute("SELECT statement FROM anchor").fetchone()[0]
        for at in range(0, len(text), 23):
            def flipped(state, at=at):
                with database(state) as base:
                    base.execute("UPDATE anchor SET statement = ?", (text[:at] + chr(ord(text[at]) ^ 1) + text[at + 1:],))
            self.assertEqual(self.verdicts(flipped).code, 1, at)

    def test_a_pruned_record_is_still_there(self):
        def back(state):
            with database(self.whole) as base:
                record = base.execute("SELECT * FROM records WHERE seq = 5").fetchone()
            with database(state) as base:
                base.execute("INSERT INTO records VALUES (?, ?, ?, ?)", record)
        self.found(5, back)

    def test_only_checkpoints_from_before_the_pruning_are_left(self):
        early = self.folder / "early"
        early.write_text(signed(self.state, "checkpoint", 3, bytes(32)) + "\n")
        self.found(self.count + 1, lambda state: None, "--checkpoint", early)
        early.write_text(self.before)  # the pruning itself comes behind it, and may be forged
        self.found(self.count + 1, lambda state: None, "--checkpoint", early)
        early.write_text(early.read_text() + self.kept.read_text())
        self.assertEqual(self.verdicts(lambda state: None, "--checkpoint", early).code, 0)


def signature_of(seed, text):
    """Ed25519 (RFC 8032, 5.1.6), with the arithmetic of the other verifier."""
    digest = hashlib.sha512(seed).digest()
    a = int.from_bytes(digest[:32], "little") & (2**254 - 8) | 2**254
    r = int.from_bytes(hashlib.sha512(digest[32:] + text).digest(), "little") % other.L
    commitment = other.encoded(other.times(r, other.BASE))
    public = other.encoded(other.times(a, other.BASE))
    k = int.from_bytes(hashlib.sha512(commitment + public + text).digest(), "little") % other.L
    return commitment + ((r + k * a) % other.L).to_bytes(32, "little")


def signed(state, kind, seq, digest):
    """A statement under the store's own key, which whoever can write the store can read."""
    with database(state) as base:
        seed = base.execute("SELECT value FROM meta WHERE name = 'signing-key'").fetchone()[0]
    public = other.public_key(seed)
    value = {"format": f"yett-{kind}-v1", "hash": "sha256:" + digest.hex(), "seq": seq, "time": "2026-12-01T10:00:00.000Z",
             "key": "ed25519:" + base64.b64encode(public).decode(), "store": hashlib.sha256(public).hexdigest()[:16]}
    return canonical({**value, "signature": base64.b64encode(signature_of(seed, canonical(value).encode())).decode()})


if __name__ == "__main__":
    yett.main()
