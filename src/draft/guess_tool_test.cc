#include "draft/guess_tool.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace yett {
namespace {

ToolGuess guess(std::string_view definition) { return guess_tool(parse_json(definition).value()); }

/// A tool of that name without arguments.
ToolGuess named(std::string_view name) { return guess_tool(Json::object({{"name", name}})); }

std::vector<std::string> names_of(const ToolGuess& guess, ArgumentRole role) {
  std::vector<std::string> names;
  for (const GuessedArgument& argument : guess.arguments) {
    if (argument.role == role) names.push_back(argument.place.text());
  }
  return names;
}

bool has_clue(const ToolGuess& guess, ClueKind kind) {
  return std::ranges::find(guess.clues, kind, &Clue::kind) != guess.clues.end();
}

using Names = std::vector<std::string>;

TEST(GuessTool, TheVerbOfTheNameIsTheEffect) {
  EXPECT_EQ(named("read_text_file").effect, Effect::Read);
  EXPECT_EQ(named("github_list_issues").effect, Effect::Read);
  EXPECT_EQ(named("directoryTree").effect, Effect::Read);
  EXPECT_EQ(named("delete-entities").effect, Effect::Write);
  EXPECT_EQ(named("sendEmail").effect, Effect::Send);
  EXPECT_EQ(named("slack_post_message").effect, Effect::Send);
  EXPECT_EQ(named("run_query").effect, Effect::Execute);
  EXPECT_EQ(named("get_sum").certainty, Certainty::Likely);
}

TEST(GuessTool, AWordThatIsAlsoAThingCountsOnlyInFront) {
  EXPECT_EQ(named("get_message").effect, Effect::Read);
  EXPECT_EQ(named("list_commands").effect, Effect::Read);
  EXPECT_EQ(named("message_user").effect, Effect::Send);
}

TEST(GuessTool, OfSeveralVerbsTheGravestCountsAndIsUnclear) {
  const ToolGuess both = named("get_or_delete_note");
  EXPECT_EQ(both.effect, Effect::Write);
  EXPECT_EQ(both.certainty, Certainty::Unclear);
}

TEST(GuessTool, WhatNothingIsKnownOfIsTheWorst) {
  const ToolGuess unknown = guess(R"({"name":"frobnicate","description":"Frobs the thing."})");
  EXPECT_EQ(unknown.effect, Effect::Execute);
  EXPECT_EQ(unknown.sensitivity, Sensitivity::Private);
  EXPECT_EQ(unknown.reversibility, Reversibility::Irreversible);
  EXPECT_EQ(unknown.certainty, Certainty::Unknown);
  EXPECT_TRUE(has_clue(unknown, ClueKind::NothingSays));
}

TEST(GuessTool, ADescriptionMakesAGuessOnlyStricter) {
  const ToolGuess hides = guess(R"({"name":"get_notes","description":"Deletes all notes."})");
  EXPECT_EQ(hides.effect, Effect::Write);
  EXPECT_EQ(hides.certainty, Certainty::Unclear);
  EXPECT_EQ(guess(R"({"name":"delete_notes","description":"Reads notes."})").effect, Effect::Write);
  const ToolGuess speaks = guess(R"({"name":"get_notes","description":"Gets notes, then sends them on."})");
  EXPECT_EQ(speaks.effect, Effect::Read);
  EXPECT_TRUE(has_clue(speaks, ClueKind::DescriptionSpeaks));
}

TEST(GuessTool, AHintThatItReadsCountsOnlyWhereNothingElseSpeaks) {
  const ToolGuess proposed = guess(R"({"name":"frobnicate","annotations":{"readOnlyHint":true}})");
  EXPECT_EQ(proposed.effect, Effect::Read);
  EXPECT_EQ(proposed.certainty, Certainty::Unclear);
  EXPECT_EQ(guess(R"({"name":"delete_all","annotations":{"readOnlyHint":true}})").effect, Effect::Write);
  EXPECT_EQ(guess(R"({"name":"run_it","annotations":{"readOnlyHint":true}})").effect, Effect::Execute);
}

TEST(GuessTool, HintsOfHarmMakeAGuessStricter) {
  EXPECT_EQ(guess(R"({"name":"get_it","annotations":{"readOnlyHint":false}})").effect, Effect::Write);
  EXPECT_EQ(guess(R"({"name":"add_it"})").reversibility, Reversibility::Reversible);
  EXPECT_EQ(guess(R"({"name":"add_it","annotations":{"destructiveHint":true}})").reversibility,
            Reversibility::Irreversible);
  EXPECT_EQ(guess(R"({"name":"update_it","annotations":{"destructiveHint":false}})").reversibility,
            Reversibility::Irreversible);
  EXPECT_EQ(guess(R"({"name":"add_it","annotations":{"openWorldHint":true}})").effect, Effect::Send);
  EXPECT_TRUE(guess(R"({"name":"get_it","annotations":{"openWorldHint":true}})").goes_outside);
}

TEST(GuessTool, WhatIsAskedOfTheWebLeavesTheMachine) {
  const ToolGuess search = guess(R"({"name":"web_search","inputSchema":{"properties":{"query":{"type":"string"}}}})");
  EXPECT_EQ(search.effect, Effect::Read);
  EXPECT_TRUE(search.goes_outside);
  EXPECT_EQ(search.returns, Returns::RetrievedDocument);
  const ToolGuess fetch = guess(R"({"name":"fetch","inputSchema":{"properties":{"url":{"type":"string"}}}})");
  EXPECT_FALSE(fetch.goes_outside);
  EXPECT_EQ(names_of(fetch, ArgumentRole::Url), Names{"url"});
  EXPECT_EQ(fetch.returns, Returns::RetrievedDocument);
}

TEST(GuessTool, ACommandThatIsGivenIsRun) {
  const ToolGuess shell = guess(R"({"name":"get_output","inputSchema":{"properties":{"command":{"type":"string"},
      "env":{"type":"object"}}}})");
  EXPECT_EQ(shell.effect, Effect::Execute);
  EXPECT_EQ(names_of(shell, ArgumentRole::Content), Names{"command"});
  EXPECT_TRUE(has_clue(shell, ClueKind::StartsProgram)) << "env has no place on the line";
}

