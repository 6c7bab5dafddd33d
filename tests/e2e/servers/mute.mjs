// Begins like any server, then never answers a call; notes what else it is told.
import { note, serve } from './speech.mjs';

serve(
  () => {},
  (message) => note('others', JSON.stringify(message)),
);
