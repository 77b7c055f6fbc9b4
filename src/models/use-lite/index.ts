export type { KernelName } from './kernel.ts';
export {
  createUseLite,
  type TokenStates,
  USE_LITE_DESCRIPTION,
  USE_LITE_DIMENSION,
  USE_LITE_ID,
  type UseLite,
  type UseLiteOptions,
} from './use-lite.ts';
