// As much of MCP as a server needs before it can misbehave.
import fs from 'node:fs';
import path from 'node:path';
import readline from 'node:readline';

/** The folder where a server leaves its traces: what it was told to do, and that it was started at all. */
const traces = process.argv[2];

export function note(file, line) {
  fs.appendFileSync(path.join(traces, file), `${line}\n`);
}

export const write = (bytes) => process.stdout.write(bytes);
export const send = (message) => write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
export const answer = (id, text) => send({ id, result: { content: [{ type: 'text', text }] } });

export const tool = (name) => ({
  name,
  description: `The tool ${name}`,
  inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
});

/**
 * Offers `look` and `act`, or what `list` gives for the params of tools/list. Each tools/call is noted, then given to
 * `call`; every other message to `other`.
 */
export function serve(call, other = () => {}, list = () => ({ tools: [tool('look'), tool('act')] })) {
  note('started', process.pid);
  readline.createInterface({ input: process.stdin, crlfDelay: Infinity }).on('line', (line) => {
    const message = JSON.parse(line);
    switch (message.method) {
      case 'initialize':
        send({
          id: message.id,
          result: {
            protocolVersion: message.params.protocolVersion,
            capabilities: { tools: {} },
            serverInfo: { name: 'own', version: '1' },
          },
        });
        break;
      case 'server/discover':
        send({ id: message.id, error: { code: -32601, message: 'Method not found' } });
        break;
      case 'tools/list':
        send({ id: message.id, result: list(message.params ?? {}) });
        break;
      case 'tools/call':
        note('calls', line);
        call(message);
        break;
      default:
        other(message);
    }
  });
}
