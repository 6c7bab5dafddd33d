// The gate in front of server-memory, started by the policy with an environment of its own.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { memory } from './support/peers.mjs';
import { head } from './support/policies.mjs';
import { assertDenied, assertRan } from './support/verdicts.mjs';
import { Workspace } from './support/workspace.mjs';

function policyOf(workspace) {
  return `${head()}
[tools]
create_entities = { effect = "write", sensitivity = "internal", reversible = true, content = ["entities"] }
create_relations = { effect = "write", sensitivity = "internal", reversible = true, content = ["relations"] }
read_graph = { effect = "read", sensitivity = "internal", reversible = true }
search_nodes = { effect = "read", sensitivity = "internal", reversible = true, content = ["query"] }

[servers.memory]
command = ${JSON.stringify(memory())}
env = { MEMORY_FILE_PATH = "${workspace.path('memory.jsonl')}" }
cwd = "${workspace.folder}"
`;
}

test('entities and relations are created, read and found, as structured results', async (t) => {
  const workspace = Workspace.make(t);
  workspace.policy(policyOf(workspace));
  const client = await workspace.connect();
  await client.listTools();
  const call = (name, args = {}) => client.callTool({ name, arguments: args });

  const entities = [
    { name: 'gate', entityType: 'thing', observations: ['it is iron', '它是铁的'] },
    { name: 'castle', entityType: 'place', observations: ['it has a gate'] },
  ];
  const created = await call('create_entities', { entities });
  assertRan(created);
  assert.deepEqual(created.structuredContent, { entities });
  const relations = [{ from: 'castle', to: 'gate', relationType: 'has' }];
  assertRan(await call('create_relations', { relations }));

  const graph = await call('read_graph');
  assert.deepEqual(graph.structuredContent, { entities, relations });
  const found = await call('search_nodes', { query: '铁' });
  assert.deepEqual(found.structuredContent.entities, [entities[0]]);
  assert.deepEqual(JSON.parse(found.content[0].text).entities, [entities[0]]);

  assertDenied(await call('delete_entities', { entityNames: ['gate'] }), 'tool.unregistered');
  assert.equal(workspace.lines('memory.jsonl').length, 3);

  // The name that records carry is the server's in the policy.
  const servers = new Set((await workspace.audit('--kind', 'decision')).map((record) => record.server));
  assert.deepEqual([...servers], ['memory']);
});

const createWith = (client) => (extra) => client.callTool({
  name: 'create_entities',
  arguments: { entities: [{ name: 'a', entityType: 'b', observations: [], ...extra }] },
});

test('what the server does not declare is refused, at any depth', async (t) => {
  const workspace = Workspace.make(t);
  workspace.policy(policyOf(workspace));
  const create = createWith(await workspace.connect());
  assertDenied(await create({ tenant_id: 'acme' }), 'arguments.schema');
  assertDenied(await create({ observations: [1] }), 'arguments.schema');
  assertDenied(await create({ Name: 'c' }), 'arguments.malformed');
  assertRan(await create({}));
});

test('a tenant that stands anywhere in the arguments must be the session\'s', async (t) => {
  const workspace = Workspace.make(t);
  workspace.policy(`${policyOf(workspace).replace(/^create_entities = .*$/m, '')}
[tools.create_entities]
effect = "write"
sensitivity = "internal"
reversible = true
content = ["entities"]
[tools.create_entities.arguments]
type = "object"
properties.entities = { type = "array", items = { type = "object", additionalProperties = true } }
`);
  const create = createWith(await workspace.connect());
  assertDenied(await create({ tenant_id: 'globex' }), 'tenancy.in_arguments');
  assertDenied(await create({ Organisation: ['acme'] }), 'tenancy.in_arguments');
  assertRan(await create({ tenant_id: 'acme' }));
});
