#include "draft/write_draft.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "draft/clue_words.h"
#include "policy/load.h"
#include "policy/wide_folder.h"
#include "policy/write_toml.h"
#include "words/draft_words.h"

namespace yett {
namespace {

constexpr std::size_t kWidestName = 28;

std::string_view flag(bool value) { return value ? "true" : "false"; }

/// The lists that arguments are judged against which are neither URLs nor mail, with an entry for people to see.
struct NamedList {
  std::string_view name;
  std::string_view example;
};
constexpr NamedList kNamedLists[] = {
    {"channels", "\"C024BE91L\""}, {"payees", "\"DE89370400440532013000\""}, {"repositories", "\"acme/website\""}};

/// A root of [paths] that some server needs.
struct DraftRoot {
  std::string name;
  std::string folder;
  bool is_written = false;
};

/// The text of a policy, section by section.
class DraftWriter {
 public:
  DraftWriter(const PolicyDraft& draft, Language language) : draft_(draft), language_(language) { gather_roots(); }

  WrittenDraft write() && {
    comment(DraftText::Header);
    line("");
    line("[policy]");
    line("name    = " + toml_text(draft_.name));
    line("version = 1");
    line("");
    comment(DraftText::SessionRemark);
    line("[session]");
    line(fmt::format("permissions = \"{}\"", permissions()));
    line(fmt::format("tenant      = \"local\"  # {}", draft_text(language_, DraftText::TenantRemark)));
    for (std::size_t i = 0; i < draft_.servers.size(); ++i) write_server(i);
    write_paths();
    write_lists();
    write_secrets();
    line("");
    line("[approval]");
    line("expires = \"10m\"");
    comment(DraftText::ApprovalRemark);
    return {.text = std::move(text_), .lines = std::move(lines_)};
  }

 private:
  void line(const std::string& text) {
    text_ += text + "\n";
    ++count_;
  }

  void comment_lines(std::string_view text) {
    while (!text.empty()) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      line("# " + std::string(text.substr(0, end)));
      text.remove_prefix(std::min(end + 1, text.size()));
    }
  }
  void comment(DraftText text) { comment_lines(draft_text(language_, text)); }

  template <typename Holds>
  [[nodiscard]] bool any_tool(const Holds& holds) const {
    return std::ranges::any_of(draft_.servers,
                               [&](const DraftServer& server) { return std::ranges::any_of(server.tools, holds); });
  }

  [[nodiscard]] std::string_view permissions() const {
    const bool changes = any_tool([](const ToolGuess& tool) { return tool.effect == Effect::Write; });
    return changes ? "no execution" : "no side effects";
  }

  void gather_roots() {
    for (const DraftServer& server : draft_.servers) {
      if (takes_paths(server)) {
        const bool is_written = std::ranges::any_of(
            server.tools, [](const ToolGuess& tool) { return tool.has_role(ArgumentRole::WritePath); });
        const std::string wanted = server.folders.empty() ? "work" : server.name;
        for (const std::string& folder : folders_of(draft_, server)) add_root(wanted, folder, is_written);
      }
    }
    // What a server works with whoever calls it: its sandbox shows it nothing else.
    for (const DraftServer& server : draft_.servers) {
      const bool is_written =
          std::ranges::any_of(server.tools, [](const ToolGuess& tool) { return tool.effect != Effect::Read; });
      if (!takes_paths(server)) {
        for (const std::string& folder : server.folders) add_root(server.name, folder, is_written);
      }
      for (const auto& [name, value] : server.env) {
        if (const auto folder = folder_in(value)) add_root(server.name, *folder, is_written);
      }
    }
  }

  void add_root(const std::string& wanted, const std::string& folder, bool is_written) {
    const auto known = std::ranges::find(roots_, folder, &DraftRoot::folder);
    if (known != roots_.end()) {
      known->is_written = known->is_written || is_written;
      return;
    }
    std::vector<std::string> taken;
    for (const DraftRoot& root : roots_) taken.push_back(root.name);
    roots_.push_back({section_name(wanted, taken), folder, is_written});
  }

  /// The folder that the value of a variable names, or that of the file that it names: what has an ending is a file.
  /// A folder that holds more than one program is none.
  [[nodiscard]] std::optional<std::string> folder_in(const std::string& value) const {
    if (!value.starts_with('/') || value.contains(':')) return std::nullopt;
    std::string folder = value;
    while (folder.size() > 1 && folder.ends_with('/')) folder.pop_back();
    const auto slash = folder.rfind('/');
    if (folder.find('.', slash + 2) != std::string::npos) folder.resize(slash);
    if (folder.empty() || is_wide_folder(folder, draft_.home)) return std::nullopt;
    return folder;
  }

