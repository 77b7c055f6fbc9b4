import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '../../tests/any-text.ts';
import { porterStem } from './porter-stemmer.ts';

// Made with NLTK's PorterStemmer in its default mode (3.8 and 3.10 agree).
const STEMS: Readonly<Record<string, string>> = {
  sky: 'sky',
  skies: 'sky',
  dying: 'die',
  news: 'news',
  innings: 'inning',
  a: 'a',
  as: 'as',
  caresses: 'caress',
  ponies: 'poni',
  ties: 'tie',
  caress: 'caress',
  cats: 'cat',
  died: 'die',
  spied: 'spi',
  feed: 'feed',
  agreed: 'agre',
  plastered: 'plaster',
  bled: 'bled',
  motoring: 'motor',
  sing: 'sing',
  conflated: 'conflat',
  troubled: 'troubl',
  sized: 'size',
  hopping: 'hop',
  falling: 'fall',
  hissing: 'hiss',
  fizzed: 'fizz',
  failing: 'fail',
  filing: 'file',
  snowing: 'snow',
  ated: 'ate',
  happy: 'happi',
  enjoy: 'enjoy',
  by: 'by',
  shy: 'shi',
  relational: 'relat',
  conditional: 'condit',
  rational: 'ration',
  valenci: 'valenc',
  digitizer: 'digit',
  conformabli: 'conform',
  radicalli: 'radic',
  differentli: 'differ',
  vileli: 'vile',
  analogousli: 'analog',
  vietnamization: 'vietnam',
  operator: 'oper',
  feudalism: 'feudal',
  decisiveness: 'decis',
  hopefulness: 'hope',
  formaliti: 'formal',
  sensibiliti: 'sensibl',
  joyfulli: 'joy',
  apologi: 'apolog',
  geologi: 'geolog',
  triplicate: 'triplic',
  formative: 'form',
  formalize: 'formal',
  electrical: 'electr',
  goodness: 'good',
  revival: 'reviv',
  allowance: 'allow',
  adjustable: 'adjust',
  replacement: 'replac',
  adjustment: 'adjust',
  dependent: 'depend',
  adoption: 'adopt',
  decision: 'decis',
  onion: 'onion',
  communism: 'commun',
  effective: 'effect',
  probate: 'probat',
  rate: 'rate',
  cease: 'ceas',
  controll: 'control',
  roll: 'roll',
  RUNNING: 'run',
  abc123: 'abc123',
};

describe('porterStem', () => {
  it('gives the stems of NLTK', () => {
    expect(Object.fromEntries(Object.keys(STEMS).map((word) => [word, porterStem(word)]))).toEqual(STEMS);
  });

  it('throws on no text and makes none longer by more than a letter', () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        expect(porterStem(text).length).toBeLessThanOrEqual(text.toLowerCase().length + 1);
      }),
    );
  });
});
