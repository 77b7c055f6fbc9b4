import type { Label } from './labels.ts';

/** The order of the labels in prompts and answers. It is not that of the files. */
export const PROMPT_ORDER: readonly Label[] = [
  'Infrastructural',
  'Agricultural',
  'Ecological',
  'Financial',
  'Human Health',
  'Political',
];

/** When a label is true, in our words; each goes on from "true if". */
export const DEFINITIONS: Readonly<Record<Label, string>> = {
  Infrastructural:
    'weather damaged, blocked or stopped something built or a service that runs on it: houses, roads, bridges, railways, ships and other transport, electricity, gas, water, telegraph and telephone, factories',
  Agricultural:
    'weather affected farming, forestry or livestock: harvests, crops in the field, animals on farms, timber, the work and calendar of farms, food supply, farm machines, soil, water, seed, fertiliser or feed',
  Ecological:
    'weather affected nature outside farming: wild animals and plants, forests, wetlands, the levels of rivers and lakes, trees and plants in towns',
  Financial:
    'the text names consequences in money: a loss in a currency, a business that closed or needs funds, prices or demand that moved, tourism or local trade that suffered, insurance, relief payments',
  'Human Health':
    'weather affected people’s bodies or minds: deaths and injuries (also a report that there were none), danger of disease, stress, trouble in reaching care, lasting harm',
  Political:
    'a government or politicians responded: decisions, laws, public debate, elections, aid between countries, dispute over preparedness',
};

/** What a text without impact is like, for models that compare texts. */
export const NO_IMPACT =
  'a newspaper text that reports no effect of weather: a forecast, an advertisement, a market list, sport, society news or another subject';
