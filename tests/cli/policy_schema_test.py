"""`yett check --schema`: what editors are told of the policy format is what the loader reads, and what is shipped."""

import datetime
import json
import random
import re
import tomllib
import unittest

import yett
from yett import DESKMATE, SOURCE, err, out, run

try:
    import jsonschema
except ImportError:
    jsonschema = None

SHIPPED = SOURCE / "packaging/policy.schema.json"
POLICIES = sorted((SOURCE / "examples").rglob("yett.toml"))

# A policy that has every key at least once, together with those of examples/.
EVERY_KEY = """
[policy]
name = "every key"
version = 1

[session]
permissions = "clerk"
may_choose = ["reader", "read-only"]
tenant = "acme"
expires = "90m"

[permissions.clerk]
tools = ["files.move", "mail", "pay", "run"]
servers = ["files", "desk"]
grants = { read = ["user", "tool_output"], external_access = ["user"], write = ["user"], execution = ["user"] }
[permissions.reader]
capabilities = ["read"]
sources = ["user", "retrieved_document"]

[egress]
hosts = [
  "api.deskmate.example:8443",
  { host = "hooks.deskmate.internal", addresses = ["10.20.0.0/16"], why = "in the house" },
  { host = "hooks.slack.com", paths = ["/services/T0ACME/"], until = 2099-12-31 },
  { subdomains_of = "cdn.deskmate.example", paths = ["/public/"], until = 2099-12-31, why = "one name a customer" },
]
email_domains = ["deskmate.internal", { domain = "acme.example", until = 2099-12-31, why = "the customer" },
                 { subdomains_of = "deskmate.example", until = 2099-12-31, why = "one domain an office" }]
emails = ["sam@contractor.example", { email = "lee@contractor.example", until = 2099-12-31, why = "until the move" }]

[destinations.payees]
kind = "id"
allow = ["DE89370400440532013000", { id = "a/b", until = 2099-12-31, why = "a repository" }]
[destinations.partners]
kind = "email"
allow = ["partner.example", "ana@partner.example", { domain = "other.example" }, { email = "ben@third.example" },
         { subdomains_of = "deskmate.example", why = "the offices" }]
[destinations.hooks]
kind = "url"
allow = ["hooks.deskmate.internal", { host = "[2a00:1450:4001:81b::200e]:8443" }]

[tenants.acme]
hosts = []
email_domains = ["acme.example"]
emails = []
destinations = { payees = ["NL91ABNA0417164300"], hooks = [{ host = "hooks.acme.example" }], partners = [] }

[paths.files]
root = "/srv/{tenant}/{user}/files"
access = "read-write"
[paths.reference]
root = "/srv/reference"
access = "read"

[approval]
expires = "10m"
irreversible_writes = true
quorum = 1
four_eyes = false
unsigned = "a test"
max_pending = 5
notify = ["/usr/local/bin/page", "-q"]
[approval.grants.small]
tool = "pay"
arguments = { properties = { amount = { type = "number", maximum = 5 } } }
max_uses = 20
max_for = "8h"

[approvers.olga]
key = "ed25519:n9/4TSWYUIm5aMeYEGDKRSJa4oeeuhgtZoRJ0MzqSnY="
tenants = ["acme"]
tools = ["pay"]
may = ["approve", "accept_tool", "resume"]

[flow]
private_to_outside = "deny"

[limits]
denials = 5
calls_per_minute = 60
sends_per_run = 0
result_bytes = "1GiB"

[state]
dir = "/var/lib/yett"
sync = "os"

[audit]
keep = "400d"
checkpoint_to = ["/usr/local/bin/store-checkpoint"]

[secrets.minted]
from = ["/usr/local/bin/mint", "{user}", "--tenant={tenant}"]
max_ttl = "15m"
[secrets.stored]
from = { file = "/run/tokens/{tenant}/{user}/token" }
[secrets.given]
from = { env = "FILES_TOKEN" }

[redact]
off = ["iban", "secret"]
add = [{ name = "employee id", pattern = 'E-[0-9]{6}', with = "<employee>" }]

[run]
isolation = "bwrap"
env = { LOG = "info" }
mounts = ["auto"]
roots = ["files"]
memory = "1GiB"
pids = 16
cpu = "1h"
wall = "2h"

[servers.files]
command = ["/usr/bin/node", "", "--flag"]
env = { LOG = "info", EMPTY = "", TOKEN_FILE = { secret = "minted" }, TOKEN = { secret = "given", as = "env" } }
cwd = "/srv"
rename = { move_file = "move" }
methods = ["resources/read"]
client_requests = ["sampling", "elicitation", "roots"]
[servers.files.tools]
"resources/read" = { effect = "read", sensitivity = "internal", reversible = true, unbound = ["uri"] }
move = { effect = "write", sensitivity = "private", reversible = false, path.read.arguments = ["from"], path.read.roots = ["reference"], path.write = { arguments = ["/moves/*/to"], base = "files", roots = ["files"] }, unbound = ["moves"] }

[servers.desk]
command = ["/usr/local/bin/desk"]
isolation = { none = "a test" }
mounts = ["auto", "/srv/desk"]
roots = ["files"]
memory = "1GiB"
pids = 16
cpu = "1h"
wall = "2h"
[servers.desk.tools]
mail = { effect = "send", sensitivity = "internal", reversible = false, destination.email = ["to"], display_names = true, content = ["subject", "body"], returns = "trusted", until = 2099-12-31, review = true, why = "a test", ask = { quorum = 2, expires = "2h" } }
post = { effect = "send", sensitivity = "private", reversible = true, tenant = ["tenant_id"], destination.url = ["url"], content = [], result_redact = ["email", "employee id"], result_tenant = ["/customers/*/tenant", "owner"] }
meet = { effect = "send", sensitivity = "private", reversible = true, tenant = "credential", destination.fixed = "participants of the event" }
[servers.desk.tools.pay]
effect = "send"
sensitivity = "private"
reversible = false
tenant = "single"
destination.payees = { join = ["owner", "name"] }
[servers.desk.tools.pay.arguments]
type = "object"
required = ["owner", "name"]
additionalProperties = false
propertyNames = { maxLength = 30 }
[servers.desk.tools.pay.arguments.properties]
owner = { type = "string", minLength = 1, maxLength = 20, pattern = "^[a-z]+$" }
name = { enum = ["b", 1, true] }
amount = { type = ["number", "null"], minimum = 0, maximum = 10, exclusiveMinimum = -1, exclusiveMaximum = 11.5, multipleOf = 0.01 }
items = { type = "array", items = { const = 1 }, minItems = 1, maxItems = 3, uniqueItems = true }
one = { allOf = [true], anyOf = [{ type = "string" }], oneOf = [{ type = "string" }, { type = "null" }], not = { const = "x" } }
[servers.desk.tools.run]
effect = "execute"
sensitivity = "internal"
reversible = true
command.argv = ["argv"]
[[servers.desk.tools.run.commands]]
program = "/opt/bin/tool"
fixed = ["--no-pager"]
subcommands = ["log"]
options = ["-n=number", "--oneline", "--since=text", "--file=path", "--out=write"]
paths = "read"
effect = "read"
"""

