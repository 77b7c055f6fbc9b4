import { createHash } from 'node:crypto';
import type { Message } from '../../core/index.ts';
import { DEFINITIONS, NO_IMPACT, PROMPT_ORDER } from './definitions.ts';
import type { ClassificationSettings } from './settings.ts';

/** Raised with every change of a prompt's wording. */
export const PROMPT_VERSION = 1;

/** The demonstration of `shot=one`: our own invention, judged by the definitions. */
const EXAMPLE_TEXT =
  'HARWICK, Feb. 9. The thaw that set in on Sunday sent the ice down the river in a body. It carried off two piers of the footbridge, and the lower town has been without gas since Monday. Three men who tried to save a barge were drowned, and the doctors fear fever in the flooded cellars. Farmer Tolley lost forty sheep on the meadows. The mill owners put their loss at nine thousand dollars. The theatre company played to a full house all the same.';

const EXAMPLE_ANSWER = new Map([
  ['Infrastructural', true],
  ['Agricultural', true],
  ['Ecological', false],
  ['Financial', true],
  ['Human Health', true],
  ['Political', false],
]);

/** The prompt about one text: all six labels in one call. */
export function classificationPrompt(text: string, shot: ClassificationSettings['shot']): Message[] {
  return [
    {
      role: 'user',
      content: [
        'You read one text from a newspaper and judge which impacts of weather it reports. The text was scanned, so words may be misspelt.',
        'Judge each of these six kinds of impact by itself:',
        PROMPT_ORDER.map(
          (label, at) => `${at + 1}. ${label}: true if ${DEFINITIONS[label]}; else false.`,
        ).join('\n'),
        [
          'Rules:',
          '- An impact counts only if the text states it. Do not infer what is likely.',
          '- The weather must be the cause, and the effect a direct one.',
          '- A text that is not about weather, or names weather without an effect, has no impact: all six are false.',
        ].join('\n'),
        `Answer with exactly six lines and nothing else, each a label, a colon, and true or false:\n${PROMPT_ORDER.map((label) => `${label}: <true or false>`).join('\n')}`,
        ...(shot === 'one'
          ? [
              `An example.\n\n${fenced(EXAMPLE_TEXT)}\n\nThe answer:\n${PROMPT_ORDER.map((label) => `${label}: ${EXAMPLE_ANSWER.get(label) === true}`).join('\n')}`,
            ]
          : []),
        `Now the text that you judge.\n\n${fenced(text)}`,
      ].join('\n\n'),
    },
  ];
}

/** A text between marks that it cannot close itself. */
export function fenced(text: string): string {
  return `<text>\n${text.replace(/<(\/?)text>/gi, '($1text)')}\n</text>`;
}

/** Hash of what these settings can send, over a fixed stand-in for the text. A file of prompts is hashed by itself. */
export function classificationPromptHash(settings: ClassificationSettings): string {
  const shown = settings.prompts === undefined ? classificationPrompt('T', settings.shot) : settings.shot;
  return createHash('sha256')
    .update(JSON.stringify([PROMPT_VERSION, shown, DEFINITIONS, NO_IMPACT]))
    .digest('hex');
}
