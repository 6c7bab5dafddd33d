#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <functional>
#include <memory>
#include <ostream>
#include <string>

#include "os/process_identity.h"
#include "store/memory_store.h"
#include "store/store_fixture.h"

// What every kind of Store promises is tried on each of them: the fixture of those tests.
namespace yett {

struct StoreKind {
  std::string name;
  std::function<std::unique_ptr<Store>(const std::string& dir)> make;
};

inline void PrintTo(const StoreKind& kind, std::ostream* out) { *out << kind.name; }

inline const StoreKind kMemory{"Memory", [](const std::string&) { return make_memory_store(); }};
inline const StoreKind kSqlite{"Sqlite", [](const std::string& dir) { return require_test_store(dir); }};

/// A process that has run and is gone.
inline ProcessIdentity dead_process() {
  ProcessIdentity identity = own_identity().value();
  const pid_t child = fork();
  if (child == 0) _exit(0);
  waitpid(child, nullptr, 0);
  identity.pid = child;
  return identity;
}

class StoreContract : public ::testing::TestWithParam<StoreKind> {
 protected:
  std::unique_ptr<Transaction> begin() { return std::move(store_->begin().value()); }

  /// Does something in a transaction of its own.
  template <typename Step>
  auto committed(Step step) {
    const auto transaction = begin();
    auto result = step(*transaction);
    EXPECT_TRUE(transaction->commit(Durability::ProcessCrash));
    return result;
  }

  ScratchFolder folder_ = test_folder();
  std::unique_ptr<Store> store_ = GetParam().make(folder_.path());
  Session session_ = test_session();
  RunKey run_{session_};
  RunKey other_run_{test_session("r-105")};
  ProcessIdentity self_ = own_identity().value();
};

}  // namespace yett
