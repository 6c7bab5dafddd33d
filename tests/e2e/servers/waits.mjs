// Answers a call only when a file appears.
import fs from 'node:fs';

import { answer, serve } from './speech.mjs';

const go = process.argv[3];

serve(({ id }) => {
  const timer = setInterval(() => {
    if (!fs.existsSync(go)) return;
    clearInterval(timer);
    answer(id, 'done');
  }, 20);
});
