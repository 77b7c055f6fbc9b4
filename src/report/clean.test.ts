import { describe, expect, it } from 'vitest';
import { cleanResult } from './clean.ts';
import { madeResult } from './made-result.ts';
import { renderTerminal } from './terminal.ts';
import { REPORT_FORMATS, renderReport } from './write.ts';

const KEY = 'sk-test-EXAMPLE0123456789abcdefghij';
const OWN = 'own-key-without-a-form';

// After field case FC-035: an address with a key, headers, a member named for a key, an error that quotes it.
const leaking = madeResult({
  source: `runs/${KEY}`,
  model: { id: `gateway/${OWN}`, kind: 'language model' },
  settings: {
    url: `https://api.example.com/v1?api_key=${KEY}`,
    headers: { Authorization: `Bearer ${KEY}`, cookie: 's=abc123', 'Content-Type': 'application/json' },
    apiKey: 'short',
  },
  warnings: [{ code: 'call-refused', message: `Incorrect API key provided: ${KEY}. Call 13800138000.` }],
  errors: [
    { protocol: 'card', code: 'internal', message: OWN, details: { headers: { 'x-api-key': 'k-0123' } } },
  ],
  items: [{ id: '13800138000', outcome: 'failed', reason: `${KEY} 13800138000`, values: {} }],
});
const redact = (text: string) => text.replaceAll(OWN, '[redacted]');

describe('reports', () => {
  const reports = [
    ...REPORT_FORMATS.map((format) => renderReport([leaking], format, { redact })),
    renderTerminal([leaking], { color: false, width: 200, redact }),
  ];

  it.each(reports.map((text, at) => [at, text]))('form %d shows no key', (_, text) => {
    for (const secret of [KEY, KEY.slice(0, 20), OWN, 'abc123', 'k-0123', 'short'])
      expect(text).not.toContain(secret);
    expect(text).toContain('Incorrect API key provided');
  });

  it('keep what is no secret', () => {
    for (const text of [reports[0], reports[2]]) {
      expect(text).toContain('application/json');
      expect(text).toMatch(/api\.example\.com\/v1/);
    }
  });
});

describe('cleanResult', () => {
  it('masks numbers of people, but no id', () => {
    const clean = cleanResult(leaking);
    expect(clean.warnings[0]?.message).toContain('Call 138********.');
    expect(clean.items?.[0]).toMatchObject({ id: '13800138000', reason: '[redacted] 138********' });
    expect(cleanResult(leaking, { showItems: true }).warnings[0]?.message).toContain('Call 13800138000.');
  });

  it('changes nothing else', () => {
    expect(cleanResult(madeResult())).toEqual(madeResult());
    const settings = {
      method: 'ranker',
      window: 10,
      objective: true,
      list: ['a', null],
      'max-output-tokens': 128,
    };
    expect(cleanResult(madeResult({ settings })).settings).toEqual(settings);
  });
});
