#include "text/name_fold.h"

#include <gtest/gtest.h>

namespace yett {
namespace {

TEST(FoldName, FoldsTheTwoLettersThatUnicodeFoldsIntoAscii) {
  EXPECT_EQ(fold_name("ſubject"), "subject");
  EXPECT_EQ(fold_name("toKen"), "token");
}

TEST(FoldName, LeavesOtherLettersAlone) {
  EXPECT_EQ(fold_name("Größe_1"), "größe1");
  EXPECT_EQ(fold_name("收件人"), "收件人");
  EXPECT_NE(fold_name("tо"), "to") << "a Cyrillic o is another letter";
  EXPECT_EQ(fold_name(""), "");
}

TEST(FoldName, DropsSeparatorsAndCase) {
  EXPECT_EQ(fold_name("Tenant-ID"), "tenantid");
  EXPECT_EQ(fold_name("tenant_id"), "tenantid");
  EXPECT_EQ(fold_name("tenant.id"), "tenantid");
  EXPECT_EQ(fold_name("_-_"), "");
}

}  // namespace
}  // namespace yett
