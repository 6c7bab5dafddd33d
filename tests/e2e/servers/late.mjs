// Says which tools it has only when a file appears.
import fs from 'node:fs';

import { answer, serve, tool } from './speech.mjs';

const go = process.argv[3];

serve(({ id }) => answer(id, 'done'), () => {}, () => {
  while (!fs.existsSync(go)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
  return { tools: [tool('look'), tool('act')] };
});
