export {
  BERTSCORE_USE_LITE,
  BERTSCORE_USE_LITE_DESCRIPTION,
  BERTSCORE_USE_LITE_PARAMS,
  bertScoresUseLite,
  type MatchingPair,
  type MatchingText,
  matchingStates,
  type TextPair,
} from './bertscore.ts';
export {
  createUseLite,
  type TokenStates,
  USE_LITE_DESCRIPTION,
  USE_LITE_ID,
  type UseLite,
  type UseLiteOptions,
} from './use-lite.ts';
