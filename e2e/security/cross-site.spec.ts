import { expect, test } from '../fixtures.ts';
import { ACCESS } from '../support/access-matrix.ts';
import { stack } from '../support/stack.ts';

/** By whom a program is known, not by cookies, so that no other site can act for it; and Stripe, who signs. */
const NO_COOKIES = /^\/(oauth2\/token|api\/)/;

const changing = Object.entries(ACCESS)
  .map(([route, row]) => {
    const [method = '', pattern = ''] = route.split(' ');
    return { route, method, path: row.path ?? pattern, body: row.body };
  })
  .filter(({ method, path }) => method !== 'GET' && !NO_COOKIES.test(path));

for (const headers of [
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { origin: 'null', 'sec-fetch-site': 'cross-site' },
  { origin: 'http://localhost:3000' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
])
  test(`S31 S32 S67 no state-changing call is done that comes with ${JSON.stringify(headers)}`, async ({ callAs }) => {
    const admin = await callAs('admin');
    for (const { route, method, path, body } of changing) {
      const answer = await admin.send(path, {
        ...{ method, headers },
        ...(body === 'form' ? { form: {} } : { json: {} }),
      });
      const location = answer.headers.get('location') ?? '';
      if (body === 'form')
        expect.soft(`${route} ${answer.status} ${location}`).toMatch(/ 303 .*error=(forbidden|failed)/);
      else expect.soft(`${route} ${answer.status} ${answer.text}`).toMatch(/ 403 .*"code":"forbidden"/);
    }
    expect((await admin.send('/userstatus')).status, 'nothing of it ended the session').toBe(200);
  });

test('S31 a body that is not JSON is refused by every call, and one that is no form by every form', async ({
  callAs,
}) => {
  const admin = await callAs('admin');
  const origin = { origin: stack.baseUrl, 'sec-fetch-site': 'same-origin' };
  for (const { route, method, path, body } of changing)
    for (const type of [
      'text/plain',
      'multipart/form-data; boundary=x',
      body === 'form' ? 'application/json' : 'application/x-www-form-urlencoded',
    ]) {
      const answer = await admin.send(path, { method, form: { a: 'b' }, headers: { ...origin, 'content-type': type } });
      const location = answer.headers.get('location') ?? '';
      if (body === 'form')
        expect
          .soft(`${route} ${type} ${answer.status} ${location}`)
          .toMatch(/ 303 .*error=(unsupported_media_type|failed)/);
      else expect.soft(`${route} ${type} ${answer.status}`).toBe(`${route} ${type} 415`);
    }
  expect((await admin.send('/userstatus')).status).toBe(200);
});
