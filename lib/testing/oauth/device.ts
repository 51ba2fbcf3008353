import { vi } from 'vitest';
import { sessionCookieName } from '#lib/auth/session/sign-in-session.ts';
import { db } from '#lib/base/db/db.ts';
import { env } from '#lib/base/settings/env.ts';
import { decideAuthorization } from '#lib/oauth/consent/consent.ts';
import { createClientRow } from '#lib/testing/factories.ts';
import type { createSignedInUser } from '#lib/testing/signed-in.ts';
import type { startMountedProvider } from './relying-party.ts';

const GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
export const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
type Provider = Awaited<ReturnType<typeof startMountedProvider>>;
type Started = { device_code: string; user_code: string; verification_uri: string; verification_uri_complete: string };
export type Person = Awaited<ReturnType<typeof createSignedInUser>>;

/** A client with the device flow, on a device. */
export async function createDevice(provider: Provider, fields: Parameters<typeof createClientRow>[1] = {}) {
  const { client, secret } = await createClientRow(db(), {
    name: 'Set-top box',
    mayUseDeviceFlow: true,
    redirectUris: ['https://tv.example/cb'],
    ...fields,
  });
  const auth = secret === null ? {} : { authorization: `Basic ${btoa(`${client.id}:${secret}`)}` };
  const post = async (path: string, form: Record<string, string>) => {
    const body = new URLSearchParams({ ...(secret === null && { client_id: client.id }), ...form });
    const answer = await provider.send(env().APP_URL + path, { method: 'POST', headers: { ...FORM, ...auth }, body });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  return {
    id: client.id,
    ask: (form: Record<string, string> = {}) =>
      post('/oauth2/device_authorization', { scope: 'openid email', ...form }),
    start: async () => (await post('/oauth2/device_authorization', { scope: 'openid email' })).body as Started,
    poll: (code: string) => post('/oauth2/token', { grant_type: GRANT, device_code: code }),
    renew: (token: string) => post('/oauth2/token', { grant_type: 'refresh_token', refresh_token: token }),
  };
}

/** A browser with its cookies, for the pages of the provider. */
export function createBrowser(provider: Provider, person?: Person) {
  const cookies = new Map<string, string>();
  if (person) cookies.set(sessionCookieName(), person.sessionToken);
  const cookie = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const send = async (path: string, form?: Record<string, string>, more: Record<string, string> = {}) => {
    const url = new URL(path, env().APP_URL).href;
    const init = form
      ? { method: 'POST', headers: { ...FORM, cookie: cookie(), ...more }, body: new URLSearchParams(form) }
      : {};
    const answer = await provider.send(url, { headers: { cookie: cookie() }, ...init });
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';', 1)[0] ?? '').split(/=(.*)/s);
      if (value) cookies.set(name, value);
      else cookies.delete(name);
    }
    const cacheControl = answer.headers.get('cache-control');
    const html = await answer.text();
    const xsrf = /name="xsrf" value="([^"]*)"/.exec(html)?.[1] ?? '';
    return { status: answer.status, location: answer.headers.get('location') ?? '', html, xsrf, cacheControl };
  };
  const enter = async (code: string) => {
    const { xsrf } = await send('/oauth2/device');
    return send('/oauth2/device', { xsrf, user_code: code });
  };
  /** Presses Continue on the page for the code. Returns the id of the interaction that asks for consent. */
  const confirm = async (code: string) => {
    const { xsrf } = await enter(code);
    const answer = await send('/oauth2/device', { xsrf, user_code: code, confirm: 'yes' });
    return new URL(answer.location, env().APP_URL).searchParams.get('interaction') ?? '';
  };
  const decide = async (uid: string, decision: 'authorize' | 'deny' = 'authorize', site = 'same-origin') => {
    if (!person) throw new Error('no user');
    const headers = new Headers({ cookie: cookie(), 'sec-fetch-site': site });
    const onwards = await decideAuthorization(person.ctx, uid, { decision, shownAt: 0 }, headers);
    return send(new URL(onwards, env().APP_URL).pathname);
  };
  const approve = async (code: string) => decide(await confirm(code));
  return { send, enter, confirm, decide, approve };
}

export const auditOf = (userId: string) =>
  db().auditEvent.findMany({
    where: { targetId: userId },
    select: { action: true, data: true },
    orderBy: [{ at: 'asc' }, { id: 'asc' }],
  });

/** Calls `run` with the clock `ms` ahead, as if the device had waited. */
export async function later<T>(ms: number, run: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
  try {
    return await run();
  } finally {
    vi.useRealTimers();
  }
}
