import { gunzipSync } from 'node:zlib';
import { decodeText } from '../../../data/encoding.ts';
import { tarEntries } from '../../../data/tar.ts';
import { badForm, type FormRow, type FormRows, textAt, wholeJson } from './form.ts';

const FOLDER = 'CED_Dataset/';
const POSTS = 'original-microblog/';
/** A post is a rumour if a file of its name lies in the first folder, and none if in the second. */
const LABELS: readonly (readonly [folder: string, label: string])[] = [
  ['rumor-repost/', 'rumor'],
  ['non-rumor-repost/', 'non_rumor'],
];

const MAX_BYTES = 1024 * 1024 * 1024;

/** A content, unpacked if it is gzip. */
export function unpacked(bytes: Uint8Array, file: string): Uint8Array {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_BYTES });
  } catch {
    throw badForm(file, undefined, 'the gzip file is cut, or unpacks to more than a gigabyte');
  }
}

/** Whether a content is a tar archive of the repository. */
export function isTar(bytes: Uint8Array): boolean {
  return bytes.length > 512 && Buffer.from(bytes.subarray(257, 262)).toString('latin1') === 'ustar';
}

/** CED of Chinese_Rumor_Dataset from an archive of its repository: one JSON a post, the label by folder. */
export function readCed(bytes: Uint8Array, file: string): FormRows {
  const labels = new Map<string, string>();
  const posts = new Map<string, Uint8Array>();
  for (const { name, content } of tarEntries(bytes, file)) {
    const at = name.indexOf(FOLDER);
    if (at < 0 || !name.endsWith('.json')) continue;
    const inside = name.slice(at + FOLDER.length);
    const base = inside.slice(inside.lastIndexOf('/') + 1);
    // Files of the system that packed the archive.
    if (base.startsWith('.')) continue;
    if (inside.startsWith(POSTS)) posts.set(base, content);
    for (const [folder, label] of LABELS) if (inside.startsWith(folder)) labels.set(base, label);
  }
  if (posts.size === 0) throw badForm(file, undefined, `the archive has no ${FOLDER}${POSTS}`);
  const rows = [...posts].flatMap(([base, content]): FormRow[] => {
    const label = labels.get(base);
    const text = textAt(wholeJson(decodeText(content, `${file}: ${base}`).text), 'text');
    if (label === undefined || text === undefined || text.trim() === '') return [];
    return [{ id: base.replace(/\.json$/, ''), content: { kind: 'classification', text, label } }];
  });
  return {
    rows: rows.sort((a, b) => (a.id < b.id ? -1 : 1)),
    standIn: {
      name: 'CED (thunlp/Chinese_Rumor_Dataset at c1178d8)',
      licence: 'none stated, citation asked for',
    },
  };
}
