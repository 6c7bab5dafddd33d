// Answers with 20 MB.
import { answer, serve } from './speech.mjs';
import { bigText } from './texts.mjs';

serve(({ id }) => answer(id, bigText()));