TEST(GuessTool, ADatabaseQueryMayWrite) {
  const ToolGuess query = guess(R"({"name":"query","inputSchema":{"properties":{"sql":{"type":"string"}}}})");
  EXPECT_EQ(query.effect, Effect::Write);
  EXPECT_EQ(query.reversibility, Reversibility::Irreversible);
  EXPECT_EQ(query.certainty, Certainty::Unclear);
  const ToolGuess runs = guess(R"({"name":"query","description":"Run a read-only SQL query",
      "inputSchema":{"properties":{"sql":{"type":"string"}}}})");
  EXPECT_EQ(runs.effect, Effect::Write);
}

TEST(GuessTool, RecipientsMakeAWriteASend) {
  const ToolGuess event = guess(R"({"name":"create_event","inputSchema":{"properties":{
      "title":{"type":"string"},"attendees":{"type":"array","items":{"type":"string"}}}}})");
  EXPECT_EQ(event.effect, Effect::Send);
  EXPECT_EQ(names_of(event, ArgumentRole::Email), Names{"attendees"});
}

TEST(GuessTool, ASendWithoutADestinationAsksOrHasAChannel) {
  const ToolGuess fixed = guess(R"({"name":"send_report","inputSchema":{"properties":{"text":{"type":"string"}}}})");
  EXPECT_TRUE(fixed.goes_outside);
  EXPECT_TRUE(has_clue(fixed, ClueKind::NoDestination));
  const ToolGuess slack = guess(R"({"name":"post_message","inputSchema":{"properties":{
      "channel_id":{"type":"string"},"text":{"type":"string"}}}})");
  EXPECT_EQ(names_of(slack, ArgumentRole::Id), Names{"channel_id"});
  EXPECT_FALSE(slack.goes_outside);
  const ToolGuess money = guess(R"({"name":"transfer_money","inputSchema":{"properties":{"iban":{"type":"string"}}}})");
  ASSERT_EQ(money.arguments.size(), 1u);
  EXPECT_EQ(money.arguments.front().list, "payees");
}

TEST(GuessTool, OwnerAndRepoAreOneDestination) {
  const ToolGuess issue = guess(R"({"name":"create_issue","inputSchema":{"properties":{
      "owner":{"type":"string"},"repo":{"type":"string"},"body":{"type":"string"}}}})");
  EXPECT_TRUE(issue.joins_repository);
  EXPECT_EQ(names_of(issue, ArgumentRole::Part), (Names{"owner", "repo"}));
  const ToolGuess file = guess(R"({"name":"get_file_contents","inputSchema":{"properties":{
      "owner":{"type":"string"},"repo":{"type":"string"},"path":{"type":"string"}}}})");
  EXPECT_EQ(names_of(file, ArgumentRole::ReadPath), Names{"path"});
  EXPECT_TRUE(has_clue(file, ClueKind::PathElsewhere));
  EXPECT_EQ(file.certainty, Certainty::Unclear);
}

