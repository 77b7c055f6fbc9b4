import { createHash } from 'node:crypto';
import path from 'node:path';
import { z } from 'zod';
import type { ResultWarning } from '../core/index.ts';
import { readLines } from '../log/index.ts';

/** As much of a recorded call as tells whose answer it is. */
const callSchema = z.object({
  kind: z.literal('text'),
  task: z.string(),
  item: z.string(),
  repeat: z.number(),
  hash: z.string(),
  ordinal: z.number(),
  role: z.string(),
  model: z.string(),
  answer: z.object({ text: z.string() }),
  source: z.enum(['call', 'cache']),
});
type Call = z.infer<typeof callSchema>;

/** The answers of a task of a run, one short entry a call: nothing of their texts is kept. */
export interface RecordedCalls {
  readonly calls: number;
  readonly fromCache: number;
  /** Digest of the answer, and whether it came from the cache, by call. */
  readonly answers: ReadonlyMap<
    string,
    { readonly digest: string; readonly cached: boolean; readonly role: string }
  >;
  /** Calls asked in more than one repeat, and how many of them were answered alike in all. */
  readonly repeated: { readonly calls: number; readonly alike: number };
}

/** Reads what a run recorded of a task's calls, line by line. */
export function recordedCalls(folder: string, task: string): RecordedCalls {
  const answers = new Map<string, { digest: string; cached: boolean; role: string }>();
  const repeats = new Map<string, { digest: string; n: number; alike: boolean }>();
  let fromCache = 0;
  for (const { value } of readLines(path.join(folder, 'calls.jsonl'))) {
    const read = callSchema.safeParse(value);
    if (!read.success || read.data.task !== task) continue;
    const call = read.data;
    const digest = short(call.answer.text);
    answers.set(keyOf(call, call.repeat), { digest, cached: call.source === 'cache', role: call.role });
    const across = keyOf(call, null);
    const known = repeats.get(across);
    if (known === undefined) repeats.set(across, { digest, n: 1, alike: true });
    else {
      known.n += 1;
      known.alike &&= known.digest === digest;
    }
  }
  for (const { cached } of answers.values()) if (cached) fromCache += 1;
  const several = [...repeats.values()].filter(({ n }) => n > 1);
  return {
    calls: answers.size,
    fromCache,
    answers,
    repeated: { calls: several.length, alike: several.filter(({ alike }) => alike).length },
  };
}

/** What is to be said of answers that two runs, or the repeats of one, have in common. */
export function sharedWarnings(
  first: RecordedCalls | null,
  second: RecordedCalls | null,
  names: readonly [string, string],
): ResultWarning[] {
  const sides = [first, second];
  const warnings = sides.flatMap((side, at): ResultWarning[] => {
    const repeated = side?.repeated;
    if (repeated === undefined || repeated.calls === 0 || repeated.alike < repeated.calls) return [];
    return [
      {
        code: 'equal-repeats',
        message: `the repeats of ${names[at]} have the same answers to all ${repeated.calls} requests: they were shared or leave nothing to chance, so they are one repeat and their spread says nothing`,
        details: { ...repeated },
      },
    ];
  });
  if (first === null || second === null) return warnings;
  let shared = 0;
  let candidate = 0;
  for (const [key, { digest, cached, role }] of second.answers) {
    const other = first.answers.get(key);
    if (other === undefined || other.digest !== digest || !(cached || other.cached)) continue;
    shared += 1;
    if (role === 'candidate') candidate += 1;
  }
  if (shared === 0) return warnings;
  return [
    ...warnings,
    {
      code: 'shared-answers',
      message: `${shared} of the ${second.calls} answers of ${names[1]} are those of ${names[0]}, taken from the cache (${candidate} of the candidate, ${shared - candidate} of other roles): on them the two cannot differ`,
      details: { shared, candidate, calls: second.calls },
    },
  ];
}

function keyOf({ task, item, hash, ordinal, role, model }: Call, repeat: number | null): string {
  return short(JSON.stringify([task, item, repeat, hash, ordinal, role, model]));
}

function short(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}
