import { formatCount, formatMoney } from './number.ts';
import { createStyle } from './style.ts';
import type { Table } from './table.ts';
import { printTable } from './terminal-table.ts';

export interface PlanRole {
  readonly role: string;
  readonly calls: number;
  readonly inputTokens: number | null;
  readonly maxOutputTokens: number | null;
  readonly maxCostUsd: number | null;
}

export interface PlannedTask {
  readonly task: string;
  readonly model: string;
  readonly items: number;
  readonly repeats: number;
  readonly calls: number;
  readonly texts: number;
  readonly embedCalls: number;
  readonly roles: readonly PlanRole[];
}

/** What runs will ask for, a row for each task and role, with a total. */
export function renderPlan(
  plans: readonly PlannedTask[],
  options: { readonly color: boolean; readonly width: number },
): string {
  const count = (value: number | null) => (value === null ? '—' : formatCount(value));
  const table: Table = {
    columns: [
      { header: 'task', wraps: true },
      { header: 'role' },
      { header: 'items', align: 'right' },
      { header: 'repeats', align: 'right' },
      { header: 'calls', align: 'right' },
      { header: 'prompt tokens (estimate)', align: 'right', wraps: true },
      { header: 'output tokens at most', align: 'right', wraps: true },
      { header: 'cost at most', align: 'right', wraps: true },
    ],
    rows: plans.flatMap((plan) => {
      const roles = plan.roles.length === 0 ? [undefined] : plan.roles;
      return roles.map((role) => [
        { text: plan.task, tone: 'strong' as const },
        { text: role?.role ?? (plan.texts > 0 ? 'embedder' : 'none') },
        { text: formatCount(plan.items) },
        { text: formatCount(plan.repeats) },
        { text: formatCount(role?.calls ?? plan.embedCalls) },
        { text: count(role?.inputTokens ?? null) },
        { text: count(role?.maxOutputTokens ?? null) },
        { text: role === undefined ? '—' : formatMoney(role.maxCostUsd) },
      ]);
    }),
  };
  const calls = plans.reduce((sum, plan) => sum + plan.calls, 0);
  const texts = plans.reduce((sum, plan) => sum + plan.texts, 0);
  const lines = printTable(table, { width: options.width, style: createStyle(options.color) });
  const total = `${formatCount(calls)} calls in all${texts === 0 ? '' : `; ${formatCount(texts)} texts get a vector`}`;
  return `${[...lines, total].join('\n')}\n`;
}
