import { globSync, readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { useTestEnvironment } from '#lib/testing/environment.ts';

const OWN = 'http://localhost:9090';

/** Loads lib/http/origin.ts as in a process of this mode. */
async function inMode(APP_MODE: 'local' | 'development') {
  vi.resetModules();
  useTestEnvironment({ APP_MODE, APP_URL: OWN, PORT: '9090' });
  return import('./origin.ts');
}

type Headers_ = { origin?: string; 'sec-fetch-site'?: string };
test.each<[boolean, Headers_]>([
  [true, { origin: OWN, 'sec-fetch-site': 'same-origin' }],
  [true, { origin: OWN }],
  [true, {}],
  [true, { 'sec-fetch-site': 'same-origin' }],
  [true, { 'sec-fetch-site': 'none' }],
  [false, { 'sec-fetch-site': 'same-site' }],
  [false, { 'sec-fetch-site': 'cross-site' }],
  [false, { 'sec-fetch-site': 'something' }],
  [false, { origin: OWN, 'sec-fetch-site': 'cross-site' }],
  [false, { origin: 'null' }],
  [false, { origin: 'null', 'sec-fetch-site': 'same-origin' }],
  [false, { origin: '' }],
  [false, { origin: 'https://evil.example' }],
  [false, { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' }],
  [false, { origin: 'https://localhost:9090' }],
  [false, { origin: 'http://localhost' }],
  [false, { origin: 'http://localhost:90900' }],
  [false, { origin: `${OWN}/` }],
  [false, { origin: 'http://LOCALHOST:9090' }],
  [false, { origin: 'http://127.0.0.1:9090' }],
  [false, { origin: 'http://localhost:9090.evil.example' }],
  [false, { origin: 'http://localhost:3000' }],
])(
  'answers %s to whether a state-changing request with the headers %j is allowed (S31, S32)',
  async (allowed, headers) => {
    const { assertSameOrigin } = await inMode('local');
    const call = () => assertSameOrigin(new Headers(headers));
    if (allowed) expect(call).not.toThrow();
    else expect(call).toThrow(expect.objectContaining({ code: 'forbidden' }));
  },
);

test('allows the listed localhost ports in development, but no other origin (S34)', async () => {
  const { isAllowedOrigin } = await inMode('development');
  for (const port of [3000, 3001, 5173, 8080, 8081, 8082])
    expect(isAllowedOrigin(`http://localhost:${port}`)).toBe(true);
  for (const other of ['http://localhost:3002', 'https://localhost:3000', 'http://127.0.0.1:3000', 'null'])
    expect(isAllowedOrigin(other)).toBe(false);
});

test('recognises requests that another site or a sibling origin caused (S33)', async () => {
  const { isFromElsewhere } = await inMode('local');
  const from = (site?: string) => isFromElsewhere(new Headers(site ? { 'sec-fetch-site': site } : {}));
  expect(['cross-site', 'same-site', 'same-origin', 'none', undefined].map(from)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

// Such a route must not do something else than the link asks. Logging out leads home, where the person sees that they
// are still logged in; /buy asks which of two plans is meant.
test('only logging out and buying treat a link on another site in another way', () => {
  const files = globSync('{app,lib,server}/**/*.{ts,tsx}', { exclude: ['**/*.test.ts', 'lib/http/origin.ts'] });
  const using = files.filter((file) => readFileSync(file, 'utf8').includes('isFromElsewhere('));
  expect(using.toSorted()).toEqual(['app/buy/route.ts', 'app/logout/route.ts']);
});
