// Scores a file of rankings against the samples, and prints the headline of each protocol.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { scoreTask } from 'quadrat';

// A TREC run of one query only: the others are missing, which `standard` and `paper` refuse and `card` counts as 0.
const file = path.join(mkdtempSync(path.join(tmpdir(), 'quadrat-example-')), 'one.run');
writeFileSync(file, 'q_5012 Q0 c_20417 1 1.0 example\n');

const [result] = await scoreTask({ task: 'birco/relic', predictions: [file], data: 'sample' });
for (const { protocol, code, message } of result?.errors ?? [])
  console.log(`${protocol} refuses: ${code}: ${message}`);
for (const { id, protocol, value, n } of result?.metrics ?? [])
  console.log(`${protocol} ${id} ${value} over ${n} queries`);
