// The fixtures that the MCP conformance suite asks a server for, over stdio, in one era: conformance.mjs legacy|modern.
// What it sends and gets is written by hand, so that nothing stands between the suite and the gate.
import crypto from 'node:crypto';
import readline from 'node:readline';

const isModern = process.argv[2] === 'modern';
const kRevision = '2026-07-28';
const kMeta = 'io.modelcontextprotocol/';
const kPixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
const kSilence = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=';
const kKey = crypto.randomBytes(32);

const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const notify = (method, params = {}) => send({ method, params });
const pause = (ms) => new Promise((resume) => setTimeout(resume, ms));

class Refusal extends Error {
  constructor(code, message, data) {
    super(message);
    Object.assign(this, { code, data });
  }
}

// --- What a legacy server asks by requests of its own ---

let asked = 0;
const waiting = new Map();

function ask(method, params) {
  asked += 1;
  const id = `ask-${asked}`;
  send({ id, method, params });
  return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
}

// --- What a modern server asks by results that are not complete ---

const seal = (text) => `${text}.${crypto.createHmac('sha256', kKey).update(text).digest('hex')}`;

function unseal(state) {
  const text = state.slice(0, state.lastIndexOf('.'));
  if (seal(text) !== state) throw new Refusal(-32602, 'requestState was changed');
  return text;
}

const form = (message, properties, required = Object.keys(properties)) =>
  ({ method: 'elicitation/create', params: { message, requestedSchema: { type: 'object', properties, required } } });
const sample = (text, maxTokens) =>
  ({ method: 'sampling/createMessage', params: { messages: [{ role: 'user', content: { type: 'text', text } }], maxTokens } });
const roots = { method: 'roots/list', params: {} };
const require = (inputRequests, state) =>
  ({ resultType: 'input_required', inputRequests, ...(state && { requestState: seal(state) }) });

const isAccepted = (answer) => answer?.action === 'accept' && typeof answer.content === 'object';
const hasAll = (answers, keys) => keys.every((key) => answers?.[key] !== undefined && typeof answers[key] === 'object');

// --- Tools ---

const text = (words) => ({ content: [{ type: 'text', text: words }] });
const image = { type: 'image', data: kPixel, mimeType: 'image/png' };
const embedded = (uri, mimeType, words) => ({ type: 'resource', resource: { uri, mimeType, text: words } });

const kEnums = {
  untitledSingle: { type: 'string', enum: ['option1', 'option2', 'option3'] },
  titledSingle: { type: 'string', oneOf: ['value1', 'value2', 'value3'].map((one) => ({ const: one, title: `Option ${one}` })) },
  legacyEnum: { type: 'string', enum: ['opt1', 'opt2', 'opt3'], enumNames: ['Option One', 'Option Two', 'Option Three'] },
  untitledMulti: { type: 'array', items: { type: 'string', enum: ['option1', 'option2', 'option3'] } },
  titledMulti: { type: 'array', items: { anyOf: ['value1', 'value2', 'value3'].map((one) => ({ const: one, title: `Choice ${one}` })) } },
};
const kDefaults = {
  name: { type: 'string', default: 'John Doe' }, age: { type: 'integer', default: 30 },
  score: { type: 'number', default: 95.5 }, status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
  verified: { type: 'boolean', default: true },
};
const elicited = async (properties) => {
  const answer = await ask('elicitation/create', form('Please fill in', properties, []).params);
  return text(`Elicitation completed: action=${answer.action}, content=${JSON.stringify(answer.content)}`);
};

