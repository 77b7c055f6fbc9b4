import type { Command } from 'commander';
import type { Terminal } from './terminal.ts';

/** What every command gets. */
export interface CommandContext {
  readonly terminal: Terminal;
  readonly offline: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
}

/** A command's work: returns the exit code. */
export type Action = (context: CommandContext) => Promise<number>;

/** Adds a command to the program. `run` wraps its work. */
export type AddCommand = (program: Command, run: (work: Action) => Promise<void>) => void;
