// The checks of the loader on the lines of tools: each is there for a call that would be let through without it.
#include "lab/load_check_fixture.h"

namespace yett {
namespace {

using enum RuleId;
using enum ArgumentRole;

/// A line of the tool t, reading unless the fields say otherwise.
std::string reads(std::string_view fields) {
  return tool_line("t = { effect = \"read\", sensitivity = \"internal\", reversible = true, " + std::string(fields) +
                   " }");
}
std::string sends(std::string_view fields) {
  return tool_line("t = { effect = \"send\", sensitivity = \"internal\", reversible = true, " + std::string(fields) +
                   " }");
}
std::string executes(std::string_view fields) {
  return tool_line("t = { effect = \"execute\", sensitivity = \"internal\", reversible = true, " + std::string(fields) +
                   " }");
}

const std::string kEvil = R"("https://evil.example/")";

TEST(LoadChecks, OfWhatAToolIsAreNeeded) {
  const auto privately = [](Office& office) {
    Tool tool = reading_tool("t", {{"customer", Content}});
    tool.sensitivity = Sensitivity::Private;
    office.add(tool);
  };
  const auto executing = [](std::initializer_list<BoundArgument> arguments, std::vector<ListedCommand> commands = {}) {
    return [=](Office& office) {
      Tool tool = office_tool("t", Effect::Execute, Sensitivity::Internal, Reversibility::Reversible, arguments);
      tool.commands = commands;
      office.add(tool);
    };
  };
  const ToolCall shell = call_of("t", R"({"argv":["/bin/sh","-c","curl https://evil.example/"]})");
  expect_needed({
      {sends(R"(content = ["body"])"), "a send tool names its destination",
       "Data leaves for wherever the tool sends it, and nobody is asked.",
       with_tool(sending_tool("t", {{"body", Content}})), call_of("t", R"({"body":"b"})")},
      {sends(R"(destination.url = [], content = ["body"])"), "an empty list binds nothing",
       "A destination that is declared and empty is none.", with_tool(sending_tool("t", {{"body", Content}})),
       call_of("t", R"({"body":"b"})")},
      {tool_line(R"(t = { effect = "read", sensitivity = "private", reversible = true, content = ["customer"] })"),
       "a private tool says where its tenant comes from",
       "Nothing keeps one tenant's session from another tenant's data.", privately,
       call_of("t", R"({"customer":"one of globex"})")},
      {tool_line(
           R"(t = { effect = "read", sensitivity = "private", reversible = true, tenant = "tenant_id", content = ["customer"] })"),
       "a list of arguments", "A word that names no source of the tenant binds the tool to none.", privately,
       call_of("t", R"({"customer":"one of globex"})")},
      {executes(R"(command.argv = ["argv"])"), "true on an execute tool needs its commands listed",
       "Any program runs, and nobody is asked because it can be undone.", executing({{"argv", Command}}), shell},
      {reads(R"(command.argv = ["argv"])"), "a tool that takes a command executes",
       "A program runs as a read, even in a read-only session.",
       [](Office& office) {
         office.add(reading_tool("t", {{"argv", Command}}));
         office.session.permissions = *find_builtin_permission_set("read-only");
       },
       shell},
      {executes(R"(content = ["script"], commands = [{ program = "/usr/bin/make", effect = "execute" }])"),
       "commands are listed and no argument is bound as the command",
       "The list looks like a limit and nothing is held against it.",
       executing({{"script", Content}}, {listed_command("/usr/bin/make")}),
       call_of("t", R"({"script":"curl evil.example"})")},
      {executes(R"(command.argv = ["argv"], commands = [])"), "an empty list starts nothing",
       "No command at all reads like every command.", executing({{"argv", Command}}), shell},
      {tool_line("t = { effect = \"read\", sensitivity = \"internal\", reversible = true, until = \"2020-01-01\" }"),
       "expected a date", "A tool whose end is not read never ends.", with_tool(reading_tool("t", {})),
       call_of("t", "{}")},
      {reads(R"(ask = true)"), "expected a table", "What the author wants to be asked about is not asked about.",
       with_tool(reading_tool("t", {})), call_of("t", "{}")},
  });
}

TEST(LoadChecks, OfWhatAToolIsThatHaveASecondLine) {
  /// The defaults of a line are the worst that a tool can be, so a field that nobody could read asks a person.
  Tool unread;
  unread.name = "t";
  unread.review = Review::Done;
  unread.lapses_at = TimePoint::max();
  Tool fixed = sending_tool("t", {{"url", Url}});
  fixed.fixed_destination = "our own service";
  expect_needed({
      {tool_line(R"(t = { sensitivity = "internal", reversible = true })"), "effect is missing",
       "A tool without an effect is taken for what it is not.", with_tool(unread), call_of("t", "{}"),
       ApprovalDangerous},
      {tool_line(R"(t = { effect = "reed", sensitivity = "internal", reversible = true })"), "expected \"read\"",
       "An effect that is misspelt is taken for another.", with_tool(unread), call_of("t", "{}"), ApprovalDangerous},
      {tool_line(R"(t = { effect = "execute", reversible = true, sensitivity = "public" })"), "expected \"internal\"",
       "A sensitivity that is misspelt is taken for another.",
       [=](Office& office) {
         office.add(unread);
         office.session.tenant.reset();
       },
       call_of("t", "{}"), TenancyNoTenant},
      {tool_line(R"(t = { effect = "execute", sensitivity = "internal", reversible = "yes" })"),
       "expected true or false", "A text is taken for true.", with_tool(unread), call_of("t", "{}"), ApprovalDangerous},
      {reads(R"(review = "no")"), "expected true or false", "A mark that cannot be read is taken for none.",
       [](Office& office) {
         Tool tool = reading_tool("t", {});
         tool.review = Review::Pending;
         office.add(tool);
       },
       call_of("t", "{}"), ToolReview},
      {sends(R"(destination.url = ["url"], destination.fixed = "our own service")"),
       "destination.fixed stands beside a destination argument", "What a person reads is not where the call goes.",
       with_tool(fixed), call_of("t", R"({"url":"https://hooks.office.example/"})"), ApprovalFixedDestination},
      {reads(R"(command.argv = "argv")"), "expected a list", "A command that is bound as a text binds nothing.",
       with_tool(reading_tool("t", {})), call_of("t", R"({"argv":["/bin/sh"]})"), ArgumentsSchema},
  });
}

TEST(LoadChecks, OfArgumentsAreNeeded) {
  // A destination that is judged stands beside the one that is not, so that none is missing.
  const auto sending = [](std::initializer_list<BoundArgument> arguments) {
    Tool tool = sending_tool("t", arguments);
    tool.arguments.push_back({"main", Url});
    return with_tool(tool);
  };
  const auto call = [](std::string_view more) {
    return call_of("t", R"({"main":"https://hooks.office.example/",)" + std::string(more) + "}");
  };
  Tool joined = sending_tool("t", {{*parse_pointer("/items/*/owner"), Part, kRepos},
                                   {*parse_pointer("/items/*/repo"), Part, kRepos},
                                   {"main", Url}});
  joined.joins = {{.parts = {0, 1}, .list = kRepos}};
  expect_needed({
      {reads(R"(content = ["callback_url"])"), "is named like a destination, not like content",
       "A destination that is called content goes anywhere.", with_tool(reading_tool("t", {{"callback_url", Content}})),
       call_of("t", R"({"callback_url":)" + kEvil + "}")},
      {reads(R"(content = ["/options/file_path"])"), "is named like a path, not like content",
       "A path that is called content is read anywhere.",
       with_tool(reading_tool("t", {at("/options/file_path", Content)})),
       call_of("t", R"({"options":{"file_path":"/etc/passwd"}})")},
      {executes(
           R"(command.argv = ["argv"], content = ["env"], commands = [{ program = "/bin/true", effect = "read" }])"),
       "is named like what starts a program, not like content",
       "The environment of a command is another way to start one.",
       [](Office& office) {
         Tool tool = office_tool("t", Effect::Execute, Sensitivity::Internal, Reversibility::Reversible,
                                 {{"argv", Command}, {"env", Content}});
         tool.commands = {listed_command("/bin/true")};
         office.add(tool);
       },
       call_of("t", R"({"argv":["true"],"env":{"LD_PRELOAD":"/tmp/x.so"}})")},
      {sends(R"(destination.url = ["target"], content = ["target"])"), "is listed already, under",
       "An argument with two roles is judged by one of them.", sending({{"target", Url}, {"target", Content}}),
       call(R"("target":)" + kEvil)},
      {sends(R"(destination.url = ["target"], content = ["Target"])"), "reads like",
       "A tool that reads names without case goes where the other spelling says.",
       sending({{"target", Url}, {"Target", Content}}),
       call(R"("target":"https://hooks.office.example/","Target":)" + kEvil)},
      {sends(R"(destination.url = ["/hooks/target"], content = ["/hooks/*"])"), "name the same place",
       "A place that lies within another is judged by the last line alone.",
       sending({at("/hooks/target", Url), at("/hooks/*", Content)}), call(R"("hooks":{"target":)" + kEvil + "}")},
      {policy_test::with_tool("t = { effect = \"send\", sensitivity = \"internal\", reversible = true, "
                              "destination.repos = { join = [\"/items/*/owner\", \"/items/*/repo\"] } }\n"
                              "[destinations.repos]\nkind = \"id\"\nallow = [\"office/site\"]"),
       "items of a list cannot be joined", "Which item's parts belong together is not said, and none is judged.",
       with_tool(joined), call(R"("items":[{"owner":"evil","repo":"exfiltration"}])")},
  });
}

TEST(LoadChecks, OfArgumentsThatHaveASecondLine) {
  Tool one_part = sending_tool("t", {{Pointer::to_key("repo"), Part, kRepos}});
  one_part.joins = {{.parts = {0}, .list = kRepos}};
  Tool wrong_kind = sending_tool("t", {{"owner", Part}, {"repo", Part}});
  wrong_kind.joins = {{.parts = {0, 1}, .list = kEgressHosts}};
  const std::string repos = "\n[destinations.repos]\nkind = \"id\"\nallow = [\"office/site\"]";
  const std::string hooks = "\n[destinations.hooks]\nkind = \"url\"\nallow = [\"hooks.office.example\"]";
  const auto named = [](std::string_view fields, std::string_view list) {
    return policy_test::with_tool("t = { effect = \"send\", sensitivity = \"internal\", reversible = true, " +
                                  std::string(fields) + " }" + std::string(list));
  };
  Tool with_names = reading_tool("t", {});
  with_names.display_names = DisplayNames::Accepted;
  expect_needed({
      {reads(R"(content = ["to*"])"), "is a pattern", "A star that was meant for several arguments is the name of one.",
       with_tool(reading_tool("t", {{"to*", Content}})), call_of("t", R"({"to1":"x"})"), ArgumentsSchema},
      {reads(R"(content = ["/a//b"])"), "a pointer with an empty step",
       "A pointer that is misread names another place.", with_tool(reading_tool("t", {})),
       call_of("t", R"({"a":{"b":1}})"), ArgumentsSchema},
      {reads(R"(content = ["b\u200Body"])"), "expected a readable name",
       "A name that nobody can read is not the one that calls use.",
       with_tool(reading_tool("t", {{"b\u200Body", Content}})), call_of("t", R"({"body":"b"})"), ArgumentsMalformed},
      {reads(R"(contents = ["body"])"), "unknown key", "What is bound under a misspelt key is not bound.",
       with_tool(reading_tool("t", {})), call_of("t", R"({"body":"b"})"), ArgumentsSchema},
      {named(R"(destination.repo = ["repo"])", repos), "there is no such list",
       "A list that is not there allows nothing.",
       with_tool(sending_tool("t", {{Pointer::to_key("repo"), Id, kEgressHosts}})),
       call_of("t", R"({"repo":"office/site"})"), DestinationUnlisted},
      {named(R"(destination.repos = { join = ["repo"] })", repos), "a join is of two arguments or more",
       "The rest of the destination is a default of the tool's.", with_tool(one_part),
       call_of("t", R"({"repo":"site"})"), DestinationUnlisted},
      {named(R"(destination.hooks = { join = ["owner", "repo"] })", hooks), "arguments of kind",
       "A URL that is glued together from parts has more readings than one.", with_tool(wrong_kind),
       call_of("t", R"({"owner":"hooks.office.example","repo":"x"})"), DestinationUnlisted},
      {reads("display_names = true"), "display_names is for arguments that are e-mail addresses, and none is bound",
       "The author thinks that an argument is an address.", with_tool(with_names),
       call_of("t", R"({"to":"Bo <x@attacker.example>"})"), ArgumentsSchema},
  });
}

TEST(LoadChecks, OfToolNamesAreNeeded) {
  const auto two = [](std::string first_server, std::string first, std::string second_server, std::string second) {
    return [=](Office& office) {
      Tool strict = reading_tool(first, {});
      strict.server = first_server;
      strict.review = Review::Pending;
      Tool lax = reading_tool(second, {});
      lax.server = second_server;
      office.add(strict);
      office.add(lax);
    };
  };
  const std::string line = " = { effect = \"read\", sensitivity = \"internal\", reversible = true }\n";
  const std::string strict = " = { effect = \"read\", sensitivity = \"internal\", reversible = true, review = true }\n";
  const std::string servers =
      "[servers.files]\ncommand = [\"/usr/bin/files\"]\n[servers.odd]\ncommand = [\"/usr/bin/odd\"]\n";
  expect_needed({
      {tool_line("export" + strict + "Export" + line), "reads like",
       "A client that takes one name for the other calls by the laxer line.", two("", "export", "", "Export"),
       call_of("Export", "{}")},
      {sections(servers + "[servers.files.tools]\nfind" + strict + "[servers.odd.tools]\n\"files.find\"" + line),
       "whose tools these are is not said", "[tools] beside several servers lets every server have its tools.",
       [](Office& office) { office.server = "odd"; }, call_of("read_ticket", R"({"id":"T-1"})")},
      {"[policy]\nname = \"n\"\nversion = 1\n[session]\npermissions = \"no execution\"\n" + servers +
           "[servers.files.tools]\nfind" + strict + "[servers.odd.tools]\n\"files.find\"" + line,
       "have one name", "What reads like the tool of one server is the tool of another.",
       two("files", "find", "odd", "files.find"), call_of("files.find", "{}")},
  });
}

TEST(LoadChecks, OfToolNamesThatHaveASecondLine) {
  const std::string long_name(128, 't');
  const std::string line = " = { effect = \"read\", sensitivity = \"internal\", reversible = true }\n";
  expect_needed({
      {"[policy]\nname = \"n\"\nversion = 1\n[session]\npermissions = \"no execution\"\n[servers.files]\ncommand = "
       "[\"/usr/bin/files\"]\n[tools]\nfind" +
           line + "[servers.files.tools]\nfind" + line,
       "is listed already at", "Two lines are for one tool, and the reader sees one of them.",
       [](Office& office) {
         office.add(reading_tool("find", {}));
         Tool again = reading_tool("find", {});
         again.server = "files";
         office.add(again);
       },
       call_of("find", "{}"), ToolUnregistered},
      {"[policy]\nname = \"n\"\nversion = 1\n[session]\npermissions = \"no execution\"\n[servers.files]\ncommand = "
       "[\"/usr/bin/files\"]\n[servers.odd]\ncommand = [\"/usr/bin/odd\"]\n[servers.files.tools]\n" +
           long_name + line + "[servers.odd.tools]\n" + long_name + line,
       "clients would call this tool",
       "Where two servers have a tool, a name that is too long with its server is none.",
       [long_name](Office& office) {
         for (const char* server : {"files", "odd"}) {
           Tool tool = reading_tool(long_name, {});
           tool.server = server;
           office.add(tool);
         }
       },
       call_of(long_name, "{}"), ToolUnregistered},
      {tool_line("\"read note\"" + line), "is no tool name", "A name that no client can send is the name of no tool.",
       with_tool(reading_tool("read note", {})), call_of("read_note", "{}"), ToolUnregistered},
      {"[policy]\nname = \"n\"\nversion = 1\n[session]\npermissions = \"no execution\"\n[tools]\n", "no tool is listed",
       "A table without tools allows nothing.", [](Office& office) { office.policy.tools = {}; },
       call_of("read_ticket", "{}"), ToolUnregistered},
  });
}

TEST(LoadChecks, OfSchemasThatHaveASecondLine) {
  const auto schema = [](std::string_view fields, std::string_view text) {
    return tool_line("[tools.t]\neffect = \"read\"\nsensitivity = \"internal\"\nreversible = true\n" +
                     std::string(fields) + "\n[tools.t.arguments]\n" + std::string(text));
  };
  const auto closed_by = [](std::initializer_list<BoundArgument> arguments, std::string_view text) {
    Tool tool = reading_tool("t", arguments);
    const auto compiled = compile_schema(json_of(text));
    tool.schema = compiled ? *compiled : Schema();
    return with_tool(tool);
  };
  expect_needed({
      {schema("", "type = \"object\"\nproperties.callback_url = { type = \"string\" }"),
       "is named like a destination, not like content", "A destination that only the schema names goes anywhere.",
       closed_by({}, R"({"type":"object","properties":{"callback_url":{"type":"string"}}})"),
       call_of("t", R"({"callback_url":)" + kEvil + "}"), ArgumentsSchema},
      {schema("content = [\"query\"]", "type = \"object\"\nproperties.querry = { type = \"string\", maxLength = 10 }"),
       "is bound as content and the schema does not name it",
       "What the schema says of the misspelt name holds for nothing.",
       closed_by({{"query", Content}}, R"({"type":"object","properties":{"querry":{"type":"string","maxLength":10}}})"),
       call_of("t", R"({"query":"longer than that"})"), ArgumentsSchema},
      {schema("", "type = \"object\"\nminProperties = 1"), "minProperties",
       "A keyword that nobody looks at restricts nothing.", closed_by({}, R"({"minProperties":1})"), call_of("t", "{}"),
       ArgumentsSchema},
      {schema("", "type = \"object\"\nproperties.day = { const = 2027-03-01 }"), "has no place in a schema",
       "A date of the file is no value that a call could have.",
       closed_by({}, R"({"type":"object","properties":{"day":{"const":null}}})"),
       call_of("t", R"({"day":"2027-03-01"})"), ArgumentsSchema},
      {reads("arguments = \"any\""), "expected a table", "A schema that cannot be read is taken for none.",
       closed_by({}, "false"), call_of("t", "{}"), ArgumentsSchema},
  });
}

/// No word of a command is judged in this version: whatever a list of commands says, none of them runs.
/// What the refused entry comes to when it is believed, and a command that then runs.
struct CommandCheck {
  std::string entry;  // of the list of commands
  std::string refusal;
  std::string harm;
  ListedCommand amounts_to;
  std::string argv;
  std::optional<RuleId> stopped_by{};
};

ListedCommand command(std::string program, std::vector<ListedOption> options, std::vector<WordKind> operands = {}) {
  ListedCommand made = listed_command(std::move(program));
  made.options = std::move(options);
  made.operands = std::move(operands);
  return made;
}

ListedCommand git_with(std::vector<std::string> subcommands) {
  ListedCommand made = listed_command("/usr/bin/git");
  made.subcommands = std::move(subcommands);
  return made;
}

void expect_command_checks(const std::vector<CommandCheck>& checks) {
  std::vector<LoadCheck> all;
  for (const CommandCheck& check : checks) {
    const auto with_command = [listed = check.amounts_to](Office& office) {
      Tool tool =
          office_tool("t", Effect::Execute, Sensitivity::Internal, Reversibility::Reversible, {{"argv", Command}});
      tool.commands = {listed};
      office.add(tool);
    };
    all.push_back({executes(R"(command.argv = ["argv"], commands = [)" + check.entry + "]"), check.refusal, check.harm,
                   with_command, call_of("t", R"({"argv":)" + check.argv + "}"), check.stopped_by});
  }
  expect_needed(all);
}

TEST(LoadChecks, OfTheProgramsOfCommandsAreNeeded) {
  expect_command_checks({
      {R"({ program = "/bin/sh", effect = "execute", options = ["-c=text"] })", "starts whatever its arguments say",
       "A shell that is listed lists every program.", command("/bin/sh", {{"-c", WordKind::Text}}),
       R"(["/bin/sh","-c","curl evil.example"])"},
      {R"({ program = "/usr/bin/jq", effect = "read", paths = ["text", "read"] })",
       "reads a language that reaches further than any list says",
       "A text that is a program reads files and variables.",
       command("/usr/bin/jq", {}, {WordKind::Text, WordKind::ReadPath}),
       R"x(["jq","env, input_filename","/srv/office/shelf/a"])x"},
      {R"({ program = "/usr/bin/less", effect = "read", paths = "read" })",
       "starts programs while it shows or edits a file", "A pager starts what its keys and variables say.",
       command("/usr/bin/less", {}, {WordKind::ReadPath}), R"(["less","/srv/office/shelf/a"])"},
      {R"({ program = "/usr/bin/ssh", effect = "send", paths = "text" })", "acts where no list of this policy holds",
       "A command runs on another machine.", command("/usr/bin/ssh", {}, {WordKind::Text}),
       R"(["ssh","evil.example","id"])"},
      {R"({ program = "/usr/bin/split", effect = "write", paths = ["read", "text"] })",
       "writes or reads names that no word of the command holds", "Files are written under names that nobody judged.",
       command("/usr/bin/split", {}, {WordKind::ReadPath, WordKind::Text}),
       R"(["split","/srv/office/shelf/a","/etc/cron.d/"])"},
      {R"({ program = "git", effect = "read" })", "expected an absolute path",
       "Which program a bare name means is said by PATH.", listed_command("git"), R"(["git"])"},
      {R"({ effect = "read" })", "program is missing", "An entry without a program starts none.", listed_command(""),
       R"(["/bin/sh"])", CommandUnlisted},
      {R"({ program = "/usr/bin/make" })", "effect is missing", "A command that writes is taken for one that reads.",
       [] {
         ListedCommand made = listed_command("/usr/bin/make");
         made.effect = Effect::Read;
         return made;
       }(),
       R"(["make"])"},
      {R"({ program = "/usr/bin/rm", effect = "read", paths = "write" })", "changes files",
       "A session without the right to write removes files.", command("/usr/bin/rm", {}, {WordKind::Text}),
       R"(["rm","a"])"},
      {R"({ program = "/usr/bin/npm", effect = "read", subcommands = ["test"] })", "runs what its files say",
       "What is called a read runs the scripts of a checkout.", command("/usr/bin/npm", {}, {WordKind::Name}),
       R"(["npm","test"])"},
      {R"({ program = "/usr/bin/tar", effect = "write", fixed = ["-c"], options = ["-f=write"], paths = "read" })",
       "takes its words for others without", "tar reads \\056\\056 as the folder above.",
       command("/usr/bin/tar", {}, {WordKind::Text}), R"(["tar","\\056\\056/x"])"},
      {R"({ program = "/usr/bin/npm", effect = "execute", subcommands = ["run"], paths = ["name", "none"] })",
       "has scripts of its own, such as `env`", "A script that npm brings prints the environment.",
       command("/usr/bin/npm", {}, {WordKind::Name}), R"(["npm","env"])"},
      {R"({ program = "/usr/bin/git", effect = "read", paths = "read" })", "is held by its subcommands alone",
       "Without a subcommand in the list the first operand is any of them.",
       command("/usr/bin/git", {}, {WordKind::Text}), R"(["git","push"])"},
      {R"({ program = "/usr/bin/diff", effect = "read", paths = "read" })",
       "is held by an option that a call cannot leave out", "Links in two folders are followed out of them.",
       command("/usr/bin/diff", {}, {WordKind::ReadPath}), R"(["diff","/srv/office/shelf/a","/srv/office/shelf/b"])"},
      {R"({ program = "/usr/bin/git", effect = "read", subcommands = ["status", "push"] })",
       "is no subcommand that is known of", "A subcommand dials wherever its words say.", git_with({"push"}),
       R"(["git","push"])"},
      {R"({ program = "/opt/tool", effect = "read" }, { program = "/opt/tool", effect = "write" })",
       "is listed already at", "Of two entries for one command the reader sees one.", listed_command("/opt/tool"),
       R"(["tool"])"},
      {R"({ program = "/usr/bin/git", effect = "read", subcommands = [] })", "an empty list allows no subcommand",
       "No subcommand at all reads like a program without any.", git_with({}), R"(["git"])"},
      {R"({ program = "/usr/bin/git", effect = "read", subcommands = ["-c"] })", "expected a subcommand such as",
       "An option in the place of a subcommand opens the program.", git_with({"-c"}), R"(["git","-c"])"},
      {R"({ program = "/usr/bin/git", effect = "read", subcommands = ["log", "log"] })", "is listed already",
       "A word that stands twice was meant to be another.", git_with({"log"}), R"(["git","log"])"},
  });
}

TEST(LoadChecks, OfTheOptionsOfCommandsAreNeeded) {
  using enum WordKind;
  expect_command_checks({
      {R"({ program = "/usr/bin/grep", effect = "read", options = ["-R"], paths = ["text", "read"] })",
       "is not known to reach no further than its words", "A link in the folder that is searched leads out of it.",
       command("/usr/bin/grep", {{"-R"}}, {Text, ReadPath}), R"(["grep","-R","root","/srv/office/shelf"])"},
      {R"({ program = "/usr/bin/curl", effect = "send", options = ["-sd=text"], paths = "url" })",
       "is not known to reach no further than its words", "The last of several letters takes a file: @/etc/passwd.",
       command("/usr/bin/curl", {{"-sd", Text}}, {Url}),
       R"(["curl","-sd","@/etc/passwd","https://hooks.office.example/"])"},
      {R"({ program = "/usr/bin/wc", effect = "read", options = ["--files0=text"] })",
       "is not known to reach no further than its words",
       "An abbreviation stands for an option that reads a list of files.", command("/usr/bin/wc", {{"--files0", Text}}),
       R"(["wc","--files0","/tmp/list"])"},
      {R"({ program = "/usr/bin/rg", effect = "read", options = ["-f"], paths = "read" })", "takes a value",
       "The file of patterns is taken for an operand.", command("/usr/bin/rg", {{"-f"}}, {Text, ReadPath}),
       R"(["rg","-f","/etc/shadow","/srv/office/shelf"])"},
      {R"({ program = "/usr/bin/ls", effect = "read", options = ["-l=text"], paths = "read" })", "takes no value",
       "A path is taken for a value.", command("/usr/bin/ls", {{"-l", Text}}, {ReadPath}), R"(["ls","-l","/etc"])"},
      {R"({ program = "/usr/bin/date", effect = "read", options = ["-I=name"] })",
       "takes its value in the same word, if any", "The word behind it sets the clock.",
       command("/usr/bin/date", {{"-I", Name}}), R"(["date","-I","0101000030"])"},
      {R"({ program = "/usr/bin/sort", effect = "read", options = ["-o=text"], paths = "read" })",
       "takes a value of another kind", "A file anywhere is written, and was a text to the gate.",
       command("/usr/bin/sort", {{"-o", Text}}, {ReadPath}), R"(["sort","-o","/etc/passwd","/srv/office/shelf/a"])"},
      {R"({ program = "/usr/bin/git", effect = "read", subcommands = ["diff"], options = ["-u", "-z", "-M", "-B=number"] })",
       "is not known to reach no further than its words", "What is not in the table was not looked at.",
       command("/usr/bin/git", {{"-B", Number}}), R"(["git","-B","5"])"},
      {R"({ program = "/opt/tool", effect = "read", options = ["oneline"] })", "expected an option such as",
       "A word that is no option is none of a command's.", command("/opt/tool", {{"oneline"}}), R"(["tool","oneline"])",
       CommandUnlisted},
      {R"({ program = "/opt/tool", effect = "read", options = ["--all", "--all=number"] })", "is listed already",
       "Of two kinds of value the first one counts.", command("/opt/tool", {{"--all"}, {"--all", Number}}),
       R"(["tool","--all","5"])", CommandUnlisted},
  });
}

TEST(LoadChecks, OfTheFixedWordsOfCommandsAreNeeded) {
  using enum WordKind;
  const auto with_fixed = [](std::string program, std::vector<std::string> fixed, std::vector<WordKind> operands = {}) {
    ListedCommand made = command(std::move(program), {}, std::move(operands));
    made.fixed = std::move(fixed);
    return made;
  };
  expect_command_checks({
      {R"({ program = "/opt/tool", effect = "read", fixed = [] })", "an empty list puts in no word",
       "Whoever lists fixed words has some in mind.", with_fixed("/opt/tool", {}), R"(["tool"])"},
      {R"({ program = "/opt/tool", effect = "read", fixed = ["--"], options = ["-v"] })", "expected a word such as",
       "Behind it every option of a call is an operand to the program.", with_fixed("/opt/tool", {"--"}),
       R"(["tool"])"},
      {R"({ program = "/usr/bin/rg", effect = "read", fixed = ["--pre=./x"], paths = ["text", "read"] })",
       "is nothing that is known to stand fixed behind", "A fixed option starts a program of the checkout.",
       with_fixed("/usr/bin/rg", {"--pre=./x"}, {Text, ReadPath}), R"(["rg","a","/srv/office/shelf"])"},
      {R"({ program = "/usr/bin/curl", effect = "read", fixed = ["--max-time"], paths = "url" })",
       "the last fixed word is an option that takes the next word",
       "The first word of the call is its value, and no URL.", with_fixed("/usr/bin/curl", {"--max-time"}, {Url}),
       R"(["curl","https://hooks.office.example/"])"},
  });
}

TEST(LoadChecks, OfTheOperandsOfCommandsAreNeeded) {
  using enum WordKind;
  expect_command_checks({
      {R"({ program = "/usr/bin/cat", effect = "read", paths = "any" })", "expected \"none\"",
       "A kind of operand that nobody knows is none.", command("/usr/bin/cat", {}), R"(["cat","/etc/passwd"])",
       CommandUnlisted},
      {R"({ program = "/usr/bin/cat", effect = "read", paths = [] })", "an empty list allows no operand",
       "Whoever writes an empty list has a command without operands.", command("/usr/bin/cat", {}),
       R"(["cat","/etc/passwd"])", CommandUnlisted},
      {R"({ program = "/usr/bin/cat", effect = "read", paths = "rest" })", "the rest of nothing would be every word",
       "Every word is accepted, options and paths alike.", command("/usr/bin/cat", {}, {Rest}),
       R"(["cat","/etc/passwd"])"},
      {R"({ program = "/usr/bin/cat", effect = "read", paths = ["none", "read"] })",
       "none in front of others is no operand", "An operand of no kind is refused where it stands.",
       command("/usr/bin/cat", {}, {None, ReadPath}), R"(["cat","/srv/office/shelf/a"])", CommandUnlisted},
      {R"({ program = "/usr/bin/cat", effect = "read", paths = ["read", "none", "read"] })", "nothing follows none",
       "The author thinks that a second operand is taken.", command("/usr/bin/cat", {}, {ReadPath, None, ReadPath}),
       R"(["cat","/srv/office/shelf/a","/srv/office/shelf/b"])", CommandUnlisted},
      {R"({ program = "/usr/bin/cat", effect = "read", paths = ["read", "rest", "read"] })", "nothing follows the rest",
       "What is listed behind the rest is judged by nobody.", command("/usr/bin/cat", {}, {ReadPath, Rest, ReadPath}),
       R"(["cat","/srv/office/shelf/a","x","/etc/passwd"])"},
      {R"({ program = "/usr/bin/python3", effect = "execute", paths = "text" })",
       "runs the file that its first operand names", "A script from anywhere is data to the gate.",
       command("/usr/bin/python3", {}, {Text}), R"(["python3","/tmp/x.py"])"},
      {R"({ program = "/usr/bin/rg", effect = "read", options = ["-e=text"], paths = ["text", "read"] })",
       "with its -e, -f, --regexp or --file the first operand of",
       "With -e the first operand is a file, and nobody judged it.",
       command("/usr/bin/rg", {{"-e", Text}}, {Text, ReadPath}), R"(["rg","-e","root","/etc/shadow"])"},
      {R"({ program = "/usr/bin/python3", effect = "execute" })", "runs the file that its first operand names",
       "Without a script it runs what stands in its input.", command("/usr/bin/python3", {}), R"(["python3"])"},
      {R"({ program = "/usr/bin/find", effect = "read", paths = "text" })", "takes its operands in another way",
       "To find -exec is an expression wherever it stands.", command("/usr/bin/find", {}, {Text}),
       R"(["find","--","/","-exec","sh"])"},
      {R"({ program = "/usr/bin/uniq", effect = "read", paths = "read" })", "takes its operands in another way",
       "The second file is written, where a root may only be read.", command("/usr/bin/uniq", {}, {ReadPath}),
       R"(["uniq","/srv/office/shelf/a","/srv/office/shelf/b"])"},
  });
}

}  // namespace
}  // namespace yett
