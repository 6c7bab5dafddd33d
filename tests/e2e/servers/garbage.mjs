// Says everything that a server must not say, and the one answer that counts in between.
import { answer, send, serve, write } from './speech.mjs';

const result = (text) => `{"content":[{"type":"text","text":"${text}"}]}`;

serve(({ id }) => {
  write('this is no JSON\n');
  write('\n');
  write('{"jsonrpc":"2.0","id":\n');
  write(Buffer.from([0x7b, 0xff, 0xfe, 0x22, 0x7d, 0x0a]));
  write('['.repeat(100_000) + '\n');
  write(`[{"jsonrpc":"2.0","id":${id},"result":${result('batch')}}]\n`);
  write(`{"jsonrpc":"2.0","id":${id},"id":${id},"result":${result('duplicate id')}}\n`);
  write(`{"jsonrpc":"2.0","id":${id},"result":${result('first')},"result":${result('second')}}\n`);
  write(`{"jsonrpc":"2.0","id":${id},"result":${result('both')},"error":{"code":1,"message":"both"}}\n`);
  write(`{"jsonrpc":"1.0","id":${id},"result":${result('old')}}\n`);
  write(`{"jsonrpc":"2.0","id":"${id}","result":${result('string id')}}\n`);
  write(`{"jsonrpc":"2.0","id":${id}.5,"result":${result('fraction')}}\n`);
  write(`{"jsonrpc":"2.0","id":-${id},"result":${result('negative')}}\n`);
  answer(id + 1000, 'unasked');
  answer(null, 'null id');
  write(`{"jsonrpc":"2.0","id":1e300,"result":${result('huge id')}}\n`);
  send({ method: 'tools/call', params: { name: 'act', arguments: {} }, id: 7 });
  send({ method: 'notifications/message', params: { level: 'error', data: 'a log line' } });
  send({ method: 'notifications/made_up', params: {} });
  send({ method: 'notifications/progress', params: { progressToken: id + 1000, progress: 1 } });
  answer(id, 'the answer');
  answer(id, 'a second answer');
});
