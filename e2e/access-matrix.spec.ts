import { expect, test } from './fixtures.ts';
import { ACCESS, CALLERS } from './support/access-matrix.ts';
import { servedRoutes } from './support/routes.ts';
import { stack } from './support/stack.ts';

/** What every response carries, errors, redirects and OAuth endpoints included (S36, S37). */
const EVERYWHERE = {
  'strict-transport-security': /max-age=31536000/,
  'x-content-type-options': /nosniff/,
  'permissions-policy': /camera=\(\)/,
  'cross-origin-opener-policy': /same-origin/,
  'referrer-policy': /no-referrer|same-origin|strict-origin-when-cross-origin/,
  'content-security-policy': /script-src 'self' 'nonce-[^']+' 'sha256-.*object-src 'none'/,
  'x-request-id': /[0-9a-f-]{36}/,
};

test('S44 every page and call has a row in the access matrix', () => {
  expect(servedRoutes().filter((route) => !(route in ACCESS))).toEqual([]);
});

for (const caller of CALLERS) {
  test(`S44 S45 what ${caller} gets from every page and call`, async ({ callAs }) => {
    const client = await callAs(caller);
    for (const [route, row] of Object.entries(ACCESS)) {
      const [method = 'GET', pattern = '/'] = route.split(' ');
      const answer = await client.send(row.path ?? pattern, {
        method,
        headers: pattern === '/logout' ? { 'sec-fetch-site': 'cross-site' } : {},
        ...(row.body === 'json' && { json: {} }),
        ...(row.body === 'form' && { form: {} }),
      });
      for (const [name, value] of Object.entries(EVERYWHERE))
        expect.soft(`${route} ${name}: ${answer.headers.get(name)}`).toMatch(value);
      const expected = row.expect[caller];
      if (typeof expected === 'number') expect.soft(`${route} ${answer.status}`).toBe(`${route} ${expected}`);
      else {
        const location = (answer.headers.get('location') ?? '').replace(stack.baseUrl, '');
        expect.soft(`${route} ${answer.status}`).toMatch(/ (303|307)$/);
        expect.soft(location.startsWith(expected), `${route} leads to ${location}, expected ${expected}`).toBe(true);
      }
    }
  });
}
