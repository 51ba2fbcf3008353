import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Provider } from 'oidc-provider';
import { beforeAll, expect, test } from 'vitest';
import { db } from '#lib/base/db/db.ts';
import { systemContext } from '#lib/testing/context.ts';
import '#lib/testing/database.ts';
import { oauthProvider } from '#lib/oauth/provider/provider.ts';
import { findSignedCookie } from './own-request.ts';
import { ensureSigningKeys } from '#lib/oauth/store/signing-keys.ts';

let provider: Provider;
beforeAll(async () => {
  await ensureSigningKeys(systemContext(db()));
  provider = await oauthProvider();
});

/** The `Cookie` header of a browser after the provider has set its resume cookie. */
function cookieHeaderWith(value: string): string {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  provider.createContext(request, response).cookies.set(provider.cookieName('resume'), value, { signed: true });
  const set = response.getHeader('set-cookie') as string[];
  return set.map((cookie) => cookie.split(';', 1)[0]).join('; ');
}
const find = (cookie: string) => findSignedCookie(provider, 'resume', new Headers({ cookie }));

test('returns the value of a cookie that the provider has signed', () => {
  expect(find(`other=1; ${cookieHeaderWith('abc')}`)).toBe('abc');
});

test('ignores a missing, unsigned or changed cookie', () => {
  const signed = cookieHeaderWith('abc');
  expect(find('')).toBeUndefined();
  expect(find(signed.split('; ', 1)[0] ?? '')).toBeUndefined();
  expect(find(signed.replace('=abc', '=abd'))).toBeUndefined();
});
