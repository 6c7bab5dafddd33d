// One end of a conversation in JSON lines that may break every rule of the protocol.

export class Peer {
  #waits = new Set();

  constructor(child) {
    this.child = child;
    this.received = [];  // { raw, message } of each line; no message when it is no JSON
    this.errors = '';
    this.ended = false;
    let rest = [];
    child.stdout.on('data', (chunk) => {
      for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10)) {
        this.#take(Buffer.concat([...rest, chunk.subarray(0, end)]).toString());
        rest = [];
        chunk = chunk.subarray(end + 1);
      }
      rest.push(chunk);
    });
    child.stderr.setEncoding('utf8');
    child.stderr.on('data', (chunk) => { this.errors += chunk; });
    child.stdin.on('error', () => {});  // a gate that has ended is seen by its exit
    this.exit = new Promise((resolve) => {
      child.on('close', (code, signal) => {
        this.ended = true;
        for (const wait of this.#waits) wait.fail();
        resolve({ code, signal });
      });
    });
  }

  /** Writes bytes or text as they are. */
  write(bytes) {
    this.child.stdin.write(bytes);
  }

  send(message) {
    this.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  /** Sends a request and gives back the answer to it. */
  request(id, method, params) {
    this.send({ id, method, params });
    return this.answer(id);
  }

  call(id, name, args, meta) {
    return this.request(id, 'tools/call', { name, arguments: args, ...(meta && { _meta: meta }) });
  }

  async initialize() {
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } };
    const answer = await this.request('init', 'initialize', params);
    this.send({ method: 'notifications/initialized' });
    return answer;
  }

  /** The answer with this id; the line it came in is its `raw`. */
  answer(id) {
    return this.line(`an answer to ${id}`, (message) => message.id === id && message.method === undefined);
  }

  /** The first line, received or to come, whose message pleases `wanted`. Fails when the other end is gone first. */
  line(what, wanted) {
    const pleases = ({ message }) => message !== undefined && wanted(message);
    const found = this.received.find(pleases);
    if (found !== undefined) return Promise.resolve({ ...found.message, raw: found.raw });
    const gone = () => new Error(`the other end is gone without ${what}\n${this.errors}`);
    if (this.ended) return Promise.reject(gone());
    return new Promise((resolve, reject) => {
      const wait = {
        look: (entry) => {
          if (!pleases(entry)) return;
          this.#waits.delete(wait);
          resolve({ ...entry.message, raw: entry.raw });
        },
        fail: () => reject(gone()),
      };
      this.#waits.add(wait);
    });
  }

  hangUp() {
    this.child.stdin.end();
    return this.exit;
  }

  kill() {
    this.child.kill('SIGKILL');
    return this.exit;
  }

  close() {
    return this.ended ? this.exit : this.hangUp();
  }

  #take(raw) {
    const entry = { raw, message: parsed(raw) };
    this.received.push(entry);
    for (const wait of this.#waits) wait.look(entry);
  }
}

function parsed(line) {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
