#include "redact/check_digits.h"

#include <gtest/gtest.h>

#include "redact/calling_code.h"

namespace yett {
namespace {

TEST(CardNumber, HasAnIssuerALengthAndLuhnsDigit) {
  // Numbers that payment networks publish for tests.
  for (const char* number :
       {"4111111111111111", "4012888888881881", "4222222222222", "5555555555554444", "2223003122003222",
        "378282246310005", "30569309025904", "6011111111111117", "3530111333300000", "6200000000000005"}) {
    EXPECT_TRUE(is_card_number(number)) << number;
  }
  EXPECT_FALSE(is_card_number("4111111111111112")) << "the check digit";
  EXPECT_FALSE(is_card_number("1111111111111117")) << "no issuer";
  EXPECT_FALSE(is_card_number("411111111111116")) << "no length of Visa's";
  EXPECT_FALSE(is_card_number("41111111111111110000")) << "too long";
  EXPECT_FALSE(is_card_number("4111 1111 1111 1111"));
  EXPECT_FALSE(is_card_number(""));
}

TEST(Iban, HasACountryItsLengthAndCheckDigits) {
  for (const char* account : {"DE89370400440532013000", "GB29NWBK60161331926819", "NL91ABNA0417164300",
                              "MT84MALT011000012345MTLCAST001S", "NO9386011117947"}) {
    EXPECT_TRUE(is_iban(account)) << account;
  }
  EXPECT_FALSE(is_iban("DE89370400440532013001")) << "the check digits";
  EXPECT_FALSE(is_iban("DE8937040044053201300")) << "the length";
  EXPECT_FALSE(is_iban("ZZ89370400440532013000")) << "no country";
  EXPECT_FALSE(is_iban("de89370400440532013000"));
  EXPECT_FALSE(is_iban("DE"));
  EXPECT_FALSE(is_iban(""));
  EXPECT_EQ(iban_length("DE"), 22U);
  EXPECT_EQ(iban_length("de"), 0U);
  EXPECT_EQ(iban_length("\xC3\xA9"), 0U);
}

TEST(ChineseId, HasAProvinceABirthdayAndItsCheckCharacter) {
  EXPECT_TRUE(is_chinese_id("11010519491231002X"));
  EXPECT_TRUE(is_chinese_id("11010519491231002x"));
  EXPECT_TRUE(is_chinese_id("440308199901101512"));
  EXPECT_FALSE(is_chinese_id("110105194912310021")) << "the check character";
  EXPECT_FALSE(is_chinese_id("440308199902301511")) << "the thirtieth of February";
  EXPECT_FALSE(is_chinese_id("99030819990110151X")) << "no province";
  EXPECT_FALSE(is_chinese_id("4403081999011015"));
  EXPECT_FALSE(is_chinese_id("44030819990110151A"));
}

TEST(CallingCode, IsOneThatWasGivenOut) {
  EXPECT_EQ(calling_code_length("14155550100"), 1U);
  EXPECT_EQ(calling_code_length("79161234567"), 1U);
  EXPECT_EQ(calling_code_length("49301234567"), 2U);
  EXPECT_EQ(calling_code_length("8613812345678"), 2U);
  EXPECT_EQ(calling_code_length("35312345678"), 3U);
  EXPECT_EQ(calling_code_length("2801234567"), 0U);
  EXPECT_EQ(calling_code_length("0301234567"), 0U);
  EXPECT_EQ(calling_code_length("4"), 0U);
  EXPECT_EQ(calling_code_length("35"), 0U);
  EXPECT_EQ(calling_code_length(""), 0U);
}

}  // namespace
}  // namespace yett