const kTools = {
  test_simple_text: () => text('This is a simple text response for testing.'),
  test_image_content: () => ({ content: [image] }),
  test_audio_content: () => ({ content: [{ type: 'audio', data: kSilence, mimeType: 'audio/wav' }] }),
  test_embedded_resource: () =>
    ({ content: [embedded('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')] }),
  test_multiple_content_types: () => ({
    content: [{ type: 'text', text: 'Multiple content types test:' }, image,
      embedded('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}')],
  }),
  test_error_handling: () => ({ ...text('This tool intentionally returns an error for testing'), isError: true }),
  test_tool_with_progress: async (_, { progressToken }) => {
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined) notify('notifications/progress', { progressToken, progress, total: 100 });
      await pause(20);
    }
    return text('done');
  },
  test_tool_with_logging: async (_, meta) => {
    for (const data of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
      if (!isModern || meta[`${kMeta}logLevel`]) notify('notifications/message', { level: 'info', data });
      await pause(20);
    }
    return text('done');
  },
  test_reconnection: () => text('still here'),
  json_schema_2020_12_tool: () => text('fine'),
};

const kLegacyTools = {
  test_sampling: async ({ prompt }) => {
    const answer = await ask('sampling/createMessage', sample(prompt, 100).params);
    return text(`LLM response: ${answer.content.text}`);
  },
  test_elicitation: async ({ message }) => {
    const properties = { username: { type: 'string', description: 'Name' }, email: { type: 'string', description: 'Address' } };
    const answer = await ask('elicitation/create', form(message, properties).params);
    return text(`User response: action: ${answer.action}, content: ${JSON.stringify(answer.content)}`);
  },
  test_elicitation_sep1034_defaults: () => elicited(kDefaults),
  test_elicitation_sep1330_enums: () => elicited(kEnums),
};

const kName = form('What is your name?', { name: { type: 'string' } });
const kConfirm = form('Please confirm', { ok: { type: 'boolean' } });

const hidden = new Set(['test_extra']);
const kModernTools = {
  test_extra: () => text('extra'),
  test_logging_tool: (args, meta) => kTools.test_tool_with_logging(args, meta),
  test_streaming_elicitation: (_, meta, { answers }) =>
    (hasAll(answers, ['user_name']) ? text('done') : require({ user_name: kName })),
  test_missing_capability: (_, meta) => {
    if (!meta[`${kMeta}clientCapabilities`].sampling) {
      throw new Refusal(-32021, 'this tool needs sampling', { requiredCapabilities: { sampling: {} } });
    }
    return text('done');
  },
  // The gate tells of what has changed, not of what is said to have.
  test_trigger_tool_change: () => { hidden.delete('test_extra') || hidden.add('test_extra'); tell('toolsListChanged', 'notifications/tools/list_changed'); return text('done'); },
  test_trigger_prompt_change: () => { tell('promptsListChanged', 'notifications/prompts/list_changed'); return text('done'); },
  test_custom_header: ({ region }) => text(`region ${region}`),
  test_input_required_result_elicitation: (_, meta, { answers }) =>
    (isAccepted(answers?.user_name) && typeof answers.user_name.content.name === 'string'
      ? text(`Hello, ${answers.user_name.content.name}!`) : require({ user_name: kName })),
  test_input_required_result_sampling: (_, meta, { answers }) =>
    (hasAll(answers, ['capital_question'])
      ? text(answers.capital_question.content.text) : require({ capital_question: sample('What is the capital of France?', 100) })),
  test_input_required_result_list_roots: (_, meta, { answers }) =>
    (hasAll(answers, ['client_roots']) ? text(JSON.stringify(answers.client_roots.roots)) : require({ client_roots: roots })),
  test_input_required_result_request_state: (_, meta, { answers, state }) =>
    (state !== undefined && unseal(state) === 'confirm' && hasAll(answers, ['confirm'])
      ? text('state-ok') : require({ confirm: kConfirm }, 'confirm')),
  test_input_required_result_multiple_inputs: (_, meta, { answers, state }) => {
    if (state !== undefined) unseal(state);
    if (hasAll(answers, ['user_name', 'greeting', 'client_roots'])) return text('all three');
    return require({ user_name: kName, greeting: sample('Generate a greeting', 50), client_roots: roots }, 'three');
  },
  test_input_required_result_multi_round: (_, meta, { answers, state }) => {
    const round = state === undefined ? 'none' : unseal(state);
    if (round === 'two' && hasAll(answers, ['step2'])) return text('both steps');
    if (round === 'one' && hasAll(answers, ['step1'])) {
      return require({ step2: form('Step 2: What is your favorite color?', { color: { type: 'string' } }) }, 'two');
    }
    return require({ step1: form('Step 1: What is your name?', { name: { type: 'string' } }) }, 'one');
  },
  test_input_required_result_tampered_state: (_, meta, { answers, state }) => {
    if (state !== undefined && unseal(state) && hasAll(answers, ['confirm'])) return text('untouched');
    return require({ confirm: kConfirm }, 'untouched');
  },
  test_input_required_result_capabilities: (_, meta, { answers }) => {
    if (answers !== undefined) return text('done');
    const can = meta[`${kMeta}clientCapabilities`];
    return require({
      ...(can.sampling && { greeting: sample('Generate a greeting', 50) }),
      ...(can.elicitation && { user_name: kName }),
    });
  },
};

