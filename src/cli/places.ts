import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DataSource } from '../core/index.ts';
import { findHome, type Home } from '../data/home.ts';
import { openSource } from '../data/source.ts';
import type { CommandContext } from './command.ts';

/** The folder of the installed package: samples lie in it. */
export const PACKAGE_ROOT: string = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

export const SAMPLES: string = path.join(PACKAGE_ROOT, 'samples');

export function homeOf(context: CommandContext): Home {
  return findHome(context.env);
}

/** Where a benchmark's data come from, by `--data`. */
export function sourceOf(context: CommandContext, benchmark: string, data: string): DataSource {
  return openSource({ data, benchmark, dataFolder: homeOf(context).data, samplesFolder: SAMPLES });
}
