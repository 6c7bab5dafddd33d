#include "approval/binding.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

#include "text/json.h"

namespace yett {
namespace {

/// Writes the members of an object one after the other. The caller names them in the order of RFC 8785, so the text is
/// canonical without building the object, and large arguments are never copied.
class CanonicalObject {
 public:
  /// Most calls fit: a text that grows step by step is copied again and again.
  CanonicalObject() { text_.reserve(kUsualSize); }

  CanonicalObject& value(std::string_view name, const Json& value) {
    begin(name);
    append_canonical_json(text_, value);
    return *this;
  }
  CanonicalObject& text(std::string_view name, std::string_view text) {
    begin(name);
    append_json_string(text_, text);
    return *this;
  }
  CanonicalObject& text_or_null(std::string_view name, const std::optional<std::string>& text) {
    return text ? this->text(name, *text) : value(name, Json());
  }
  [[nodiscard]] std::string finish() {
    text_ += '}';
    return std::move(text_);
  }

 private:
  void begin(std::string_view name) {
    text_ += text_.empty() ? '{' : ',';
    append_json_string(text_, name);
    text_ += ':';
  }

  static constexpr std::size_t kUsualSize = 1024;

  std::string text_;
};

std::string_view to_string(TenantSource source) {
  switch (source) {
    case TenantSource::None:
      return "none";
    case TenantSource::Arguments:
      return "arguments";
    case TenantSource::Credential:
      return "credential";
    case TenantSource::Single:
      return "single";
  }
  return "none";
}

Json text_or_null(const std::optional<std::string>& text) { return text ? Json(*text) : Json(); }

/// A set: what it holds counts, the order in which somebody wrote it down does not.
Json sorted_list(std::vector<std::string> texts) {
  std::ranges::sort(texts);
  return Json(Json::Array(texts.begin(), texts.end()));
}

Json names_of(SourceSet kinds) {
  std::vector<std::string> names;
  for (const SourceKind kind : kAllSourceKinds) {
    if (kinds.contains(kind)) names.emplace_back(to_string(kind));
  }
  return sorted_list(std::move(names));
}

/// null: not restricted.
Json list_or_null(const std::optional<std::vector<std::string>>& names) { return names ? sorted_list(*names) : Json(); }

Json rights_of(const Session& session) {
  Json::Object grants;
  for (const Capability capability : kAllCapabilities) {
    grants.push_back({std::string(to_string(capability)), names_of(session.permissions.grant(capability))});
  }
  return Json::object({
      {"allowed_tenants", sorted_list(session.allowed_tenants)},
      {"grants", Json(std::move(grants))},
      {"permissions", session.permissions.name},
      {"servers", list_or_null(session.permissions.servers)},
      {"tools", list_or_null(session.permissions.tools)},
  });
}

Json arguments_of(const Tool& tool) {
  std::vector<BoundArgument> sorted = tool.arguments;
  std::ranges::sort(sorted, {}, &BoundArgument::name);
  Json::Array arguments;
  for (const BoundArgument& argument : sorted) {
    arguments.push_back(Json::object({{"name", argument.name}, {"role", to_string(argument.role)}}));
  }
  return Json(std::move(arguments));
}

std::string_view to_string(PathObject object) {
  switch (object) {
    case PathObject::Unknown:
      return "unknown";
    case PathObject::Absent:
      return "absent";
    case PathObject::File:
      return "file";
    case PathObject::Folder:
      return "folder";
    case PathObject::Other:
      return "other";
  }
  return "unknown";
}

/// What was approved is the object, not the name: a link that is put in its place leads to another one.
Json objects_of(std::span<const PathEvidence> paths) {
  Json::Array objects;
  for (const PathEvidence& path : paths) {
    objects.push_back(
        Json::object({{"object", to_string(path.object)}, {"path", path.path}, {"resolved", path.resolved}}));
  }
  return Json(std::move(objects));
}

Json line_of(const Tool& tool) {
  return Json::object({
      {"arguments", arguments_of(tool)},
      {"effect", to_string(tool.effect)},
      {"fixed_destination", text_or_null(tool.fixed_destination)},
      {"name", tool.name},
      {"returns", to_string(tool.returns)},
      {"reversible", tool.reversibility == Reversibility::Reversible},
      {"sensitivity", to_string(tool.sensitivity)},
      {"server", tool.server},
      {"server_name", tool.server_name},
      {"tenant", to_string(tool.tenant)},
      {"why", tool.why},
  });
}

}  // namespace

std::string binding_text(const Policy& policy, const Session& session, const SessionState& state,
                         std::string_view server, const Tool& tool, const std::optional<Digest>& definition,
                         const Json& arguments, std::span<const PathEvidence> paths) {
  return CanonicalObject()
      .value("arguments", arguments)
      .value("definition", definition ? Json(definition->to_string()) : Json())
      .value("paths", objects_of(paths))
      .text("policy", policy.digest.to_string())
      .value("private_seen", state.private_seen)
      .text("run", session.run)
      .text("server", server)
      .value("session", rights_of(session))
      .value("taken_in", names_of(state.taken_in))
      .text_or_null("tenant", session.tenant)
      .value("tool", line_of(tool))
      .text("user", session.user)
      .finish();
}

Digest act_digest(const Session& session, std::string_view server, std::string_view tool, const Json& arguments) {
  return sha256(CanonicalObject()
                    .value("arguments", arguments)
                    .text("run", session.run)
                    .text("server", server)
                    .text_or_null("tenant", session.tenant)
                    .text("tool", tool)
                    .text("user", session.user)
                    .finish());
}

Digest call_digest(std::string_view tool, const Json& arguments) {
  return sha256(CanonicalObject().value("arguments", arguments).text("tool", tool).finish());
}

}  // namespace yett
