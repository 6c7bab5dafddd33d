#include "cli/draft_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <tuple>
#include <vector>

#include "cli/suite_option.h"
#include "draft/clue_words.h"
#include "draft/command_reading.h"
#include "draft/write_draft.h"
#include "text/path.h"
#include "words/draft_words.h"
#include "words/reason.h"
#include "words/tool_words.h"

namespace yett {
namespace {

constexpr std::size_t kWidestName = 32;
constexpr std::size_t kEffectWidth = 20;
/// More are a server that does not want to be read.
constexpr std::size_t kMostLeftOut = 20;

struct Row {
  std::string name;
  const ToolGuess* guess = nullptr;
};

/// The order in which a person should look: what does most harm by one mistake first.
bool comes_before(const Row& a, const Row& b) {
  const auto rank = [](const ToolGuess& guess) {
    return std::tuple(guess.tier(), guess.effect, guess.reversibility == Reversibility::Irreversible);
  };
  return rank(*a.guess) > rank(*b.guess);
}

/// Guesses that stand on plain words and do no more than read, or only add.
bool is_plain(const ToolGuess& guess) {
  return guess.certainty == Certainty::Likely && guess.reversibility == Reversibility::Reversible &&
         guess.effect <= Effect::Write && !guess.goes_outside;
}

class View {
 public:
  View(const PolicyDraft& draft, Language language) : draft_(draft), language_(language) {
    for (const DraftServer& server : draft.servers) {
      for (const ToolGuess& guess : server.tools) {
        const std::string name = draft.servers.size() == 1 ? guess.name : server.name + "." + guess.name;
        rows_.push_back({name, &guess});
        width_ = std::max(width_, std::min(name.size(), kWidestName));
      }
    }
    std::ranges::stable_sort(rows_, comes_before);
  }

  std::string text() && {
    add(draft_text(language_, DraftText::Written, {{"{a}", draft_.file}}));
    for (const DraftServer& server : draft_.servers) add_server(server);
    add_group(DraftText::LookFirst,
              [](const ToolGuess& guess) { return guess.certainty == Certainty::Likely && !is_plain(guess); });
    add_group(DraftText::LookUnclear, [](const ToolGuess& guess) { return guess.certainty == Certainty::Unclear; });
    add_group(DraftText::LookUnknown, [](const ToolGuess& guess) { return guess.certainty == Certainty::Unknown; });
    add_group(DraftText::LookPlain, is_plain);
    add_left_out();
    add_next();
    return std::move(text_);
  }

 private:
  void add(const std::string& line) { text_ += line + "\n"; }
  void add_title(DraftText title) { text_ += fmt::format("\n{}\n", draft_text(language_, title)); }

  void add_server(const DraftServer& server) {
    if (!server.was_asked) {
      add("  " + draft_text(language_, DraftText::ServerNotAsked, {{"{a}", server.name}}));
    } else {
      const std::string tools = counted(language_, server.tools.size(), Label::OneTool, Label::ToolCount);
      add("  " + draft_text(language_, DraftText::ServerLine, {{"{a}", server.name}, {"{b}", tools}}));
    }
    if (takes_paths(server)) {
      std::string folders;
      for (const std::string& folder : folders_of(draft_, server)) {
        folders += (folders.empty() ? "" : ", ") + short_name(folder);
      }
      const DraftText where = server.folders.empty() ? DraftText::NoFolder : DraftText::Folders;
      add("  " + draft_text(language_, where, {{"{a}", folders}}));
    }
    for (const DraftSecret& secret : server.secrets) {
      add("  " + draft_text(language_, DraftText::SecretNotCopied,
                            {{"{a}", secret.variable}, {"{b}", server.name}, {"{c}", secret.section}}));
    }
    if (fetches_what_it_runs(server.command.front())) {
      add("  " + draft_text(language_, DraftText::FetchesItself,
                            {{"{a}", server.name}, {"{b}", std::string(last_component(server.command.front()))}}));
    }
  }

  template <typename Belongs>
  void add_group(DraftText title, const Belongs& belongs) {
    bool is_first = true;
    for (const Row& row : rows_) {
      if (!belongs(*row.guess)) continue;
      if (is_first) add_title(title);
      is_first = false;
      const std::string what = fmt::format("{}, {}", to_string(row.guess->effect), to_string(row.guess->tier()));
      add(fmt::format("  {:<{}}  {:<{}}  {}", row.name, width_, what, kEffectWidth,
                      reasons_line(language_, *row.guess)));
    }
  }

  void add_left_out() {
    std::size_t count = 0;
    for (const DraftServer& server : draft_.servers) {
      for (const LeftOutTool& tool : server.left_out) {
        if (count == 0) add_title(DraftText::LeftOut);
        if (++count > kMostLeftOut) continue;
        add(fmt::format("  {}.{}: {}", server.name, short_name(tool.name), left_out_words(language_, tool.because)));
      }
    }
    if (count <= kMostLeftOut) return;
    add("  " + draft_text(language_, DraftText::AndMore, {{"{a}", std::to_string(count - kMostLeftOut)}}));
  }

  void add_next() {
    add_title(DraftText::Next);
    add(fmt::format("  {}", draft_text(language_, DraftText::NextReview)));
    const bool asks = std::ranges::any_of(rows_, [](const Row& row) {
      return row.guess->reversibility == Reversibility::Irreversible || row.guess->goes_outside;
    });
    if (asks) add(fmt::format("  {}", draft_text(language_, DraftText::NextApproval)));
    const std::string_view file = draft_.file;
    const std::string commands[] = {fmt::format("yett check {}", file),
                                    fmt::format("yett tools {}", file),
                                    fmt::format("yett prove -p {} --starter {}", file, case_file_beside(draft_.file)),
                                    fmt::format("yett test -p {}", file),
                                    fmt::format("yett prove -p {}", file),
                                    fmt::format("yett pin -p {}", file),
                                    fmt::format("yett mcp --policy {}", file)};
    std::size_t width = 0;
    for (const std::string& command : commands) width = std::max(width, command.size());
    std::string_view remarks = draft_text(language_, DraftText::NextRest);
    for (const std::string& command : commands) {
      const std::size_t end = std::min(remarks.find('\n'), remarks.size());
      add(fmt::format("  {:<{}}  # {}", command, width, remarks.substr(0, end)));
      remarks.remove_prefix(std::min(end + 1, remarks.size()));
    }
  }

  const PolicyDraft& draft_;
  Language language_;
  std::vector<Row> rows_;
  std::size_t width_ = 0;
  std::string text_;
};

}  // namespace

std::string draft_view(const PolicyDraft& draft, Language language) { return View(draft, language).text(); }

}  // namespace yett
