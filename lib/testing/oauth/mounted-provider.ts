/** The provider as server/ mounts it, with two clients and a user, for tests of what it answers over HTTP. */
import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, vi } from 'vitest';
import { randomToken, sha256 } from '#lib/base/crypto.ts';
import { db } from '#lib/base/db/db.ts';
import { handleProviderRequest } from '#lib/oauth/provider/mount.ts';
import { oauthProvider } from '#lib/oauth/provider/provider.ts';
import { ensureSigningKeys } from '#lib/oauth/store/signing-keys.ts';
import { systemContext } from '#lib/testing/context.ts';
import { createClientRow, createUserRow, unique } from '#lib/testing/factories.ts';

const server = createServer((req, res) => void handleProviderRequest(req, res));
export const confidential = unique('client');
export const spa = unique('client');
export const secret = randomToken();
export const redirectUri = 'https://app.example/cb';
/** The user; has an id once the tests run. */
export const person = { id: '' };

/** Starts the provider for the tests of a file. */
export function mountForTests(): void {
  beforeAll(async () => {
    await ensureSigningKeys(systemContext(db()));
    const redirectUris = [redirectUri];
    await createClientRow(db(), { id: confidential, redirectUris, secretHash: sha256(secret) });
    await createClientRow(db(), { id: spa, redirectUris, scopes: ['openid', 'email'], isPublic: true });
    person.id = (await createUserRow(db())).id;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
  afterAll(() => void server.close());
}

export type Answer = {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
  json: () => Record<string, unknown>;
};

export function call(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  form?: Record<string, string>,
): Promise<Answer> {
  const { port } = server.address() as AddressInfo;
  const type = form ? { 'content-type': 'application/x-www-form-urlencoded' } : {};
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, method, path, headers: { ...type, ...headers } }, (res) => {
      let body = '';
      res.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
      res.on('end', () =>
        resolve({ status: res.statusCode ?? 0, headers: res.headers, body, json: () => JSON.parse(body) as never }),
      );
    });
    sent.on('error', reject).end(form && new URLSearchParams(form).toString());
  });
}

export const basic = (id: string, password: string) => ({ authorization: `Basic ${btoa(`${id}:${password}`)}` });
export const authorizeUrl = (params: Record<string, string>) => `/oauth2/authorize?${new URLSearchParams(params)}`;
export const goodRequest = {
  client_id: confidential,
  redirect_uri: redirectUri,
  response_type: 'code',
  scope: 'openid',
  state: 'xyz',
};

/** Issues the tokens and the code that a consent would, without going through its pages. */
export async function issueTokens(clientId = confidential) {
  const { Client, Grant, AccessToken, RefreshToken, AuthorizationCode } = await oauthProvider();
  const client = await Client.find(clientId);
  if (!client) throw new Error('no client');
  const grant = new Grant({ accountId: person.id, clientId });
  grant.addOIDCScope('openid email profile');
  const grantId = await grant.save();
  const shared = {
    accountId: person.id,
    client,
    grantId,
    scope: 'openid profile',
    gty: 'authorization_code',
    claims: {},
  };
  const code = new AuthorizationCode({ ...shared, redirectUri, authTime: 1_700_000_000, nonce: 'n' });
  return {
    access: await new AccessToken(shared).save(),
    refresh: await new RefreshToken(shared).save(),
    code: await code.save(),
  };
}
