#include "policy/argument_shape.h"

#include <gtest/gtest.h>

#include <initializer_list>

namespace yett {
namespace {

void expect_shape(ArgumentShape shape, std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names) EXPECT_EQ(argument_shape(name), shape) << name;
}

TEST(ArgumentShape, SeesDestinations) {
  expect_shape(ArgumentShape::Destination, {"to",
                                            "CC",
                                            "bcc",
                                            "reply_to",
                                            "url",
                                            "callback_url",
                                            "webhookUrl",
                                            "URLs",
                                            "endpoint",
                                            "host",
                                            "api-host-name",
                                            "recipient",
                                            "recipients",
                                            "email",
                                            "customer_email",
                                            "emailAddress",
                                            "destination",
                                            "proxy",
                                            "server",
                                            "address",
                                            "ip_",
                                            "remote",
                                            "dsn",
                                            "target",
                                            "peer"});
}

TEST(ArgumentShape, SeesPaths) {
  expect_shape(ArgumentShape::Path,
               {"path", "paths", "filePath", "file", "file_name", "dir", "output-directory", "output_file", "out",
                "output", "saveAs", "log_file", "src", "dest", "output_dir", "workdir", "configFiles"});
}

TEST(ArgumentShape, SeesTenantsAsTheContractNamesThem) {
  expect_shape(ArgumentShape::Tenant,
               {"tenant", "tenants", "tenants_id", "tenant_id", "tenantIds", "TENANT-NAME", "org", "orgs", "org_id",
                "organisation", "organizationName", "workspace", "workspaces", "account", "account_ids"});
  expect_shape(ArgumentShape::Plain, {"accounting", "organ", "tenant_age"});
}

TEST(ArgumentShape, SeesCredentials) {
  expect_shape(ArgumentShape::Credential,
               {"password", "apiKey", "api_token", "access-key", "client_secret", "Authorization", "cookie"});
}

TEST(ArgumentShape, LeavesPlainContentAlone) {
  expect_shape(ArgumentShape::Plain, {"",           "id",       "query",        "note",     "body",      "subject",
                                      "photo",      "profile",  "user_profile", "profiles", "addressee", "source",
                                      "targeted",   "content",  "message",      "customer", "head",      "tail",
                                      "max_tokens", "together", "ghost",        "mailing",  "amount"});
}

TEST(ArgumentShape, OfAToolThatExecutesSeesWhatStartsAProgram) {
  Tool tool;
  tool.effect = Effect::Execute;
  for (const std::string_view name :
       {"env", "Environment", "shell", "stdin", "executable", "interpreter", "pre_exec", "wd"}) {
    EXPECT_EQ(argument_shape(name, tool), ArgumentShape::Execution) << name;
    EXPECT_EQ(argument_shape(name), ArgumentShape::Plain) << name;
  }
  for (const std::string_view name : {"script", "query", "envelope", "shelf", "environments", "command", "args"}) {
    EXPECT_EQ(argument_shape(name, tool), ArgumentShape::Plain) << name;
  }
  EXPECT_EQ(argument_shape("cwd", tool), ArgumentShape::Path);
  tool.arguments.push_back({"words", ArgumentRole::Command});
  for (const std::string_view name : {"args", "argv", "command", "extra_args"}) {
    EXPECT_EQ(argument_shape(name, tool), ArgumentShape::Execution) << name;
  }
  tool.effect = Effect::Read;
  EXPECT_EQ(argument_shape("env", tool), ArgumentShape::Plain) << "a staging environment is content";
}

TEST(ArgumentShape, HasWordsForEachShape) {
  EXPECT_EQ(to_string(ArgumentShape::Plain), "plain content");
  EXPECT_EQ(to_string(ArgumentShape::Destination), "a destination");
  EXPECT_EQ(to_string(ArgumentShape::Path), "a path");
  EXPECT_EQ(to_string(ArgumentShape::Tenant), "a tenant");
  EXPECT_EQ(to_string(ArgumentShape::Credential), "a credential");
  EXPECT_EQ(to_string(ArgumentShape::Execution), "what starts a program");
}

}  // namespace
}  // namespace yett
