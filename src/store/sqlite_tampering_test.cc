// What somebody who can write the database does to the ledger, and where verification finds it.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <string>
#include <utility>

#include "store/store_fixture.h"
#include "store/verify_chain.h"

namespace yett {
namespace {

constexpr std::uint64_t kLength = 12;

class SqliteTampering : public ::testing::Test {
 protected:
  void SetUp() override {
    for (std::uint64_t i = 0; i < kLength; ++i) ASSERT_TRUE(append_one(*store_));
    // A second store of the same file, as another process would have it.
    ASSERT_EQ(sqlite3_open((folder_.path() + "/store.db").c_str(), &shell_), SQLITE_OK);
  }
  void TearDown() override { sqlite3_close(shell_); }

  void execute(const std::string& sql) {
    char* message = nullptr;
    EXPECT_EQ(sqlite3_exec(shell_, sql.c_str(), nullptr, nullptr, &message), SQLITE_OK) << sql << ": " << message;
    sqlite3_free(message);
  }

  /// Where the chain is found broken after the statement, which is undone again; 0 when it is not.
  std::uint64_t broken_by(const std::string& sql) {
    execute(
        "CREATE TEMP TABLE saved_records AS SELECT * FROM records; CREATE TEMP TABLE saved_head AS SELECT * FROM head");
    execute(sql);
    const auto report = verify_chain(*store_);
    execute("DELETE FROM records; INSERT INTO records SELECT * FROM saved_records; DROP TABLE saved_records");
    execute("DELETE FROM head; INSERT INTO head SELECT * FROM saved_head; DROP TABLE saved_head");
    EXPECT_TRUE(report) << report.error().to_string();
    EXPECT_EQ(report ? report->foreign : std::nullopt, std::nullopt);
    return report && report->fault ? report->fault->seq : 0;
  }

  std::string foreign_content() {
    const auto found = store_->foreign_content();
    return found ? found->value_or("nothing") : found.error().to_string();
  }
  /// Another store, as it is when nobody has changed it.
  void renew() {
    sqlite3_close(shell_);
    store_.reset();
    folder_ = test_folder();
    store_ = require_test_store(folder_.path());
    SetUp();
  }

  ScratchFolder folder_ = test_folder();
  std::unique_ptr<Store> store_ = require_test_store(folder_.path());
  sqlite3* shell_ = nullptr;
};

TEST_F(SqliteTampering, TheChainIsSoundBeforeAndAfterEachTest) {
  EXPECT_EQ(broken_by("SELECT 1"), 0u);
  EXPECT_EQ(verify_chain(*store_)->verified, kLength);
}

TEST_F(SqliteTampering, DeletingAnyRecordNamesIt) {
  for (std::uint64_t seq = 1; seq <= kLength; ++seq) {
    EXPECT_EQ(broken_by("DELETE FROM records WHERE seq = " + std::to_string(seq)), seq);
  }
}

TEST_F(SqliteTampering, DeletingTheLastOnesNamesTheFirstOfThem) {
  for (std::uint64_t kept = 0; kept < kLength; ++kept) {
    EXPECT_EQ(broken_by("DELETE FROM records WHERE seq > " + std::to_string(kept)), kept + 1);
  }
}

TEST_F(SqliteTampering, ChangingAnyColumnIsFound) {
  for (std::uint64_t seq = 1; seq <= kLength; ++seq) {
    const std::string where = " WHERE seq = " + std::to_string(seq);
    EXPECT_EQ(broken_by("UPDATE records SET body = replace(body, '\"deny\"', '\"allow\"')" + where), seq);
    EXPECT_EQ(broken_by("UPDATE records SET body = body || ' '" + where), seq);
    EXPECT_EQ(broken_by("UPDATE records SET hash = zeroblob(32)" + where), seq);
    EXPECT_EQ(broken_by("UPDATE records SET prev = hash" + where), seq);
  }
}

TEST_F(SqliteTampering, SwappingAndInsertingIsFound) {
  EXPECT_EQ(broken_by("UPDATE records SET seq = CASE seq WHEN 4 THEN 10009 WHEN 9 THEN 10004 ELSE seq END;"
                      "UPDATE records SET seq = seq - 10000 WHERE seq > 10000"),
            4u);
  EXPECT_EQ(broken_by("INSERT INTO records SELECT 13, hash, hash, body FROM records WHERE seq = 12"), 13u);
  EXPECT_EQ(broken_by("UPDATE records SET seq = seq + 1 WHERE seq = 12"), 12u);
}

TEST_F(SqliteTampering, TheHeadIsApartFromTheRecords) {
  EXPECT_EQ(broken_by("UPDATE head SET seq = seq + 1"), kLength + 1);
  EXPECT_EQ(broken_by("UPDATE head SET seq = seq - 1"), kLength);
  EXPECT_EQ(broken_by("UPDATE head SET hash = zeroblob(32)"), kLength);
}

TEST_F(SqliteTampering, ARecordWithoutHashesIsAnErrorThatNamesIt) {
  execute("PRAGMA ignore_check_constraints = 1; UPDATE records SET prev = x'00' WHERE seq = 1");
  const auto report = verify_chain(*store_);
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().kind, ErrorKind::Corrupt);
  EXPECT_THAT(report.error().message, ::testing::HasSubstr("record 1"));
}

TEST_F(SqliteTampering, ARecordBeforeTheFirstIsSeen) {
  for (const char* number : {"0", "-5", "-9223372036854775808"}) {
    execute(std::string("PRAGMA ignore_check_constraints = 1; INSERT INTO records SELECT ") + number +
            ", prev, hash, body FROM records WHERE seq = 1");
    EXPECT_EQ(foreign_content(), std::string("a record is numbered ") + number);
    execute("DELETE FROM records WHERE seq < 1");
  }
  EXPECT_EQ(foreign_content(), "nothing");
}

TEST_F(SqliteTampering, WhatIsNotYettsInTheSchemaIsSeen) {
  const std::pair<const char*, const char*> changes[] = {
      {"CREATE TRIGGER t AFTER INSERT ON records BEGIN DELETE FROM records WHERE seq = new.seq - 1; END",
       "trigger t is not Yett's"},
      {"DROP VIEW audit; CREATE VIEW audit AS SELECT 1 AS seq", "view audit is not as Yett makes it"},
      {"DROP VIEW audit", "view audit is missing"},
      {"CREATE TABLE more(x)", "table more is not Yett's"},
      {"CREATE INDEX more ON records(body)", "index more is not Yett's"},
      {"DROP VIEW audit; ALTER TABLE records RENAME TO hidden; CREATE VIEW records AS SELECT * FROM hidden",
       "table hidden is not Yett's"},
      {"ALTER TABLE head ADD COLUMN more INTEGER", "table head is not as Yett makes it"},
  };
  for (const auto& [sql, what] : changes) {
    execute(std::string("BEGIN; ") + sql + "; COMMIT");
    EXPECT_EQ(foreign_content(), what) << sql;
    const auto report = verify_chain(*store_);
    ASSERT_TRUE(report);
    EXPECT_FALSE(report->is_whole());
    renew();
  }
}

TEST_F(SqliteTampering, AChainThatWasCutOffIsNotContinuedAsIfNothingHadHappened) {
  execute("DELETE FROM records WHERE seq > 6");
  ASSERT_EQ(append_one(*store_), kLength + 1);
  const auto report = verify_chain(*store_);
  ASSERT_TRUE(report && report->fault);
  EXPECT_EQ(report->fault->seq, 7u);
}

}  // namespace
}  // namespace yett
