#include "guard/server_texts.h"

#include <gtest/gtest.h>

#include "decide/office_fixture.h"

namespace yett {
namespace {

TEST(ServerTexts, OfADefinitionAreItsProse) {
  const Redactor redactor;
  EXPECT_EQ(scrubbed_definition(json_of(R"({"name":"a@b.example","description":"a@b.example","inputSchema":{
                "properties":{"description":{"type":"string","title":"a@b.example","default":"a@b.example"}},
                "anyOf":[{"description":"a@b.example","enum":["a@b.example"]},{"const":{"title":"a@b.example"}}]}})"),
                                redactor),
            json_of(R"({"name":"a@b.example","description":"<mailbox@b.example>","inputSchema":{
                "properties":{"description":{"type":"string","title":"<mailbox@b.example>","default":"a@b.example"}},
                "anyOf":[{"description":"<mailbox@b.example>","enum":["a@b.example"]},{"const":{"title":"a@b.example"}}]}})"));
}

TEST(ServerTexts, OfADefinitionCanBeLeftOut) {
  const PlainDefinition plain = without_prose(
      json_of(R"({"tools":[{"name":"t","title":"12345","inputSchema":{"properties":{"description":{"description":"678"},
                "title":{"const":{"title":"kept"}}}}}]})"));
  EXPECT_EQ(plain.definition, json_of(R"({"tools":[{"name":"t","inputSchema":{"properties":{"description":{},
                "title":{"const":{"title":"kept"}}}}}]})"));
  EXPECT_EQ(plain.bytes, 8U);
}

TEST(ServerTexts, OfAQuestionAreAllButWhatAFormAsksFor) {
  const Redactor redactor;
  EXPECT_EQ(scrubbed_texts(json_of(R"({"message":"a@b.example","messages":[{"content":{"text":"a@b.example"}}],"n":7,
                "requestedSchema":{"properties":{"to":{"enum":["a@b.example"],"title":"a@b.example"}}}})"),
                           redactor),
            json_of(R"({"message":"<mailbox@b.example>","messages":[{"content":{"text":"<mailbox@b.example>"}}],"n":7,
                "requestedSchema":{"properties":{"to":{"enum":["a@b.example"],"title":"<mailbox@b.example>"}}}})"));
}

}  // namespace
}  // namespace yett
