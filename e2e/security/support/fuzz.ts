import { expect } from '@playwright/test';
import { published } from '#lib/openapi/published.ts';
import { type Random, randomFrom } from '#lib/testing/random.ts';
import { ACCESS } from '../../support/access-matrix.ts';
import { HttpClient, SESSION_COOKIE } from '../../support/http-client.ts';
import { type BillingStack, createBillingStack, type Person } from '../../support/stacks/billing-stack.ts';
import { exchange, type Received, type Sent } from './exchange.ts';
import { valuesOf } from './from-schema.ts';
import { ANONYMOUS_OPERATIONS, operationsOf } from './operations.ts';
import { requestOf } from './requests.ts';

const AT_ONCE = 16;
/**
 * Internals that no body may contain: stack traces and paths of our files (S82). Allows Rspamd's path on FreeBSD, which
 * the setup guide shows.
 */
const INNARDS =
  /\n\s+at .+:\d+:\d+|node_modules|\.(ts|js):\d+|\bprisma\b|sqlstate|["'\s]\/(home|tmp|work|root|usr(?!\/local\/etc\/rspamd))\//i;
/** Statements of SQL, in capitals as Prisma and our queries write them: a page may hold a `<select>` and the word "from". */
const STATEMENT = /\bSELECT .+ FROM\b|\bINSERT INTO\b|\bUPDATE .+ SET\b|\bDELETE FROM\b/;

export type Fuzzed = {
  answers: Received[];
  /** For example "90 operations, 270 requests: 200 × 200, 70 × 404; median 3 ms …" */
  spread: string;
};

/**
 * Sends random requests to every operation of a copy of the product, as every kind of caller. Throws if a request gets
 * a 5xx, no response or a body with internals, or if the process exits. `beside` runs at the same time.
 */
export async function fuzz(
  { requests: count, seed }: { requests: number; seed: number },
  beside: (baseUrl: string) => Promise<void> = () => Promise.resolve(),
): Promise<Fuzzed> {
  const random = randomFrom(seed);
  const stack = await createBillingStack();
  try {
    const scenario = await createScenario(stack);
    const operations = [...operationsOf(Object.keys(ACCESS)), ...ANONYMOUS_OPERATIONS];
    const values = valuesOf(random, published.components.schemas, scenario.present);
    const answers: Received[] = [];
    const problems: string[] = [];
    const besides = beside(stack.baseUrl);
    const each = Math.ceil(count / operations.length);
    // A request may end a session, so the callers log in again after every few requests.
    for (const some of chunksOf(operations, Math.ceil(AT_ONCE / each))) {
      const credentials = await scenario.logIn();
      const requests = some.flatMap((operation) =>
        Array.from({ length: each }, () => {
          const sent = requestOf(random, values, operation, stack.baseUrl);
          const caller = callerOf(random, operation.path);
          const headers = { ...(caller !== 'anonymous' && credentials[caller]), ...sent.headers };
          return { sent: { ...sent, headers }, address: `127.77.0.${random.int(1, 32)}` };
        }),
      );
      await inParallel(requests, async ({ sent, address }) => {
        try {
          const received = await exchange(stack.baseUrl, sent, address);
          answers.push(received);
          const problem = problemOf(received);
          if (problem)
            problems.push(`${problem}: ${summary(sent)} → ${received.status} ${received.text.slice(0, 300)}`);
        } catch (error) {
          problems.push(`${String(error)}: ${summary(sent)}`);
        }
      });
    }
    expect(problems.length, `${problems.slice(0, 20).join('\n')}\n${stack.first.output().slice(-3000)}`).toBe(0);
    expect(stack.first.output(), 'the process was not restarted').not.toContain('restarting it');
    expect((await fetch(`${stack.baseUrl}/readyz`)).status).toBe(200);
    await besides;
    return { answers, spread: `${operations.length} operations, ${spread(answers)}` };
  } finally {
    expect((await stack.remove())?.violations, 'requests to Stripe that break its contract').toEqual([]);
  }
}

const chunksOf = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, n) => items.slice(n * size, (n + 1) * size));

async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const item of queue) await work(item);
    }),
  );
}

function problemOf({ status, text }: Received): string | null {
  if (status >= 500) return 'a 5xx';
  const shown = INNARDS.exec(text)?.[0] ?? STATEMENT.exec(text)?.[0];
  return shown ? `shows ${JSON.stringify(shown)}` : null;
}

function summary({ method, path, headers, body }: Sent): string {
  const { cookie, authorization, ...others } = headers;
  const who = cookie ? 'with a cookie' : authorization ? 'with credentials' : 'anonymous';
  return `${method} ${path.slice(0, 300)} (${who}) ${JSON.stringify(others).slice(0, 300)} ${JSON.stringify(body?.toString().slice(0, 400) ?? '')}`;
}

/** Summarises statuses and response times. */
function spread(answers: readonly Received[]): string {
  const counts = Map.groupBy(answers, ({ status }) => status);
  const times = answers.map(({ ms }) => ms).sort((a, b) => a - b);
  const at = (part: number) => `${Math.round(times[Math.floor(times.length * part)] ?? 0)} ms`;
  const statuses = [...counts].sort(([a], [b]) => a - b).map(([status, { length }]) => `${length} × ${status}`);
  return `${answers.length} requests: ${statuses.join(', ')}; median ${at(0.5)}, 99 % within ${at(0.99)}, slowest ${at(0.99999)}`;
}

/** The headers that authenticate each kind of caller. */
type Credentials = Record<'subscriber' | 'admin' | 'server' | 'client', Record<string, string>>;

const basic = (name: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`,
});

/** Creates a caller of every kind, and rows for random requests to hit. */
async function createScenario(stack: BillingStack) {
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
function callerOf(random: Random, path: string): keyof Credentials | 'anonymous' {
  if (random.chance(0.1)) return random.pick(['anonymous', 'subscriber', 'admin', 'server']);
  if (path.startsWith('/api/storage') || path.startsWith('/api/repository')) return 'server';
  if (/^\/oauth2\/(token|revoke|introspect|par)$/.test(path)) return 'client';
  if (path.startsWith('/admin')) return 'admin';
  return random.chance(0.7) ? 'subscriber' : 'anonymous';
}