TEST(GuessTool, PathsAreReadOrWrittenAsTheEffectSays) {
  constexpr std::string_view kPath = R"("inputSchema":{"properties":{"path":{"type":"string"}}}})";
  EXPECT_EQ(names_of(guess(std::string(R"({"name":"read_file",)") + std::string(kPath)), ArgumentRole::ReadPath),
            Names{"path"});
  const ToolGuess write = guess(std::string(R"({"name":"create_file",)") + std::string(kPath));
  EXPECT_EQ(names_of(write, ArgumentRole::WritePath), Names{"path"});
  EXPECT_EQ(write.reversibility, Reversibility::Irreversible) << "it may stand where another was";
  EXPECT_EQ(guess(std::string(R"({"name":"create_directory",)") + std::string(kPath)).reversibility,
            Reversibility::Reversible);
  const ToolGuess move = guess(R"({"name":"move_file","inputSchema":{"properties":{
      "source":{"type":"string"},"destination":{"type":"string"}}}})");
  EXPECT_EQ(names_of(move, ArgumentRole::WritePath), (Names{"destination", "source"}));
}

TEST(GuessTool, TenantsAndCredentialsAreBoundOrUnboundAndDoubted) {
  const ToolGuess tool = guess(R"({"name":"get_rows","inputSchema":{"properties":{
      "account_id":{"type":"integer"},"api_token":{"type":"string"},"with_links":{"type":"boolean"},
      "link":{"type":"boolean"}}}})");
  EXPECT_EQ(names_of(tool, ArgumentRole::Tenant), Names{"account_id"});
  EXPECT_EQ(names_of(tool, ArgumentRole::Unbound), (Names{"api_token", "link"}));
  EXPECT_EQ(tool.certainty, Certainty::Unclear);
}

TEST(GuessTool, WhatLiesBelowIsListedPlaceByPlace) {
  const ToolGuess tool = guess(R"({"name":"create_relations","inputSchema":{"properties":{"relations":{"type":"array",
      "items":{"type":"object","properties":{"from":{"type":"string"},"to":{"type":"string"}}}}}}})");
  EXPECT_EQ(names_of(tool, ArgumentRole::Unbound), Names{"/relations/*/to"});
  EXPECT_EQ(names_of(tool, ArgumentRole::Content), Names{"/relations/*/from"});
  EXPECT_TRUE(has_clue(tool, ClueKind::LooksLikeEdge));
  const ToolGuess mail = guess(R"({"name":"send_mails","inputSchema":{"properties":{"mails":{"type":"array",
      "items":{"type":"object","properties":{"from":{"type":"string"},"to":{"type":"string"}}}}}}})");
  EXPECT_EQ(names_of(mail, ArgumentRole::Email), Names{"/mails/*/to"});
}

TEST(GuessTool, AFormatSaysMoreThanAName) {
  const ToolGuess tool = guess(R"({"name":"get_page","inputSchema":{"properties":{
      "data":{"type":"string","format":"uri"},"who":{"type":"string","format":"email"}}}})");
  EXPECT_EQ(names_of(tool, ArgumentRole::Url), Names{"data"});
  EXPECT_EQ(names_of(tool, ArgumentRole::Email), Names{"who"});
}

TEST(GuessTool, ArgumentsThatNobodyNamesAreDoubted) {
  const ToolGuess open = guess(R"({"name":"get_it","inputSchema":{"additionalProperties":true}})");
  EXPECT_TRUE(has_clue(open, ClueKind::AnyArguments));
  EXPECT_EQ(open.certainty, Certainty::Unclear);
  const ToolGuess object = guess(R"({"name":"get_it","inputSchema":{"properties":{"filter":{"type":"object"}}}})");
  EXPECT_TRUE(has_clue(object, ClueKind::AnyMembers));
  EXPECT_FALSE(has_clue(guess(R"({"name":"get_it","inputSchema":{"properties":{}}})"), ClueKind::AnyArguments));
}

TEST(GuessTool, WhatCannotBeReadHasNoPlace) {
  const ToolGuess tool = guess("{\"name\":\"get_it\",\"inputSchema\":{\"properties\":{\"a\\u202eb\":{},\"ok\":{}}}}");
  EXPECT_EQ(names_of(tool, ArgumentRole::Content), Names{"ok"});
  EXPECT_TRUE(has_clue(tool, ClueKind::UnreadableName));
  const ToolGuess closed = guess(R"({"name":"get_it","inputSchema":{"patternProperties":{},"properties":{"id":{}}}})");
  EXPECT_TRUE(has_clue(closed, ClueKind::SchemaUnreadable));
  EXPECT_EQ(names_of(closed, ArgumentRole::Content), Names{"id"});
}

}  // namespace
}  // namespace yett