# Values that few policies have.
UNUSUAL = ['"é.example"', '"xn--bcher-kva.example"', '"[2a00:1450:4001:81b::200e]"', '"8.8.8.8:443"', '"a/b"', '"1ms"', "36500",
           '"日本"', '"x y"', '"#C1"', '"/a b"', '"_dmarc.example.com"', '"-x"', "[]", '["/*/a"]', '["a~b"]', '["/a~0b"]']

# One mistake each in the policy of deskmate: what stands there, and what somebody wrote instead.
MISTAKES = [
    ("version = 1", "version = 2"),
    ("version = 1", 'version = "1"'),
    ('name    = "deskmate"', 'title = "deskmate"'),
    ('permissions = "no execution"', 'permission = "no execution"'),
    ('may_choose  = ["read-only"]', 'may_choose  = "read-only"'),
    ('expires     = "12h"', "expires     = 12"),
    ('expires     = "12h"', 'expires     = "12 hours"'),
    ('expires     = "12h"', 'expires     = "012h"'),
    ('effect = "read",  sens', 'effect = "raed",  sens'),
    ('effect = "read",  sens', "sens"),
    ('sensitivity = "private",  ', ""),
    ('sensitivity = "internal"', 'sensitivity = "secret"'),
    ("reversible = false", 'reversible = "no"'),
    ("reversible = false, ", ""),
    ("reversible = false", 'tier = "safe", reversible = false'),
    ('content = ["id"], returns', 'contents = ["id"], returns'),
    ('content = ["id"], returns', 'content = "id", returns'),
    ('content = ["id", "note"]', 'content = ["id", 7]'),
    ('returns = "tool_output"', 'returns = "web"'),
    ('destination.url = ["url"], ', ""),
    ('destination.url = ["url"]', "destination.url = []"),
    ('destination.url = ["url"]', 'destination.url = ["*"]'),
    ('destination.email = ["to", "cc", "bcc"]', 'destination.people = { joins = ["to", "cc"] }'),
    ('tenant = ["tenant_id"]', 'tenant = "session"'),
    ('tenant = ["tenant_id"]', "tenant = []"),
    ("read_ticket ", '"read ticket" '),
    ('email_domains = ["deskmate.internal"]', 'email_domains = "deskmate.internal"'),
    ('email_domains = ["deskmate.internal"]', 'email_domain = ["deskmate.internal"]'),
    ('["deskmate.internal"]', '["*.deskmate.internal"]'),
    ('["deskmate.internal"]', '["ana@deskmate.internal"]'),
    ('["deskmate.internal"]', '[{ subdomains_of = "deskmate.example" }]'),
    ('["hooks.deskmate.internal"]', '["https://hooks.deskmate.internal"]'),
    ('["hooks.deskmate.internal"]', '["hooks.deskmate.internal/path"]'),
    ('["hooks.deskmate.internal"]', '[{ hosts = "hooks.deskmate.internal" }]'),
    ('["hooks.deskmate.internal"]', '[{ host = "hooks.deskmate.internal", paths = [] }]'),
    ('["hooks.deskmate.internal"]', '[{ host = "hooks.deskmate.internal", until = "next year" }]'),
    ('["hooks.deskmate.internal"]', '[{ host = "hooks.deskmate.internal", addresses = "10.0.0.0/8" }]'),
    ("irreversible_writes = true", 'irreversible_writes = "true"'),
    ('unsigned            = "', 'unsigned            = ""  # "'),
    ("[approval]", "[approval]\nquorum = 101"),
    ("[approval]", "[approval]\nmax_pending = 0"),
    ("[approval]", "[approval]\nnotify = []"),
    ('private_to_outside = "confirm"', 'private_to_outside = "ask"'),
    ("[flow]", "[limits]\nresult_bytes = 100\n[flow]"),
    ("[flow]", '[limits]\nresult_bytes = "32MB"\n[flow]'),
    ("[flow]", "[limits]\ndenials = -1\n[flow]"),
    ("[flow]", '[paths.x]\nroot = "tickets"\naccess = "read"\n[flow]'),
    ("[flow]", '[paths.x]\nroot = "/srv"\naccess = "write"\n[flow]'),
    ("[flow]", '[servers.x]\ncommand = "node index.js"\n[flow]'),
    ("[flow]", '[servers.x]\ncommand = ["node"]\n[flow]'),
    ("[flow]", '[servers.x]\ncommand = ["/usr/bin/node"]\nenv = { "A-B" = "c" }\n[flow]'),
    ("[flow]", '[destinations.x]\nallow = []\n[flow]'),
    ("[flow]", '[destinations.x]\nkind = "ids"\nallow = []\n[flow]'),
    ("[flow]", '[destinations.x]\nkind = "id"\nallow = [{ host = "a.example" }]\n[flow]'),
    ("[flow]", "[tenants]\n[flow]"),
    ("[flow]", "[permissions.x]\ntools = []\n[flow]"),
    ("[flow]", '[permissions.x]\ncapabilities = ["read"]\n[flow]'),
    ("[flow]", '[permissions.x.grants]\nread = ["web"]\n[flow]'),
    ("[flow]", '[tools.x]\neffect = "read"\nsensitivity = "internal"\nreversible = true\narguments = true\n[flow]'),
    ("[flow]", '[tools.x]\neffect = "read"\nsensitivity = "internal"\nreversible = true\narguments.properties.a.format = "date"\n[flow]'),
    ("[flow]", '[tools.x]\neffect = "execute"\nsensitivity = "internal"\nreversible = true\ncommand.argv = ["a"]\ncommands = [{ program = "/opt/bin/tool", effect = "read", options = ["-"] }]\n[flow]'),
    ("[flow]", "[approvers.ana]\n[flow]"),
    ("[flow]", "[secrets.x]\n[flow]"),
    ("[flow]", '[secrets.x]\nfrom = "/usr/bin/mint"\n[flow]'),
    ("[flow]", '[secrets.x]\nfrom = ["mint"]\n[flow]'),
    ("[flow]", '[secrets.x]\nfrom = {}\n[flow]'),
    ("[flow]", '[secrets.x]\nfrom = { env = "A-B" }\n[flow]'),
    ("[flow]", '[secrets.x]\nfrom = { file = "/a", env = "A" }\n[flow]'),
    ("[flow]", '[secrets.x]\nfrom = ["/usr/bin/mint"]\nmax_ttl = 900\n[flow]'),
    ("[flow]", '[secrets.x]\nfrom = ["/usr/bin/mint"]\n[servers.x]\ncommand = ["/a"]\nenv = { A = { secret = "x", as = "variable" } }\n[flow]'),
    ("[flow]", '[redact]\noff = ["emial"]\n[flow]'),
    ("[flow]", '[redact]\nadd = [{ name = "x", pattern = "x" }]\n[flow]'),
    ('content = ["id"], returns', 'content = ["id"], result_redact = [], returns'),
    ('content = ["id"], returns', 'content = ["id"], result_redact = "email", returns'),
    ('content = ["id"], returns', 'content = ["id"], result_tenant = [], returns'),
]


