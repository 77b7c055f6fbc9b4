import { QuadratError, type Role } from '../core/index.ts';

/** Addresses of OpenAI-compatible servers. */
export interface ServerAddresses {
  /** Of every `openai-compatible/…` model that has no other one. */
  readonly baseUrl?: string | undefined;
  /** Of the judge. */
  readonly judgeBaseUrl?: string | undefined;
  /** Of the embedder. */
  readonly embedderBaseUrl?: string | undefined;
}

/** How messages call the addresses: flags of a command, or options of a call. */
export type AddressNames = Readonly<Record<keyof ServerAddresses, string>>;

const OPTION_NAMES: AddressNames = {
  baseUrl: 'baseUrl',
  judgeBaseUrl: 'judgeBaseUrl',
  embedderBaseUrl: 'embedderBaseUrl',
};

/** Whether a model is reached at an address that the user gives. */
export function takesAddress(id: string): boolean {
  return id.startsWith('openai-compatible/');
}

/**
 * What a model in a role is made with. An address is for `openai-compatible/…` models alone: another provider's model
 * stays with its own server, and so does its key. A model in the role `embedder` makes vectors, whatever its name.
 */
export function roleOptions(
  id: string,
  role: Role,
  addresses: ServerAddresses,
): { readonly baseUrl?: string; readonly ability?: 'embed' } {
  const address = takesAddress(id) ? addressOf(role, addresses) : undefined;
  return {
    ...(address === undefined ? {} : { baseUrl: address }),
    ...(role === 'embedder' ? { ability: 'embed' } : {}),
  };
}

function addressOf(role: Role, addresses: ServerAddresses): string | undefined {
  if (role === 'judge') return addresses.judgeBaseUrl ?? addresses.baseUrl;
  if (role === 'embedder') return addresses.embedderBaseUrl ?? addresses.baseUrl;
  return addresses.baseUrl;
}

/**
 * Refuses an address that no model would be reached at.
 *
 * @param models ids by role
 * @throws QuadratError `usage`
 */
export function refuseIdleAddresses(
  models: ReadonlyMap<Role, string>,
  addresses: ServerAddresses,
  names: AddressNames = OPTION_NAMES,
): void {
  const used = new Set(
    [...models].flatMap(([role, id]) => (takesAddress(id) ? [addressOf(role, addresses)] : [])),
  );
  const roles = { baseUrl: 'candidate', judgeBaseUrl: 'judge', embedderBaseUrl: 'embedder' } as const;
  for (const key of ['baseUrl', 'judgeBaseUrl', 'embedderBaseUrl'] as const) {
    const address = addresses[key];
    if (address === undefined || used.has(address)) continue;
    const id = models.get(roles[key]);
    throw new QuadratError(
      'usage',
      `${names[key]} is for openai-compatible/… models, and ${id === undefined ? `no model is named in the role "${roles[key]}"` : `${id} is none`}`,
      {
        next:
          id === undefined
            ? `Leave ${names[key]} away, or name the model.`
            : `For a server that takes the place of a provider’s, such as a gateway, name the model openai-compatible/${id.slice(id.indexOf('/') + 1)}; its key is OPENAI_COMPATIBLE_API_KEY. Else leave ${names[key]} away.`,
      },
    );
  }
}
