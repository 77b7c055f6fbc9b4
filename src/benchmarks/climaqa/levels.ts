/** How hard a question is; cloze statements have no level. */
export const LEVELS = ['BASE', 'REASONING', 'HYPOTHETICAL'] as const;
export type Level = (typeof LEVELS)[number];

export function isLevel(text: string): text is Level {
  return (LEVELS as readonly string[]).includes(text);
}
