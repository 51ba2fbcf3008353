import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import Stripe from 'stripe';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { signal } from '#dev/stack/process.ts';
import { readRuntime } from '#dev/stack/runtime.ts';
import { fillDataFolder } from '#dev/tests/template.ts';
import { ownerDatabase, reserveCopy } from '#dev/tests/test-copy.ts';
import { PATIENT, type Stack, startStack } from '#dev/tests/test-stack.ts';
import { type Answer, HttpClient, SESSION_COOKIE } from '../http-client.ts';
import { Mailbox } from '../mailbox.ts';
import { sayWhoBuys } from '../who-buys.ts';
import { startApp as startAppProcess } from './app-process.ts';
import { StripeControl } from './stripe-control.ts';

export type Person = { id: string; email: string; client: HttpClient; token: string };
export type Status = {
  has_subscription: boolean;
  plan: { product: string | null; quantity: number; status: string | null; key: string | null };
};
type Delivery = {
  app?: AppProcess;
  secret?: string;
  /** seconds by which the signature's time is ahead of now */
  skew?: number;
  /** sent instead of the event's own body */
  body?: string;
  signature?: string | null;
};
export type AppProcess = { url: string; kill(): Promise<void>; restart(): Promise<void>; output(): string };

/**
 * A copy of the product whose Stripe emulator delivers only what a test releases, with further app processes on its
 * database. The worker is a separate process.
 */
export async function createBillingStack(settings: Record<string, string> = {}) {
  const stack = await createFaultStack({ ...PATIENT, ...settings });
  await stack.start();
  const { BASE_URL = '', INBOX_URL = '', STRIPE_URL = '', STRIPE_SECRET_KEY = '', ...rest } = stack.coordinates;
  const secret = rest['STRIPE_WEBHOOK_SECRET'] ?? '';
  const control = new StripeControl(STRIPE_URL);
  await control.send('hold');
  const { query, end } = ownerDatabase(rest['DATABASE_URL'] ?? '');
  const { hostname, port } = new URL(STRIPE_URL);
  const stripe = new Stripe(STRIPE_SECRET_KEY, { host: hostname, port, protocol: 'http', telemetry: false });
  const processes: AppProcess[] = [];

  const first: AppProcess = {
    url: BASE_URL,
    kill: async () => stack.kill('server/index.ts'),
    restart: async () => {},
    output: stack.output,
  };

  /** Starts a fresh session and returns the cookie's value. */
  async function signIn(userId: string): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    await query(
      `INSERT INTO sign_in_sessions (id, token_hash, user_id, auth_time, expires_at, last_seen_at)
       VALUES ($1, $2, $3, now(), now() + interval '1 day', now())`,
      ...[randomUUID(), createHash('sha256').update(token).digest(), userId],
    );
    return token;
  }

  /** Creates a user who is logged in. */
  async function newPerson(): Promise<Person> {
    const [id, email] = [randomUUID(), `billing-${randomUUID()}@example.com`];
    await query(
      `WITH made AS (INSERT INTO users (id, email, email_verified_at) VALUES ($1, $2, now()) RETURNING id),
         opened AS (INSERT INTO accounts (id) SELECT id FROM made)
       INSERT INTO memberships (account_id, user_id, role) SELECT id, id, 'owner' FROM made`,
      ...[id, email],
    );
    const token = await signIn(id);
    const client = new HttpClient(BASE_URL);
    client.cookies.set(SESSION_COOKIE, token);
    return { id, email, client, token };
  }

  /** Opens a checkout through `/buy` and returns the session's id. */
  async function openCheckout(person: Person, flags = '?small=1'): Promise<string> {
    await sayWhoBuys(person.client);
    const answer = await person.client.send(`/buy${flags}`);
    expect(answer.status, answer.text).toBe(303);
    const location = answer.headers.get('location') ?? '';
    expect(location).toContain('/c/pay/');
    return location.split('/').at(-1) ?? '';
  }

  async function pay(session: string, course = 'card'): Promise<string> {
    await control.send('pay', { session, course });
    const { subscription, customer } = await stripe.checkout.sessions.retrieve(session);
    if (typeof subscription === 'string') return subscription;
    const { data } = await stripe.subscriptions.list({ customer: customer as string, status: 'all' });
    return data[0]?.id ?? '';
  }

  async function deliver(event: object, options: Delivery = {}): Promise<number> {
    const body = options.body ?? JSON.stringify(event, null, 2);
    const time = Math.floor(Date.now() / 1000) + (options.skew ?? 0);
    const signed = createHmac('sha256', options.secret ?? secret)
      .update(`${time}.${body}`)
      .digest('hex');
    const signature = options.signature === undefined ? `t=${time},v1=${signed}` : options.signature;
    const url = new URL('/api/webhooks/stripe', (options.app ?? first).url);
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(signature !== null && { 'stripe-signature': signature }) },
      body,
    });
    await response.text();
    return response.status;
  }

  const customerOf = async ({ id }: Person) =>
    (await query<{ c: string | null }>('SELECT stripe_customer_id AS c FROM accounts WHERE id = $1', id))[0]?.c ?? '';
  const eventsOf = async (text: string) => {
    const state = (await control.state()) as unknown as { events: Stripe.Event[] };
    return state.events.filter((event) => JSON.stringify(event.data.object).includes(text));
  };

  /** Starts another app process on the same database. `changes` override its settings. */
  async function startApp(changes: Record<string, string> = {}): Promise<AppProcess> {
    const app = await startAppProcess({
      APP_MODE: 'local',
      NODE_ENV: 'production',
      APP_URL: BASE_URL,
      HOST: '127.0.0.1',
      DATABASE_URL: rest['APP_DATABASE_URL'] ?? '',
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'Rspamd Premium <support@rspamd.example>',
      KEY_ENCRYPTION_KEY: rest['KEY_ENCRYPTION_KEY'] ?? '',
      AUTH_SECRET: randomBytes(32).toString('hex'),
      OIDC_COOKIE_KEYS: randomBytes(32).toString('hex'),
      STRIPE_SECRET_KEY,
      STRIPE_WEBHOOK_SECRET: secret,
      STRIPE_API_BASE: STRIPE_URL.replace('localhost', '127.0.0.1'),
      LOG_LEVEL: 'warn',
      ...changes,
    });
    processes.push(app);
    return app;
  }

  return {
    stack,
    control,
    stripe,
    first,
    secret,
    baseUrl: BASE_URL,
    mailbox: new Mailbox(INBOX_URL),
    query,
    signIn,
    newPerson,
    openCheckout,
    pay,
    deliver,
    customerOf,
    eventsOf,
    startApp,
    /** Creates a user with a paid subscription, and delivers no events. Returns the subscription as `id`. */
    async buyer(flags?: string) {
      const person = await newPerson();
      const session = await openCheckout(person, flags);
      return { person, session, id: await pay(session) };
    },
    async deliverAll(events: object[], options: Delivery = {}) {
      for (const event of events) expect(await deliver(event, options)).toBe(200);
    },
    statusOf: async ({ client }: Person) => (await client.send('/userstatus')).json() as Status,
    billingOf: async ({ client }: Person): Promise<Answer> => client.send('/account/api/billing'),
    keysOf: ({ id }: Person) =>
      query<{ public_key: string; quantity: number; rate: number; suspended_at: Date | null; deleted_at: Date | null }>(
        'SELECT public_key, quantity, rate, suspended_at, deleted_at FROM fuzzy_keys WHERE user_id = $1 ORDER BY id',
        id,
      ),
    mailsTo: async ({ email }: Person) => (await new Mailbox(INBOX_URL).list(email)).map(({ subject }) => subject),
    async remove() {
      await Promise.all(processes.map((app) => app.kill()));
      const response = await fetch(`${STRIPE_URL}/_control/contract`).catch(() => null);
      const contract = response && ((await response.json()) as { requests: number; violations: object[] });
      await end();
      await stack.remove();
      return contract;
    },
  };
}
export type BillingStack = Awaited<ReturnType<typeof createBillingStack>>;

