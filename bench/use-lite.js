// Universal Sentence Encoder lite: texts of 40 and of 110 tokens, by the plain kernel, by the vector kernel in the main
// thread, and with two threads beside it. Targets: 2,500 tokens for a second of one processor; the plain kernel 100.
import { createUseLite } from '../dist/models/use-lite/index.js';
import { calibration } from './measure.js';
import { generator } from './texts.js';

const WORDS =
  'the river rose after heavy rain and people of a town moved to higher ground while engineers opened gates near roads that snow had closed'.split(
    ' ',
  );

/** Invented texts of exactly so many tokens. */
function textsOf(model, count, tokens, seed) {
  const random = generator(seed);
  return Array.from({ length: count }, () => {
    let text = '';
    while (model.countTokens(text) < tokens) text += `${WORDS[Math.floor(random() * WORDS.length)]} `;
    while (model.countTokens(text) > tokens) text = text.slice(0, -1);
    return text;
  });
}

async function measured(name, model, texts, tokens, tokensPerSecond, calibrationSeconds) {
  await model.embed(texts.slice(0, Math.ceil(texts.length / 10)));
  const before = process.cpuUsage();
  const startedMs = performance.now();
  await model.embed(texts);
  const seconds = (performance.now() - startedMs) / 1000;
  const userSeconds = process.cpuUsage(before).user / 1e6;
  const perSecond = (texts.length / seconds).toFixed(1);
  return {
    name: `${name}, ${texts.length} texts of ${tokens} tokens`,
    userSeconds,
    ratioToCalibration: userSeconds / calibrationSeconds,
    target: (texts.length * tokens) / tokensPerSecond,
    note: `${Math.round((texts.length * tokens) / seconds)} tokens/s, ${perSecond} texts/s by the clock`,
  };
}

export async function run() {
  const calibrationSeconds = calibration();
  const results = [];
  for (const { name, options, share, tokensPerSecond } of [
    { name: 'plain', options: { kernel: 'plain', workers: 0 }, share: 0.02, tokensPerSecond: 100 },
    { name: 'vectors', options: { workers: 0 }, share: 1, tokensPerSecond: 2500 },
    { name: 'vectors, 2 threads', options: { workers: 2 }, share: 1, tokensPerSecond: 2500 },
  ]) {
    const model = await createUseLite(options);
    for (const tokens of [40, 110]) {
      const texts = textsOf(model, Math.ceil((share * 20_000) / tokens), tokens, tokens);
      results.push(await measured(name, model, texts, tokens, tokensPerSecond, calibrationSeconds));
    }
    await model.close();
  }
  return results;
}
