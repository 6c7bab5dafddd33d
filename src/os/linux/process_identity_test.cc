#include "os/process_identity.h"

#include <gtest/gtest.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

namespace yett {
namespace {

TEST(ProcessIdentity, OfThisProcessStaysTheSameAndIsAlive) {
  const auto self = own_identity();
  ASSERT_TRUE(self) << self.error().to_string();
  EXPECT_EQ(self->pid, ::getpid());
  EXPECT_EQ(self->boot_id.size(), 36U);
  EXPECT_GT(self->start_time, 0U);
  EXPECT_EQ(own_identity().value(), *self);
  EXPECT_TRUE(is_alive(*self));
}

TEST(ProcessIdentity, IsNotMisledByAProgramsName) {
  const auto before = own_identity().value();
  char name[16] = {};
  ::prctl(PR_GET_NAME, name);
  for (const char* hostile : {") Z 1 2 3", "a) X 9 9 9 9 9", "((((", "\n1 2\n"}) {
    ASSERT_EQ(::prctl(PR_SET_NAME, hostile), 0);
    const auto renamed = own_identity();
    EXPECT_TRUE(renamed && *renamed == before) << hostile;
    EXPECT_TRUE(is_alive(before)) << hostile;
  }
  ::prctl(PR_SET_NAME, name);
}

TEST(ProcessIdentity, NamesTheNamespacesThatProcessesAreToldApartBy) {
  const auto own = own_namespaces();
  ASSERT_TRUE(own) << own.error().to_string();
  EXPECT_TRUE(own->starts_with("pid:[")) << *own;
  EXPECT_NE(own->find(" user:["), std::string::npos) << *own;
  EXPECT_EQ(own_namespaces().value_or(""), *own);
}

TEST(ProcessIdentity, OfTheParentIsAnother) {
  const auto parent = parent_identity();
  ASSERT_TRUE(parent) << parent.error().to_string();
  EXPECT_EQ(parent->pid, ::getppid());
  EXPECT_NE(*parent, own_identity().value());
  EXPECT_TRUE(is_alive(*parent));
}

TEST(ProcessIdentity, DoesNotPassToTheNextHolderOfItsNumber) {
  auto process = own_identity().value();
  ++process.start_time;
  EXPECT_FALSE(is_alive(process));
  process = own_identity().value();
  process.boot_id[0] = process.boot_id[0] == '0' ? '1' : '0';
  EXPECT_FALSE(is_alive(process));
}

TEST(ProcessIdentity, OfNobodyIsDead) {
  EXPECT_FALSE(is_alive({}));
  auto process = own_identity().value();
  for (const std::int64_t pid : {std::int64_t{0}, std::int64_t{-1}, std::int64_t{1} << 40}) {
    process.pid = pid;
    EXPECT_FALSE(is_alive(process)) << pid;
  }
}

TEST(ProcessIdentity, IsDeadFromTheEndOnReapedOrNot) {
  int ready[2];
  ASSERT_EQ(::pipe(ready), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    const auto self = own_identity();
    if (::write(ready[1], &self->start_time, sizeof self->start_time) > 0) ::pause();
    ::_exit(1);
  }
  auto process = own_identity().value();
  process.pid = child;
  ASSERT_EQ(::read(ready[0], &process.start_time, sizeof process.start_time),
            static_cast<ssize_t>(sizeof process.start_time));
  EXPECT_TRUE(is_alive(process));

  ::kill(child, SIGKILL);
  siginfo_t ignored;
  ASSERT_EQ(::waitid(P_PID, static_cast<id_t>(child), &ignored, WEXITED | WNOWAIT), 0);
  EXPECT_FALSE(is_alive(process));
  ASSERT_EQ(::waitpid(child, nullptr, 0), child);
  EXPECT_FALSE(is_alive(process));
  ::close(ready[0]);
  ::close(ready[1]);
}

}  // namespace
}  // namespace yett
