/** Colours and weights for a terminal; without colour every function gives its text back. */
export interface Style {
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
  cyan(text: string): string;
}

const paint = (on: number, off: number) => (text: string) =>
  text === '' ? text : `\u001b[${on}m${text}\u001b[${off}m`;

const COLOURS: Style = {
  bold: paint(1, 22),
  dim: paint(2, 22),
  red: paint(31, 39),
  green: paint(32, 39),
  yellow: paint(33, 39),
  cyan: paint(36, 39),
};

const same = (text: string) => text;
const PLAIN: Style = { bold: same, dim: same, red: same, green: same, yellow: same, cyan: same };

/** @param color whether escape sequences may be written */
export function createStyle(color: boolean): Style {
  return color ? COLOURS : PLAIN;
}
