/** Response headers in one of the forms they come in. */
export type HeaderSource =
  | Iterable<readonly [string, string]>
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** The first value of a header, found without regard to case; null where there is none. */
export function headerValue(headers: HeaderSource | undefined, name: string): string | null {
  if (headers === undefined) return null;
  const wanted = name.toLowerCase();
  const entries = Symbol.iterator in headers ? headers : Object.entries(headers);
  for (const [key, value] of entries) {
    if (key.toLowerCase() !== wanted || value === undefined) continue;
    const first: string | undefined = typeof value === 'string' ? value : value[0];
    if (first !== undefined) return first;
  }
  return null;
}
