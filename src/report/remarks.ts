/** Remarks under a table, to which marks in its cells point. */
export interface Remarks {
  /** The mark of a remark, `[1]`; rows that share a remark share its mark. */
  mark(remark: string, row: string): string;
  /** `[1] row, row: remark` */
  lines(): string[];
}

export function newRemarks(): Remarks {
  const remarks = new Map<string, string[]>();
  return {
    mark(remark, row) {
      const rows = remarks.get(remark) ?? [];
      remarks.set(remark, rows.includes(row) ? rows : [...rows, row]);
      return `[${[...remarks.keys()].indexOf(remark) + 1}]`;
    },
    lines: () => [...remarks].map(([remark, rows], at) => `[${at + 1}] ${rows.join(', ')}: ${remark}`),
  };
}
