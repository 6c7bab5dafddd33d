// Streamable HTTP in front of an MCP server on stdio: what the conformance suite needs of the transport, in both eras.
// A legacy session has a process of its own; all modern requests share one.
import { spawn } from 'node:child_process';
import crypto from 'node:crypto';
import http from 'node:http';
import readline from 'node:readline';

const kMeta = 'io.modelcontextprotocol/';
const kStatus = { '-32601': 404, '-32020': 400, '-32021': 400, '-32022': 400 };

/** A process that speaks MCP on stdio; `take` gets what it says. */
class StdioPeer {
  constructor([program, ...words], env, take, gone) {
    this.child = spawn(program, words, { env, stdio: ['pipe', 'pipe', 'pipe'] });
    this.errors = '';
    this.child.stderr.on('data', (chunk) => { this.errors += chunk; });
    this.child.stdin.on('error', () => {});
    this.exit = new Promise((resolve) => { this.child.on('close', resolve); });
    this.exit.then((code) => { if (!this.closes) gone(new Error(`the server has ended: ${code}\n${this.errors}`)); });
    readline.createInterface({ input: this.child.stdout, crlfDelay: Infinity }).on('line', (line) => take(JSON.parse(line)));
  }

  send(message) {
    this.child.stdin.write(`${JSON.stringify(message)}\n`);
  }

  close() {
    this.closes = true;
    this.child.stdin.end();
    return this.exit;
  }
}

/** An answer that becomes a stream as soon as anything comes before the end. */
class Answer {
  constructor(response) {
    this.response = response;
    this.streams = false;
  }

  stream(headers = {}) {
    if (this.streams) return;
    this.streams = true;
    this.response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-cache', ...headers });
    this.response.flushHeaders();
  }

  event(message) {
    this.stream();
    this.response.write(`event: message\ndata: ${JSON.stringify(message)}\n\n`);
  }

  end(message, { status = 200, headers = {} } = {}) {
    if (this.streams) {
      this.event(message);
      this.response.end();
      return;
    }
    this.response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
    this.response.end(JSON.stringify(message));
  }
}

const failure = (id, code, message, data) => ({ jsonrpc: '2.0', id: id ?? null, error: { code, message, ...(data && { data }) } });

// --- Legacy ---

class LegacySession {
  constructor(command, env, gone) {
    this.id = crypto.randomUUID();
    this.answers = new Map();
    this.aside = undefined;  // a stream that stays open for what belongs to no request
    this.peer = new StdioPeer(command, env, (message) => this.take(message), gone);
  }

  take(message) {
    if (message.method === undefined) {
      const answer = this.answers.get(message.id);
      this.answers.delete(message.id);
      answer?.end(message, { headers: { 'Mcp-Session-Id': this.id } });
      return;
    }
    const calls = [...this.answers.values()].filter((answer) => answer.streams);
    (calls.at(-1) ?? this.aside)?.event(message);
  }

  ask(message, response) {
    const answer = new Answer(response);
    if (message.method === 'tools/call') answer.stream({ 'Mcp-Session-Id': this.id });
    this.answers.set(message.id, answer);
    this.peer.send(message);
  }
}

// --- Modern ---

/** The text of a header; undefined when it is spelt wrongly. */
function decoded(value) {
  const match = /^=\?base64\?(.*)\?=$/.exec(value);
  if (match === null) return value;
  const bytes = Buffer.from(match[1], 'base64');
  return bytes.toString('base64') === match[1] ? bytes.toString('utf8') : undefined;
}

class ModernPeer {
  constructor(command, env, gone) {
    this.number = 0;
    this.open = new Map();  // by the id at the server
    this.headers = undefined;
    this.peer = new StdioPeer(command, env, (message) => this.take(message), gone);
  }

  /** The arguments that headers repeat, by tool. */
  async mirrored(tool) {
    this.headers ??= this.request('tools/list', {
      _meta: { [`${kMeta}protocolVersion`]: '2026-07-28', [`${kMeta}clientCapabilities`]: {} },
    }).then(({ result }) => new Map(result.tools.map(({ name, inputSchema }) => [name,
      Object.entries(inputSchema.properties ?? {}).filter(([, schema]) => schema['x-mcp-header'] !== undefined)
        .map(([argument, schema]) => [argument, `mcp-param-${schema['x-mcp-header'].toLowerCase()}`])])));
    return (await this.headers).get(tool) ?? [];
  }

  request(method, params) {
    return new Promise((resolve) => {
      this.number += 1;
      this.open.set(this.number, { end: resolve, event: () => {} });
      this.peer.send({ jsonrpc: '2.0', id: this.number, method, params });
    });
  }

  async mismatch(message, headers) {
    const { method, params } = message;
    const version = params?._meta?.[`${kMeta}protocolVersion`];
    if (version !== undefined && headers['mcp-protocol-version'] !== version) return 'MCP-Protocol-Version';
    if (headers['mcp-method']?.trim() !== method) return 'Mcp-Method';
    const name = { 'tools/call': params?.name, 'prompts/get': params?.name, 'resources/read': params?.uri }[method];
    if (name !== undefined && decoded(headers['mcp-name']?.trim() ?? '') !== name) return 'Mcp-Name';
    if (method !== 'tools/call') return undefined;
    for (const [argument, header] of await this.mirrored(params.name)) {
      const value = params.arguments?.[argument];
      const given = headers[header];
      if (value === undefined || value === null) {
        if (given !== undefined) return header;
      } else if (given === undefined || decoded(given) !== String(value)) {
        return header;
      }
    }
    return undefined;
  }

