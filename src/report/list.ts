import { formatCount } from './number.ts';
import { safeLine } from './safe.ts';
import { createStyle } from './style.ts';
import type { Table } from './table.ts';
import { printTable } from './terminal-table.ts';
import { wrap } from './width.ts';

export interface ListSplit {
  readonly name: string;
  /** Items in the published data; null where not known. */
  readonly items: number | null;
  readonly present: boolean;
}

export interface ListSetting {
  readonly key: string;
  /** Allowed values or what the setting is, in words. */
  readonly description: string;
  /** The default as text; null where there is none. */
  readonly default: string | null;
}

export interface ListTask {
  readonly id: string;
  readonly title: string;
  readonly headline: { readonly id: string; readonly protocol: string };
  readonly language: 'en' | 'zh';
  readonly splits: readonly ListSplit[];
  readonly settings: readonly ListSetting[];
}

export interface ListBenchmark {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly licence: string;
  readonly citation: string;
  readonly tasks: readonly ListTask[];
}

export interface ListOptions {
  readonly color: boolean;
  readonly width: number;
  /** Show the settings of the tasks, too; true by default. */
  readonly settings?: boolean;
}

/** Benchmarks with their tasks, splits, sizes, data and, if they are wanted, settings for a terminal. */
export function renderList(benchmarks: readonly ListBenchmark[], options: ListOptions): string {
  const style = createStyle(options.color);
  const print = { width: options.width, style, indent: 2 };
  const text = (words: string) => wrap(safeLine(words), options.width - 2).map((line) => `  ${line}`);
  const blocks = benchmarks.map((benchmark) => {
    const settings = settingsTable(options.settings === false ? [] : benchmark.tasks);
    return [
      ...wrap(`${safeLine(benchmark.id)}: ${safeLine(benchmark.title)}`, options.width).map(style.bold),
      ...text(benchmark.summary),
      ...text(`licence: ${benchmark.licence}`),
      ...text(`cite: ${benchmark.citation}`),
      '',
      ...printTable(tasksTable(benchmark.tasks), print),
      ...(settings.rows.length === 0 ? [] : ['', ...printTable(settings, print)]),
    ];
  });
  if (options.settings === false && blocks.length > 0)
    blocks.push(text('Settings: quadrat list BENCHMARK').map((line) => line.trimStart()));
  return blocks.length === 0 ? '' : `${blocks.map((block) => block.join('\n')).join('\n\n')}\n`;
}

function tasksTable(tasks: readonly ListTask[]): Table {
  return {
    columns: [
      { header: 'task', wraps: true },
      { header: 'what', wraps: true },
      { header: 'headline', wraps: true },
      { header: 'splits (items, data)', wraps: true },
    ],
    rows: tasks.map(({ id, title, headline, splits, language }) => [
      { text: id, tone: 'strong' },
      { text: language === 'zh' ? `${title} (Chinese)` : title },
      { text: `${headline.id} (${headline.protocol})` },
      { text: splits.map(splitWords).join('; ') },
    ]),
  };
}

function splitWords({ name, items, present }: ListSplit): string {
  const size = items === null ? 'size not known' : formatCount(items);
  return `${name} (${size}, ${present ? 'present' : 'not present'})`;
}

/** Settings of all tasks; one that several tasks share in the same words stands once. */
function settingsTable(tasks: readonly ListTask[]): Table {
  const shared = new Map<string, { setting: ListSetting; tasks: string[] }>();
  for (const task of tasks) {
    for (const setting of task.settings) {
      const key = JSON.stringify([setting.key, setting.description, setting.default]);
      const known = shared.get(key);
      if (known === undefined) shared.set(key, { setting, tasks: [task.id] });
      else known.tasks.push(task.id);
    }
  }
  return {
    columns: [
      { header: 'setting (--set)', wraps: true },
      { header: 'default', wraps: true },
      { header: 'what', wraps: true },
      { header: 'tasks', wraps: true },
    ],
    rows: [...shared.values()].map(({ setting, tasks: users }) => [
      { text: setting.key, tone: 'strong' },
      { text: setting.default ?? 'none' },
      { text: setting.description },
      { text: usersText(users, tasks) },
    ]),
  };
}

/** Tasks that have a setting, without the benchmark's name; the others, where they are fewer. */
function usersText(users: readonly string[], tasks: readonly ListTask[]): string {
  if (users.length === tasks.length) return 'all';
  const short = (ids: readonly string[]) => ids.map((id) => id.slice(id.indexOf('/') + 1));
  const others = tasks.map(({ id }) => id).filter((id) => !users.includes(id));
  if (others.length >= users.length) return short(users).join(', ');
  return `all but ${grouped(short(others)).join(', ')}`;
}

/** `lawbench-1-2` and its like as `lawbench-*`, where they are several. */
function grouped(names: readonly string[]): string[] {
  const groups = new Map<string, string[]>();
  for (const name of names) {
    const stem = name.replace(/(?:-\d+)+$/, '');
    groups.set(stem, [...(groups.get(stem) ?? []), name]);
  }
  return [...groups].flatMap(([stem, members]) => (members.length > 1 ? [`${stem}-*`] : members));
}
