import type { Route } from 'next';
import { cookies, headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { cache } from 'react';
import type { Anonymous, Member } from '#lib/context.ts';
import { isUnreachable } from '#lib/http/error-response.ts';
import { noteOutage } from '#lib/http/outage.ts';
import { REQUEST_ID_HEADER } from '#lib/http/request-context.ts';
import { paths } from '#lib/paths.ts';
import { actorOf, findSignIn } from './caller.ts';
import { challengeCookieName } from './challenge.ts';
import { deviceCookieName } from './known-device.ts';
import type { LoginCookies } from './service.ts';
import { sessionCookieName } from './sign-in-session.ts';

/** The sign-in behind this page, read once. */
const currentSignIn = cache(async () => askedByPage(findSignIn((await headers()).get('cookie'))));

/** What a page asks the database. While that is away the page is answered with 503 (lib/http/outage.ts). */
export async function askedByPage<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (isUnreachable(error)) await sayUnavailable();
    throw error;
  }
}

/** Makes the status of this page 503, whatever it shows. */
export async function sayUnavailable(): Promise<void> {
  noteOutage((await headers()).get(REQUEST_ID_HEADER) ?? '');
}

/** The address of who is logged in; null when nobody is. */
export const currentEmail = async (): Promise<string | null> => (await currentSignIn())?.user.email ?? null;

/** The cookies' raw tokens, for verbs that begin or end a session. */
export async function currentTokens(): Promise<LoginCookies & { challenge: string | null }> {
  const jar = await cookies();
  const token = (name: string) => jar.get(name)?.value.slice(0, 200) || null;
  return {
    session: token(sessionCookieName()),
    device: token(deviceCookieName()),
    challenge: token(challengeCookieName()),
  };
}

/** Who opens this page. */
export const currentActor = async (): Promise<Anonymous | Member> => actorOf(await currentSignIn());

/** For pages: the signed-in person, or a redirect to the login that leads back to `returnTo`. */
export async function requireUser(returnTo: string): Promise<Member> {
  const actor = await currentActor();
  if (actor.kind === 'anonymous') redirect(paths.login(returnTo) as Route);
  return actor;
}
