import { expect, test } from 'vitest';
import '#lib/testing/database.ts';

// Set before the first env(), which caches the settings. 0 is the default in production (lib/base/settings/env.test.ts).
process.env.ALLOW_TEST_PURCHASES = '0';
const { GET } = await import('./route.ts');

test.each([{}, { host: 'localhost:8080' }, { host: 'localhost', 'x-forwarded-host': 'localhost' }])(
  'refuses test=1 where test purchases are off, even with a forged Host: %j (S58)',
  async (headers) => {
    const answer = await GET(new Request('http://premium.test/buy?small=1&test=1', { headers }));
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('Test purchases are not possible here.');
  },
);

test('redirects a visitor to the login if the link has no test=1', async () => {
  const answer = await GET(new Request('http://premium.test/buy?small=1'));
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/login?return_url=%2Fbuy%3Fsmall%3D1']);
});

test.each(['cross-site', 'same-site'])(
  'lets a visitor whom a %s link led here log in first, and then asks if another checkout is open',
  async (site) => {
    const headers = { 'sec-fetch-site': site };
    const answer = await GET(new Request('http://premium.test/buy?small=1&yearly=1', { headers }));
    const login = new URL(answer.headers.get('location') ?? '', 'http://premium.test');
    expect([answer.status, login.pathname]).toEqual([303, '/login']);
    expect(login.searchParams.get('return_url')).toBe('/buy/choose?small=1&yearly=1');
  },
);
