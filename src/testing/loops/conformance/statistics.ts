import { fleissKappa, krippendorffAlpha, type Rating } from '../../../metrics/agreement.ts';
import {
  bootstrapOfIndices,
  type CorrectionMethod,
  clusteredError,
  correctForMany,
  describe,
  differenceError,
  effectSize,
  exactPermutationTest,
  mcnemar,
  type ProportionMethod,
  type PValues,
  pairedEffectSize,
  pairedTTest,
  passAtK,
  passHatK,
  permutationTestOfSigns,
  proportionInterval,
  quantile,
  wilcoxon,
} from '../../../stats/index.ts';
import { asList, at, booleanAt, listAt, matrixAt, numberAt, numbersAt, textAt, textsAt } from '../json.ts';
import { NOT_COVERED } from '../report.ts';
import type { CaseRunner, VectorAdapter } from './adapter.ts';

const pValues = ({ pTwoSided, pLess, pGreater }: PValues) => ({
  p_two_sided: pTwoSided,
  p_less: pLess,
  p_greater: pGreater,
});

const description: CaseRunner = (entry) => {
  const made = describe(numbersAt(entry, 'values'));
  return {
    ...made,
    population_sd: made.populationSd,
    bernoulli_se: made.bernoulliSe,
    ci95_normal: made.normalInterval,
    ci95_t: made.studentInterval,
  };
};

const quantiles: CaseRunner = (entry) => ({
  quantiles: numbersAt(entry, 'q').map((q) => quantile(numbersAt(entry, 'values'), q)),
});

const clustered: CaseRunner = (entry) => {
  const made = clusteredError(numbersAt(entry, 'values'), textsAt(entry, 'clusters'));
  return {
    n: made.n,
    n_clusters: made.clusters,
    mean: made.mean,
    se_clt: made.seIndependent,
    se_clustered: made.seClustered,
    se_cr0: made.seCr0,
    se_cr1: made.seCr1,
  };
};

const pairedDifference: CaseRunner = (entry) => {
  const keys = at(entry, 'clusters') === undefined ? undefined : textsAt(entry, 'clusters');
  const made = differenceError(numbersAt(entry, 'a'), numbersAt(entry, 'b'), keys);
  return {
    mean_difference: made.meanDifference,
    se_paired: made.sePaired,
    se_unpaired: made.seUnpaired,
    correlation: made.correlation,
    se_paired_clustered: made.sePairedClustered,
  };
};

const bootstrap: CaseRunner = (entry) => {
  const statistic = textAt(entry, 'statistic');
  if (statistic !== 'mean' && statistic !== 'median') return NOT_COVERED;
  const level = numberAt(entry, 'confidence_level');
  const made = bootstrapOfIndices(numbersAt(entry, 'values'), matrixAt(entry, 'indices'), statistic, level);
  const { z0, acceleration, alphaLow, alphaHigh } = made.bcaParts;
  return {
    estimate: made.estimate,
    bootstrap_mean: made.bootstrapMean,
    bootstrap_se: made.bootstrapSe,
    percentile: made.percentile,
    basic: made.basic,
    bca: made.bca,
    bca_parts: { z0, acceleration, alpha_low: alphaLow, alpha_high: alphaHigh },
  };
};

const tTest: CaseRunner = (entry) => {
  const made = pairedTTest(numbersAt(entry, 'a'), numbersAt(entry, 'b'));
  return {
    ...pValues(made),
    t: made.t,
    df: made.degrees,
    ci95: made.interval,
    mean_difference: made.meanDifference,
  };
};

const signedRank: CaseRunner = (entry) => {
  const zeros = textAt(entry, 'zero_method');
  const alternative = textAt(entry, 'alternative');
  const method = textAt(entry, 'method');
  if (zeros !== 'wilcox' && zeros !== 'pratt' && zeros !== 'zsplit') return NOT_COVERED;
  if (alternative !== 'two-sided' && alternative !== 'less' && alternative !== 'greater') return NOT_COVERED;
  if (method !== 'approx' && method !== 'exact' && method !== 'exact_permutation') return NOT_COVERED;
  const made = wilcoxon(numbersAt(entry, 'x'), numbersAt(entry, 'y'), {
    zeros,
    alternative,
    correction: booleanAt(entry, 'correction'),
    method: method === 'approx' ? 'approximate' : 'exact',
  });
  return { statistic: made.statistic, p_value: made.p, z: made.z };
};

