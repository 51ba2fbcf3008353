import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { GET as getStatus } from '#app/userstatus/route.ts';
import { db } from '#lib/db.ts';
import '#lib/testing/database.ts';
import { startMountedProvider } from '#lib/testing/relying-party.ts';
import { createSignedInUser } from '#lib/testing/signed-in.ts';
import { DAY } from '#lib/time.ts';
import { OLD_NAMES_END } from './cookies.ts';
import { sessionCookie, sessionCookieName } from './sign-in-session.ts';

const OLD_NAME = 'next-auth.session-token';
let provider: Awaited<ReturnType<typeof startMountedProvider>>;
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: OLD_NAMES_END - DAY });
  provider = await startMountedProvider();
});
afterAll(() => {
  vi.useRealTimers();
  provider.close();
});

const askStatus = (cookie: string) =>
  getStatus(new Request('http://localhost:8080/userstatus', { headers: { cookie } }), { params: Promise.resolve({}) });

test('keeps a person logged in whose session cookie has its former name, and sets the new one (S91)', async () => {
  const { sessionToken } = await createSignedInUser(db());
  const answer = await askStatus(`${OLD_NAME}=${sessionToken}`);
  expect(answer.status).toBe(200);
  expect(answer.headers.getSetCookie()).toEqual([sessionCookie(sessionToken)]);
  const renamed = await askStatus(`${sessionCookieName()}=${sessionToken}`);
  expect([renamed.status, renamed.headers.getSetCookie()]).toEqual([200, []]);
});

test('takes the former name at the provider, too', async () => {
  const [person, app] = [await createSignedInUser(db()), await provider.createRelyingParty()];
  const url = await app.authorizationUrl('openid', { prompt: 'none' });
  const errorWith = async (cookie: string) => {
    const answer = await provider.send(url.href, { headers: { cookie } });
    return new URL(answer.headers.get('location') ?? '').searchParams.get('error');
  };
  expect(await errorWith('')).toBe('login_required');
  expect(await errorWith(`${OLD_NAME}=${person.sessionToken}`)).toBe('consent_required');
});
