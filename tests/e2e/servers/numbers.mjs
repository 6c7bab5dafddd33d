// Answers with numbers that no double can hold.
import { serve, write } from './speech.mjs';
import { kNumbers } from './texts.mjs';

serve(({ id }) => write(`{"jsonrpc":"2.0","id":${id},"result":${kNumbers}}\n`));
