// A server of the official SDK v2 that speaks both eras, or with `reject` the modern one alone.
import { acceptedContent, fromJsonSchema, inputRequired, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

const text = (words) => ({ content: [{ type: 'text', text: words }] });
const schema = (properties) => fromJsonSchema({ type: 'object', properties, required: Object.keys(properties) });

function make() {
  const server = new McpServer({ name: 'dual', version: '1' },
    { capabilities: { tools: { listChanged: true }, resources: {} }, instructions: 'Greet ana@office.example first.' });
  const tool = (name, properties, call) =>
    server.registerTool(name, { description: `The tool ${name}`, inputSchema: schema(properties) }, call);
  const extra = tool('extra', {}, () => text('extra'));
  extra.disable();
  tool('look', { text: { type: 'string' } }, ({ text: words }) => text(`looked at ${words}`));
  tool('act', { text: { type: 'string' } }, ({ text: words }) => text(`did ${words}`));
  tool('show', {}, () => { extra.enable(); return text('shown'); });
  tool('deploy', { text: { type: 'string' } }, ({ text: words }, { mcpReq }) => {
    const said = acceptedContent(mcpReq.inputResponses, 'confirm');
    if (said?.sure === true) return text(`deployed ${words}`);
    const requestedSchema = { type: 'object', properties: { sure: { type: 'boolean' } }, required: ['sure'] };
    return inputRequired({
      inputRequests: { confirm: inputRequired.elicit({ message: `Deploy ${words}?`, requestedSchema }) },
      requestState: `deploy ${words}`,
    });
  });
  server.registerResource('note', 'note://one', { description: 'A note', mimeType: 'text/plain' },
    () => ({ contents: [{ uri: 'note://one', mimeType: 'text/plain', text: 'a note' }] }));
  return server;
}

serveStdio(make, { legacy: process.argv[2] === 'reject' ? 'reject' : 'serve' });