  void write_server(std::size_t index) {
    const DraftServer& server = draft_.servers[index];
    line("");
    comment(DraftText::ServerRemark);
    line(fmt::format("[servers.{}]", server.name));
    line("command = " + list_of(server.command));
    if (server.cwd) line("cwd     = " + toml_text(*server.cwd));
    std::string env;
    const auto add = [&env](const std::string& name, const std::string& value) {
      env += fmt::format("{}{} = {}", env.empty() ? "" : ", ", toml_key(name), value);
    };
    for (const auto& [name, value] : server.env) add(name, toml_text(value));
    for (const DraftSecret& secret : server.secrets) {
      add(secret.variable, fmt::format("{{ secret = \"{}\", as = \"env\" }}", secret.section));
    }
    if (!env.empty()) line("env     = { " + env + " }");
    line("");
    if (server.tools.empty()) {
      if (!server.was_asked) comment(DraftText::UnaskedServer);
      comment(DraftText::Placeholder);
      line(fmt::format("[servers.{}.tools]", server.name));
      line("name_of_a_tool = { effect = \"execute\", sensitivity = \"private\", reversible = false, review = true }");
      return;
    }
    comment(DraftText::ToolsRemark);
    line(fmt::format("[servers.{}.tools]", server.name));
    std::size_t width = 0;
    for (const ToolGuess& tool : server.tools) width = std::max(width, toml_key(tool.name).size());
    width = std::min(width, kWidestName);
    for (std::size_t i = 0; i < server.tools.size(); ++i) {
      line("# " + clue_line(language_, server.tools[i]));
      line(fmt::format("{:<{}} = {{ {} }}", toml_key(server.tools[i].name), width, fields_of(server, server.tools[i])));
      lines_.push_back({count_, index, i});
    }
  }

  [[nodiscard]] static std::string list_of(const std::vector<std::string>& texts) {
    Json::Array items;
    for (const std::string& text : texts) items.emplace_back(text);
    return toml_inline(Json(std::move(items)));
  }

  [[nodiscard]] std::string fields_of(const DraftServer& server, const ToolGuess& tool) const {
    std::string out = fmt::format("effect = \"{}\", sensitivity = \"{}\", reversible = {}", to_string(tool.effect),
                                  to_string(tool.sensitivity), flag(tool.reversibility == Reversibility::Reversible));
    const auto add = [&out](std::string_view key, const std::string& value) {
      out += fmt::format(", {} = {}", key, value);
    };
    const auto add_role = [&](std::string_view key, ArgumentRole role) {
      const std::vector<std::string> names = names_of(tool, role);
      if (!names.empty()) add(key, list_of(names));
    };
    add_role("destination.url", ArgumentRole::Url);
    add_role("destination.email", ArgumentRole::Email);
    for (const NamedList& list : kNamedLists) {
      const std::vector<std::string> names = names_of(tool, ArgumentRole::Id, list.name);
      if (!names.empty()) add(fmt::format("destination.{}", list.name), list_of(names));
    }
    if (tool.joins_repository) {
      add("destination.repositories", fmt::format("{{ join = {} }}", list_of(names_of(tool, ArgumentRole::Part))));
    }
    if (tool.goes_outside && !tool.has_destination()) {
      const DraftText fixed = tool.effect == Effect::Send ? DraftText::FixedSend : DraftText::FixedOutside;
      add("destination.fixed",
          toml_text(draft_text(language_, fixed, {{"{a}", short_name(tool.name)}, {"{b}", server.name}})));
    }
    add_paths("path.read", server, names_of(tool, ArgumentRole::ReadPath), add);
    add_paths("path.write", server, names_of(tool, ArgumentRole::WritePath), add);
    add_role("tenant", ArgumentRole::Tenant);
    add_role("unbound", ArgumentRole::Unbound);
    add_role("content", ArgumentRole::Content);
    if (tool.returns == Returns::RetrievedDocument) add("returns", "\"retrieved_document\"");
    return out + ", review = true";
  }

  template <typename Add>
  void add_paths(std::string_view key, const DraftServer& server, const std::vector<std::string>& names,
                 const Add& add) const {
    if (names.empty()) return;
    if (roots_.size() == 1) {
      add(key, list_of(names));
      return;
    }
    std::vector<std::string> roots;
    for (const std::string& folder : folders_of(draft_, server)) {
      roots.push_back(std::ranges::find(roots_, folder, &DraftRoot::folder)->name);
    }
    const std::string base = roots.size() > 1 ? fmt::format(", base = \"{}\"", roots.front()) : "";
    add(key, fmt::format("{{ arguments = {}, roots = {}{} }}", list_of(names), list_of(roots), base));
  }

  [[nodiscard]] static std::vector<std::string> names_of(const ToolGuess& tool, ArgumentRole role,
                                                         std::string_view list = {}) {
    std::vector<std::string> names;
    for (const GuessedArgument& argument : tool.arguments) {
      if (argument.role == role && (list.empty() || argument.list == list)) names.push_back(argument.place.text());
    }
    return names;
  }

  void write_paths() {
    bool is_first = true;
    for (const DraftRoot& root : roots_) {
      line("");
      if (is_first) comment(DraftText::PathsRemark);
      is_first = false;
      line(fmt::format("[paths.{}]", root.name));
      if (root.folder == draft_.home) comment(DraftText::WholeHomeRemark);
      line("root   = " + toml_text(root.folder));
      line(fmt::format("access = \"{}\"", root.is_written ? "read-write" : "read"));
    }
  }

