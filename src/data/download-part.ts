import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { z } from 'zod';

const noteSchema = z.object({ url: z.string(), validator: z.string() });

/** A transfer that broke off: what came lies beside the target until the rest is there. */
export interface Part {
  readonly file: string;
  readonly note: string;
}

export function partOf(target: string): Part {
  return { file: `${target}.part`, note: `${target}.part.json` };
}

/** What can be gone on with: so many bytes, as long as the server still has the version that `validator` names. */
export interface Resumable {
  readonly bytes: number;
  readonly validator: string;
}

/** @returns undefined where nothing is there that can be gone on with */
export async function findResumable(part: Part, url: string): Promise<Resumable | undefined> {
  try {
    const { size } = await stat(part.file);
    const note = noteSchema.parse(JSON.parse(await readFile(part.note, 'utf8')));
    return size > 0 && note.url === url ? { bytes: size, validator: note.validator } : undefined;
  } catch {
    return undefined;
  }
}

export async function writeNote(part: Part, url: string, validator: string | undefined): Promise<void> {
  if (validator === undefined) await rm(part.note, { force: true });
  else await writeFile(part.note, JSON.stringify({ url, validator }));
}

export async function removePart(part: Part): Promise<void> {
  await rm(part.file, { force: true });
  await rm(part.note, { force: true });
}
