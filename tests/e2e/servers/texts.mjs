// What servers say and tests expect.

/** A result that a parser of doubles would change, in the server's own white space and spelling. */
export const kNumbers =
  '{ "content" : [{"type":"text","text":"caf\\u00e9 \\/ \\ud83d\\ude00"}], "structuredContent":' +
  '{"big":12345678901234567890123,"exact":9007199254740993,"long":0.1000000000000000055511151231257827,' +
  '"small":1e-400,"zero":-0.0,"exponent":1E+2} }';

/** 20 MB of text in which every part differs, so that a lost, doubled or moved piece is seen. */
export function bigText() {
  const parts = [];
  for (let i = 0; i < 1_250_000; ++i) parts.push(`${i}`.padStart(15, '.') + (i % 2 ? 'x' : '"'));
  return parts.join('');
}
