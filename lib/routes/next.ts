import type { Route } from 'next';
import { headers } from 'next/headers';
import { forbidden, redirect } from 'next/navigation';
import { cache } from 'react';
import { refusalOf } from '#lib/accounts/roles.ts';
import type { LoginCookies } from '#lib/auth/login/service.ts';
import { actorOf, findSignIn } from '#lib/auth/session/caller.ts';
import { readCookie } from '#lib/auth/session/cookies.ts';
import type { Anonymous, Member } from '#lib/base/context.ts';
import { paths } from '#lib/base/paths.ts';
import { env } from '#lib/base/settings/env.ts';
import { isForNow } from '#lib/http/answers/error-response.ts';
import { noteOutage } from '#lib/http/answers/outage.ts';
import { REQUEST_ID_HEADER } from './request-context.ts';

/** The session behind this page, read once per request. */
const currentSignIn = cache(async () => askedByPage(findSignIn((await headers()).get('cookie'))));

/** Awaits a page's database query. If the database is down, the page gets status 503 (lib/http/answers/outage.ts). */
export async function askedByPage<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (isForNow(error)) await sayUnavailable();
    throw error;
  }
}

/** Sets this page's status to 503, whatever it shows. */
export async function sayUnavailable(): Promise<void> {
  noteOutage((await headers()).get(REQUEST_ID_HEADER) ?? '');
}

/** The email address of the logged-in user; null when logged out. */
export const currentEmail = async (): Promise<string | null> => (await currentSignIn())?.user.email ?? null;

/** Raw tokens from the cookies, for actions that start or end a session. */
export async function currentTokens(): Promise<LoginCookies & { challenge: string | null }> {
  const header = (await headers()).get('cookie');
  return {
    session: readCookie(header, 'session'),
    device: readCookie(header, 'device'),
    challenge: readCookie(header, 'login_challenge'),
    signUp: readCookie(header, 'sign_up'),
  };
}

/** The actor who requests this page. */
export const currentActor = async (): Promise<Anonymous | Member> => actorOf(await currentSignIn());

/**
 * The logged-in user of a page, at the address `returnTo`. Redirects a visitor to the login, which returns there; a
 * member whose role or login does not allow the page gets app/(account)/forbidden.tsx.
 */
export async function requireUser(returnTo: string): Promise<Member> {
  const actor = await currentActor();
  if (actor.kind === 'anonymous') redirect(paths.login(returnTo) as Route);
  if (refusalOf(actor, 'GET', new URL(returnTo, env().APP_URL).pathname)) forbidden();
  return actor;
}
