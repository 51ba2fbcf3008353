import { expect, test } from '../fixtures.ts';
import { ACCESS } from '../support/access-matrix.ts';
import { stack } from '../support/stacks/stack.ts';

/** Callers that do not authenticate by cookie, so CSRF does not apply: API clients and Stripe's signed webhooks. */
const NO_COOKIES = /^\/(oauth2\/(token|register|device_authorization)|api\/)/;

const changing = Object.entries(ACCESS)
  .map(([route, row]) => {
    const [method = '', pattern = ''] = route.split(' ');
    return { route, method, path: row.path ?? pattern, body: row.body };
  })
  .filter(({ method, path }) => method !== 'GET' && !NO_COOKIES.test(path));

// lib/http/origin.alone.test.ts tests the other headers, and e2e/oauth/tokens.spec.ts the consent form.
for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }])
  test(`refuses state-changing requests with ${JSON.stringify(headers)} (S31, S32, S67)`, async ({ callAs }) => {
    const admin = await callAs('admin');
    for (const { route, method, path, body } of changing) {
      const answer = await admin.send(path, {
        method,
        headers,
        ...(body === 'form' ? { form: {} } : { json: {} }),
      });
      const location = answer.headers.get('location') ?? '';
      if (body === 'form')
        expect.soft(`${route} ${answer.status} ${location}`).toMatch(/ 303 .*error=(forbidden|failed|other_site)/);
      else expect.soft(`${route} ${answer.status} ${answer.text}`).toMatch(/ 403 .*"code":"forbidden"/);
    }
    expect((await admin.send('/userstatus')).status, 'no request ended the session').toBe(200);
  });

test('refuses a body of the wrong content type at every endpoint and form (S31)', async ({ callAs }) => {
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
          .toMatch(/ 303 .*error=(unsupported_media_type|failed|expired|other_site)/);
      else expect.soft(`${route} ${type} ${answer.status}`).toBe(`${route} ${type} 415`);
    }
  expect((await admin.send('/userstatus')).status).toBe(200);
});
