#pragma once

#include "model/approver.h"
#include "model/command.h"
#include "model/permission.h"
#include "model/risk.h"
#include "model/tool.h"
#include "policy/field.h"
#include "policy/policy.h"

namespace yett {

// The words of policy format 1 (docs/policy.md) that stand for a value: what the loader accepts and what
// format_schema.h describes.

inline constexpr Choice<Effect> kEffects[] = {
    {"read", Effect::Read}, {"write", Effect::Write}, {"send", Effect::Send}, {"execute", Effect::Execute}};
/// The same, in words for a hint.
inline constexpr std::string_view kEffectHint = "effect = \"read\", \"write\", \"send\" or \"execute\"";
inline constexpr Choice<Sensitivity> kSensitivities[] = {{"internal", Sensitivity::Internal},
                                                         {"private", Sensitivity::Private}};
inline constexpr Choice<Returns> kReturns[] = {{"tool_output", Returns::ToolOutput},
                                               {"retrieved_document", Returns::RetrievedDocument},
                                               {"trusted", Returns::Trusted}};
inline constexpr Choice<TenantSource> kTenantWords[] = {{"credential", TenantSource::Credential},
                                                        {"single", TenantSource::Single}};

/// What the positional arguments of a listed command are.
inline constexpr Choice<WordKind> kOperands[] = {
    {"none", WordKind::None}, {"text", WordKind::Text},         {"number", WordKind::Number},
    {"name", WordKind::Name}, {"revision", WordKind::Revision}, {"read", WordKind::ReadPath},
    {"url", WordKind::Url},   {"write", WordKind::WritePath},   {"rest", WordKind::Rest}};
/// What stands behind the `=` of a listed option.
inline constexpr Choice<WordKind> kOptionValues[] = {{"text", WordKind::Text},       {"number", WordKind::Number},
                                                     {"name", WordKind::Name},       {"revision", WordKind::Revision},
                                                     {"path", WordKind::ReadPath},   {"read", WordKind::ReadPath},
                                                     {"write", WordKind::WritePath}, {"url", WordKind::Url}};

inline constexpr Choice<Capability> kCapabilities[] = {{"read", Capability::Read},
                                                       {"external_access", Capability::ExternalAccess},
                                                       {"write", Capability::Write},
                                                       {"execution", Capability::Execution}};
inline constexpr Choice<SourceKind> kSources[] = {{"user", SourceKind::User},
                                                  {"retrieved_document", SourceKind::RetrievedDocument},
                                                  {"tool_output", SourceKind::ToolOutput}};

inline constexpr Choice<DestinationKind> kListKinds[] = {
    {"id", DestinationKind::Id}, {"email", DestinationKind::Email}, {"url", DestinationKind::Url}};
inline constexpr Choice<PathAccess> kAccesses[] = {{"read", PathAccess::Read}, {"read-write", PathAccess::Write}};
inline constexpr Choice<FlowTerms> kFlows[] = {
    {"allow", FlowTerms::Allow}, {"confirm", FlowTerms::Confirm}, {"deny", FlowTerms::Deny}};
inline constexpr Choice<Entitlement> kEntitlements[] = {
    {"approve", Entitlement::Approve}, {"accept_tool", Entitlement::AcceptTool}, {"resume", Entitlement::Resume}};
inline constexpr Choice<McpMethod> kMethods[] = {{"resources/list", McpMethod::ResourcesList},
                                                 {"resources/templates/list", McpMethod::ResourceTemplatesList},
                                                 {"resources/read", McpMethod::ResourcesRead},
                                                 {"resources/subscribe", McpMethod::ResourcesSubscribe},
                                                 {"resources/unsubscribe", McpMethod::ResourcesUnsubscribe},
                                                 {"prompts/list", McpMethod::PromptsList},
                                                 {"prompts/get", McpMethod::PromptsGet},
                                                 {"completion/complete", McpMethod::CompletionComplete},
                                                 {"logging/setLevel", McpMethod::LoggingSetLevel}};
inline constexpr Choice<ClientRequest> kAskable[] = {{"sampling", ClientRequest::Sampling},
                                                     {"elicitation", ClientRequest::Elicitation},
                                                     {"roots", ClientRequest::Roots}};
inline constexpr Choice<SecretForm> kSecretForms[] = {{"file", SecretForm::File}, {"env", SecretForm::Variable}};
/// Unset: the first backend that is there, in the order of kAutoBackends.
inline constexpr Choice<std::optional<Backend>> kIsolations[] = {
    {"auto", std::nullopt},         {"bwrap", Backend::Bwrap},        {"oci:crun", Backend::OciCrun},
    {"oci:runc", Backend::OciRunc}, {"oci:runsc", Backend::OciRunsc}, {"landlock", Backend::Landlock}};
inline constexpr Choice<StateSync> kSyncs[] = {{"full", StateSync::Full}, {"os", StateSync::Os}};

}  // namespace yett
