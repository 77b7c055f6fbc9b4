// Speed, against floors and peers in the same run: npm run bench [-- NAME…]
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { ensureBuilt, ensureInstalled, root } from './lib.js';

ensureInstalled();
ensureBuilt();
const wanted = process.argv.slice(2);
const folder = path.join(root, 'bench');
const files = readdirSync(folder)
  .filter((file) => file.endsWith('.js'))
  .sort();
const known = files.map((file) => file.replace(/\.js$/, ''));
const unknown = wanted.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`bench: there is no ${unknown.join(', ')}; there are ${known.join(', ')}.`);
  process.exit(1);
}
const rows = [];
for (const file of files) {
  const name = file.replace(/\.js$/, '');
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const module = await import(path.join(folder, file));
  if (typeof module.run !== 'function') continue;
  console.error(`${name} …`);
  rows.push(...(await module.run()));
}
console.table(
  rows.map(({ name, userSeconds, ratioToCalibration, target, note }) => ({
    name,
    'user s': userSeconds === null ? null : Number(userSeconds.toFixed(3)),
    'to calibration': ratioToCalibration === null ? null : Number(ratioToCalibration.toFixed(2)),
    target,
    note,
  })),
);
