import { expect, test } from './fixtures.ts';
import { ACCESS, CALLERS } from './support/access-matrix.ts';
import { servedRoutes } from './support/routes.ts';
import { stack } from './support/stack.ts';

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
