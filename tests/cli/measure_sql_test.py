"""`yett measure --sql`: what other engines count by that query gives, through `--from-cube`, the tables of the records."""

import csv
import io
import json
import shutil
import sqlite3
import subprocess
import unittest

import postgres
import support_arithmetic as arithmetic
import yett
from yett import err, out, run

ODD = ['it\'s "quoted"', "with space", "größe 中文", "semi;colon -- /* x */", "select", "100%", "a\\b"]
ODD_EXPERIMENT = "[records]\nclasses = [\"good\", \"o'bad\", \"bad, \\\"worse\\\"\"]\nclean = [\"good\"]\nfeatures = " + json.dumps(ODD, ensure_ascii=False) + """
capability = [
  { all = ["with space"], none = ["select"], source = ["user", "tool_output"], is = "execution" },
  { any = ["größe 中文", "a\\\\b"], is = "write" },
  { source_not = ["user"], is = "external_access" },
  { is = "read" },
]
[filters."it's a \\"filter\\", isn't it; --"]
any = ["it's \\"quoted\\"", "semi;colon -- /* x */"]
[filters.group]
all = ["select", "100%"]
none = ["with space"]
[filters."größer 中文"]
none = ["größe 中文", "a\\\\b"]
[[narrowing]]
sets = ["full access", "no execution", "no side effects", "allowlisted", "read-only"]
[layers]
all = { any = ["it's a \\"filter\\", isn't it; --", "group", "größer 中文"] }
some = { all = ["all", "allowlisted"] }
each = { any = ["group"] }
"""

LABELLED = """
[records]
features = ["a", "b"]
[filters."a or b"]
any = ["a", "b"]
[filters.both]
all = ["a", "b"]
[[narrowing]]
sets = ["full access", "no side effects", "read-only"]
[layers]
one = { any = ["a or b", "read-only"] }
"""


def quoted(name):
    return '"' + name.replace('"', '""') + '"'


class Sqlite:
    """The same few words of SQL for a database in memory."""

    def __init__(self):
        self._database = sqlite3.connect(":memory:")

    def load(self, columns, records):
        self._database.execute("DROP TABLE IF EXISTS records")
        self._database.execute(f"CREATE TABLE records ({', '.join(f'{quoted(name)} {kind}' for name, kind in columns)})")
        self._database.executemany(f"INSERT INTO records VALUES ({', '.join('?' * len(columns))})", records)

    def count(self, query):
        cursor = self._database.execute(query)
        text = io.StringIO()
        csv.writer(text).writerows([[column[0] for column in cursor.description], *cursor])
        return text.getvalue()

    def stop(self):
        self._database.close()


class PostgreSql:
    def __init__(self):
        self._server = postgres.Postgres()

    def load(self, columns, records):
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows(["" if value is None else value for value in record] for record in records)
        table = f"CREATE TABLE records ({', '.join(f'{quoted(name)} {kind}' for name, kind in columns)});"
        self._server.run(f"DROP TABLE IF EXISTS records;\n{table}\nCOPY records FROM STDIN WITH (FORMAT csv);\n{text.getvalue()}\\.\n")

    def count(self, query):
        return self._server.run(query)

    def stop(self):
        self._server.stop()


