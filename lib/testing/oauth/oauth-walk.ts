import { createServer, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { findSignInSession, sessionCookieName } from '#lib/auth/session/sign-in-session.ts';
import { db } from '#lib/base/db/db.ts';
import { decideAuthorization } from '#lib/oauth/consent/consent.ts';
import { handleProviderRequest } from '#lib/oauth/provider/mount.ts';
import { ensureSigningKeys } from '#lib/oauth/store/signing-keys.ts';
import { subscriberContext, systemContext } from '#lib/testing/context.ts';
import { createClientRow } from '#lib/testing/factories.ts';

const REDIRECT = 'https://app.example/cb';

/** The provider on its own port, with a client that sends users to it. */
export async function startProvider() {
  await ensureSigningKeys(systemContext(db()));
  const { client, secret } = await createClientRow(db(), { redirectUris: [REDIRECT] });
  const authorization = `Basic ${btoa(`${client.id}:${secret}`)}`;
  const server = createServer((req, res) => void handleProviderRequest(req, res));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  const call = (method: string, path: string, headers: Record<string, string>, form?: Record<string, string>) =>
    new Promise<{ answer: IncomingMessage; body: string }>((resolve, reject) => {
      const type = form ? { 'content-type': 'application/x-www-form-urlencoded' } : {};
      const { port } = server.address() as AddressInfo;
      const sent = request({ host: '127.0.0.1', port, method, path, headers: { ...type, ...headers } }, (answer) => {
        let body = '';
        answer.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
        answer.on('end', () => resolve({ answer, body }));
      });
      sent.on('error', reject).end(form && new URLSearchParams(form).toString());
    });

  const wanted = (hints: Record<string, string>) => ({
    client_id: client.id,
    redirect_uri: REDIRECT,
    response_type: 'code',
    scope: 'openid email profile',
    ...hints,
  });
  const ask = (hints: Record<string, string>, cookie: string) =>
    call('GET', `/oauth2/authorize?${new URLSearchParams(wanted(hints))}`, { cookie });

  /** Sends a logged-in user to the consent page, as the client would. `decide` presses one of the buttons there. */
  const begin = async (sessionToken: string, email: string) => {
    const signIn = await findSignInSession(db(), sessionToken, new Date());
    if (!signIn) throw new Error('no user is logged in');
    const session = `${sessionCookieName()}=${sessionToken}`;
    const { answer } = await ask({ login_hint: email, prompt: 'consent' }, session);
    const set = (answer.headers['set-cookie'] ?? []).map((one) => one.split(';', 1)[0]);
    const cookie = [session, ...set].join('; ');
    const uid = new URL(answer.headers.location ?? '', REDIRECT).searchParams.get('interaction') ?? '';
    const who = subscriberContext(db(), { id: signIn.user.id });
    const ctx = { ...who, actor: { ...who.actor, sessionId: signIn.id } };
    const headers = new Headers({ cookie, 'sec-fetch-site': 'same-origin' });
    const decide = (decision: 'authorize' | 'deny') => decideAuthorization(ctx, uid, { decision, shownAt: 0 }, headers);
    return { uid, session, cookie, ctx, headers, decide };
  };

  return {
    begin,
    call,
    /** Requests a login with an email address in a browser without cookies, directly and by PAR. */
    async askStranger(email: string): Promise<void> {
      await ask({ login_hint: email }, '');
      await call('POST', '/oauth2/par', { authorization }, wanted({ login_hint: email }));
    },
    /** Lets a logged-in user consent. The client gets tokens, and sends a second request with the ID token. */
    async agree(sessionToken: string, email: string): Promise<void> {
      const { session, cookie, decide } = await begin(sessionToken, email);
      const onwards = new URL(await decide('authorize'));
      const done = await call('GET', onwards.pathname, { cookie });
      const code = new URL(done.answer.headers.location ?? '').searchParams.get('code') ?? '';
      const form = { grant_type: 'authorization_code', code, redirect_uri: REDIRECT };
      const tokens = JSON.parse((await call('POST', '/oauth2/token', { authorization }, form)).body) as {
        id_token: string;
      };
      await ask({ login_hint: email, id_token_hint: tokens.id_token, prompt: 'consent' }, session);
    },
    close: () => void server.close(),
  };
}
