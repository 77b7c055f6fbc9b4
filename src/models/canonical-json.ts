/**
 * JSON in one form only, after RFC 8785: members sorted by the code units of their names, no white space, numbers as
 * ECMAScript writes them. Members that are undefined are left out, as in `JSON.stringify`.
 *
 * @param value null, booleans, finite numbers, strings, arrays and plain objects
 * @throws TypeError for anything else: it would be lost without notice
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new TypeError(`JSON has no number ${value}`);
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) {
    let text = '[';
    for (const [at, entry] of value.entries())
      text += at === 0 ? canonicalJson(entry) : `,${canonicalJson(entry)}`;
    return `${text}]`;
  }
  if (isPlainObject(value)) {
    let text = '{';
    for (const name of Object.keys(value).sort()) {
      const member = value[name];
      if (member === undefined) continue;
      text += `${text === '{' ? '' : ','}${JSON.stringify(name)}:${canonicalJson(member)}`;
    }
    return `${text}}`;
  }
  throw new TypeError(`JSON has no form for ${typeof value === 'object' ? 'this object' : typeof value}`);
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
