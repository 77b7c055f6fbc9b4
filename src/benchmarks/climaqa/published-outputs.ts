import type { PublishedFolder, PublishedOutput, PublishedOutputs } from '../../core/index.ts';
import { KINDS, type Kind } from './sets.ts';

const COLUMNS: PublishedOutputs['columns'] = [
  { measure: 'accuracy', protocol: 'paper' },
  { measure: 'accuracy', protocol: 'standard' },
  { measure: 'em', protocol: 'paper' },
  { measure: 'em', protocol: 'standard' },
  { measure: 'bleu.char', protocol: 'paper' },
  { measure: 'bleu', protocol: 'standard' },
];

/**
 * Finds outputs in a folder: JSONL or CSV of predictions below a folder of the task's name (`mcq/gpt-4o.jsonl`,
 * `ffq/…`). The paper's result tables are not held, so no value of the authors stands beside ours.
 */
export async function publishedOutputs(folder: PublishedFolder): Promise<PublishedOutputs> {
  const outputs = folder.files.flatMap((file): PublishedOutput[] => {
    const parts = file.split('/');
    const kind = kindOf(parts.slice(0, -1));
    const method = /^(.+)\.(?:jsonl|csv)(?:\.gz)?$/.exec(parts.at(-1) ?? '')?.[1];
    if (kind === undefined || method === undefined || /_benchmark(_silver)?$/.test(method)) return [];
    return [
      { task: `climaqa/${kind}`, split: 'gold', method, file, authors: undefined, source: 'none held' },
    ];
  });
  return {
    outputs,
    columns: COLUMNS,
    notes: [
      'The paper’s result tables are not held here, and its outputs are not published: no value of the authors stands beside ours.',
    ],
  };
}

function kindOf(folders: readonly string[]): Kind | undefined {
  return KINDS.find((kind) =>
    folders.some((name) => name === kind || (kind === 'freeform' && name === 'ffq')),
  );
}
