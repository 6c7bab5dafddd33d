#include "guard/result_review.h"

#include <gtest/gtest.h>

#include <vector>

namespace yett {
namespace {

Json json(std::string_view text) { return *parse_json(text); }

std::vector<Pointer> places(std::initializer_list<std::string_view> texts) {
  std::vector<Pointer> all;
  for (const std::string_view text : texts) all.push_back(*parse_pointer(text));
  return all;
}

/// What may be given of a tool's result; "(withheld)" for nothing.
std::string own(std::string_view result, std::initializer_list<std::string_view> texts = {"/rows/*/tenant"}) {
  const std::optional<Json> given = own_result(json(result), places(texts), "acme", std::nullopt);
  return given ? write_json(*given) : "(withheld)";
}

TEST(OwnResult, IsGivenWhereEachPlaceHoldsTheTenant) {
  EXPECT_EQ(own(R"({"content":[],"structuredContent":{"rows":[{"tenant":"acme"},{"tenant":"acme"}]}})"),
            R"({"content":[{"type":"text","text":"{\"rows\":[{\"tenant\":\"acme\"},{\"tenant\":\"acme\"}]}"}],)"
            R"("isError":false,"structuredContent":{"rows":[{"tenant":"acme"},{"tenant":"acme"}]}})");
}

TEST(OwnResult, OfAnotherTenantIsWithheld) {
  EXPECT_EQ(own(R"({"structuredContent":{"rows":[{"tenant":"acme"},{"tenant":"globex"}]}})"), "(withheld)");
  for (const std::string_view odd : {R"("ACME")", R"("acme ")", R"(["acme"])", "1", "null", "true"}) {
    EXPECT_EQ(own(R"({"structuredContent":{"rows":[{"tenant":)" + std::string(odd) + "}]}}"), "(withheld)") << odd;
  }
}

TEST(OwnResult, InWhichNothingStandsAtAPlaceIsWithheld) {
  EXPECT_EQ(own(R"({"structuredContent":{"rows":[]}})"), "(withheld)");
  EXPECT_EQ(own(R"({"structuredContent":{}})"), "(withheld)");
  EXPECT_EQ(own(R"({"structuredContent":{"rows":[{"tenant":"acme"}]}})", {"/rows/*/tenant", "/owner"}), "(withheld)");
  EXPECT_EQ(own("{}"), "(withheld)");
}

/// One own row was enough: whatever lacks the place passed beside it.
TEST(OwnResult, WithOneItemThatDoesNotSayWhoseItIsIsWithheld) {
  for (const std::string_view other : {R"({"name":"GLOBEX CEO"})", R"({"Tenant":"globex"})", R"("globex: GLOBEX CEO")",
                                       R"([{"tenant":"acme"}])", R"([{"tenant":"globex"}])", "[]", "{}", "null", "7"}) {
    const std::string rows = R"({"rows":[{"tenant":"acme"},)" + std::string(other) + "]}";
    EXPECT_EQ(own(R"({"structuredContent":)" + rows + "}"), "(withheld)") << other;
    const Json text = Json::object({{"content", Json::Array{Json::object({{"type", "text"}, {"text", rows}})}}});
    EXPECT_EQ(own(write_json(text)), "(withheld)") << other;
  }
  EXPECT_EQ(own(R"({"structuredContent":{"rows":{"a":{"tenant":"acme"},"b":{"name":"GLOBEX"}}}})"), "(withheld)");
  EXPECT_EQ(own(R"({"structuredContent":[{"rows":[{"tenant":"acme"}]}]})"), "(withheld)");
  EXPECT_EQ(own(R"({"structuredContent":{"groups":[{"rows":[{"tenant":"acme"}]},{"rows":[]}]}})",
                {"/groups/*/rows/*/tenant"}),
            "(withheld)");
}

TEST(OwnResult, ThatTellsOfAnErrorIsWithheld) {
  EXPECT_EQ(own(R"({"isError":true,"structuredContent":{"rows":[{"tenant":"acme"}]}})"), "(withheld)");
}

TEST(OwnResult, IsReadFromItsOnlyTextWhereThatIsJson) {
  EXPECT_EQ(own(R"({"content":[{"type":"text","text":"{\"tenant\":\"acme\"}"}]})", {"tenant"}),
            R"({"content":[{"type":"text","text":"{\"tenant\":\"acme\"}"}],"isError":false})");
  EXPECT_EQ(own(R"({"content":[{"type":"text","text":"tenant acme"}]})", {"tenant"}), "(withheld)");
  EXPECT_EQ(
      own(R"({"content":[{"type":"text","text":"{\"tenant\":\"acme\"}"},{"type":"text","text":"x"}]})", {"tenant"}),
      "(withheld)");
}

/// The text beside it may be anybody's.
TEST(OwnResult, HoldsNothingThatWasNotJudged) {
  const std::string given =
      own(R"({"content":[{"type":"text","text":"globex: 7"}],"_meta":{"x":"globex"},"other":"globex",
              "structuredContent":{"tenant":"acme"}})",
          {"tenant"});
  EXPECT_FALSE(given.contains("globex")) << given;
}

TEST(OwnResult, OfAMethodIsJudgedAsAWhole) {
  const Json result = json(R"({"contents":[{"uri":"u","text":"t"}],"tenant":"acme"})");
  EXPECT_EQ(own_result(result, places({"tenant"}), "acme", McpMethod::ResourcesRead), result);
  EXPECT_EQ(own_result(result, places({"tenant"}), "globex", McpMethod::ResourcesRead), std::nullopt);
}

TEST(RedactedResult, HasNoAddressInAnyText) {
  const Redactor redactor;
  EXPECT_EQ(
      write_json(redacted_result(
          json(
              R"({"content":[{"type":"text","text":"to ana@acme.example"}],"structuredContent":{"ana@acme.example":1}})"),
          redactor)),
      R"({"content":[{"type":"text","text":"to <mailbox@acme.example>"}],"structuredContent":{"<mailbox@acme.example>":1}})");
}

TEST(RedactedResult, KeepsPicturesAsTheyAre) {
  const Json picture = json(R"({"content":[{"type":"image","mimeType":"image/png","data":"sk-0123456789abcdef"}]})");
  EXPECT_EQ(redacted_result(picture, Redactor()), picture);
}

TEST(RedactedResult, TakesTextOutOfWhatOnlyStandsInThePlaceOfAPicture) {
  const Json picture = json(R"({"content":[{"type":"image","mimeType":"image/png","data":"ann@acme.example"}]})");
  EXPECT_EQ(redacted_result(picture, Redactor()),
            json(R"({"content":[{"type":"image","mimeType":"image/png","data":"<mailbox@acme.example>"}]})"));
}

}  // namespace
}  // namespace yett
