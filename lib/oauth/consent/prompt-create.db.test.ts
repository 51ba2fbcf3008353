import { afterAll, beforeAll, expect, test } from 'vitest';
import { sessionCookieName } from '#lib/auth/session/sign-in-session.ts';
import { db } from '#lib/base/db/db.ts';
import { env } from '#lib/base/settings/env.ts';
import { anonymousContext } from '#lib/testing/context.ts';
import '#lib/testing/database.ts';
import { startMountedProvider } from '#lib/testing/oauth/relying-party.ts';
import { createSignedInUser } from '#lib/testing/signed-in.ts';
import { continueAuthorization } from './consent.ts';
import { authorizationOf } from '#lib/testing/oauth/authorization.ts';

let provider: Awaited<ReturnType<typeof startMountedProvider>>;
beforeAll(async () => {
  provider = await startMountedProvider();
});
afterAll(() => provider.close());

const interactionOf = (answer: Response) =>
  new URL(answer.headers.get('location') ?? '', env().APP_URL).searchParams.get('interaction') ?? '';
const cookiesOf = (answer: Response) => answer.headers.getSetCookie().map((one) => one.split(';', 1)[0]);

test('lists create among the supported prompts', async () => {
  const { config } = await provider.createRelyingParty();
  expect(config.serverMetadata()['prompt_values_supported']).toContain('create');
});

test('offers the sign-up to a visitor, and asks for consent once they have an account', async () => {
  const app = await provider.createRelyingParty();
  const first = await provider.send((await app.authorizationUrl('openid', { prompt: 'create' })).href);
  const uid = interactionOf(first);
  expect(await authorizationOf(anonymousContext(db()), uid)).toMatchObject({
    step: 'log_in',
    view: { wantsAccount: true },
  });

  const person = await createSignedInUser(db());
  expect(await authorizationOf(person.ctx, uid)).toMatchObject({ step: 'continue' });
  const cookie = [`${sessionCookieName()}=${person.sessionToken}`, ...cookiesOf(first)].join('; ');
  const headers = new Headers({ cookie, 'sec-fetch-site': 'same-origin' });
  const next = await continueAuthorization(person.ctx, uid, headers);
  const second = await provider.send(next, { headers: { cookie } });
  expect(interactionOf(second)).not.toBe(uid);
  expect(await authorizationOf(person.ctx, interactionOf(second))).toMatchObject({
    step: 'consent',
    view: { wantsAccount: false },
  });
});

test('continues with the account of a person who is logged in', async () => {
  const [person, app] = [await createSignedInUser(db()), await provider.createRelyingParty()];
  const session = `${sessionCookieName()}=${person.sessionToken}`;
  const url = await app.authorizationUrl('openid', { prompt: 'create' });
  const first = await provider.send(url.href, { headers: { cookie: session } });
  expect(await authorizationOf(person.ctx, interactionOf(first))).toMatchObject({ step: 'continue' });
});
