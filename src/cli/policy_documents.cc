#include "cli/policy_documents.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>
#include <vector>

#include "os/files.h"
#include "policy/extend.h"
#include "text/spelling.h"

namespace yett {
namespace {

std::unexpected<PolicyErrors> only(Error error) {
  return std::unexpected(PolicyErrors{.reported = {std::move(error)}});
}

/// Where a file really lies, so that no other name of it hides that it extends itself.
std::string real_place(const std::string& path) {
  std::error_code error;
  const std::filesystem::path real = std::filesystem::weakly_canonical(path, error);
  return error ? path : real.string();
}

std::string beside(const std::string& file, const std::string& name) {
  const std::filesystem::path path = std::filesystem::path(file).parent_path() / name;
  return path.lexically_normal().string();
}

}  // namespace

std::expected<LoadedPolicy, PolicyErrors> read_policy(const std::string& path) {
  std::vector<PolicyFile> files;
  std::vector<std::string> places;
  for (std::string next = path; !next.empty();) {
    const Result<std::string> text = read_trusted_file(next, kMaxPolicyBytes);
    if (!text) return only(text.error());
    Result<Toml> document = parse_toml(*text, next);
    if (!document) return only(document.error());
    const Result<std::optional<std::string>> base = extended_file(*document);
    if (!base) return only(base.error());
    places.push_back(real_place(next));
    const SourcePosition where =
        *base ? document->find("policy")->find("extends")->where : SourcePosition{.file = next, .line = 0, .column = 0};
    files.push_back({.file = next, .document = *std::move(document)});
    if (!*base) break;
    next = beside(next, **base);
    if (std::ranges::find(places, real_place(next)) != places.end()) {
      return only(
          {ErrorKind::Input, fmt::format("policy.extends: {} would stand on itself", in_quotes(next)), where, {}});
    }
    if (files.size() == kMaxPolicyFiles) {
      return only({ErrorKind::Input,
                   fmt::format("policy.extends: more than {} policies stand on one another", kMaxPolicyFiles),
                   where,
                   {}});
    }
  }
  return load_extended(std::move(files));
}

}  // namespace yett
