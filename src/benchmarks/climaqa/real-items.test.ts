import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readJsonLines } from '../../data/jsonl.ts';
import { openSource } from '../../data/source.ts';
import { readFileBytes } from '../../data/text-file.ts';
import { localModel } from '../../models/local.ts';
import { ALL_ABILITIES, prepare } from '../../run/prepare.ts';
import { scoreFiles } from '../../run/score-predictions.ts';
import { csvOf, type MadeRow } from '../../testing/climaqa-files.ts';
import { sharedPath } from '../../testing/shared.ts';
import { withTemporaryFolder } from '../../testing/temporary.ts';
import { taskOf, temporaryRun } from '../../testing/temporary-run.ts';
import { formatOptions } from './options.ts';
import { KINDS, type Kind } from './sets.ts';

interface RealItem {
  readonly task: string;
  readonly Question: string;
  readonly Answer: string;
  readonly Options?: Readonly<Record<string, string>>;
  readonly model_outputs?: Readonly<Record<string, string>> | readonly { model: string; answer: string }[];
}

const file = sharedPath('data/climaqa/real_items.jsonl');
const pages = sharedPath('data/climaqa/sample_textbook_data.csv');

describe.runIf(file !== undefined)('the real items', () => {
  const items = readJsonLines(readFileSync(file ?? '', 'utf8'), 'real items').map(
    ({ value }) => value as RealItem,
  );
  const ofKind = (kind: Kind) => items.filter(({ task }) => task === (kind === 'freeform' ? 'ffq' : kind));

  function rowsOf(kind: Kind): MadeRow[] {
    return ofKind(kind).map(
      ({ Question, Answer, Options }, row) =>
        new Map([
          ['', String(row)],
          ['Question', Question],
          ...(Options === undefined
            ? []
            : [['Options', formatOptions(new Map(Object.entries(Options)))] as const]),
          ['Answer', Answer],
          ...(kind === 'cloze' ? [] : [['Complexity', 'BASE'] as const, ['Validation', 'True'] as const]),
        ]),
    );
  }

  const withFiles = <R>(work: (folder: string, fileOf: (kind: Kind) => string) => Promise<R>) =>
    withTemporaryFolder(async (folder) => {
      const fileOf = (kind: Kind) => path.join(folder, `${kind}.csv`);
      for (const kind of KINDS) writeFileSync(fileOf(kind), csvOf(rowsOf(kind)));
      return work(folder, fileOf);
    });
  const sourceOf = (data: string) =>
    openSource({ data, benchmark: 'climaqa', dataFolder: 'none', samplesFolder: 'none' });

  it('load: 6 cloze, 6 free form, 7 multiple choice', () =>
    withFiles(async (_, fileOf) => {
      const counts = await Promise.all(
        KINDS.map(async (kind) => {
          const { items: loaded } = await prepare(taskOf(`climaqa/${kind}`), {
            source: sourceOf(fileOf(kind)),
            split: 'gold',
            given: new Map(),
            abilities: ALL_ABILITIES,
            limit: null,
            seed: 42,
            repeats: undefined,
            read: readFileBytes,
          });
          return loaded.length;
        }),
      );
      expect(counts).toEqual([7, 6, 6]);
    }));

  it('have answers of five models: cloze 5 of 5, multiple choice 3 of 5', () =>
    withFiles(async (folder, fileOf) => {
      const right = async (kind: Kind, id: string) => {
        const row = ofKind(kind).findIndex(({ model_outputs: outputs }) => outputs !== undefined);
        const names = Object.entries(ofKind(kind)[row]?.model_outputs ?? {});
        const files = names.map(([model, output]) => {
          const predictions = path.join(folder, `${kind}-${model}.jsonl`);
          writeFileSync(predictions, JSON.stringify({ id: `gold/${kind}/${row}`, output }));
          return predictions;
        });
        const results = await scoreFiles(taskOf(`climaqa/${kind}`), files, {
          source: sourceOf(fileOf(kind)),
          split: 'gold',
          given: new Map(),
          seed: 42,
          baselines: [],
          perItem: true,
          read: readFileBytes,
        });
        return names
          .filter(
            (_, at) =>
              results[at]?.items?.find((item) => item.id === `gold/${kind}/${row}`)?.values.standard?.[id] ===
              1,
          )
          .map(([model]) => model);
      };
      expect((await right('cloze', 'em')).length).toBe(5);
      expect(await right('mcq', 'accuracy')).toEqual(['gpt-4o', 'llama3-70b', 'gemma-27b']);
    }));

  it.runIf(pages !== undefined)(
    'are answered from 75 chunks of a textbook; the index is made once and used again',
    () =>
      withFiles(async (folder, fileOf) => {
        const model = localModel('use-lite');
        const embedded: number[] = [];
        const counting = {
          ...model,
          embed: (texts: readonly string[], signal: AbortSignal) => {
            embedded.push(texts.length);
            if (model.kind !== 'embedding') throw new Error('no embedding model');
            return model.embed(texts, signal);
          },
        } as typeof model;
        const run = (kind: Kind, settings: object, out: string) =>
          temporaryRun({
            folder,
            tasks: [`climaqa/${kind}`],
            data: fileOf(kind),
            model: counting,
            settings: { ...settings },
            places: {
              data: path.join(folder, 'data'),
              samples: 'none',
              cache: path.join(folder, 'cache'),
              out: path.join(folder, out),
            },
          });
        // Cosines of this embedder are lower than those that the threshold was made for.
        const rag = { setting: 'rag', books: pages, threshold: '0', passages: '1' };
        for (const kind of KINDS) {
          const plain = await run(kind, {}, `plain-${kind}`);
          const before = embedded.reduce((sum, count) => sum + count, 0);
          const read = await run(kind, rag, `rag-${kind}`);
          const first = embedded.reduce((sum, count) => sum + count, 0) - before;
          // The first task makes the vectors of all chunks, the others take them from disk.
          if (kind === 'mcq') expect(first).toBeGreaterThanOrEqual(75);
          const again = embedded.length;
          const second = await run(kind, rag, `again-${kind}`);
          expect(embedded.length).toBe(again);
          expect(second.results[0]?.metrics).toEqual(read.results[0]?.metrics);
          for (const { results } of [plain, read]) {
            expect(results[0]?.counts.scored).toBe(results[0]?.counts.planned);
          }
          const ledger = read.results[0]?.diagnostics.find(
            ({ id }) => id === 'passages-from Aerosols_and_Climate.pdf',
          );
          expect(ledger?.value).toBeGreaterThan(0);
        }
        await model.close();
      }),
    60_000,
  );
});
