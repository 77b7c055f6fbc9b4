/** Values by item id, each asked of its owner whenever it is wanted, so that long ones need not be held. */
export class LazyValues implements ReadonlyMap<string, unknown> {
  readonly #owners: ReadonlyMap<string, { readonly value: unknown }>;

  constructor(owners: ReadonlyMap<string, { readonly value: unknown }>) {
    this.#owners = owners;
  }

  get size(): number {
    return this.#owners.size;
  }

  has(id: string): boolean {
    return this.#owners.has(id);
  }

  get(id: string): unknown {
    return this.#owners.get(id)?.value;
  }

  keys(): MapIterator<string> {
    return this.#owners.keys();
  }

  *values(): MapIterator<unknown> {
    for (const { value } of this.#owners.values()) yield value;
  }

  *entries(): MapIterator<[string, unknown]> {
    for (const [id, { value }] of this.#owners) yield [id, value];
  }

  [Symbol.iterator](): MapIterator<[string, unknown]> {
    return this.entries();
  }

  forEach(visit: (value: unknown, id: string, map: ReadonlyMap<string, unknown>) => void): void {
    for (const [id, { value }] of this.#owners) visit(value, id, this);
  }
}
