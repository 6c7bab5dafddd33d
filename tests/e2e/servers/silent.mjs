// Answers nothing, not even initialize, and stays.
import { note } from './speech.mjs';

note('started', process.pid);
process.stdin.resume();
