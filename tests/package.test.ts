import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readGold } from '../src/benchmarks/birco/data.ts';
import { projectRoot, sharedPath } from '../src/testing/shared.ts';

// What the package ships: no text of a published data set, and nothing of the reference files.

const SETS = ['arguana', 'clinical-trial', 'doris-mae', 'relic', 'wtb'];

describe('the package', () => {
  const listed = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: projectRoot,
    encoding: 'utf8',
  });
  const [pack] = JSON.parse(listed) as [{ files: { path: string; size: number }[] }];
  const files = pack.files.map((file) => file.path);

  test('has the program, the samples and the licence, and no tests, data or results', () => {
    for (const file of ['package.json', 'LICENSE', 'bin/quadrat.js', 'samples/birco/relic/test_set.pickle'])
      expect(files).toContain(file);
    const strange = files.filter(
      (file) => !/^(bin|dist|samples)\/|^(package\.json|README\.md|CHANGELOG\.md|LICENSE|NOTICE)$/.test(file),
    );
    expect(strange).toEqual([]);
    expect(
      files.filter((file) =>
        /\.test\.|(^|\/)(runs|shared|node_modules)\/|qrels|golden[._]|_rank\.pickle/.test(file),
      ),
    ).toEqual([]);
  });

  test('has samples only that are small and ours', () => {
    const pickles = files.filter((file) => /\.(pickle|pkl)$/.test(file));
    expect(pickles.sort()).toEqual(SETS.map((set) => `samples/birco/${set}/test_set.pickle`));
    for (const file of pickles)
      expect(pack.files.find((one) => one.path === file)?.size).toBeLessThan(100_000);
  });

  const folder = sharedPath('data/birco');
  test.runIf(folder !== undefined)('has no query, no passage and no id pool of the published sets', () => {
    const texts: string[] = [];
    for (const name of readdirSync(folder!, { recursive: true, encoding: 'utf8' })) {
      if (!/_set\.pickle$/.test(name)) continue;
      const items = readGold(new Uint8Array(readFileSync(path.join(folder!, name))), name);
      for (const { query } of items) if (query !== null) texts.push(query);
      texts.push(...[...(items[0]?.corpus?.values() ?? [])]);
    }
    expect(texts.length).toBeGreaterThan(15_000);
    // A window from the middle of each text, long enough to be nobody else's.
    const windows = texts.flatMap((text) => {
      const words = text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
      const middle = Math.floor(words.length / 2);
      return words.length < 16 ? [] : [words.slice(middle - 6, middle + 6).join(' ')];
    });
    const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: projectRoot, encoding: 'utf8' })
      .split('\0')
      .filter((file) => file !== '' && file !== 'package-lock.json');
    const ours = new Set<string>();
    for (const file of new Set([...tracked, ...files])) {
      let content: string;
      try {
        content = readFileSync(path.join(projectRoot, file), 'utf8');
      } catch {
        continue; // a build that is not there
      }
      const words = content.toLowerCase().match(/[a-z0-9]+/g) ?? [];
      for (let at = 0; at + 12 <= words.length; at += 1) ours.add(words.slice(at, at + 12).join(' '));
    }
    expect(ours.size).toBeGreaterThan(100_000);
    expect(windows.filter((window) => ours.has(window))).toEqual([]);
  });
});
