import { createRedactor, secretsOf } from '../models/redact.ts';

/** Hides the keys of the environment, and what looks like a key, in any text. */
export function redactorOf(env: Readonly<Record<string, string | undefined>>): (text: string) => string {
  const redactor = createRedactor(secretsOf(env));
  return (text) => redactor.text(text);
}
