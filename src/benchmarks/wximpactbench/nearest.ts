import type { Ask } from '../../core/index.ts';
import { DEFINITIONS, NO_IMPACT } from './definitions.ts';
import { type Cells, LABELS } from './labels.ts';

/** Words a passage has. */
const PASSAGE_WORDS = 100;

/**
 * Judges a text without a prompt: each passage of a hundred words gets the label whose definition is nearest to it, or
 * none where the description of a text without impact is as near. The text has the labels that more of its passages
 * get than chance would give them, which is one in seven.
 */
export async function nearestLabels(text: string, ask: Ask): Promise<Cells> {
  const documents = [
    ...LABELS.map((label) => ({ id: label as string, text: `${label}: ${DEFINITIONS[label]}` })),
    { id: 'none', text: NO_IMPACT },
  ];
  const found = new Map<string, number>();
  const passages = passagesOf(text);
  for (const passage of passages) {
    const scores = await ask.rank({ query: passage, documents });
    const none = scores[LABELS.length] ?? 0;
    let best = -1;
    LABELS.forEach((_, at) => {
      const score = scores[at] ?? 0;
      if (score > none && (best < 0 || score > (scores[best] ?? 0))) best = at;
    });
    const label = LABELS[best];
    if (label !== undefined) found.set(label, (found.get(label) ?? 0) + 1);
  }
  return LABELS.map((label) => ((found.get(label) ?? 0) * documents.length > passages.length ? 1 : 0));
}

/** Runs of a hundred words; at least one. */
export function passagesOf(text: string): string[] {
  const words = text.split(/\s+/u).filter((word) => word !== '');
  const passages: string[] = [];
  for (let at = 0; at < words.length; at += PASSAGE_WORDS)
    passages.push(words.slice(at, at + PASSAGE_WORDS).join(' '));
  return passages.length === 0 ? [''] : passages;
}
