/** Weather types of the articles, after spelling variants are joined. */
export const WEATHER_TYPES = [
  'blizzard',
  'cold',
  'deluge',
  'drought',
  'flood',
  'freezing',
  'heat',
  'heatwave',
  'ice',
  'rain',
  'snow',
  'snowstorm',
  'storm',
  'thunder',
  'torrential',
] as const;

/** Of a doubtful entry ("ice or flood?") the first, as in the authors' summary; plurals and capitals are folded. */
export function weatherOf(written: string): string {
  const [first = ''] = written.trim().toLowerCase().replaceAll('?', '').split(' or ');
  const single = first.trim().replace(/^(flood|heatwave)s$/, '$1');
  return single === '' || single === 'none' ? 'unknown' : single;
}
