import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { db } from '#lib/base/db/db.ts';
import { systemContext } from '#lib/testing/context.ts';
import '#lib/testing/database.ts';
import { createClientRow, createUserRow } from '#lib/testing/factories.ts';
import { oauthProvider } from '#lib/oauth/provider/provider.ts';
import { ensureSigningKeys } from '#lib/oauth/store/signing-keys.ts';

const redirectUri = 'https://app.example/cb';
const instances: { process: ChildProcess; url: string }[] = [];
const party = { id: '', secret: '', userId: '' };

beforeAll(async () => {
  await ensureSigningKeys(systemContext(db()));
  const { client, secret } = await createClientRow(db(), { redirectUris: [redirectUri] });
  Object.assign(party, { id: client.id, secret, userId: (await createUserRow(db())).id });
  for (let n = 0; n < 2; n++) {
    const child = fork('lib/testing/oauth/provider-process.ts');
    const [{ port }] = (await once(child, 'message')) as [{ port: number }];
    instances.push({ process: child, url: `http://127.0.0.1:${port}/oauth2` });
  }
});
afterAll(() => instances.forEach(({ process }) => process.kill()));

/** A grant with its code and refresh token, as after a consent. */
async function issue() {
  const { Client, Grant, RefreshToken, AuthorizationCode } = await oauthProvider();
  const client = await Client.find(party.id);
  if (!client) throw new Error('no client');
  const grant = new Grant({ accountId: party.userId, clientId: party.id });
  grant.addOIDCScope('openid');
  const shared = { accountId: party.userId, client, grantId: await grant.save(), scope: 'openid', claims: {} };
  const gty = 'authorization_code';
  return {
    code: await new AuthorizationCode({ ...shared, gty, redirectUri, authTime: 1_700_000_000 }).save(),
    refresh_token: await new RefreshToken({ ...shared, gty }).save(),
  };
}

/** Sends 20 identical requests at once, half to each instance, and returns the answer of the one that succeeds. */
async function send20(form: Record<string, string>) {
  const authorization = `Basic ${Buffer.from(`${party.id}:${party.secret}`).toString('base64')}`;
  const answers = await Promise.all(
    Array.from({ length: 20 }, async (_, n) => {
      const { url } = instances[n % 2] ?? { url: '' };
      const body = new URLSearchParams(form);
      const response = await fetch(`${url}/token`, { method: 'POST', headers: { authorization }, body });
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    }),
  );
  const [won, ...more] = answers.filter(({ status }) => status === 200);
  expect(more).toEqual([]);
  const refusals = answers.filter(({ status }) => status !== 200);
  expect(refusals).toHaveLength(19);
  for (const { status, body } of refusals)
    expect({ status, ...body }).toMatchObject({ status: 400, error: 'invalid_grant' });
  return won?.body ?? {};
}

const userinfo = async (token: unknown) =>
  (await fetch(`${instances[1]?.url}/userinfo`, { headers: { authorization: `Bearer ${String(token)}` } })).status;

test('redeems a code once in 20 requests to two instances, and ends its tokens (S69)', async () => {
  const { code } = await issue();
  const { access_token } = await send20({ grant_type: 'authorization_code', code, redirect_uri: redirectUri });
  expect(await userinfo(access_token)).toBe(401);
});

test('uses a refresh token once in 20 requests to two instances, and keeps the new tokens valid (S71)', async () => {
  const { refresh_token } = await issue();
  const { access_token } = await send20({ grant_type: 'refresh_token', refresh_token });
  expect(await userinfo(access_token)).toBe(200);
});
