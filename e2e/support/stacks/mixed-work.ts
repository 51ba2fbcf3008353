import { randomUUID } from 'node:crypto';
import { until } from '#dev/stack/process.ts';
import { HttpClient } from '../http-client.ts';
import { PASSWORD, signUp } from '../people.ts';
import type { DetachedStack } from './detached-stack.ts';
import type { StripeControl } from './stripe-control.ts';

type Json = Record<string, unknown>;

/** Data that the product has acknowledged, and must not lose. */
export type Promised = {
  users: Set<string>;
  /** users whose deletion was requested; if the request got no response, they may still exist */
  deleted: Set<string>;
  keys: Set<string>;
  clients: Set<string>;
  payments: Set<string>;
  /** sum of `checked` in the accepted usage reports */
  checked: number;
};

/** Thrown when a request of a task fails, for example because of a kill. */
class Interrupted extends Error {}

/** Typical tasks of a busy day, which a kill may interrupt. An interrupted task waits until `isOpen`. */
export async function createMixedWork(
  stack: DetachedStack,
  admin: HttpClient,
  stripe: StripeControl,
  isOpen: () => boolean,
) {
  const promised: Promised = {
    users: new Set<string>(),
    deleted: new Set<string>(),
    keys: new Set<string>(),
    clients: new Set<string>(),
    payments: new Set<string>(),
    checked: 0,
  };
  const people: { id: string; email: string }[] = [];
  const server = await must(admin, '/admin/api/servers', { name: 'storage' });
  const authorization = `Basic ${btoa(`storage:${String(server.token)}`)}`;

  async function must(client: HttpClient, path: string, json?: object, method?: string): Promise<Json> {
    const answer = await client
      .send(path, { ...(json && { json }), ...(method && { method }) })
      .catch(() => ({ status: 0, json: () => ({}) }));
    if (answer.status >= 200 && answer.status < 400) return answer.status === 303 ? {} : (answer.json() as Json);
    throw new Interrupted(`${path}: ${answer.status}`);
  }

  async function signUpAndBuy() {
    const { email, status, client } = await signUp(stack.url);
    if (status !== 200) throw new Interrupted(`sign-up: ${status}`);
    promised.users.add(email);
    const mail = await stack.mailbox.receive(email, 'Verify your email address').catch(() => null);
    if (!mail) throw new Interrupted('no mail'); // a worker was killed while sending the email
    const token = new URL(stack.mailbox.linkIn(mail, '/verify-email')).searchParams.get('token');
    await must(client, '/verify/email', { email, token });
    await must(client, '/login/email', { email, password: PASSWORD });
    await must(client, '/account/api/billing/buyer', { kind: 'company' });
    await must(client, '/buy?small=1');
    const { sessions, customers } = await stripe.state();
    const customer = customers.find((each) => each.email === email)?.id;
    const session = sessions.find((each) => each.customer === customer)?.id;
    if (!session) throw new Error(`no checkout for ${email}`);
    await stripe.send('pay', { session });
    promised.payments.add(email);
  }

  async function administrate(n: number) {
    const email = `made-${randomUUID()}@example.com`;
    const made = await must(admin, '/admin/api/manual-users', { email, password: PASSWORD, country: 'DE' });
    promised.users.add(email);
    const { id } = made.user as { id: string };
    people.push({ id, email });
    const description = `load ${n}`;
    const { key } = await must(admin, '/admin/api/fuzzy-keys/generate', { description, email });
    promised.keys.add(String(key));
    if (n % 2) await must(admin, '/admin/api/fuzzy-keys/rotate', { description, grace: '1h' });
    else await must(admin, '/admin/api/fuzzy-keys/delete', { description });
    const client = { name: `App ${n}`, redirect_uris: ['https://app.example/cb'], scopes: ['openid'] };
    const { client_id, id: own } = await must(admin, '/admin/api/oauth2/clients', {
      ...client,
      is_public: n % 3 === 0,
    });
    promised.clients.add(String(own ?? client_id));
    if (n % 2) await must(admin, '/admin/api/users/block', { ids: [id], blocked: true });
    else if (n % 4 === 0) {
      promised.deleted.add(email);
      await must(admin, `/admin/api/users/${id}`, { email }, 'DELETE');
    }
  }

  async function logInAndForget(n: number) {
    const person = people[n % Math.max(1, people.length)];
    const client = new HttpClient(stack.url);
    await must(client, '/forgot/email', { email: person?.email ?? 'nobody@example.com' });
    await must(client, '/login/email', { email: stack.adminEmail, password: stack.adminPassword });
    await must(client, '/userstatus');
    await must(client, '/logout');
  }

  /** Repeats the same report until it is accepted, as the agent does. */
  async function report(sequence: number) {
    const rows = await stack.query<{ key_id: string }>('SELECT key_id FROM fuzzy_keys ORDER BY id LIMIT 20');
    if (!rows.length) return;
    const keys = rows.map(({ key_id }) => ({ key_id, checked: 3, hits: 1, errors: 0 }));
    const now = new Date().toISOString();
    const storage = new HttpClient(stack.url);
    storage.defaultHeaders.authorization = authorization;
    for (;;) {
      const taken = await must(storage, '/api/storage/usage', { sequence, from: now, to: now, keys }).catch(give);
      if (taken) break;
    }
    promised.checked += 3 * keys.length;
  }

  const give = async (error: unknown): Promise<null> => {
    if (!(error instanceof Interrupted)) throw error;
    await until(isOpen, 20_000, 10);
    return null;
  };
  const attempt =
    (work: (n: number) => Promise<void>) =>
    (n: number): Promise<unknown> =>
      work(n).catch(give);
  return {
    promised,
    signUpAndBuy: attempt(signUpAndBuy),
    administrate: attempt(administrate),
    logInAndForget: attempt(logInAndForget),
    report: attempt(report),
  };
}
