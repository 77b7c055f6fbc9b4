// Puts a function in a model's place: here one that gives every passage a score by its length.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runTasks } from 'quadrat';
import { scriptedModel } from 'quadrat/testing';

const model = scriptedModel(
  ({ messages }) => `SCORE: ${(messages.at(-1)?.content.length ?? 0) % 11}`,
  'script/length',
);
const out = mkdtempSync(path.join(tmpdir(), 'quadrat-example-'));

const { results, folder } = await runTasks({
  tasks: ['birco/wtb'],
  model,
  data: 'sample',
  settings: { method: 'score' },
  limit: 5,
  places: { out },
});
for (const { task, counts, metrics } of results) {
  const headline = metrics.find((metric) => metric.headline);
  console.log(task, counts, `${headline?.id} ${headline?.value}`);
}
console.log(path.basename(folder));
