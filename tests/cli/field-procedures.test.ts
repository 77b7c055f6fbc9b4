import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { interrupt } from '../../src/testing/loops/field-cases/procedures/interrupt.ts';
import { memory } from '../../src/testing/loops/field-cases/procedures/memory.ts';
import type { Procedure } from '../../src/testing/loops/field-cases/procedures/procedure.ts';
import { stalls } from '../../src/testing/loops/field-cases/procedures/stalls.ts';
import { program } from './program.ts';

// Field cases that are steps: with the program as users start it. `npm run field-cases` does them in full size.

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

async function expectHeld(procedure: Procedure, statements: number): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'quadrat-procedure-'));
  folders.push(folder);
  const findings = await procedure({ program, folder });
  expect(findings.filter(({ holds }) => !holds)).toEqual([]);
  expect(findings).toHaveLength(statements);
}

test('a response that falls silent is given up, made again once, and named', async () => {
  await expectHeld(stalls(800), 4);
}, 60_000);

test('an interrupted run keeps every reply and goes on with what is missing', async () => {
  await expectHeld(interrupt, 4);
}, 120_000);

test('many long replies do not have to fit into memory', async () => {
  // Two bytes a letter, as they begin in Chinese: their values alone would take more than the heap.
  await expectHeld(memory({ items: 200, replyKb: 150, heapMb: 56, concurrency: 8 }), 4);
}, 240_000);