  take(message) {
    const { id, method, params } = message;
    if (method === undefined) {
      this.open.get(id)?.end(message);
      this.open.delete(id);
      return;
    }
    const own = params?._meta?.[`${kMeta}subscriptionId`] ?? params?.progressToken;
    for (const [key, entry] of this.open) {
      if (own === undefined ? entry.wantsLog : key === own) entry.event(message);
    }
  }

  async ask(message, headers, response) {
    const wrong = await this.mismatch(message, headers);
    if (wrong !== undefined) {
      new Answer(response).end(failure(message.id, -32020, `the header ${wrong} and the body disagree`), { status: 400 });
      return;
    }
    const answer = new Answer(response);
    this.number += 1;
    const id = this.number;
    const sent = structuredClone({ ...message, id });
    const meta = sent.params?._meta;
    const token = meta?.progressToken;
    if (token !== undefined) meta.progressToken = id;
    const misses = ['protocolVersion', 'clientCapabilities'].some((key) => meta?.[kMeta + key] === undefined);
    this.open.set(id, {
      wantsLog: meta?.[`${kMeta}logLevel`] !== undefined,
      event: ({ method, params }) => {
        const told = structuredClone(params);
        if (told.progressToken !== undefined) told.progressToken = token;
        if (told._meta?.[`${kMeta}subscriptionId`] !== undefined) told._meta[`${kMeta}subscriptionId`] = message.id;
        answer.event({ jsonrpc: '2.0', method, params: told });
      },
      end: (told) => {
        const status = misses && told.error ? 400 : kStatus[told.error?.code] ?? 200;
        answer.end({ ...told, id: message.id }, { status });
      },
    });
    response.on('close', () => {
      if (!this.open.delete(id)) return;
      this.peer.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } });
    });
    this.peer.send(sent);
  }
}

// --- The endpoint ---

const body = async (request) => {
  let text = '';
  for await (const chunk of request) text += chunk;
  return JSON.parse(text);
};
const refuse = (response, status) => response.writeHead(status).end();
const isLocal = (value) => value === undefined || /^(https?:\/\/)?(localhost|127\.0\.0\.1)(:\d+)?$/.test(value);

export class Bridge {
  /** `command` is started for each session; `errors` collects what went wrong. */
  static async open(command, env) {
    const bridge = new Bridge();
    Object.assign(bridge, { command, env, sessions: new Map(), modern: undefined });
    bridge.server = http.createServer((request, response) => {
      if (bridge.trouble) response.destroy();
      else bridge.take(request, response).catch((error) => bridge.fail(error));
    });
    await new Promise((resolve) => { bridge.server.listen(0, '127.0.0.1', resolve); });
    bridge.url = `http://localhost:${bridge.server.address().port}/mcp`;
    return bridge;
  }

  /** Nothing more is to be had here: whoever waits is told. */
  fail(error) {
    this.trouble ??= error;
    this.server.closeAllConnections();
  }

  async take(request, response) {
    const { headers, method } = request;
    if (!isLocal(headers.host) || !isLocal(headers.origin)) return refuse(response, 403);
    const session = this.sessions.get(headers['mcp-session-id']);
    if (method === 'DELETE' && session !== undefined) {
      this.sessions.delete(session.id);
      await session.peer.close();
      return refuse(response, 200);
    }
    if (method === 'GET' && session !== undefined) {
      session.aside = new Answer(response);
      session.aside.stream();
      return undefined;
    }
    if (method !== 'POST') return refuse(response, 405);
    const message = await body(request);
    const isModern = headers['mcp-protocol-version'] >= '2026' || message.params?._meta?.[`${kMeta}protocolVersion`] !== undefined;
    if (isModern) return this.takeModern(message, headers, response);
    return this.takeLegacy(message, headers, response, session);
  }

  takeModern(message, headers, response) {
    if (message.id === undefined) return refuse(response, 202);
    this.modern ??= new ModernPeer(this.command, this.env, (error) => this.fail(error));
    return this.modern.ask(message, headers, response);
  }

  takeLegacy(message, headers, response, session) {
    if (message.method === 'initialize') {
      const opened = new LegacySession(this.command, this.env, (error) => this.fail(error));
      this.sessions.set(opened.id, opened);
      opened.ask(message, response);
      return undefined;
    }
    if (session === undefined) return refuse(response, headers['mcp-session-id'] === undefined ? 400 : 404);
    if (message.method === undefined || message.id === undefined) {
      session.peer.send(message);
      return refuse(response, 202);
    }
    session.ask(message, response);
    return undefined;
  }

  async close() {
    this.server.closeAllConnections();
    this.server.close();
    const peers = [...this.sessions.values(), this.modern].filter(Boolean).map(({ peer }) => peer);
    await Promise.all(peers.map((peer) => peer.close()));
    return peers.map((peer) => peer.errors).join('');
  }
}