  void write_lists() {
    line("");
    comment(DraftText::EgressRemark);
    line("[egress]");
    line("hosts         = []");
    line("email_domains = []");
    const auto write = [this](std::string_view name, std::string_view example) {
      line("");
      comment_lines(draft_text(language_, DraftText::ListRemark, {{"{a}", std::string(example)}}));
      line(fmt::format("[destinations.{}]", name));
      line("kind  = \"id\"");
      line("allow = []");
    };
    for (const NamedList& list : kNamedLists) {
      const bool is_used = any_tool([&list](const ToolGuess& tool) {
        return std::ranges::find(tool.arguments, list.name, &GuessedArgument::list) != tool.arguments.end();
      });
      if (is_used) write(list.name, list.example);
    }
  }

  void write_secrets() {
    for (const DraftServer& server : draft_.servers) {
      for (const DraftSecret& secret : server.secrets) {
        line("");
        comment_lines(draft_text(language_, DraftText::SecretRemark, {{"{a}", secret.variable}, {"{b}", secret.from}}));
        line(fmt::format("[secrets.{}]", secret.section));
        line(fmt::format("from = {{ env = {} }}", toml_text(secret.from)));
      }
    }
  }

  const PolicyDraft& draft_;
  Language language_;
  std::vector<DraftRoot> roots_;
  std::string text_;
  std::size_t count_ = 0;
  std::vector<WrittenDraft::Line> lines_;
};

/// The text without the marks of review, as a person leaves it behind.
std::string without_marks(const std::string& text) {
  constexpr std::string_view kMark = ", review = true }\n";
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t mark = std::min(text.find(kMark, at), text.size());
    out += text.substr(at, mark - at);
    if (mark == text.size()) break;
    out += " }\n";
    at = mark + kMark.size();
  }
  return out;
}

/// Moves the tools whose lines are refused to those that are left out; false when nothing that is refused is one.
bool leave_out(PolicyDraft& draft, const WrittenDraft& written, const PolicyErrors& errors) {
  std::map<std::size_t, std::vector<std::size_t>> tools;  // of each server, to go
  for (const Error& error : errors.reported) {
    const auto at = std::ranges::find(written.lines, error.where.line, &WrittenDraft::Line::line);
    if (at != written.lines.end()) tools[at->server].push_back(at->tool);
  }
  for (auto& [index, gone] : tools) {
    std::ranges::sort(gone);
    gone.erase(std::ranges::unique(gone).begin(), gone.end());
    DraftServer& server = draft.servers[index];
    for (auto tool = gone.rbegin(); tool != gone.rend(); ++tool) {
      server.left_out.push_back({server.tools[*tool].name, LeftOutBecause::NotHeld});
      server.tools.erase(server.tools.begin() + static_cast<std::ptrdiff_t>(*tool));
    }
  }
  return !tools.empty();
}

/// Leaves out every tool that no policy could hold, whatever stands beside it. Where there are more errors than are
/// reported, that is much quicker than going by them.
void sift(PolicyDraft& draft, Language language) {
  for (DraftServer& server : draft.servers) {
    std::vector<ToolGuess> tools = std::exchange(server.tools, {});
    PolicyDraft alone = draft;
    alone.servers = {server};
    for (ToolGuess& tool : tools) {
      alone.servers.front().tools.assign(1, tool);
      if (check_policy(write_draft(alone, language).text, draft.file)) {
        server.tools.push_back(std::move(tool));
      } else {
        server.left_out.push_back({tool.name, LeftOutBecause::NotHeld});
      }
    }
  }
}

}  // namespace

bool takes_paths(const DraftServer& server) {
  return std::ranges::any_of(server.tools, [](const ToolGuess& tool) {
    return tool.has_role(ArgumentRole::ReadPath) || tool.has_role(ArgumentRole::WritePath);
  });
}

std::vector<std::string> folders_of(const PolicyDraft& draft, const DraftServer& server) {
  return server.folders.empty() ? std::vector<std::string>{draft.work_folder} : server.folders;
}

WrittenDraft write_draft(const PolicyDraft& draft, Language language) { return DraftWriter(draft, language).write(); }

Result<std::string> settle_draft(PolicyDraft& draft, Language language) {
  bool is_sifted = false;
  while (true) {
    WrittenDraft written = write_draft(draft, language);
    auto loaded = check_policy(written.text, draft.file);
    if (loaded) loaded = check_policy(without_marks(written.text), draft.file);
    if (loaded) return std::move(written.text);
    if (loaded.error().left_out > 0 && !std::exchange(is_sifted, true)) {
      sift(draft, language);
      continue;
    }
    if (leave_out(draft, written, loaded.error())) continue;
    const Error& error = loaded.error().reported.front();
    return fail(ErrorKind::System, "what was guessed makes no policy: " + error.message, error.where, error.hint);
  }
}

}  // namespace yett