def as_tools_see_it(value):
    """The values of a TOML document as editors hand them to a JSON Schema: dates are texts."""
    if isinstance(value, dict):
        return {key: as_tools_see_it(member) for key, member in value.items()}
    if isinstance(value, list):
        return [as_tools_see_it(item) for item in value]
    return value.isoformat() if isinstance(value, (datetime.date, datetime.time)) else value


def described_keys(schema):
    """The place of every key that a table of the schema describes."""
    found = set()

    def walk(part, where):
        if isinstance(part, list):
            for item in part:
                walk(item, where)
        elif isinstance(part, dict):
            for key, member in part.items():
                if key == "properties":
                    for name, property_schema in member.items():
                        found.add(f"{where}.{name}")
                        walk(property_schema, name)
                elif key not in ("if", "then"):
                    walk(member, where)

    for name, definition in schema["definitions"].items():
        walk(definition, name)
    walk({key: member for key, member in schema.items() if key != "definitions"}, "")
    return found


def keys_in(value):
    """Every key of a document, wherever it stands."""
    if isinstance(value, dict):
        return set(value).union(*(keys_in(member) for member in value.values()), set())
    if isinstance(value, list):
        return set().union(*(keys_in(item) for item in value), set())
    return set()


class PolicySchema(yett.InScratchFolder):
    def test_the_shipped_file_is_what_the_program_prints(self):
        printed = out(run("check", "--schema"))
        self.assertEqual(SHIPPED.read_text(), printed, "yett check --schema > packaging/policy.schema.json")

    def test_it_is_printed_without_a_policy_and_beside_a_broken_one(self):
        broken = self.write("yett.toml", "[policy")
        for words in (["check", "--schema"], ["check", "--schema", broken], ["check", "--schema", "--strict", DESKMATE]):
            result = run(*words, cwd=self.folder)
            self.assertEqual((result.returncode, err(result)), (0, ""))
            self.assertEqual(json.loads(out(result))["$schema"], "http://json-schema.org/draft-07/schema#")