const tools = { ...kTools, ...(isModern ? kModernTools : kLegacyTools) };

const kSchemas = {
  test_sampling: { type: 'object', properties: { prompt: { type: 'string' } }, required: ['prompt'] },
  test_elicitation: { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] },
  test_custom_header: { type: 'object', properties: { region: { type: 'string', 'x-mcp-header': 'Region' } }, required: ['region'] },
  json_schema_2020_12_tool: {
    $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'object',
    $defs: { address: { $anchor: 'addressDef', type: 'object', properties: { street: { type: 'string' }, city: { type: 'string' } } } },
    properties: {
      name: { type: 'string' }, address: { $ref: '#/$defs/address' }, contactMethod: { type: 'string', enum: ['phone', 'email'] },
      phone: { type: 'string' }, email: { type: 'string' },
    },
    allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
    if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
    then: { required: ['phone'] }, else: { required: ['email'] }, additionalProperties: false,
  },
};

// --- Resources, prompts, subscriptions ---

const kResources = {
  'test://static-text': { mimeType: 'text/plain', text: 'This is the content of the static text resource.' },
  'test://static-binary': { mimeType: 'image/png', blob: kPixel },
  'test://watched-resource': { mimeType: 'text/plain', text: 'Watched.' },
};

function readResource(uri) {
  const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1];
  if (id !== undefined) {
    return { mimeType: 'application/json', text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }) };
  }
  const resource = kResources[uri];
  if (resource === undefined) throw new Refusal(isModern ? -32602 : -32002, 'Resource not found', { uri });
  return resource;
}

const user = (content) => ({ role: 'user', content });
const words = (text) => user({ type: 'text', text });
const kPrompts = {
  test_simple_prompt: () => [words('This is a simple prompt for testing.')],
  test_prompt_with_arguments: ({ arg1, arg2 }) => [words(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)],
  test_prompt_with_embedded_resource: ({ resourceUri }) =>
    [user(embedded(resourceUri, 'text/plain', 'Embedded resource content for testing.')), words('Please process the embedded resource above.')],
  test_prompt_with_image: () => [user(image), words('Please analyze the image above.')],
  ...(isModern && {
    test_input_required_result_prompt: (_, { answers }) => (isAccepted(answers?.user_context)
      ? [words(answers.user_context.content.context)]
      : require({ user_context: form('What context should the prompt use?', { context: { type: 'string' } }) })),
  }),
};
const kPromptArguments = { test_prompt_with_arguments: ['arg1', 'arg2'], test_prompt_with_embedded_resource: ['resourceUri'] };

const subscriptions = new Map();
function tell(filter, method) {
  for (const [id, notifications] of subscriptions) {
    if (notifications[filter]) notify(method, { _meta: { [`${kMeta}subscriptionId`]: id } });
  }
}

// --- Methods ---

const capabilities = {
  tools: { listChanged: true }, prompts: { listChanged: true }, completions: {},
  resources: isModern ? {} : { subscribe: true }, logging: {},
};
const serverInfo = { name: 'conformance-fixture', version: '1' };
const cached = (result) => (isModern ? { ...result, ttlMs: 1000, cacheScope: 'public' } : result);

