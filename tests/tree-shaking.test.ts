import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../src/testing/shared.ts';

/** What a bundler keeps of the built library for one import. */
async function bundled(
  name: string,
  library: string,
): Promise<{ code: string; modules: string[]; imports: string[] }> {
  const { build } = await import('vite');
  const folder = mkdtempSync(path.join(tmpdir(), 'quadrat-bundle-'));
  const entry = path.join(folder, 'entry.js');
  const from = path.join(projectRoot, 'dist', library, 'index.js');
  writeFileSync(entry, `export { ${name} } from ${JSON.stringify(from)};`);
  const made = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      lib: { entry, formats: ['es'], fileName: 'bundle' },
      rolldownOptions: { external: /^node:/ },
    },
  }).finally(() => rmSync(folder, { recursive: true, force: true }));
  const [first] = [made].flat();
  if (first === undefined || !('output' in first)) throw new Error('nothing was bundled');
  const [chunk] = first.output;
  const modules = Object.entries(chunk.modules)
    .filter(([, { renderedLength }]) => renderedLength > 0)
    .map(([file]) => path.relative(path.join(projectRoot, 'dist'), file));
  return { code: chunk.code, modules, imports: [...chunk.imports, ...chunk.dynamicImports] };
}

test('one metric brings its own modules only: no runner, no file, no network', async () => {
  const { code, modules, imports } = await bundled('bleu', 'metrics');
  expect(imports).toEqual([]);
  expect(modules).toContain('metrics/text/bleu.js');
  expect(modules.filter((file) => !/^(metrics|text|core|stats)\//.test(file))).toEqual([]);
  expect(modules.filter((file) => /ranking|confusion|bertscore|rouge/.test(file))).toEqual([]);
  expect(code.length).toBeLessThan(40_000);
  expect(code).not.toMatch(/\bfetch\(|node:fs/);
});

test('so does one statistic', async () => {
  const { modules, imports } = await bundled('detectableDifferencePaired', 'stats');
  expect(imports).toEqual([]);
  expect(modules.toSorted()).toContain('stats/power.js');
  expect(modules.filter((file) => /bootstrap|mt19937|wilcoxon/.test(file))).toEqual([]);
});
