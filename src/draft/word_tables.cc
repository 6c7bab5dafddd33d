#include "draft/word_tables.h"

#include <algorithm>
#include <iterator>
#include <span>

#include "text/ascii.h"

namespace yett {
namespace {

constexpr Verb kVerbs[] = {
    // What runs something that the caller chooses.
    {"run", Effect::Execute},
    {"exec", Effect::Execute},
    {"execute", Effect::Execute},
    {"eval", Effect::Execute},
    {"evaluate", Effect::Execute},
    {"spawn", Effect::Execute},
    {"launch", Effect::Execute},
    {"invoke", Effect::Execute},
    {"sudo", Effect::Execute},
    {"ssh", Effect::Execute},
    {"compile", Effect::Execute},
    {"deploy", Effect::Execute},
    {"trigger", Effect::Execute, Verb::Use::AlsoThing},
    {"build", Effect::Execute, Verb::Use::AlsoThing},
    {"test", Effect::Execute, Verb::Use::AlsoThing},
    {"shell", Effect::Execute, Verb::Use::AlsoThing},
    {"bash", Effect::Execute, Verb::Use::AlsoThing},
    {"terminal", Effect::Execute, Verb::Use::AlsoThing},
    {"command", Effect::Execute, Verb::Use::AlsoThing},
    {"script", Effect::Execute, Verb::Use::AlsoThing},
    {"python", Effect::Execute, Verb::Use::AlsoThing},
    // What reaches somebody.
    {"send", Effect::Send},
    {"forward", Effect::Send},
    {"notify", Effect::Send},
    {"publish", Effect::Send},
    {"tweet", Effect::Send},
    {"broadcast", Effect::Send},
    {"upload", Effect::Send},
    {"invite", Effect::Send},
    {"submit", Effect::Send},
    {"pay", Effect::Send},
    {"purchase", Effect::Send},
    {"buy", Effect::Send},
    {"refund", Effect::Send},
    {"dial", Effect::Send},
    {"push", Effect::Send, Verb::Use::AlsoThing},
    {"post", Effect::Send, Verb::Use::AlsoThing},
    {"reply", Effect::Send, Verb::Use::AlsoThing},
    {"mail", Effect::Send, Verb::Use::AlsoThing},
    {"email", Effect::Send, Verb::Use::AlsoThing},
    {"message", Effect::Send, Verb::Use::AlsoThing},
    {"sms", Effect::Send, Verb::Use::AlsoThing},
    {"share", Effect::Send, Verb::Use::AlsoThing},
    {"request", Effect::Send, Verb::Use::AlsoThing},
    {"call", Effect::Send, Verb::Use::AlsoThing},
    {"transfer", Effect::Send, Verb::Use::AlsoThing},
    {"order", Effect::Send, Verb::Use::AlsoThing},
    {"webhook", Effect::Send, Verb::Use::AlsoThing},
    {"export", Effect::Send, Verb::Use::AlsoThing},
    // What changes something.
    {"write", Effect::Write},
    {"create", Effect::Write},
    {"update", Effect::Write},
    {"upsert", Effect::Write},
    {"delete", Effect::Write},
    {"remove", Effect::Write},
    {"destroy", Effect::Write},
    {"erase", Effect::Write},
    {"purge", Effect::Write},
    {"drop", Effect::Write},
    {"truncate", Effect::Write},
    {"edit", Effect::Write},
    {"modify", Effect::Write},
    {"move", Effect::Write},
    {"rename", Effect::Write},
    {"copy", Effect::Write},
    {"add", Effect::Write},
    {"append", Effect::Write},
    {"insert", Effect::Write},
    {"set", Effect::Write, Verb::Use::AlsoThing},
    {"put", Effect::Write},
    {"save", Effect::Write},
    {"store", Effect::Write, Verb::Use::AlsoThing},
    {"patch", Effect::Write, Verb::Use::AlsoThing},
    {"replace", Effect::Write},
    {"overwrite", Effect::Write},
    {"merge", Effect::Write, Verb::Use::AlsoThing},
    {"commit", Effect::Write, Verb::Use::AlsoThing},
    {"checkout", Effect::Write},
    {"reset", Effect::Write},
    {"restore", Effect::Write},
    {"revert", Effect::Write},
    {"rollback", Effect::Write},
    {"clear", Effect::Write},
    {"cancel", Effect::Write},
    {"close", Effect::Write},
    {"archive", Effect::Write, Verb::Use::AlsoThing},
    {"assign", Effect::Write},
    {"mark", Effect::Write},
    {"label", Effect::Write, Verb::Use::AlsoThing},
    {"tag", Effect::Write, Verb::Use::AlsoThing},
    {"toggle", Effect::Write},
    {"enable", Effect::Write},
    {"disable", Effect::Write},
    {"start", Effect::Write},
    {"stop", Effect::Write},
    {"restart", Effect::Write},
    {"kill", Effect::Write},
    {"install", Effect::Write},
    {"uninstall", Effect::Write},
    {"import", Effect::Write},
    {"generate", Effect::Write},
    {"register", Effect::Write, Verb::Use::AlsoThing},
    {"schedule", Effect::Write, Verb::Use::AlsoThing},
    {"book", Effect::Write, Verb::Use::AlsoThing},
    {"grant", Effect::Write, Verb::Use::AlsoThing},
    {"revoke", Effect::Write},
    {"rotate", Effect::Write},
    {"approve", Effect::Write},
    {"comment", Effect::Write, Verb::Use::AlsoThing},
    {"mkdir", Effect::Write},
    {"rm", Effect::Write},
    {"mv", Effect::Write},
    {"cp", Effect::Write},
    {"click", Effect::Write},
    {"type", Effect::Write, Verb::Use::AlsoThing},
    {"fill", Effect::Write},
    {"make", Effect::Write, Verb::Use::AlsoThing},
    {"compress", Effect::Write},
    {"apply", Effect::Write},
    {"sync", Effect::Write},
    {"migrate", Effect::Write},
    {"upgrade", Effect::Write},
    {"subscribe", Effect::Write},
    {"unsubscribe", Effect::Write},
    {"unlock", Effect::Write},
    {"fork", Effect::Write, Verb::Use::AlsoThing},
    // What only reads.
    {"read", Effect::Read},
    {"get", Effect::Read},
    {"list", Effect::Read},
    {"ls", Effect::Read},
    {"search", Effect::Read},
    {"find", Effect::Read},
    {"grep", Effect::Read},
    {"fetch", Effect::Read},
    {"retrieve", Effect::Read},
    {"return", Effect::Read},
    {"lookup", Effect::Read},
    {"look", Effect::Read},
    {"query", Effect::Read},
    {"show", Effect::Read},
    {"view", Effect::Read},
    {"describe", Effect::Read},
    {"browse", Effect::Read},
    {"count", Effect::Read},
    {"inspect", Effect::Read},
    {"download", Effect::Read},
    {"crawl", Effect::Read},
    {"scrape", Effect::Read},
    {"explain", Effect::Read},
    {"compare", Effect::Read},
    {"diff", Effect::Read},
    {"calculate", Effect::Read},
    {"convert", Effect::Read},
    {"echo", Effect::Read},
    {"stat", Effect::Read},
    {"status", Effect::Read},
    {"log", Effect::Read},
    {"tree", Effect::Read},
    {"info", Effect::Read},
    {"resolve", Effect::Read},
    {"check", Effect::Read},
    {"validate", Effect::Read},
    {"verify", Effect::Read},
    {"analyze", Effect::Read},
    {"summarize", Effect::Read},
    {"translate", Effect::Read},
    {"watch", Effect::Read},
    {"monitor", Effect::Read},
    {"navigate", Effect::Read},
    {"screenshot", Effect::Read},
};

constexpr std::string_view kAdding[] = {"add",  "append",  "create", "insert", "mkdir",
                                        "mark", "comment", "label",  "tag"};
constexpr std::string_view kWeb[] = {"web",   "internet", "online",  "browse", "crawl",     "scrape",
                                     "fetch", "http",     "website", "google", "wikipedia", "url"};
constexpr std::string_view kDocuments[] = {
    "file",    "files",    "document",   "documents", "doc",      "docs",     "page",     "pages",
    "article", "articles", "mail",       "email",     "emails",   "message",  "messages", "inbox",
    "issue",   "issues",   "ticket",     "tickets",   "comment",  "comments", "fetch",    "web",
    "browse",  "crawl",    "scrape",     "download",  "url",      "http",     "feed",     "note",
    "notes",   "wiki",     "transcript", "resource",  "resources"};
constexpr std::string_view kPublic[] = {"time",          "date",      "clock",   "timezone",  "weather",
                                        "forecast",      "sum",       "echo",    "calculate", "docs",
                                        "documentation", "wikipedia", "holiday", "currency"};
constexpr std::string_view kFiles[] = {"file", "files", "directory", "directories", "folder", "folders", "path", "dir"};
constexpr std::string_view kMail[] = {"mail",   "email", "emails", "message", "messages", "send",   "notify",
                                      "invite", "reply", "sms",    "forward", "event",    "meeting"};

bool stands_in(std::string_view word, std::span<const std::string_view> table) {
  return std::ranges::find(table, word) != table.end();
}

/// Whether `word` is `verb` with an ending of English: "-s", "-es", "-d", "-ed", "-ing", "-ting".
bool is_form_of(std::string_view word, std::string_view verb) {
  constexpr std::string_view kEndings[] = {"", "s", "es", "d", "ed", "ing"};
  if (word.starts_with(verb)) return stands_in(word.substr(verb.size()), kEndings);
  if (!verb.ends_with('e')) return false;
  const std::string_view stem = verb.substr(0, verb.size() - 1);
  return word.starts_with(stem) && word.substr(stem.size()) == "ing";
}

}  // namespace

std::vector<std::string> words_of(std::string_view name) {
  std::vector<std::string> words;
  std::string word;
  const auto end_word = [&] {
    if (!word.empty()) words.push_back(std::move(word));
    word.clear();
  };
  const auto is_capital = [](char c) { return c >= 'A' && c <= 'Z'; };
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    if (!is_letter(c) && !is_digit(c)) {
      end_word();
      continue;
    }
    // "readFile" is two words, and so is "HTTPGet".
    const bool after_small = i > 0 && !is_capital(name[i - 1]);
    const bool before_small = i + 1 < name.size() && is_letter(name[i + 1]) && !is_capital(name[i + 1]);
    if (is_capital(c) && (after_small || before_small)) end_word();
    word += is_capital(c) ? static_cast<char>(c - 'A' + 'a') : c;
  }
  end_word();
  return words;
}

const Verb* find_verb(std::string_view word) {
  const Verb* const found = std::ranges::find(kVerbs, word, &Verb::word);
  return found == std::end(kVerbs) ? nullptr : found;
}

const Verb* find_verb_form(std::string_view word) {
  const Verb* const found =
      std::ranges::find_if(kVerbs, [word](const Verb& verb) { return is_form_of(word, verb.word); });
  return found == std::end(kVerbs) ? nullptr : found;
}

bool only_adds(std::string_view verb) { return stands_in(verb, kAdding); }
bool is_of_the_web(std::string_view word) { return stands_in(word, kWeb); }
bool is_a_document(std::string_view word) { return stands_in(word, kDocuments); }
bool is_public(std::string_view word) { return stands_in(word, kPublic); }
bool is_of_files(std::string_view word) { return stands_in(word, kFiles); }
bool is_of_mail(std::string_view word) { return stands_in(word, kMail); }

}  // namespace yett
