// Dies in the middle of `act`, after its effect and before its answer.
import { answer, serve } from './speech.mjs';

serve(({ id, params }) => {
  if (params.name === 'act' || params.arguments.text === 'die') process.kill(process.pid, 'SIGKILL');
  answer(id, 'alive');
});
