import { readCsv } from '../../../data/csv.ts';
import { refuseDuplicateIds } from '../../../data/dataset.ts';
import { type Decoded, decodeText } from '../../../data/encoding.ts';
import { readJsonLines } from '../../../data/jsonl.ts';
import { readPickle } from '../../../data/pickle.ts';
import { asObject, at, type JsonObject, listAt, textAt } from '../json.ts';
import type { Surface, Surfaces } from './surface.ts';

function bytesOf(input: JsonObject): Uint8Array {
  const packed = at(input, 'bytesBase64');
  return typeof packed === 'string' ? Buffer.from(packed, 'base64') : Buffer.from(textAt(input, 'text'));
}

function decoded(input: JsonObject): Decoded {
  const encoding = at(input, 'encoding');
  return decodeText(bytesOf(input), 'the file', typeof encoding === 'string' ? encoding : undefined);
}

/** Readers of files. */
export const LOAD_SURFACES: Surfaces = new Map<string, Surface>([
  [
    'load.csv',
    (input) => {
      const { text, encoding } = decoded(input);
      return { rows: readCsv(text, 'the file').rows.map(({ cells }) => cells), encoding };
    },
  ],
  [
    'load.jsonl',
    (input) => {
      const { text, encoding } = decoded(input);
      return { rows: readJsonLines(text, 'the file').map(({ value }) => value), encoding };
    },
  ],
  ['load.text', (input) => decoded(input)],
  ['load.pickle', (input) => ({ value: readPickle(bytesOf(input), 'the file') })],
  [
    'load.dataset',
    (input) => {
      const rows = listAt(input, 'rows').map((row) => ({ id: at(asObject(row, 'rows'), 'id') }));
      refuseDuplicateIds(rows);
      return { count: rows.length };
    },
  ],
]);
