// Ends before it has said a word.
import { note } from './speech.mjs';

note('started', process.pid);
process.exit(3);
