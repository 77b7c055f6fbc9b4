import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { TextScorer } from '../../core/index.ts';
import { openTextScorer } from '../../models/text-scorer.ts';
import { scoreTask } from '../../run/library.ts';
import { csvOf } from '../../testing/climaqa-files.ts';
import { sharedPath } from '../../testing/shared.ts';
import { withTemporaryFolder } from '../../testing/temporary.ts';

const file = sharedPath('data/climaqa/notebook_repro.json');
/** Address of a scorer that runs roberta-large, layer 17. */
const real = process.env.QUADRAT_TEST_SCORER;

const notebookSchema = z.object({
  reference: z.string(),
  rows: z.array(z.object({ answer: z.string(), bert_f1_printed: z.number() })),
});

/** BERTScore F1 of the five answers of the notebook's item, in its order; each is a repeat of the item. */
function scoresOf(
  { reference, rows }: z.infer<typeof notebookSchema>,
  scorer: TextScorer,
): Promise<readonly (number | null)[] | undefined> {
  return withTemporaryFolder(async (folder) => {
    const data = path.join(folder, 'ffq_benchmark.csv');
    writeFileSync(
      data,
      csvOf([
        new Map([
          ['', '0'],
          ['Question', 'What would follow?'],
          ['Answer', reference],
          ['Complexity', 'HYPOTHETICAL'],
          ['Validation', 'True'],
        ]),
      ]),
    );
    const predictions = path.join(folder, 'answers.jsonl');
    const lines = rows.map(({ answer }, repeat) => JSON.stringify({ id: '0', output: answer, repeat }));
    writeFileSync(predictions, lines.join('\n'));
    const [result] = await scoreTask({ task: 'climaqa/freeform', predictions: [predictions], data, scorer });
    return result?.metrics.find(({ id, protocol }) => id === 'bertscore.f1' && protocol === 'paper')?.repeats
      ?.values;
  });
}

describe.runIf(file !== undefined)('the notebook’s five answers', () => {
  const notebook = notebookSchema.parse(JSON.parse(readFileSync(file ?? '', 'utf8')));
  const printed = notebook.rows.map(({ bert_f1_printed }) => bert_f1_printed);

  it('get the recorded BERTScores of a scorer behind an address', async () => {
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (part) => {
        body += String(part);
      });
      request.on('end', () => {
        const { pairs } = JSON.parse(body) as { pairs: { candidate: string; reference: string }[] };
        const scores = pairs.map(({ candidate, reference }) => {
          const f1 = notebook.rows.find(({ answer }) => answer === candidate)?.bert_f1_printed;
          return {
            precision: null,
            recall: null,
            f1: reference === notebook.reference ? (f1 ?? null) : null,
          };
        });
        response.end(JSON.stringify({ scorer: 'recorded', scores }));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const { port } = server.address() as AddressInfo;
      const scorer = await openTextScorer(`http://127.0.0.1:${port}/score`);
      expect(printed).toEqual([0.926, 0.907, 0.913, 0.909, 0.915]);
      expect(await scoresOf(notebook, scorer)).toEqual(printed);
    } finally {
      server.close();
    }
  });

  it.runIf(real !== undefined)(
    'have the printed BERTScores by the model itself (not run without QUADRAT_TEST_SCORER)',
    async () => {
      const values = await scoresOf(notebook, await openTextScorer(real ?? ''));
      expect(values?.map((value) => value?.toFixed(3))).toEqual(printed.map((value) => value.toFixed(3)));
    },
  );
});
