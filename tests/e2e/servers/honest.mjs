// Does what it is told and leaves a trace of it.
import { answer, note, serve } from './speech.mjs';

serve(
  ({ id, params }) => answer(id, `done: ${params.name}`),
  (message) => note('others', JSON.stringify(message)),
);
