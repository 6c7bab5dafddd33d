#include "guard/checkpoint_courier.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>

#include <fstream>
#include <sstream>

#include "ledger/checkpoint.h"
#include "os/fake/manual_clock.h"
#include "os/scratch_folder.h"
#include "os/signals.h"
#include "store/memory_store.h"

namespace yett {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class CheckpointCourierTest : public testing::Test {
 protected:
  void SetUp() override { ignore_broken_pipes(); }

  CheckpointCourier courier(std::vector<std::string> program) {
    return {*store_, clock_, std::move(program), [this](std::string_view line) { told_.emplace_back(line); },
            [this](std::string_view what) { recorded_.emplace_back(what); }};
  }
  [[nodiscard]] std::vector<std::string> keeper() const {
    return {"/bin/sh", "-c", "cat >> " + scratch_.path() + "/kept"};
  }
  void append(int count = 1) {
    const auto transaction = std::move(store_->begin().value());
    for (int i = 0; i < count; ++i) ASSERT_TRUE(transaction->append(RecordDraft{}));
    ASSERT_TRUE(transaction->commit(Durability::ProcessCrash));
  }
  /// Lets the courier do its work until nothing is under way.
  static void settle(CheckpointCourier& courier) {
    courier.attend();
    while (courier.descriptor() != -1) {
      pollfd wait{courier.descriptor(), POLLIN, 0};
      ::poll(&wait, 1, 1000);
      courier.attend();
    }
  }
  /// The numbers of the records that were kept elsewhere, each under this store's signature.
  [[nodiscard]] std::vector<std::uint64_t> kept() const {
    std::vector<std::uint64_t> seqs;
    std::ifstream file(scratch_.path() + "/kept");
    for (std::string line; std::getline(file, line);) {
      const auto read = read_statement(line, StatementKind::Checkpoint);
      EXPECT_TRUE(read) << line;
      if (!read) continue;
      EXPECT_EQ(read->key, store_->signing_key().public_key());
      seqs.push_back(read->statement.at.seq);
    }
    return seqs;
  }

  ScratchFolder scratch_ = ScratchFolder::make(testing::TempDir(), "courier").value();
  std::unique_ptr<Store> store_ = make_memory_store();
  ManualClock clock_{std::chrono::sys_days{std::chrono::year{2026} / 12 / 1}};
  std::vector<std::string> told_;
  std::vector<std::string> recorded_;
};

TEST_F(CheckpointCourierTest, TellsOfAProgramThatFailsAndRecordsTheFirstOfARow) {
  auto courier = this->courier({"/bin/sh", "-c", "echo no room >&2; exit 3"});
  append();
  settle(courier);
  EXPECT_THAT(told_, ElementsAre(HasSubstr("exited with code 3: no room")));
  EXPECT_THAT(recorded_, ElementsAre("exited with code 3"));

  clock_.advance(CheckpointCourier::kInterval);
  settle(courier);
  EXPECT_EQ(told_.size(), 2u) << "it is tried again, though there is nothing new";
  EXPECT_EQ(recorded_.size(), 1u);

  courier.use(keeper());
  clock_.advance(CheckpointCourier::kInterval);
  settle(courier);
  EXPECT_THAT(kept(), ElementsAre(1));
  courier.use({"/proc/self/absent"});
  append();
  clock_.advance(CheckpointCourier::kInterval);
  settle(courier);
  EXPECT_THAT(recorded_, ElementsAre("exited with code 3", "could not be started"));
}

TEST_F(CheckpointCourierTest, DoesNotWaitForAProgramThatHangs) {
  auto courier = this->courier({"/bin/sh", "-c", "sleep 1000"});
  append();
  courier.attend();
  courier.attend();
  EXPECT_NE(courier.descriptor(), -1);
  EXPECT_THAT(told_, IsEmpty());
}

TEST_F(CheckpointCourierTest, HandsOverTheFirstAtOnceAndLaterOnesWhenTheyAreDue) {
  auto courier = this->courier(keeper());
  append();
  EXPECT_EQ(courier.next_deadline(), clock_.now());
  settle(courier);
  EXPECT_THAT(kept(), ElementsAre(1));
  EXPECT_EQ(courier.next_deadline(), clock_.now() + CheckpointCourier::kInterval);

  append(CheckpointCourier::kRecords - 1);
  clock_.advance(std::chrono::seconds(2));
  settle(courier);
  EXPECT_THAT(kept(), ElementsAre(1)) << "one record too few, and too early";
  append();
  clock_.advance(std::chrono::seconds(2));
  settle(courier);
  EXPECT_THAT(kept(), ElementsAre(1, 1001));

  clock_.advance(CheckpointCourier::kInterval);
  settle(courier);
  EXPECT_THAT(kept(), ElementsAre(1, 1001)) << "there is nothing new";
  append();
  clock_.advance(CheckpointCourier::kInterval);
  settle(courier);
  EXPECT_THAT(kept(), ElementsAre(1, 1001, 1002));
}

TEST_F(CheckpointCourierTest, HandsOverTheLastOneAtTheEnd) {
  auto courier = this->courier(keeper());
  append();
  courier.attend();
  append();
  courier.finish();
  EXPECT_THAT(kept(), ElementsAre(1, 2));
  courier.finish();
  EXPECT_THAT(kept(), ElementsAre(1, 2));
}

TEST_F(CheckpointCourierTest, SurvivesAClockThatIsSetBack) {
  auto courier = this->courier(keeper());
  append();
  settle(courier);
  clock_.advance(std::chrono::hours(-24));
  append();
  settle(courier);
  clock_.advance(CheckpointCourier::kInterval);
  settle(courier);
  EXPECT_THAT(kept(), ElementsAre(1, 2));
}

TEST_F(CheckpointCourierTest, DoesNothingWithoutAProgram) {
  auto courier = this->courier({});
  append();
  settle(courier);
  courier.finish();
  EXPECT_EQ(courier.next_deadline(), std::nullopt);
  EXPECT_THAT(told_, IsEmpty());
  EXPECT_THAT(kept(), IsEmpty());
}

}  // namespace
}  // namespace yett
