/** For the tests of this folder: an emulator in its own folder, a manual clock, and a webhook receiver. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Stripe from 'stripe';
import { onTestFinished } from 'vitest';
import type { Clock } from './clock.ts';
import { startEmulator, type EmulatorOptions } from './emulator.ts';
import type { Customer, Invoice, Session, StripeEvent, Subscription } from './model.ts';
import type { DeliveryRecord, PendingDelivery } from './state.ts';

export const KEY = 'sk_test_standin_tests';
export const SECRET = 'whsec_tests';
export const SUCCESS_URL = 'http://localhost:8080/billing/return?session_id={CHECKOUT_SESSION_ID}';

type ManualClock = Clock & { advance(milliseconds: number): void };

/** Starts at the real time. Timers run only when the clock is advanced. */
export function manualClock(): ManualClock {
  let now = Date.now();
  let timers: { at: number; work: () => void }[] = [];
  return {
    now: () => now,
    schedule(at, work) {
      const timer = { at, work };
      timers.push(timer);
      return () => (timers = timers.filter((each) => each !== timer));
    },
    advance(milliseconds) {
      now += milliseconds;
      const due = timers.filter((timer) => timer.at <= now);
      timers = timers.filter((timer) => timer.at > now);
      for (const timer of due) timer.work();
    },
  };
}

export type Received = { body: string; signature: string; event: StripeEvent };

/** Starts a webhook receiver. It records its requests, and responds with the next status in `answers`, or 200. */
export async function startReceiver() {
  const received: Received[] = [];
  const answers: number[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      const signature = String(request.headers['stripe-signature']);
      received.push({ body, signature, event: JSON.parse(body) as StripeEvent });
      response.writeHead(answers.shift() ?? 200).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { received, answers, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` };
}

type EmulatorState = {
  now: number;
  customers: Customer[];
  subscriptions: Subscription[];
  sessions: Session[];
  invoices: Invoice[];
  events: StripeEvent[];
  deliveries: DeliveryRecord[];
  pending: PendingDelivery[];
};

/** Starts an emulator with a client from the real SDK. `attempts(n)` waits until n delivery attempts have ended. */
export async function startTestEmulator(options: Partial<EmulatorOptions> = {}) {
  const dir = options.dir ?? newFolder();
  const logged: string[] = [];
  let tries = 0;
  let waiting: { count: number; resolve: () => void }[] = [];
  const emulator = await startEmulator({
    port: 0,
    dir,
    apiKey: KEY,
    webhookSecrets: [SECRET],
    webhookUrl: 'http://127.0.0.1:1/nobody',
    appUrl: 'http://localhost:8080',
    log: (line) => logged.push(line),
    onAttempt() {
      tries += 1;
      for (const each of waiting.filter(({ count }) => count <= tries)) each.resolve();
      waiting = waiting.filter(({ count }) => count > tries);
    },
    ...options,
  });
  onTestFinished(() => emulator.close());
  const base = `http://127.0.0.1:${emulator.port}`;
  const stripe = new Stripe(KEY, {
    host: '127.0.0.1',
    port: emulator.port,
    protocol: 'http',
    telemetry: false,
    maxNetworkRetries: 0,
  });

  async function control(name: string, body: object = {}): Promise<Record<string, unknown>> {
    const response = await fetch(`${base}/_control/${name}`, { method: 'POST', body: JSON.stringify(body) });
    const answer = (await response.json()) as Record<string, unknown>;
    if (!response.ok) throw new Error(JSON.stringify(answer));
    return answer;
  }

  return {
    ...emulator,
    dir,
    base,
    stripe,
    logged,
    control,
    state: async () => (await (await fetch(`${base}/_control/state`)).json()) as EmulatorState,
    attempts: (count: number) =>
      new Promise<void>((resolve) => (count <= tries ? resolve() : void waiting.push({ count, resolve }))),
    /** Creates a customer with a paid subscription. */
    async subscribe(lookupKey = 'starter_monthly', quantity = 1) {
      const price = await priceOf(stripe, lookupKey);
      const customer = await stripe.customers.create({ email: 'ada@example.test' });
      const session = await stripe.checkout.sessions.create({
        mode: 'subscription',
        customer: customer.id,
        customer_update: { address: 'auto' },
        automatic_tax: { enabled: true },
        line_items: [{ price, quantity }],
        success_url: SUCCESS_URL,
      });
      const { redirect } = await control('pay', { session: session.id });
      const paid = await stripe.checkout.sessions.retrieve(session.id);
      return { customer: customer.id, session: session.id, subscription: paid.subscription as string, redirect };
    },
  };
}

export function newFolder(): string {
  const dir = mkdtempSync(path.join(tmpdir(), 'stripe-emulator-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** A portal configuration that offers every plan, and to cancel. */
export async function portalWithPlans(stripe: Stripe): Promise<string> {
  const { data } = await stripe.prices.list({ limit: 100 });
  const ids = [...new Set(data.map(({ product }) => product as string))];
  const products = ids.map((product) => ({
    product,
    prices: data.filter((price) => price.product === product).map(({ id }) => id),
  }));
  const { id } = await stripe.billingPortal.configurations.create({
    features: {
      payment_method_update: { enabled: true },
      subscription_cancel: { enabled: true, mode: 'at_period_end' },
      subscription_update: { enabled: true, default_allowed_updates: ['price', 'quantity'], products },
    },
  });
  return id;
}

export async function priceOf(stripe: Stripe, lookupKey: string): Promise<string> {
  const { data } = await stripe.prices.list({ lookup_keys: [lookupKey] });
  const [price] = data;
  if (!price) throw new Error(`no price ${lookupKey}`);
  return price.id;
}