const commandLine = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');

/** A copy of the product that a test may break, restart and remove. `settings` are environment variables. */
export async function createFaultStack(settings: Record<string, string> = {}) {
  const { folder, ports } = await reserveCopy('faults');
  const dataDir = path.join(folder.path, 'data');
  await fillDataFolder(dataDir);
  let current: Stack | undefined;

  const children = () => (readRuntime(dataDir)?.children ?? []).map((identity) => Number.parseInt(identity));
  const running = (program: string) => children().filter((pid) => commandLine(pid).includes(program));
  const postmaster = () =>
    Number(readFileSync(path.join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0]);

  return {
    get coordinates() {
      return current?.coordinates ?? {};
    },
    dataDir,
    /** The output since the last start. */
    output: () => current?.output() ?? '',
    /** Starts the copy, or restarts it with the same ports and data. */
    async start() {
      current = await startStack(dataDir, { ...ports, SEED: 'none', ...settings });
    },
    /** Kills one of the copy's programs with SIGKILL. */
    kill(program: 'server/index.ts' | 'worker.ts' | 'stripe-emulator/main.ts') {
      const pids = running(program);
      if (!pids.length) throw new Error(`${program} is not running`);
      for (const pid of pids) signal(pid, 'SIGKILL');
    },
    /** Kills the postmaster with SIGKILL. */
    killPostgres: () => signal(postmaster(), 'SIGKILL'),
    /** Kills everything with SIGKILL, the supervisor first, as a power failure would. */
    killAll() {
      const pids = [current?.process.pid ?? 0, ...children(), postmaster()].filter((pid) => pid > 0);
      for (const pid of pids) signal(pid, 'SIGKILL');
    },
    async remove() {
      await current?.stop();
      folder.remove();
    },
  };
}
