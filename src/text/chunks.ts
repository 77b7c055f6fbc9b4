import { codePointLength } from './code-points.ts';
import { pythonStrip } from './python.ts';

export interface ChunkOptions {
  /** Most code points of a chunk; 2,000 if absent. */
  readonly size?: number;
  /** Code points that a chunk may repeat of the one before; 200 if absent. */
  readonly overlap?: number;
}

/** Where a text is cut, best first: paragraphs, lines, words, characters. */
const SEPARATORS: readonly string[] = ['\n\n', '\n', ' ', ''];

/**
 * Cuts a text into overlapping chunks: at blank lines, else at lines, else at blanks, else anywhere. A separator stays
 * at the start of the piece behind it; chunks are trimmed.
 *
 * Source: the recursive character splitter of LangChain 0.0.340, whose chunks it equals.
 *
 * @returns chunks in the order of the text, none empty
 */
export function splitIntoChunks(text: string, options: ChunkOptions = {}): string[] {
  const { size = 2000, overlap = 200 } = options;
  return split(text, SEPARATORS, size, overlap);
}

function split(text: string, separators: readonly string[], size: number, overlap: number): string[] {
  const found = separators.findIndex((separator) => text.includes(separator));
  const rest = found < 0 ? [] : separators.slice(found + 1);
  const chunks: string[] = [];
  let kept: string[] = [];
  for (const piece of piecesOf(text, separators[found] ?? '')) {
    if (codePointLength(piece) < size) {
      kept.push(piece);
      continue;
    }
    chunks.push(...merged(kept, size, overlap));
    kept = [];
    if (rest.length === 0) chunks.push(piece);
    else chunks.push(...split(piece, rest, size, overlap));
  }
  return [...chunks, ...merged(kept, size, overlap)];
}

/** The text cut before each separator. */
function piecesOf(text: string, separator: string): string[] {
  if (separator === '') return Array.from(text);
  const [first = '', ...others] = text.split(separator);
  return [first, ...others.map((piece) => `${separator}${piece}`)].filter((piece) => piece !== '');
}

/** Runs of pieces that fit a chunk; each begins with what may be repeated of the one before. */
function merged(pieces: readonly string[], size: number, overlap: number): string[] {
  const chunks: string[] = [];
  const emit = (parts: readonly string[]): void => {
    const chunk = pythonStrip(parts.join(''));
    if (chunk !== '') chunks.push(chunk);
  };
  let run: { piece: string; length: number }[] = [];
  let total = 0;
  for (const piece of pieces) {
    const length = codePointLength(piece);
    if (total + length > size && run.length > 0) {
      emit(run.map((part) => part.piece));
      let drop = 0;
      while (total > overlap || (total + length > size && total > 0)) {
        total -= run[drop]?.length ?? 0;
        drop += 1;
      }
      run = run.slice(drop);
    }
    run.push({ piece, length });
    total += length;
  }
  emit(run.map((part) => part.piece));
  return chunks;
}
