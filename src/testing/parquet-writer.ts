/** A column of a small Parquet file; one with a null is optional. */
export type ParquetColumn =
  | { readonly name: string; readonly kind: 'text'; readonly values: readonly (string | null)[] }
  | { readonly name: string; readonly kind: 'int64' | 'double'; readonly values: readonly (number | null)[] }
  | { readonly name: string; readonly kind: 'boolean'; readonly values: readonly (boolean | null)[] };

const PHYSICAL = { boolean: 0, int64: 2, double: 5, text: 6 } as const;
const MAGIC = Buffer.from('PAR1');

/** A Parquet file: one row group, one plain page a column, nothing compressed. For tests. */
export function parquetOf(columns: readonly ParquetColumn[]): Uint8Array {
  const rows = columns[0]?.values.length ?? 0;
  const parts: Buffer[] = [MAGIC];
  let offset = MAGIC.length;
  const chunks = columns.map((column) => {
    const body = Buffer.concat([levels(column), plain(column)]);
    const header = struct([
      [1, i32(0)],
      [2, i32(body.length)],
      [3, i32(body.length)],
      [
        5,
        nested([
          [1, i32(rows)],
          [2, i32(0)],
          [3, i32(3)],
          [4, i32(3)],
        ]),
      ],
    ]);
    const size = header.length + body.length;
    const meta = nested([
      [1, i32(PHYSICAL[column.kind])],
      [2, list(5, [zigzag(0)])],
      [3, list(8, [binaryBody(column.name)])],
      [4, i32(0)],
      [5, i64(rows)],
      [6, i64(size)],
      [7, i64(size)],
      [9, i64(offset)],
    ]);
    parts.push(header, body);
    const chunk = struct([
      [2, i64(offset)],
      [3, meta],
    ]);
    offset += size;
    return chunk;
  });
  const schema = [
    struct([
      [4, binary('schema')],
      [5, i32(columns.length)],
    ]),
    ...columns.map(({ kind, name, values }) =>
      struct([
        [1, i32(PHYSICAL[kind])],
        [3, i32(optional({ values }) ? 1 : 0)],
        [4, binary(name)],
        ...(kind === 'text' ? [[6, i32(0)] as Field] : []),
      ]),
    ),
  ];
  const group = struct([
    [1, list(12, chunks)],
    [2, i64(offset)],
    [3, i64(rows)],
  ]);
  const footer = struct([
    [1, i32(1)],
    [2, list(12, schema)],
    [3, i64(rows)],
    [4, list(12, [group])],
  ]);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(footer.length);
  return Buffer.concat([...parts, footer, length, MAGIC]);
}

function optional({ values }: { readonly values: readonly unknown[] }): boolean {
  return values.includes(null);
}

/** Which values are there: for an optional column, one bit-packed run of definition levels behind its length. */
function levels({ values }: ParquetColumn): Buffer {
  if (!optional({ values })) return Buffer.alloc(0);
  const groups = Math.ceil(values.length / 8);
  const bits = Buffer.alloc(groups);
  values.forEach((value, at) => {
    if (value !== null) bits[at >> 3] = (bits[at >> 3] ?? 0) | (1 << (at & 7));
  });
  const run = Buffer.concat([varint((groups << 1) | 1), bits]);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(run.length);
  return Buffer.concat([length, run]);
}

function present<T>(values: readonly (T | null)[]): T[] {
  return values.filter((value) => value !== null);
}

function plain(column: ParquetColumn): Buffer {
  switch (column.kind) {
    case 'text':
      return Buffer.concat(
        present(column.values).flatMap((text) => {
          const body = Buffer.from(text);
          const length = Buffer.alloc(4);
          length.writeUInt32LE(body.length);
          return [length, body];
        }),
      );
    case 'int64':
    case 'double': {
      const values = present(column.values);
      const body = Buffer.alloc(8 * values.length);
      values.forEach((value, at) => {
        if (column.kind === 'double') body.writeDoubleLE(value, 8 * at);
        else body.writeBigInt64LE(BigInt(value), 8 * at);
      });
      return body;
    }
    case 'boolean': {
      const values = present(column.values);
      const body = Buffer.alloc(Math.ceil(values.length / 8));
      values.forEach((value, at) => {
        if (value) body[at >> 3] = (body[at >> 3] ?? 0) | (1 << (at & 7));
      });
      return body;
    }
  }
}

/** A field of Thrift's compact protocol: its number, and its type with its body. */
type Field = readonly [id: number, content: { readonly type: number; readonly body: Buffer }];

function struct(fields: readonly Field[]): Buffer {
  let last = 0;
  const parts = fields.flatMap(([id, { type, body }]) => {
    const head = Buffer.from([((id - last) << 4) | type]);
    last = id;
    return [head, body];
  });
  return Buffer.concat([...parts, Buffer.from([0])]);
}

const nested = (fields: readonly Field[]) => ({ type: 12, body: struct(fields) });
const i32 = (value: number) => ({ type: 5, body: zigzag(value) });
const i64 = (value: number) => ({ type: 6, body: zigzag(value) });
const binary = (text: string) => ({ type: 8, body: binaryBody(text) });

function list(type: number, entries: readonly Buffer[]) {
  const head =
    entries.length < 15 ? [(entries.length << 4) | type] : [0xf0 | type, ...varint(entries.length)];
  return { type: 9, body: Buffer.concat([Buffer.from(head), ...entries]) };
}

function binaryBody(text: string): Buffer {
  const body = Buffer.from(text);
  return Buffer.concat([varint(body.length), body]);
}

function zigzag(value: number): Buffer {
  return varint(value * 2);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  while (rest > 127) {
    bytes.push((rest % 128) | 128);
    rest = Math.floor(rest / 128);
  }
  return Buffer.from([...bytes, rest]);
}
