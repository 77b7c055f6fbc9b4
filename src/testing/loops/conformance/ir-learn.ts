import { compareOrders, kendallTauB, spearman } from '../../../metrics/correlation.ts';
import { rankBiasedOverlap } from '../../../metrics/rbo.ts';
import { numberAt, numbersAt, textsAt } from '../json.ts';
import type { CaseRunner, VectorAdapter } from './adapter.ts';

const correlation: CaseRunner = (entry) => {
  const x = numbersAt(entry, 'x');
  const y = numbersAt(entry, 'y');
  const kendall = kendallTauB(x, y);
  const rank = spearman(x, y);
  return {
    kendall_tau_b: kendall.tau,
    kendall_p_asymptotic: kendall.pAsymptotic,
    kendall_p_exact: kendall.pExact,
    spearman: rank.rho,
    spearman_p: rank.p,
  };
};

const rbo: CaseRunner = (entry) => {
  const overlap = rankBiasedOverlap(textsAt(entry, 'a'), textsAt(entry, 'b'), numberAt(entry, 'p'));
  return { rbo_ext: overlap.extrapolated, rbo_truncated: overlap.truncated, depth: overlap.depth };
};

const rankingLists: CaseRunner = (entry) => {
  const compared = compareOrders(textsAt(entry, 'a'), textsAt(entry, 'b'));
  return { kendall_tau: compared.kendall.tau, spearman: compared.spearman.rho };
};

export const irLearnVectors: VectorAdapter = {
  file: 'ir_learn.json',
  runners: new Map([
    ['correlation', correlation],
    ['rbo', rbo],
    ['ranking_lists', rankingLists],
  ]),
};
