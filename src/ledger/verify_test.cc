#include "ledger/verify.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

namespace yett {
namespace {

using Chain = std::vector<Record>;

constexpr std::uint64_t kLength = 12;

RecordDraft draft_of(std::uint64_t seq) {
  RecordDraft draft;
  draft.time = TimePoint(std::chrono::seconds(1'800'000'000 + seq));
  draft.kind = seq % 3 == 0 ? RecordKind::Outcome : RecordKind::Decision;
  draft.run = "r-104";
  draft.user = "ana";
  draft.tenant = "acme";
  draft.server = "mail";
  draft.tool = "tool" + std::to_string(seq);
  draft.call = sha256(draft.tool);
  draft.decision = "deny";
  draft.rule = "destination.unlisted";
  draft.reason = "because";
  draft.tier = "dangerous";
  draft.policy = sha256("policy");
  draft.intent = Json::object({{"effect", "send"}});
  return draft;
}

/// Gives every record from `from` on the hashes of an unbroken chain again.
void rehash(Chain& chain, std::size_t from) {
  for (std::size_t i = from; i < chain.size(); ++i) {
    chain[i].prev = i == 0 ? Digest{} : chain[i - 1].hash;
    chain[i].hash = record_hash(chain[i].prev, chain[i].body);
  }
}

Chain make_chain(std::uint64_t length = kLength) {
  Chain chain;
  Digest prev;
  for (std::uint64_t seq = 1; seq <= length; ++seq) {
    chain.push_back(seal(seq, prev, draft_of(seq)));
    prev = chain.back().hash;
  }
  return chain;
}

ChainHead head_of(const Chain& chain) {
  return chain.empty() ? ChainHead{} : ChainHead{chain.back().seq, chain.back().hash};
}

std::optional<ChainFault> verify(const Chain& chain, const ChainHead& head) {
  ChainVerifier verifier;
  for (const Record& record : chain) verifier.take(record);
  return verifier.finish(head);
}

/// Against the head that the store remembers of the chain as it was.
std::optional<ChainFault> verify(const Chain& chain) { return verify(chain, head_of(make_chain())); }

void replace(std::string& text, std::string_view what, std::string_view with) {
  const std::size_t at = text.find(what);
  ASSERT_NE(at, std::string::npos) << what;
  text.replace(at, what.size(), with);
}

// --- Deleting ----------------------------------------------------------------------------------------------

TEST(Deleting, AnyRecordNamesIt) {
  for (std::uint64_t seq = 1; seq <= kLength; ++seq) {
    Chain chain = make_chain();
    chain.erase(chain.begin() + static_cast<std::ptrdiff_t>(seq - 1));
    const auto fault = verify(chain);
    ASSERT_TRUE(fault) << seq;
    EXPECT_EQ(fault->seq, seq);
    EXPECT_THAT(fault->what, ::testing::HasSubstr("missing"));
  }
}

TEST(Deleting, TheLastOnesIsSeenByTheHeadAlone) {
  for (std::uint64_t kept = 0; kept < kLength; ++kept) {
    Chain chain = make_chain();
    chain.resize(kept);
    EXPECT_FALSE(verify(chain, head_of(chain))) << "a shorter chain is sound in itself";
    const auto fault = verify(chain);
    ASSERT_TRUE(fault) << kept;
    EXPECT_EQ(fault->seq, kept + 1);
  }
}

TEST(Deleting, TheFirstOnesIsFoundEvenWhenTheRestIsHashedAnew) {
  for (std::size_t removed = 1; removed < kLength; ++removed) {
    Chain chain = make_chain();
    chain.erase(chain.begin(), chain.begin() + static_cast<std::ptrdiff_t>(removed));
    rehash(chain, 0);
    EXPECT_EQ(verify(chain)->seq, 1u) << removed;
  }
}

TEST(Deleting, AndRenumberingIsSeenByTheHead) {
  Chain shorter = make_chain();
  shorter.erase(shorter.begin() + 4);
  Chain renumbered;
  for (std::size_t i = 0; i < shorter.size(); ++i) {
    Record record = shorter[i];
    replace(record.body, "\"seq\":" + std::to_string(record.seq) + ",", "\"seq\":" + std::to_string(i + 1) + ",");
    record.seq = i + 1;
    renumbered.push_back(record);
  }
  rehash(renumbered, 0);
  EXPECT_FALSE(verify(renumbered, head_of(renumbered))) << "nothing but the head can tell";
  EXPECT_EQ(verify(renumbered)->seq, kLength);
}

// --- Changing ----------------------------------------------------------------------------------------------

struct Tampering {
  std::string what;
  std::function<void(Record&)> make;
};

std::vector<Tampering> tamperings() {
  const auto swap = [](std::string_view what, std::string_view with) {
    return [what, with](Record& record) { replace(record.body, what, with); };
  };
  return {
      {"seq", [](Record& r) { r.seq += 100; }},
      {"prev", [](Record& r) { r.prev.bytes[0] ^= 1; }},
      {"hash", [](Record& r) { r.hash.bytes[31] ^= 1; }},
      {"no prev", [](Record& r) { r.prev = sha256("none"); }},
      {"no hash", [](Record& r) { r.hash = Digest{}; }},
      {"no body", [](Record& r) { r.body.clear(); }},
      {"a byte more", [](Record& r) { r.body += ' '; }},
      {"a byte less", [](Record& r) { r.body.pop_back(); }},
      {"body of another", [](Record& r) { r.body = record_body(r.seq, draft_of(99)); }},
      {"call", swap("hmac-sha256:", "hmac-sha257:")},
      {"decision", swap(R"("decision":"deny")", R"("decision":"allow")")},
      {"intent", swap(R"({"effect":"send"})", R"({"effect":"read"})")},
      {"kind", swap(R"("kind":")", R"("kind":"x)")},
      {"policy", swap(R"("policy":"sha256:)", R"("policy":"sha256:0)")},
      {"reason", swap(R"("reason":"because")", R"("reason":null)")},
      {"rule", swap("destination.unlisted", "destination.scheme")},
      {"run", swap(R"("run":"r-104")", R"("run":"r-105")")},
      {"seq in the body", swap(R"("seq":)", R"("seq":9)")},
      {"server", swap(R"("server":"mail")", R"("server":"file")")},
      {"tenant", swap(R"("tenant":"acme")", R"("tenant":"globex")")},
      {"tier", swap(R"("tier":"dangerous")", R"("tier":"safe")")},
      {"time", swap(R"("time":"2027-)", R"("time":"2028-)")},
      {"tool", swap(R"("tool":"tool)", R"("tool":"fool)")},
      {"user", swap(R"("user":"ana")", R"("user":"bob")")},
      {"form", swap(R"("user":)", R"( "user":)")},
  };
}

TEST(Changing, AnyFieldOfAnyRecordIsFoundAtThatRecord) {
  for (const Tampering& tampering : tamperings()) {
    for (std::uint64_t seq = 1; seq <= kLength; ++seq) {
      Chain chain = make_chain();
      tampering.make(chain[seq - 1]);
      const auto fault = verify(chain);
      ASSERT_TRUE(fault) << tampering.what << " of " << seq;
      EXPECT_EQ(fault->seq, seq) << tampering.what;
    }
  }
}

TEST(Changing, AnyByteOfABodyIsFound) {
  const Chain whole = make_chain();
  for (std::size_t at = 0; at < whole[5].body.size(); ++at) {
    Chain chain = whole;
    chain[5].body[at] = static_cast<char>(chain[5].body[at] ^ 1);
    const auto fault = verify(chain);
    ASSERT_TRUE(fault) << at;
    ASSERT_EQ(fault->seq, 6u) << at;
  }
}

TEST(Changing, ARecordAndItsHashIsFoundAtTheNextOrByTheHead) {
  for (std::uint64_t seq = 1; seq <= kLength; ++seq) {
    Chain chain = make_chain();
    replace(chain[seq - 1].body, R"("user":"ana")", R"("user":"bob")");
    chain[seq - 1].hash = record_hash(chain[seq - 1].prev, chain[seq - 1].body);
    const auto fault = verify(chain);
    ASSERT_TRUE(fault) << seq;
    EXPECT_EQ(fault->seq, seq == kLength ? seq : seq + 1);
  }
}

TEST(Changing, ARecordAndAllHashesBehindItIsSeenByTheHeadAlone) {
  for (std::uint64_t seq = 1; seq <= kLength; ++seq) {
    Chain chain = make_chain();
    replace(chain[seq - 1].body, R"("user":"ana")", R"("user":"bob")");
    rehash(chain, seq - 1);
    EXPECT_FALSE(verify(chain, head_of(chain))) << seq;
    const auto fault = verify(chain);
    ASSERT_TRUE(fault) << seq;
    EXPECT_EQ(fault->seq, kLength);
  }
}

TEST(Changing, WhatABodySaysIsFoundEvenUnderFreshHashes) {
  for (const auto& [what, with] : {std::pair{R"("seq":5,)", R"("seq":6,)"}, std::pair{R"("user":)", R"( "user":)"},
                                   std::pair{R"("tier")", R"("tear")"}, std::pair{R"({"call")", R"({{"call")"}}) {
    Chain chain = make_chain();
    replace(chain[4].body, what, with);
    rehash(chain, 4);
    const auto fault = verify(chain, head_of(chain));
    ASSERT_TRUE(fault) << with;
    EXPECT_EQ(fault->seq, 5u) << with;
  }
}

// --- Reordering and inserting ------------------------------------------------------------------------------

TEST(Swapping, AnyTwoRecordsIsFoundAtTheFirst) {
  for (std::size_t i = 0; i < kLength; ++i) {
    for (std::size_t j = i + 1; j < kLength; ++j) {
      Chain chain = make_chain();
      std::swap(chain[i], chain[j]);
      EXPECT_EQ(verify(chain)->seq, i + 1) << i << " and " << j;

      Chain renumbered = make_chain();
      std::swap(renumbered[i], renumbered[j]);
      std::swap(renumbered[i].seq, renumbered[j].seq);
      EXPECT_EQ(verify(renumbered)->seq, i + 1) << i << " and " << j << ", renumbered";
    }
  }
}

TEST(Inserting, ARecordAnywhereIsFound) {
  for (std::uint64_t seq = 1; seq <= kLength; ++seq) {
    const Digest prev = seq == 1 ? Digest{} : make_chain()[seq - 2].hash;
    Chain chain = make_chain();
    chain.insert(chain.begin() + static_cast<std::ptrdiff_t>(seq - 1), seal(seq, prev, draft_of(99)));
    const auto fault = verify(chain);
    ASSERT_TRUE(fault) << seq;
    EXPECT_EQ(fault->seq, seq);
    EXPECT_THAT(fault->what, ::testing::HasSubstr("again"));
  }
}

TEST(Inserting, BehindTheEndIsFoundThere) {
  Chain chain = make_chain();
  chain.push_back(seal(kLength + 1, chain.back().hash, draft_of(99)));
  EXPECT_EQ(verify(chain)->seq, kLength + 1);
}

TEST(Inserting, ARecordTwiceIsFound) {
  for (std::size_t i = 0; i < kLength; ++i) {
    Chain chain = make_chain();
    chain.insert(chain.begin() + static_cast<std::ptrdiff_t>(i), chain[i]);
    EXPECT_EQ(verify(chain)->seq, i + 1);
  }
}

TEST(Replacing, TheChainByAnotherOfTheSameLengthIsSeenByTheHead) {
  Chain chain = make_chain();
  for (Record& record : chain) record = seal(record.seq, {}, draft_of(record.seq + 50));
  rehash(chain, 0);
  EXPECT_FALSE(verify(chain, head_of(chain)));
  EXPECT_EQ(verify(chain)->seq, kLength);
}

// --- Checkpoints that were kept elsewhere --------------------------------------------------------------------

std::optional<ChainFault> verify_against(const Chain& chain, const std::vector<ChainHead>& kept) {
  ChainVerifier verifier;
  for (const ChainHead& record : kept) verifier.expect(record);
  for (const Record& record : chain) verifier.take(record);
  return verifier.finish(head_of(chain));  // whoever tampered has written the head as well
}

ChainHead at(const Chain& chain, std::uint64_t seq) { return {seq, chain[seq - 1].hash}; }

TEST(Checkpoint, FindsWhatWasWrittenAnewWithAllHashesAndTheHead) {
  const Chain whole = make_chain();
  for (std::uint64_t seq = 1; seq <= kLength; ++seq) {
    Chain chain = whole;
    replace(chain[seq - 1].body, R"("user":"ana")", R"("user":"bob")");
    rehash(chain, seq - 1);
    for (std::uint64_t kept = 1; kept <= kLength; ++kept) {
      const auto fault = verify_against(chain, {at(whole, kept)});
      ASSERT_EQ(fault.has_value(), kept >= seq) << seq << ", " << kept;
      EXPECT_EQ(fault ? fault->seq : kept, kept);
    }
    // The first of several that does not fit says where it began, the one before it behind which record.
    const auto fault = verify_against(chain, {at(whole, 12), at(whole, 4), at(whole, 8)});
    ASSERT_TRUE(fault);
    EXPECT_EQ(fault->seq, seq <= 4 ? 4u : seq <= 8 ? 8u : 12u);
    EXPECT_EQ(fault->what.find("behind 4") != std::string::npos, fault->seq == 8u) << fault->what;
  }
}

TEST(Checkpoint, FindsAnOlderCopyThatWasPutInPlace) {
  const Chain whole = make_chain();
  for (std::uint64_t length = 0; length < kLength; ++length) {
    const auto fault = verify_against(make_chain(length), {at(whole, kLength)});
    ASSERT_TRUE(fault) << length;
    EXPECT_EQ(fault->seq, length + 1);
    EXPECT_THAT(fault->what, ::testing::HasSubstr("missing"));
  }
}

TEST(Checkpoint, IsMetByTheChainThatItWasMadeOf) {
  const Chain whole = make_chain();
  EXPECT_FALSE(verify_against(whole, {ChainHead{}, at(whole, 3), at(whole, 3), at(whole, kLength)}));
  EXPECT_TRUE(verify_against(whole, {at(whole, 3), ChainHead{3, sha256("x")}})) << "two that contradict each other";
  EXPECT_TRUE(verify_against(whole, {ChainHead{0, sha256("x")}}));
}

// --- Sound chains and the verifier itself ------------------------------------------------------------------

TEST(ChainVerifier, TakesASoundChain) {
  for (std::uint64_t length = 0; length <= kLength; ++length) {
    const Chain chain = make_chain(length);
    ChainVerifier verifier;
    for (const Record& record : chain) EXPECT_FALSE(verifier.take(record));
    EXPECT_EQ(verifier.verified(), length);
    EXPECT_FALSE(verifier.finish(head_of(chain)));
  }
}

TEST(ChainVerifier, StaysWithTheFirstFault) {
  Chain chain = make_chain();
  ChainVerifier verifier;
  for (std::size_t i = 0; i < 4; ++i) verifier.take(chain[i]);
  const auto fault = verifier.take(chain[6]);
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->seq, 5u);
  EXPECT_EQ(verifier.take(chain[4])->seq, 5u) << "the right record comes too late";
  EXPECT_EQ(verifier.finish(head_of(chain))->seq, 5u);
  EXPECT_EQ(verifier.verified(), 4u);
}

TEST(ChainVerifier, RefusesAnEmptyChainWithAHashAtItsEnd) {
  EXPECT_TRUE(ChainVerifier().finish({0, sha256("something")}));
  EXPECT_FALSE(ChainVerifier().finish({}));
}

}  // namespace
}  // namespace yett
