// The MCP conformance suite, on a server directly and through the gate: nothing that a policy opens is lost on the way.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { missing, verdicts } from './support/conformance.mjs';
import { ownServer } from './support/peers.mjs';
import { head, kReads } from './support/policies.mjs';
import { Workspace, yett } from './support/workspace.mjs';

const kMethods = {
  'resources/list': '', 'resources/templates/list': '', 'resources/read': 'unbound = ["uri"]',
  'resources/subscribe': 'unbound = ["uri"]', 'resources/unsubscribe': 'unbound = ["uri"]',
  'prompts/list': '', 'prompts/get': 'content = ["name", "arguments"]',
  'completion/complete': 'content = ["ref", "argument", "context"]', 'logging/setLevel': 'content = ["level"]',
};

const kPlain = ['simple_text', 'image_content', 'audio_content', 'embedded_resource', 'multiple_content_types',
  'error_handling', 'tool_with_progress', 'tool_with_logging', 'reconnection', 'elicitation_sep1034_defaults',
  'elicitation_sep1330_enums', 'logging_tool', 'streaming_elicitation', 'missing_capability', 'trigger_tool_change',
  'trigger_prompt_change', 'extra', ...['elicitation', 'sampling', 'list_roots', 'request_state', 'multiple_inputs', 'multi_round',
    'tampered_state', 'capabilities'].map((name) => `input_required_result_${name}`)].map((name) => `test_${name}`);

const kArguments = {
  test_sampling: 'content = ["prompt"]', test_elicitation: 'content = ["message"]', test_custom_header: 'content = ["region"]',
  json_schema_2020_12_tool: 'content = ["name", "contactMethod", "phone"], unbound = ["address", "email"]',
};

/** Opens all that the suite asks of a server. */
function openPolicy(command) {
  const line = (name, more) => `"${name}" = { ${kReads}${more && `, ${more}`} }`;
  return `${head()}
[limits]
calls_per_minute = 100000
denials = 100000

[servers.fixture]
command = ${JSON.stringify(command)}
methods = ${JSON.stringify(Object.keys(kMethods))}
client_requests = ["sampling", "elicitation", "roots"]

[servers.fixture.tools]
${Object.entries(kMethods).map(([name, more]) => line(name, more)).join('\n')}
${kPlain.map((name) => line(name, '')).join('\n')}
${Object.entries(kArguments).map(([name, more]) => line(name, more)).join('\n')}
`;
}

for (const [revision, era] of [['2025-11-25', 'legacy'], ['2026-07-28', 'modern']]) {
  test(`what ${revision} requires of a server holds behind the gate as it does without`, { skip: missing }, async (t) => {
    const workspace = Workspace.make(t);
    const server = ownServer('conformance', era);
    const direct = await verdicts(revision, server, process.env, workspace.path('direct'));
    workspace.policy(openPolicy(server));
    const gate = [yett, ...workspace.gate({ hold: '0' })];
    const guarded = await verdicts(revision, gate, workspace.environment, workspace.path('guarded'));
    const lost = [...direct.found].filter(([check, status]) => status === 'SUCCESS' && guarded.found.get(check) !== 'SUCCESS')
      .map(([check]) => `${check}: ${guarded.found.get(check)}`);
    assert.deepEqual(lost, [], guarded.errors);
    const passed = [...direct.found.values()].filter((status) => status === 'SUCCESS');
    assert.ok(passed.length > 70, `the fixtures answer what the suite asks: ${passed.length}`);
    assert.equal((await workspace.verify()).code, 0);
  });
}