class Engine:
    """What every engine is asked; `make` is its class."""

    make = None

    @classmethod
    def setUpClass(cls):
        cls.engine = cls.make()
        cls.addClassCleanup(cls.engine.stop)

    def same_both_ways(self, records, features, *words, given=("class", "source")):
        """The tables of the records as lines of a file, and as rows of a table of the engine."""
        lines = self.write("records.jsonl", "".join(json.dumps(record) + "\n" for record in records))
        self.engine.load([(name, "TEXT") for name in given] + [(name, "BOOLEAN") for name in features],
                         [[record[name] for name in given] + [record.get("features", {}).get(name) for name in features] for record in records])
        query = run("measure", *words, "--sql")
        self.assertEqual((query.returncode, err(query)), (0, ""))
        cube = self.write("cube.csv", self.engine.count(out(query)))
        for form in (("--details",), ("--format", "json"), ("--frontier",)):
            straight, counted = run("measure", *words, lines, *form), run("measure", *words, "--from-cube", cube, *form)
            self.assertEqual((straight.returncode, counted.returncode), (0, 0), err(straight) + err(counted))
            self.assertEqual(out(straight), out(counted))
        return json.loads(out(run("measure", *words, "--from-cube", cube, "--format", "json")))

    def test_the_support_records(self):
        for count, seed in ((240, 20260218), (5000, 9)):
            records = []
            for index in range(count):
                kind, source, flags = arithmetic.draw_record(seed, index)
                records.append({"class": arithmetic.CLASSES[kind], "source": arithmetic.SOURCES[source], "features": dict(zip(arithmetic.FEATURES, flags))})
            self.same_both_ways(records, arithmetic.FEATURES)
            self.assertEqual(out(run("measure", "--from-cube", self.folder / "cube.csv")), out(run("measure", "--records", count, "--seed", seed)))

    def odd_records(self):
        for index in range(600):
            features = {name: (index * 7919 >> bit) % 3 == 0 for bit, name in enumerate(ODD) if (index + bit) % 5}
            yield {"class": ("good", "o'bad", 'bad, "worse"')[index % 3], "source": arithmetic.SOURCES[index // 3 % 3], "features": features}

    def test_odd_names_and_features_that_are_absent(self):
        report = self.same_both_ways(list(self.odd_records()), ODD, "--experiment", self.write("e.toml", ODD_EXPERIMENT))
        self.assertEqual((report["records"], report["harmful"]), (600, 400))
        self.assertTrue(all(0 < row["tp"] < 400 for row in report["layers"]))
        self.assertTrue(all(report["capabilities"].values()))

    def test_labels_and_given_capabilities(self):
        records = [{"class": f"k{index % 4}", "label": ("clean", "harmful")[index // 4 % 2], "source": arithmetic.SOURCES[index % 3],
                    "capability": arithmetic.CAPABILITIES[index // 2 % 4], "features": {"a": index % 5 == 0, "b": index % 7 < 3}} for index in range(500)]
        report = self.same_both_ways(records, ("a", "b"), "--experiment", self.write("e.toml", LABELLED), given=("class", "label", "source", "capability"))
        self.assertEqual(report["clean"], sum(record["label"] == "clean" for record in records))

    def test_no_row_is_no_result(self):
        self.engine.load([("class", "TEXT"), ("source", "TEXT"), *((name, "BOOLEAN") for name in arithmetic.FEATURES)], [])
        cube = self.write("cube.csv", self.engine.count(out(run("measure", "--sql"))))
        self.assertEqual(run("measure", "--from-cube", cube).returncode, 2)

    def test_a_column_that_the_table_lacks_is_not_taken_for_false(self):
        self.engine.load([("class", "TEXT"), ("source", "TEXT"), *((name, "BOOLEAN") for name in arithmetic.FEATURES[1:])], [["clean", "user"] + [True] * 6])
        with self.assertRaisesRegex((AssertionError, sqlite3.OperationalError), "instruction_mode"):
            self.engine.count(out(run("measure", "--sql")))

    def test_rows_that_no_experiment_knows(self):
        self.engine.load([("class", "TEXT"), ("source", "TEXT"), *((name, "BOOLEAN") for name in arithmetic.FEATURES)],
                         [["clean", "user"] + [False] * 7, ["clear", "user"] + [False] * 7, ["corrupted_input", None] + [False] * 7, ["corrupted_input", "user"] + [None] * 7])
        cube = self.write("cube.csv", self.engine.count(out(run("measure", "--sql"))))
        result = run("measure", "--from-cube", cube)
        self.assertEqual((result.returncode, out(result)), (2, ""))
        self.assertEqual(err(result).count(str(cube)), 2)
        self.assertIn("skipped: 2 lines", out(run("measure", "--from-cube", cube, "--skip-bad")))


class BySqlite(Engine, yett.InScratchFolder):
    make = Sqlite

    @unittest.skipUnless(shutil.which("sqlite3"), "the program sqlite3 is not installed")
    def test_the_program_prints_a_cube_as_it_is(self):
        database = self.folder / "records.db"
        connection = sqlite3.connect(database)
        connection.execute("CREATE TABLE records (class, source, capability, " + ", ".join(arithmetic.FEATURES) + ")")
        for index in range(240):
            kind, source, flags = arithmetic.draw_record(20260218, index)
            connection.execute("INSERT INTO records VALUES (" + ", ".join("?" * 10) + ")", [arithmetic.CLASSES[kind], arithmetic.SOURCES[source], None, *flags])
        connection.commit()
        connection.close()
        printed = subprocess.run(["sqlite3", "-csv", "-header", database], input=run("measure", "--sql").stdout, capture_output=True, check=True, timeout=60).stdout
        self.assertEqual(out(run("measure", "--from-cube", self.write("cube.csv", printed))), out(run("measure")))


@unittest.skipUnless(postgres.programs(), "PostgreSQL is not installed (Debian package postgresql-15)")
class ByPostgreSql(Engine, yett.InScratchFolder):
    make = PostgreSql


class Query(yett.InScratchFolder):
    def test_it_is_one_statement_and_nothing_else(self):
        for words in ((), ("--experiment", self.write("e.toml", LABELLED))):
            text = out(run("measure", *words, "--sql"))
            self.assertTrue(text.startswith("SELECT "))
            self.assertTrue(sqlite3.complete_statement(text))
            self.assertEqual(text.count(";"), 1)
        self.assertEqual(out(run("measure", "--sql", "--lang", "zh")), out(run("measure", "--sql")))

    def test_filters_that_an_engine_would_take_for_one_are_refused(self):
        for one, other in (("both", "Both"), ("both", "SOURCE"), ("Records", "both")):
            path = self.write("e.toml", LABELLED.replace("[filters.both]", f'[filters.{other}]\nany = ["a"]\n[filters.{one}]'))
            result = run("measure", "--experiment", path, "--sql")
            self.assertEqual((result.returncode, out(result)), (2, ""), (one, other))
            self.assertIn(f"{path}:", err(result))


if __name__ == "__main__":
    yett.main()