const kMethods = {
  'tools/list': () => cached({
    tools: Object.keys(tools).filter((name) => !hidden.has(name)).map((name) =>
      ({ name, description: `The tool ${name}`, inputSchema: kSchemas[name] ?? { type: 'object', properties: {} } })),
  }),
  'tools/call': (params, meta, input) => {
    if (tools[params.name] === undefined) throw new Refusal(-32602, 'Unknown tool');
    return tools[params.name](params.arguments ?? {}, meta, input);
  },
  'resources/list': () => cached({
    resources: Object.entries(kResources).map(([uri, { mimeType }]) => ({ uri, name: uri, description: uri, mimeType })),
  }),
  'resources/templates/list': () => cached({
    resourceTemplates: [{ uriTemplate: 'test://template/{id}/data', name: 'template', description: 'A template', mimeType: 'application/json' }],
  }),
  'resources/read': ({ uri }) => cached({ contents: [{ uri, ...readResource(uri) }] }),
  'prompts/list': () => cached({
    prompts: Object.keys(kPrompts).map((name) => ({
      name, description: `The prompt ${name}`,
      arguments: (kPromptArguments[name] ?? []).map((argument) => ({ name: argument, description: argument, required: true })),
    })),
  }),
  'prompts/get': (params, meta, input) => {
    if (kPrompts[params.name] === undefined) throw new Refusal(-32602, 'Unknown prompt');
    const messages = kPrompts[params.name](params.arguments ?? {}, input);
    return messages.resultType ? messages : { messages };
  },
  'completion/complete': () => ({ completion: { values: ['paris', 'park'], total: 2, hasMore: false } }),
};
const kLegacyMethods = {
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities, serverInfo }),
  ping: () => ({}),
  'logging/setLevel': () => ({}),
  'resources/subscribe': () => ({}),
  'resources/unsubscribe': () => ({}),
};
const kModernMethods = {
  'server/discover': () =>
    cached({ supportedVersions: [kRevision], capabilities, _meta: { [`${kMeta}serverInfo`]: serverInfo } }),
};
const methods = { ...kMethods, ...(isModern ? kModernMethods : kLegacyMethods) };

function checkMeta(meta) {
  const version = meta?.[`${kMeta}protocolVersion`];
  if (typeof version !== 'string' || typeof meta[`${kMeta}clientCapabilities`] !== 'object') {
    throw new Refusal(-32602, 'protocolVersion and clientCapabilities are needed in _meta');
  }
  if (version !== kRevision) throw new Refusal(-32022, 'another revision', { supported: [kRevision], requested: version });
}

async function take({ id, method, params = {} }) {
  const { _meta: meta = {}, inputResponses: answers, requestState: state, ...rest } = params;
  if (isModern) checkMeta(meta);
  if (isModern && method === 'subscriptions/listen') {
    subscriptions.set(id, params.notifications);
    notify('notifications/subscriptions/acknowledged',
      { _meta: { [`${kMeta}subscriptionId`]: id }, notifications: params.notifications });
    return;
  }
  if (methods[method] === undefined) throw new Refusal(-32601, 'Method not found');
  const result = await methods[method](rest, meta, { answers, state });
  send({ id, result: isModern ? { resultType: 'complete', ...result } : result });
}

readline.createInterface({ input: process.stdin, crlfDelay: Infinity }).on('line', (line) => {
  const message = JSON.parse(line);
  if (message.method === undefined) {
    const one = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.error) one?.reject(new Error(message.error.message));
    else one?.resolve(message.result);
  } else if (message.id === undefined) {
    if (message.method === 'notifications/cancelled') subscriptions.delete(message.params.requestId);
  } else {
    take(message).catch(({ code = -32603, message: words, data }) =>
      send({ id: message.id, error: { code, message: words, ...(data && { data }) } }));
  }
});
