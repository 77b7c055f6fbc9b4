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
