import { hashPassword } from '#lib/auth/passwords/password-hash.ts';
import { db } from '#lib/base/db/db.ts';
import { createPerson, type Person } from '../fixtures.ts';
import { HttpClient, SESSION_COOKIE } from '../support/http-client.ts';
import { PASSWORD } from '../support/people.ts';
import { stack } from '../support/stacks/stack.ts';

export type Caller = Person & { client: HttpClient };

/** An HTTP client with the session of this token. */
export function clientOf(token: string): HttpClient {
  const client = new HttpClient(stack.baseUrl);
  client.cookies.set(SESSION_COOKIE, token);
  return client;
}

/** A new user with a password, and an HTTP client that is logged in. */
export async function createCaller(options: Parameters<typeof createPerson>[0] = {}): Promise<Caller> {
  const person = await createPerson(options);
  await db().user.update({ where: { id: person.id }, data: { passwordHash: await hashPassword(PASSWORD) } });
  return { ...person, client: clientOf(person.token) };
}

export const statusIn = async (client: HttpClient): Promise<number> => (await client.send('/userstatus')).status;

/** The target of a page's redirect, without the origin. Throws if the page does not redirect. */
export async function redirectOf(client: HttpClient, path: string): Promise<string> {
  const { status, headers } = await client.send(path);
  const location = headers.get('location');
  if (!location) throw new Error(`${path} answered ${status} without a location`);
  const { pathname, search } = new URL(location, stack.baseUrl);
  return pathname + search;
}

/** Sends the request by which nginx checks a login to the package repository with this key. Returns the status. */
export async function enterRepository(key: string): Promise<number> {
  const authorization = `Basic ${Buffer.from(`${key.slice(0, 8)}:${key.slice(-8)}`).toString('base64')}`;
  return (await new HttpClient(stack.baseUrl).send('/api/repository/auth', { headers: { authorization } })).status;
}

/** The public key of a user that no rotation has replaced. */
export const keyOf = async (userId: string): Promise<string> =>
  (await db().fuzzyKey.findFirstOrThrow({ where: { accountId: userId, replacedById: null } })).publicKey;
