#include "guard/server_texts.h"

#include <gtest/gtest.h>

#include "decide/office_fixture.h"

namespace yett {
namespace {

Json listed(std::string_view definition) { return Json::object({{"tools", Json::Array{json_of(definition)}}}); }
Json scrubbed(std::string_view definition) { return scrubbed_definitions(listed(definition), Redactor()); }

TEST(ServerTexts, OfADefinitionAreItsProse) {
  EXPECT_EQ(scrubbed(R"({"name":"a@b.example","description":"a@b.example","inputSchema":{
                "properties":{"description":{"type":"string","title":"a@b.example","pattern":"a@b.example"}},
                "anyOf":[{"description":"a@b.example","enum":["a@b.example"]},{"const":{"title":"a@b.example"}}]}})"),
            listed(R"({"name":"a@b.example","description":"<mailbox@b.example>","inputSchema":{
                "properties":{"description":{"type":"string","title":"<mailbox@b.example>","pattern":"a@b.example"}},
                "anyOf":[{"description":"<mailbox@b.example>","enum":["a@b.example"]},{"const":{"title":"a@b.example"}}]}})"));
}

/// Places where a server can write what a model reads, beside titles and descriptions.
constexpr std::string_view kProse[] = {
    R"({"name":"t","title":["12345"]})",
    R"({"name":"t","description":{"":"12345"}})",
    R"({"name":"t","annotations":{"title":"12345"}})",
    R"({"name":"t","annotations":{"readOnlyHint":"12345678901"}})",
    R"({"name":"t","inputSchema":{"$comment":"12345"}})",
    R"({"name":"t","inputSchema":{"description":["12345"]}})",
    R"({"name":"t","inputSchema":{"items":{"examples":["12","345"]}}})",
    R"({"name":"t","inputSchema":{"items":[{"default":"12345"}]}})",
    R"({"name":"t","inputSchema":{"default":{"1234":"5"}}})",
    R"({"name":"t","outputSchema":{"properties":{"a":{"enumNames":["12345"]}}}})",
    R"({"name":"t","outputSchema":{"allOf":[{"markdownDescription":"12345"}]}})",
    R"({"name":"t","inputSchema":{"type":"12345"}})",
    R"({"name":"t","inputSchema":{"type":["string","1"],"$id":"1 3","enum":"1"}})",
    R"({"name":"t","inputSchema":{"minimum":"12345"}})",
    R"({"name":"t","inputSchema":{"format":"1 3 5"}})",
    R"({"name":"t","inputSchema":{"$defs":{"a":{"if":{"12345":true}}}}})",
    R"({"name":"t","inputSchema":{"not":{"dependencies":{"a":{"title":"12345"}}}}})",
    R"({"name":"t","inputSchema":{"properties":{"a":"1234"}}})",
};

TEST(ServerTexts, OfADefinitionThatAreNoStructureAreLeftOutAndCounted) {
  for (const std::string_view definition : kProse) {
    const PlainDefinitions plain = without_prose(listed(definition));
    EXPECT_EQ(write_json(plain.list).find('1'), std::string::npos) << definition;
    EXPECT_GE(plain.bytes, 5U) << definition;
    EXPECT_LE(plain.bytes, 24U) << definition;
  }
}

TEST(ServerTexts, OfADefinitionThatAreNoStructureAreScrubbed) {
  for (const std::string_view place :
       {R"("annotations":{"title":$})", R"("title":[$])", R"("inputSchema":{"$comment":$})",
        R"("inputSchema":{"examples":[{"a":$}]})", R"("inputSchema":{"default":$})", R"("inputSchema":{"x":{"y":$}})",
        R"("inputSchema":{"examples":{$:1}})", R"("inputSchema":{$:1})", R"("outputSchema":{"type":$})"}) {
    std::string definition = R"({"name":"t",)" + std::string(place) + "}";
    definition.replace(definition.rfind('$'), 1, R"("ana@office.example")");
    EXPECT_EQ(write_json(scrubbed(definition)).find("ana@"), std::string::npos) << definition;
  }
}

TEST(ServerTexts, StructureOfADefinitionStays) {
  const Json list = listed(R"({"name":"t","annotations":{"readOnlyHint":true,"openWorldHint":false},"inputSchema":{
      "$schema":"http://json-schema.org/draft-07/schema#","type":"object","required":["a@b.example","title"],
      "additionalProperties":false,"properties":{"a@b.example":{"type":["string","null"],"format":"date-time",
      "minLength":1,"pattern":"^a b$"},"title":{"$ref":"#/$defs/one"},"examples":{"enum":["a b",{"title":"t"}]},
      "n":{"const":"a b","default":5,"examples":[1,2.5],"deprecated":true},"l":{"items":{"type":"array"},"prefixItems":[true]}},
      "$defs":{"one":{"oneOf":[{"not":{"minimum":1}}]}},"patternProperties":{"^x y":{"uniqueItems":true}},
      "dependentRequired":{"n":["l"]},"dependencies":{"n":["l"],"l":{"maxItems":2}}},
      "outputSchema":{"type":"object","properties":{"description":{"type":"string"}}}})");
  const PlainDefinitions plain = without_prose(list);
  EXPECT_EQ(plain.list, list);
  EXPECT_EQ(plain.bytes, 0U);
  EXPECT_EQ(scrubbed_definitions(list, Redactor()), list);
}

TEST(ServerTexts, OfADefinitionCanBeLeftOut) {
  const PlainDefinitions plain = without_prose(
      listed(R"({"name":"t","title":"12345","inputSchema":{"properties":{"description":{"description":"678"},
                "title":{"const":{"title":"kept"}}}}})"));
  EXPECT_EQ(plain.list, listed(R"({"name":"t","inputSchema":{"properties":{"description":{},
                "title":{"const":{"title":"kept"}}}}})"));
  EXPECT_EQ(plain.bytes, 8U);
}

TEST(ServerTexts, OfAFormAreAllButWhatItAsksFor) {
  EXPECT_EQ(scrubbed_form(json_of(R"({"message":"a@b.example","n":7,"requestedSchema":{"properties":{
                "a@b.example":{"enum":["a@b.example"],"title":"a@b.example","default":"a@b.example"}}}})"),
                          Redactor()),
            json_of(R"({"message":"<mailbox@b.example>","n":7,"requestedSchema":{"properties":{
                "a@b.example":{"enum":["a@b.example"],"title":"<mailbox@b.example>","default":"<mailbox@b.example>"}}}})"));
  EXPECT_EQ(scrubbed_form(json_of(R"({"requestedSchema":"a@b.example"})"), Redactor()),
            json_of(R"({"requestedSchema":"<mailbox@b.example>"})"));
}

/// A form is a form in a request for one, and nowhere else.
TEST(ServerTexts, OfALogAreAllOfThemAndTheNamesOfMembers) {
  EXPECT_EQ(
      scrubbed_texts(json_of(R"({"messages":[{"text":"a@b.example"}],"n":7,"a@b.example":{"c@b.example":1},
                "z@b.example":2,"requestedSchema":{"enum":["a@b.example"],"const":"a@b.example"}})"),
                     Redactor()),
      json_of(R"({"messages":[{"text":"<mailbox@b.example>"}],"n":7,"<mailbox@b.example>":{"<mailbox@b.example>":1},
                "requestedSchema":{"enum":["<mailbox@b.example>"],"const":"<mailbox@b.example>"}})"));
}

}  // namespace
}  // namespace yett
