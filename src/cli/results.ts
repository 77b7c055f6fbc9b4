import { statSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { QuadratError, type Result } from '../core/index.ts';
import { readFileBytes } from '../data/text-file.ts';

/** What a report needs to be there; the rest of the shape is of our own making. */
const resultSchema = z.array(
  z.looseObject({
    tool: z.literal('quadrat'),
    task: z.string(),
    source: z.string(),
    counts: z.looseObject({ planned: z.number() }),
    metrics: z.array(z.looseObject({ id: z.string(), protocol: z.string() })),
    baselines: z.array(z.looseObject({ name: z.string() })),
    diagnostics: z.array(z.looseObject({ id: z.string() })),
    warnings: z.array(z.looseObject({ code: z.string() })),
    errors: z.array(z.looseObject({ code: z.string() })),
  }),
);

const NEXT = 'Name run folders, such as runs/*/, or files that --json printed.';

/** Results of a run folder, or of a JSON file of results. */
export async function readResults(place: string): Promise<readonly Result[]> {
  const found = statSync(place, { throwIfNoEntry: false });
  if (found === undefined)
    throw new QuadratError('file-not-found', 'there is no such run or file', { file: place });
  const file = found.isDirectory() ? path.join(place, 'scores.json') : place;
  if (found.isDirectory() && statSync(file, { throwIfNoEntry: false }) === undefined) {
    throw new QuadratError('file-not-found', 'the run has no scores.json yet', {
      file: place,
      next: 'Run its command again to let it end, or score what is there with `quadrat rescore`.',
    });
  }
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(await readFileBytes(file)).toString('utf8'));
  } catch (cause) {
    if (cause instanceof QuadratError) throw cause;
    throw new QuadratError('invalid-json', 'the file is not JSON', { file, next: NEXT, cause });
  }
  const read = resultSchema.safeParse(value);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new QuadratError(
      'invalid-format',
      `this is no list of results: ${issue?.path.join('.')}: ${issue?.message}`,
      {
        file,
        next: NEXT,
      },
    );
  }
  return value as readonly Result[];
}
