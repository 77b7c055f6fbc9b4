export { BERTSCORE_USE_LITE, bertScoresUseLite, type TextPair } from './bertscore.ts';
export { createUseLite, type TokenStates, type UseLite, type UseLiteOptions } from './use-lite.ts';
