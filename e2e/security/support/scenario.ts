import { expect } from '@playwright/test';
import type { Random } from '#lib/testing/random.ts';
import { HttpClient, SESSION_COOKIE } from '../../support/http-client.ts';
import type { BillingStack, Person } from '../../support/stacks/billing-stack.ts';

/** The headers that authenticate each kind of caller. */
export type Credentials = Record<'subscriber' | 'admin' | 'server' | 'client', Record<string, string>>;

const basic = (name: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`,
});

/** Creates a caller of every kind, and rows for random requests to hit. */
export async function createScenario(stack: BillingStack) {
  const [subscriber, admin, victim] = [await stack.newPerson(), await newAdmin(stack), await stack.newPerson()];
  const created = async <T>(path: string, json: object) => {
    const answer = await admin.client.send(path, { json });
    expect(answer.status, answer.text).toBe(200);
    return answer.json() as T;
  };
  const { token } = await created<{ token: string }>('/admin/api/servers', { name: 'fuzz-1' });
  const description = 'Key to be hit';
  const { key } = await created<{ key: string }>('/admin/api/fuzzy-keys/generate', { description, rank: 50 });
  const app = await created<{ id: string; client_secret: string }>('/admin/api/oauth2/clients', {
    name: 'App to be hit',
    redirect_uris: ['https://app.example/callback'],
    scopes: ['openid'],
    is_public: false,
  });

  return {
    /** Existing values, by name of field or parameter. */
    present: {
      id: [victim.id, app.id],
      ids: [victim.id],
      user_id: [victim.id],
      userId: [victim.id],
      email: [victim.email],
      description: [description],
      public_key: [key],
      keyId: [key.slice(0, 13)],
      key_id: [key.slice(0, 13)],
      keys: [key.slice(0, 13)],
      period: ['24h', '168h', '720h'],
      duration: ['24h', '168h', '720h'],
      client_id: [app.id],
      client_secret: [app.client_secret],
      redirect_uri: ['https://app.example/callback'],
    },
    /** Logs in anew, because a request may have ended the sessions. Fails if a request deleted a user. */
    async logIn(): Promise<Credentials> {
      await stack.query('DELETE FROM rate_limits');
      return {
        subscriber: await logIn(stack, subscriber),
        admin: await logIn(stack, admin),
        server: basic('fuzz-1', token),
        client: basic(app.id, app.client_secret),
      };
    },
  };
}

/** Creates a user and makes them an admin in the database. */
export async function newAdmin(stack: BillingStack): Promise<Person> {
  const person = await stack.newPerson();
  await stack.query('UPDATE users SET is_admin = true WHERE id = $1', person.id);
  return person;
}

async function logIn({ signIn, baseUrl }: BillingStack, { id }: Person): Promise<{ cookie: string }> {
  const token = await signIn(id);
  const cookie = `${SESSION_COOKIE}=${token}`;
  expect((await new HttpClient(baseUrl).send('/userstatus', { headers: { cookie } })).status).toBe(200);
  return { cookie };
}

/** Picks a caller: mostly one with access, so that requests get past the access check. */
export function callerOf(random: Random, path: string): keyof Credentials | 'anonymous' {
  if (random.chance(0.1)) return random.pick(['anonymous', 'subscriber', 'admin', 'server']);
  if (path.startsWith('/api/storage') || path.startsWith('/api/repository')) return 'server';
  if (/^\/oauth2\/(token|revoke|introspect|par)$/.test(path)) return 'client';
  if (path.startsWith('/admin')) return 'admin';
  return random.chance(0.7) ? 'subscriber' : 'anonymous';
}