@unittest.skipUnless(jsonschema, "python3-jsonschema is not installed (tools/setup test installs it)")
class PolicySchemaJudges(yett.InScratchFolder):
    def setUp(self):
        super().setUp()
        self.schema = json.loads(SHIPPED.read_text())
        self.validator = jsonschema.Draft7Validator(self.schema)

    def faults(self, text):
        document = as_tools_see_it(tomllib.loads(text))
        return [f"{list(fault.absolute_path)}: {fault.message}" for fault in self.validator.iter_errors(document)]

    def test_it_is_a_schema_of_draft_7(self):
        jsonschema.Draft7Validator.check_schema(self.schema)

    def test_it_accepts_every_example(self):
        self.assertGreaterEqual(len(POLICIES), 12)
        for policy in POLICIES:
            with self.subTest(policy.parent.name):
                self.assertEqual(self.faults(policy.read_text()), [])

    def test_it_accepts_a_policy_that_has_every_key(self):
        result = run("check", self.write("yett.toml", EVERY_KEY))
        self.assertEqual(result.returncode, 0, err(result))
        self.assertEqual(self.faults(EVERY_KEY), [])
        # A file that extends another one is no whole policy.
        written = keys_in(tomllib.loads(EVERY_KEY)) | {"extends"}
        self.assertEqual([key for key in sorted(described_keys(self.schema)) if key.split(".")[-1] not in written], [])

    def test_a_misspelt_key_is_refused_in_every_table_of_that_policy(self):
        """Below every table of the document one key more: the loader and the schema both refuse it."""
        document = as_tools_see_it(tomllib.loads(EVERY_KEY))
        open_tables = {("run", "env"), ("servers", "files", "env"), ("servers", "files", "rename")}

        def tables(value, path):
            if isinstance(value, list):
                for item in value:
                    yield from tables(item, path)
            elif isinstance(value, dict):
                yield path, value
                for key, member in value.items():
                    yield from tables(member, (*path, key))

        count = 0
        for path, table in list(tables(document, ())):
            # A schema's properties are the author's own names.
            if path in open_tables or path[-1:] == ("properties",):
                continue
            count += 1
            table["no such key!"] = {"no such key!": 1}
            with self.subTest(path):
                self.assertFalse(self.validator.is_valid(document))
            del table["no such key!"]
        self.assertGreater(count, 60)
        self.assertTrue(self.validator.is_valid(document))

    def test_it_accepts_whatever_the_loader_accepts(self):
        """Values of policies change places, lines are lost: what still loads must not be marked in an editor."""
        value = re.compile(r"(?<== )(\"[^\"\n]*\"|\d[\d-]*|true|false|\[[^\[\]\n]*\])")
        texts = [EVERY_KEY, *(policy.read_text() for policy in POLICIES)]
        pool = [found for text in texts for found in value.findall(text)] + UNUSUAL
        draw = random.Random(7)
        loaded = 0
        for _ in range(400):
            text = draw.choice(texts)
            if draw.random() < 0.8:
                found = draw.choice(list(value.finditer(text)))
                text = text[:found.start()] + draw.choice(pool) + text[found.end():]
            else:
                lines = text.splitlines()
                lines.pop(draw.randrange(len(lines)))
                text = "\n".join(lines)
            if run("check", self.write("yett.toml", text)).returncode == 0:
                loaded += 1
                self.assertEqual(self.faults(text), [], text)
        self.assertGreater(loaded, 40)

    def test_it_refuses_what_the_loader_refuses_in_one_place(self):
        deskmate = DESKMATE.read_text()
        for right, wrong in MISTAKES:
            with self.subTest(wrong):
                self.assertIn(right, deskmate)
                text = deskmate.replace(right, wrong, 1)
                result = run("check", self.write("yett.toml", text))
                self.assertEqual(result.returncode, 2, "the loader takes it")
                self.assertNotEqual(self.faults(text), [], "the schema takes it")


if __name__ == "__main__":
    yett.main()
