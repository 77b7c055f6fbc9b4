import { accessSync, constants, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { benchmarks } from '../../benchmarks/index.ts';
import { messageOf } from '../../core/index.ts';
import type { DoctorCheck } from '../../report/doctor.ts';
import type { Action, AddCommand, CommandContext } from '../command.ts';
import { homeOf, sourceOf } from '../places.ts';

const KEYS: readonly (readonly [provider: string, variable: string])[] = [
  ['openai', 'OPENAI_API_KEY'],
  ['anthropic', 'ANTHROPIC_API_KEY'],
  ['google', 'GOOGLE_GENERATIVE_AI_API_KEY'],
  ['mistral', 'MISTRAL_API_KEY'],
  ['deepseek', 'DEEPSEEK_API_KEY'],
];

export const add: AddCommand = (program, run) => {
  program
    .command('doctor')
    .description('what works here: Node, folders, keys present (never shown), local models, data')
    .option('--json', 'print one JSON document')
    .addHelpText('after', '\nExample:\n  quadrat doctor')
    .action((flags: { json?: boolean }) => run(doctor(flags.json === true)));
};

function doctor(json: boolean): Action {
  return async (context) => {
    const checks = [
      nodeCheck(),
      ...folderChecks(context),
      ...keyChecks(context),
      await localCheck(),
      onnxCheck(),
      ...dataChecks(context),
    ];
    const { terminal } = context;
    if (json) terminal.out(JSON.stringify({ checks }, null, 2));
    else {
      const { renderDoctor } = await import('../../report/doctor.ts');
      terminal.out(renderDoctor(checks, { color: terminal.color, width: terminal.columns }));
    }
    return checks.some(({ ok }) => ok === false) ? 1 : 0;
  };
}

function nodeCheck(): DoctorCheck {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const ok = major > 20 || (major === 20 && minor >= 19);
  return {
    name: 'Node.js',
    ok,
    detail: `version ${process.versions.node}`,
    ...(ok ? {} : { next: 'Install Node.js 20.19 or newer.' }),
  };
}

function folderChecks(context: CommandContext): DoctorCheck[] {
  const home = homeOf(context);
  return (['data', 'cache'] as const).map((kind) => {
    const folder = home[kind];
    try {
      mkdirSync(folder, { recursive: true });
      accessSync(folder, constants.W_OK);
      return { name: `${kind} folder`, ok: true, detail: folder };
    } catch (error) {
      const variable = kind === 'data' ? 'XDG_DATA_HOME' : 'XDG_CACHE_HOME';
      return {
        name: `${kind} folder`,
        ok: false,
        detail: messageOf(error),
        next: `Set ${variable} to a folder that can be written.`,
      };
    }
  });
}

function keyChecks(context: CommandContext): DoctorCheck[] {
  return KEYS.map(([provider, variable]) => {
    const present = (context.env[variable] ?? '') !== '';
    return {
      name: `${provider} key`,
      ok: present ? true : 'warn',
      detail: present ? `${variable} is set` : `${variable} is not set`,
      ...(present ? {} : { next: `Needed for ${provider}/… models only.` }),
    };
  });
}

/** Embeds a sentence: the weights are there and give what they should. */
async function localCheck(): Promise<DoctorCheck> {
  const name = 'local/use-lite';
  try {
    const { createModel } = await import('../../models/create.ts');
    const model = await createModel(name, { env: {} });
    try {
      if (model.kind !== 'embedding') return { name, ok: false, detail: 'is no embedding model' };
      const { vectors } = await model.embed(['hello world'], new AbortController().signal);
      const ok = Math.abs((vectors[0]?.[0] ?? 0) + 0.0515) < 1e-4;
      return { name, ok, detail: ok ? 'gives the vectors it should' : 'gives other vectors than it should' };
    } finally {
      await model.close();
    }
  } catch (error) {
    return { name, ok: false, detail: messageOf(error), next: 'Install the packages again with `npm ci`.' };
  }
}

function onnxCheck(): DoctorCheck {
  const name = 'onnxruntime-node';
  try {
    createRequire(import.meta.url).resolve(name);
    return { name, ok: true, detail: 'installed (optional)' };
  } catch {
    return {
      name,
      ok: 'warn',
      detail: 'not installed (optional)',
      next: 'Where its GPU download cannot be reached, install it with ONNXRUNTIME_NODE_INSTALL=skip set.',
    };
  }
}

function dataChecks(context: CommandContext): DoctorCheck[] {
  return benchmarks.map((benchmark) => {
    const source = sourceOf(context, benchmark.id, 'full');
    const splits = benchmark.tasks.flatMap((task) => task.files);
    const present = splits.filter((file) => source.find(file.path) !== undefined).length;
    return {
      name: `${benchmark.id} data`,
      ok: present > 0 ? true : 'warn',
      detail: `${present} of ${splits.length} files installed`,
      ...(present > 0 ? {} : { next: `quadrat data get ${benchmark.id}` }),
    };
  });
}
