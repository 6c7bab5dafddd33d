// Asks its client for things during a call and reports what it was told.
import { answer, send, serve } from './speech.mjs';

const kAsks = {
  'ask-sampling': ['sampling/createMessage', { messages: [], maxTokens: 1 }],
  'ask-elicitation': ['elicitation/create', { message: 'Why?', requestedSchema: { type: 'object', properties: {} } }],
  'ask-roots': ['roots/list', undefined],
  'ask-tasks': ['tasks/list', undefined],
  'ask-made-up': ['made/up', {}],
  'ask-ping': ['ping', undefined],
};

let call;
let answers = {};

serve(
  ({ id }) => {
    call = id;
    answers = {};
    for (const [ask, [method, params]] of Object.entries(kAsks)) send({ id: ask, method, params });
  },
  ({ id, result, error }) => {
    if (!(id in kAsks)) return;
    answers[id] = error?.code ?? result;
    if (Object.keys(answers).length === Object.keys(kAsks).length) answer(call, JSON.stringify(answers));
  },
);
