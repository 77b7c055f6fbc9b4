// Builds dist/ from src/ in a fresh folder, then puts it in place, so that a stopped build leaves no half of one.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const compiler = path.join(root, 'node_modules/typescript/bin/tsc');
if (!existsSync(compiler)) {
  console.error('build: TypeScript is not installed; run `npm ci` first.');
  process.exit(1);
}
const fresh = path.join(root, `.dist-${process.pid}`);
const made = spawnSync(process.execPath, [compiler, '-p', 'tsconfig.build.json', '--outDir', fresh], {
  cwd: root,
  stdio: ['ignore', 'inherit', 'inherit'],
});
if (made.status !== 0) {
  rmSync(fresh, { recursive: true, force: true });
  process.exit(made.status ?? 1);
}
// JSON that the code reads at run time lies beside it.
cpSync(path.join(root, 'src'), fresh, {
  recursive: true,
  filter: (source) => !/\.(ts|md)$/.test(source),
});
const dist = path.join(root, 'dist');
rmSync(dist, { recursive: true, force: true });
renameSync(fresh, dist);
