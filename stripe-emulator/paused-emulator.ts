/** For tests of the shop's own code: an emulator that delivers no events, with helpers for buying. */
import Stripe from 'stripe';
import { startEmulator } from './emulator.ts';

const KEY = 'sk_test_standin_of_the_tests';

/**
 * Starts an emulator that delivers no events, writes no file and keeps its last 5,000 events. `away` is a client for a
 * Stripe that does not respond.
 */
export async function startPausedEmulator() {
  const emulator = await startEmulator({
    port: 0,
    dir: null,
    apiKey: KEY,
    webhookSecrets: ['whsec_of_the_tests'],
    webhookUrl: null,
    appUrl: 'http://localhost:8080',
  });
  const base = `http://127.0.0.1:${emulator.port}`;
  const client = (port: number) =>
    new Stripe(KEY, { host: '127.0.0.1', port, protocol: 'http', telemetry: false, maxNetworkRetries: 0 });
  const stripe = client(emulator.port);

  let secondsAhead = 0;
  async function control(name: string, body: object = {}): Promise<Record<string, unknown>> {
    const response = await fetch(`${base}/_control/${name}`, { method: 'POST', body: JSON.stringify(body) });
    const answer = (await response.json()) as Record<string, unknown>;
    if (!response.ok) throw new Error(`_control/${name}: ${JSON.stringify(answer)}`);
    secondsAhead = Number(answer['ahead'] ?? secondsAhead);
    return answer;
  }
  await control('hold');

  return {
    base,
    key: KEY,
    stripe,
    away: client(9),
    control,
    /** The emulator's time. */
    now: () => new Date((Math.floor(Date.now() / 1000) + secondsAhead) * 1000),
    /** Every event so far, oldest first. */
    async events(): Promise<Stripe.Event[]> {
      const state = (await (await fetch(`${base}/_control/state`)).json()) as { events: Stripe.Event[] };
      return state.events;
    },
    /** Pays an open session. Returns the id of its subscription. */
    async pay(session: string, course: 'card' | 'async' | 'needs-action' = 'card'): Promise<string> {
      await control('pay', { session, course });
      const { subscription, customer } = await stripe.checkout.sessions.retrieve(session);
      if (typeof subscription === 'string') return subscription;
      const { data } = await stripe.subscriptions.list({ customer: customer as string, status: 'all', limit: 1 });
      return data[0]?.id ?? '';
    },
    async itemOf(subscription: string): Promise<string> {
      const { items } = await stripe.subscriptions.retrieve(subscription);
      return items.data[0]?.id ?? '';
    },
    async priceOf(lookupKey: string): Promise<string> {
      const { data } = await stripe.prices.list({ lookup_keys: [lookupKey] });
      return data[0]?.id ?? '';
    },
    close: () => emulator.close(),
  };
}
