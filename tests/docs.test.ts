import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { projectRoot } from '../src/testing/shared.ts';

const quadrat = path.join(projectRoot, 'bin/quadrat.js');

/** Lines of the ```sh blocks of a page; what needs a network or a key stands in ```console blocks. */
function commandsOf(page: string): string[] {
  const text = readFileSync(path.join(projectRoot, page), 'utf8');
  return [...text.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block]) => (block ?? '').trim().split('\n'));
}

describe('the commands of the pages run as they stand there', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'quadrat-docs-'));
  const env = {
    PATH: process.env.PATH,
    HOME: path.join(folder, 'home'),
    NO_COLOR: '1',
  };
  beforeAll(() => {
    cpSync(path.join(projectRoot, 'examples'), path.join(folder, 'examples'), { recursive: true });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  for (const page of ['README.md', 'docs/guide.md']) {
    const commands = commandsOf(page);
    test(`${page} has commands`, () => expect(commands.length).toBeGreaterThan(1));
    for (const command of commands) {
      test(`${page}: ${command}`, () => {
        expect(command).toMatch(/^quadrat /);
        const made = spawnSync(
          'bash',
          ['-c', `quadrat() { "${process.execPath}" "${quadrat}" "$@"; }; ${command}`],
          {
            cwd: folder,
            env,
            encoding: 'utf8',
          },
        );
        expect(made.stderr).not.toMatch(/went wrong/);
        // doctor says 1 where something does not work here.
        expect(made.status, made.stderr).toBe(0);
      });
    }
  }
});

test('the generated pages are what the code says', () => {
  const made = spawnSync(process.execPath, [path.join(projectRoot, 'scripts/docs.js'), '--check'], {
    encoding: 'utf8',
  });
  expect(made.status, made.stderr).toBe(0);
});

describe('the examples run', () => {
  for (const file of readdirSync(path.join(projectRoot, 'examples')).filter((name) => name.endsWith('.js'))) {
    test(file, () => {
      const made = spawnSync(process.execPath, [path.join(projectRoot, 'examples', file)], {
        encoding: 'utf8',
      });
      expect(made.status, made.stderr).toBe(0);
      expect(made.stdout.trim()).not.toBe('');
      expect(made.stdout).not.toMatch(/undefined|NaN/);
    });
  }
});

test('a package made of this folder works when it is installed elsewhere', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'quadrat-package-'));
  try {
    const packed = spawnSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
      cwd: projectRoot,
      encoding: 'utf8',
    });
    expect(packed.status, packed.stderr).toBe(0);
    const [{ filename, files }] = JSON.parse(packed.stdout);
    const names: string[] = files.map((file: { path: string }) => file.path);
    expect(names.filter((name) => /\.test\.|^src\/|^tests\/|golden\.json|e5_rank/.test(name))).toEqual([]);
    spawnSync('tar', ['xzf', path.join(folder, filename), '-C', folder]);
    cpSync(path.join(projectRoot, 'node_modules'), path.join(folder, 'package/node_modules'), {
      recursive: true,
      filter: (source) =>
        !/node_modules\/(?:@biomejs|typescript|vitest|knip|@arethetypeswrong|rolldown|@rolldown|vite)(?:\/|$)/.test(
          source,
        ),
    });
    const made = spawnSync(
      process.execPath,
      [path.join(folder, 'package/bin/quadrat.js'), 'list', '--json'],
      { encoding: 'utf8' },
    );
    expect(made.status, made.stderr).toBe(0);
    expect(JSON.parse(made.stdout).benchmarks.map(({ id }: { id: string }) => id)).toContain('birco');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
