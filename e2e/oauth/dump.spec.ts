import * as client from 'openid-client';
import { expect, test } from '../fixtures.ts';
import { dumpDatabase } from '../support/dump.ts';
import { authorize, createWalk, logInThere, postToken } from './support/walk.ts';

test('stores no readable token, code, client secret or cookie in the database (S76)', async () => {
  const walk = await createWalk();
  const { rp, browser } = walk;
  const first = await logInThere(walk, { scope: 'openid email' });
  const second = await client.refreshTokenGrant(rp.config, first.refresh_token ?? '');
  const unused = await authorize(walk);
  const asked = await browser.open((await rp.request({ prompt: 'consent', id_token_hint: first.id_token ?? '' })).url);
  const pushed = await client.buildAuthorizationUrlWithPAR(rp.config, {
    redirect_uri: rp.redirectUri,
    scope: 'openid',
    id_token_hint: first.id_token ?? '',
    prompt: 'consent',
  });
  await browser.open(pushed);
  expect((await postToken(rp, { grant_type: 'refresh_token', refresh_token: 'x' })).status).toBe(400);

  const values = {
    'access token': first.access_token,
    'used refresh token': first.refresh_token,
    'renewed access token': second.access_token,
    'refresh token': second.refresh_token,
    'ID token': first.id_token,
    'unredeemed code': unused.answer.searchParams.get('code'),
    'code verifier': unused.request.checks.pkceCodeVerifier,
    interaction: asked.url.searchParams.get('interaction'),
    'client secret': rp.secret,
    request_uri: pushed.searchParams.get('request_uri')?.split(':').at(-1),
    ...Object.fromEntries([...browser.cookies].map(([name, value]) => [`cookie ${name}`, value])),
  };
  const dump = await dumpDatabase();
  expect(dump, 'the dump contains the client').toContain(rp.id);
  for (const [name, value] of Object.entries(values)) {
    expect(value, name).toMatch(/^.{20,}$/);
    for (const form of [value ?? '', Buffer.from(value ?? '').toString('hex')])
      expect(dump.includes(form), `${name} in the dump`).toBe(false);
  }
});
