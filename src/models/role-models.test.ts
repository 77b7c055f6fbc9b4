import { describe, expect, test } from 'vitest';
import type { Role } from '../core/index.ts';
import { refuseIdleAddresses, roleOptions, type ServerAddresses } from './role-models.ts';

const own: ServerAddresses = { baseUrl: 'http://a/v1' };
const apart: ServerAddresses = { ...own, judgeBaseUrl: 'http://j/v1', embedderBaseUrl: 'http://e/v1' };

describe('what a model in a role is made with', () => {
  test.each<[string, Role, ServerAddresses, object]>([
    ['openai-compatible/x', 'candidate', apart, { baseUrl: 'http://a/v1' }],
    ['openai-compatible/x', 'judge', own, { baseUrl: 'http://a/v1' }],
    ['openai-compatible/x', 'judge', apart, { baseUrl: 'http://j/v1' }],
    ['openai-compatible/bge-m3', 'embedder', own, { baseUrl: 'http://a/v1', ability: 'embed' }],
    ['openai-compatible/bge-m3', 'embedder', apart, { baseUrl: 'http://e/v1', ability: 'embed' }],
    ['openai-compatible/x', 'candidate', {}, {}],
    // Another provider's model, and its key, never go to an address of the user's.
    ['openai/gpt-4', 'judge', apart, {}],
    ['openai/gpt-4', 'candidate', own, {}],
    ['openai/text-embedding-3-small', 'embedder', apart, { ability: 'embed' }],
    ['local/use-lite', 'embedder', own, { ability: 'embed' }],
  ])('%s as %s with %j: %j', (id, role, addresses, want) => {
    expect(roleOptions(id, role, addresses)).toEqual(want);
  });
});

describe('an address that no model is reached at', () => {
  const refused = (models: Partial<Record<Role, string>>, addresses: ServerAddresses) => () =>
    refuseIdleAddresses(new Map(Object.entries(models) as [Role, string][]), addresses);
  test.each<[Partial<Record<Role, string>>, ServerAddresses, RegExp]>([
    [{ candidate: 'openai/gpt-4' }, own, /baseUrl is for openai-compatible.*openai\/gpt-4 is none/],
    [{ candidate: 'local/gold', judge: 'openai/gpt-4' }, own, /local\/gold is none/],
    [
      { candidate: 'openai-compatible/x', judge: 'openai/gpt-4' },
      { ...own, judgeBaseUrl: 'http://j' },
      /judge/,
    ],
    [{ candidate: 'openai-compatible/x' }, { ...own, embedderBaseUrl: 'http://e' }, /role "embedder"/],
  ])('of %j with %j is refused', (models, addresses, message) => {
    expect(refused(models, addresses)).toThrow(message);
  });

  test('is none where one model has it', () => {
    expect(refused({ candidate: 'local/gold', judge: 'openai-compatible/x' }, own)).not.toThrow();
    expect(refused({ candidate: 'openai-compatible/x', judge: 'openai/gpt-4' }, own)).not.toThrow();
    expect(refused({ candidate: 'openai/gpt-4' }, {})).not.toThrow();
  });
});