const mcnemarTest: CaseRunner = (entry) => {
  const [[a = 0, b = 0] = [], [c = 0, d = 0] = []] = matrixAt(entry, 'table');
  const made = mcnemar([
    [a, b],
    [c, d],
  ]);
  return {
    p_exact: made.pExact,
    p_mid: made.pMid,
    chi2: made.chiSquare,
    p_chi2: made.pChiSquare,
    chi2_corrected: made.chiSquareCorrected,
    p_chi2_corrected: made.pChiSquareCorrected,
  };
};

const allSigns: CaseRunner = (entry) => {
  const made = exactPermutationTest(numbersAt(entry, 'a'), numbersAt(entry, 'b'));
  return { ...pValues(made), mean_difference: made.meanDifference, permutations: made.permutations };
};

const givenSigns: CaseRunner = (entry) => {
  const made = permutationTestOfSigns(numbersAt(entry, 'differences'), matrixAt(entry, 'signs'));
  return { ...pValues(made), mean_difference: made.meanDifference };
};

const CORRECTIONS: readonly (readonly [string, CorrectionMethod])[] = [
  ['bonferroni', 'bonferroni'],
  ['holm', 'holm'],
  ['benjamini_hochberg', 'benjamini-hochberg'],
  ['benjamini_yekutieli', 'benjamini-yekutieli'],
];

const multipleTesting: CaseRunner = (entry) =>
  new Map(
    CORRECTIONS.map(([theirs, ours]) => [
      theirs,
      correctForMany(numbersAt(entry, 'p_values'), ours, numberAt(entry, 'alpha')),
    ]),
  );

const PROPORTIONS: readonly (readonly [string, ProportionMethod])[] = [
  ['wilson', 'wilson'],
  ['clopper_pearson', 'clopper-pearson'],
  ['agresti_coull', 'agresti-coull'],
  ['jeffreys', 'jeffreys'],
  ['wald_clipped', 'wald'],
];

const proportion: CaseRunner = (entry) =>
  new Map(
    PROPORTIONS.map(([theirs, ours]) => [
      theirs,
      proportionInterval(
        numberAt(entry, 'successes'),
        numberAt(entry, 'trials'),
        ours,
        numberAt(entry, 'confidence_level'),
      ),
    ]),
  );

const effect: CaseRunner = (entry) => {
  const a = numbersAt(entry, 'a');
  const b = numbersAt(entry, 'b');
  const paired = booleanAt(entry, 'paired') ? pairedEffectSize(a, b) : undefined;
  const made = effectSize(a, b);
  return {
    cohens_d: made.cohensD,
    hedges_g: made.hedgesG,
    cliffs_delta: made.cliffsDelta,
    ...(paired === undefined ? {} : { cohens_dz: paired.cohensDz, cohens_dav: paired.cohensDav }),
  };
};

const krippendorff: CaseRunner = (entry) => {
  const data = listAt(entry, 'data').map((row) => asList(row, 'data').map(rating));
  return new Map(
    (['nominal', 'ordinal', 'interval', 'ratio'] as const).map((level) => [
      level,
      krippendorffAlpha(data, level),
    ]),
  );
};

function rating(value: unknown): Rating {
  if (value === null || typeof value === 'number' || typeof value === 'string') return value;
  throw new TypeError('a rating is a number, a text or null');
}

const fleiss: CaseRunner = (entry) => ({ kappa: fleissKappa(matrixAt(entry, 'table')) });

const pass: CaseRunner = (entry) => {
  const counts = [numberAt(entry, 'n'), numberAt(entry, 'c'), numberAt(entry, 'k')] as const;
  return { pass_at_k: passAtK(...counts), pass_hat_k: passHatK(...counts) };
};

export const statisticsVectors: VectorAdapter = {
  file: 'statistics.json',
  runners: new Map([
    ['describe', description],
    ['quantile', quantiles],
    ['clustered_se', clustered],
    ['paired_difference_se', pairedDifference],
    ['bootstrap', bootstrap],
    ['ttest_paired', tTest],
    ['wilcoxon', signedRank],
    ['mcnemar', mcnemarTest],
    ['permutation_exact', allSigns],
    ['permutation_signs', givenSigns],
    ['multiple_testing', multipleTesting],
    ['proportion_ci', proportion],
    ['effect_size', effect],
    ['krippendorff_alpha', krippendorff],
    ['fleiss_kappa', fleiss],
    ['pass_at_k', pass],
  ]),
};
