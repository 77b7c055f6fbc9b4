import type { ComparedGate, ComparedPair } from '../core/index.ts';

/**
 * A gate on the headlines of the later inputs against the first's: it fails on a significant drop after correction. A
 * headline that cannot be compared is not judged, and the gate does not pass.
 */
export function gateOf(pairs: readonly ComparedPair[]): ComparedGate {
  const drops: { task: string; second: number }[] = [];
  const notJudged: { task: string; second: number; why: string }[] = [];
  for (const { first, second, task, verdict, measures } of pairs) {
    if (first !== 0) continue;
    const headline = measures.find((measure) => measure.headline);
    if (headline === undefined || headline.refused !== null || headline.difference === null) {
      const why = verdict === 'not-comparable' ? verdict : (headline?.refused ?? 'there is no headline');
      notJudged.push({ task, second, why });
      continue;
    }
    const better = headline.direction === 'higher-is-better' ? headline.difference : -headline.difference;
    if (headline.significant === true && better < 0) drops.push({ task, second });
  }
  return { passed: drops.length === 0 && notJudged.length === 0, drops, notJudged };
}
