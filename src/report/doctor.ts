import { safeLine } from './safe.ts';
import { createStyle } from './style.ts';
import { displayWidth, pad, wrap } from './width.ts';

/** One thing that was looked at. */
export interface DoctorCheck {
  readonly name: string;
  /** `warn`: works, but not all of it. */
  readonly ok: boolean | 'warn';
  readonly detail: string;
  /** What to do about it. */
  readonly next?: string;
}

const WORDS = new Map<DoctorCheck['ok'], string>([
  [true, 'ok'],
  ['warn', 'note'],
  [false, 'no'],
]);

/** What works here, one line a check, and what to do where something does not; a count at the end. */
export function renderDoctor(
  checks: readonly DoctorCheck[],
  options: { readonly color: boolean; readonly width: number },
): string {
  const style = createStyle(options.color);
  const paint = new Map<DoctorCheck['ok'], (text: string) => string>([
    [true, style.green],
    ['warn', style.yellow],
    [false, style.red],
  ]);
  const names = Math.min(28, Math.max(0, ...checks.map(({ name }) => displayWidth(safeLine(name)))));
  const lines = checks.flatMap(({ name, ok, detail, next }) => {
    const label = wrap(safeLine(name), Math.max(1, names));
    const room = Math.max(20, options.width - names - 8);
    const text = [
      ...wrap(safeLine(detail), room),
      ...(next === undefined ? [] : wrap(safeLine(next), room).map(style.cyan)),
    ];
    const word = pad(WORDS.get(ok) ?? '', 4);
    return Array.from({ length: Math.max(label.length, text.length) }, (_, at) => {
      const state = at === 0 ? (paint.get(ok)?.(word) ?? word) : '    ';
      return `${state}  ${pad(label[at] ?? '', names)}  ${text[at] ?? ''}`.trimEnd();
    });
  });
  const count = (ok: DoctorCheck['ok']) => checks.filter((check) => check.ok === ok).length;
  const summary = `${count(true)} ok, ${count('warn')} with a note, ${count(false)} not working`;
  return `${[...lines, summary].join('\n')}\n`;
}
