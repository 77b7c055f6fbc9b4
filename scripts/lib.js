// What the development commands share: the project's root, and a built dist/.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/** Runs a program to its end; returns its exit code. Output goes to stderr where stdout is wanted for an answer. */
export function run(command, args, { quiet = false } = {}) {
  const made = spawnSync(command, args, {
    cwd: root,
    stdio: ['inherit', quiet ? 2 : 'inherit', 'inherit'],
    env: process.env,
  });
  if (made.error) throw made.error;
  return made.status ?? 1;
}

/** Installs what package-lock.json names if it is not there. */
export function ensureInstalled() {
  if (existsSync(path.join(root, 'node_modules/.package-lock.json'))) return;
  console.error('Installing the packages that this project needs, and building it (once; a minute or two) …');
  const code = run('npm', ['ci', '--no-fund', '--no-audit', '--loglevel=error'], { quiet: true });
  if (code !== 0) process.exit(code);
}

/** Builds dist/ if it is not there, or older than the sources. */
export function ensureBuilt() {
  const built = path.join(root, 'dist/cli/main.js');
  if (existsSync(built) && newest(path.join(root, 'src')) <= statSync(built).mtimeMs) return;
  console.error('Building …');
  const code = run(process.execPath, [path.join(root, 'scripts/build.js')], { quiet: true });
  if (code !== 0) process.exit(code);
}

/** When the newest file of a folder was changed. */
function newest(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((time, { parentPath, name }) => Math.max(time, statSync(path.join(parentPath, name)).mtimeMs), 0);
}
