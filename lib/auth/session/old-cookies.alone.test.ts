import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { GET as getStatus } from '#app/userstatus/route.ts';
import { POST as postForgot } from '#app/forgot/email/route.ts';
import { db } from '#lib/base/db/db.ts';
import '#lib/testing/database.ts';
import { startMountedProvider } from '#lib/testing/oauth/relying-party.ts';
import { createSignedInUser } from '#lib/testing/signed-in.ts';
import { DAY } from '#lib/base/time.ts';
import { RELEASED } from './cookies.ts';
import { sessionCookie, sessionCookieName } from './sign-in-session.ts';

const OLD_NAME = 'next-auth.session-token';
let provider: Awaited<ReturnType<typeof startMountedProvider>>;
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: RELEASED + DAY });
  provider = await startMountedProvider();
});
afterAll(() => {
  vi.useRealTimers();
  provider.close();
});

/** A person whose session began so many milliseconds after the release. */
async function createPerson(afterRelease: number) {
  vi.setSystemTime(RELEASED + afterRelease);
  const person = await createSignedInUser(db());
  vi.setSystemTime(RELEASED + DAY);
  return person;
}

const askStatus = (cookie: string) =>
  getStatus(new Request('http://localhost:8080/userstatus', { headers: { cookie } }), { params: Promise.resolve({}) });

test('keeps a person logged in whose session cookie has its former name, and sets the new one (S91)', async () => {
  const { sessionToken } = await createPerson(-1);
  const answer = await askStatus(`${OLD_NAME}=${sessionToken}`);
  expect(answer.status).toBe(200);
  expect(answer.headers.getSetCookie()).toEqual([sessionCookie(sessionToken)]);
  const renamed = await askStatus(`${sessionCookieName()}=${sessionToken}`);
  expect([renamed.status, renamed.headers.getSetCookie()]).toEqual([200, []]);
});

// Any host of the domain can set the former name, with the session of another person.
test('takes no session by the former name that began after the release, and does not rename it', async () => {
  const { sessionToken } = await createPerson(0);
  const answer = await askStatus(`${OLD_NAME}=${sessionToken}`);
  expect([answer.status, answer.headers.getSetCookie()]).toEqual([401, []]);
  expect((await askStatus(`${sessionCookieName()}=${sessionToken}`)).status).toBe(200);

  const page = new Request('http://localhost:8080/forgot/email', {
    method: 'POST',
    headers: { cookie: `${OLD_NAME}=${sessionToken}`, 'content-type': 'application/json' },
    body: '{"email":"nobody@example.com"}',
  });
  const anonymous = await postForgot(page, { params: Promise.resolve({}) });
  expect([anonymous.status, anonymous.headers.getSetCookie()]).toEqual([200, []]);
});

test('takes the former name at the provider, too', async () => {
  const [person, app] = [await createPerson(-1), await provider.createRelyingParty()];
  const url = await app.authorizationUrl('openid', { prompt: 'none' });
  const errorWith = async (cookie: string) => {
    const answer = await provider.send(url.href, { headers: { cookie } });
    return new URL(answer.headers.get('location') ?? '').searchParams.get('error');
  };
  expect(await errorWith('')).toBe('login_required');
  expect(await errorWith(`${OLD_NAME}=${person.sessionToken}`)).toBe('consent_required');
  const late = await createPerson(0);
  expect(await errorWith(`${OLD_NAME}=${late.sessionToken}`)).toBe('login_required');
  expect(await errorWith(`${sessionCookieName()}=${late.sessionToken}`)).toBe('consent_required');
});
