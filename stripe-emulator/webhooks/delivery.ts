import { createHmac, randomInt, randomUUID } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { StripeEvent } from '../model.ts';
import type { DeliveryRecord, PendingDelivery } from '../state.ts';
import type { Store } from '../store.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const LAST_RETRY = 10 * MINUTE;
/** Delays from each failed attempt to the next; the last one repeats. */
const RETRY_AFTER = [SECOND, 5 * SECOND, 30 * SECOND, 2 * MINUTE, LAST_RETRY];
const GIVE_UP_AFTER = 3 * 24 * 60 * MINUTE;
const ANSWER_TIMEOUT = 20 * SECOND;
const MAX_PARALLEL = 16;
const MAX_RECORDS = 5000;

type Parts = {
  store: Store;
  clock: Clock;
  /** The signing secret of an endpoint. */
  secretOf(endpoint: string): string;
  /** Called after every attempt. */
  onAttempt?: ((record: DeliveryRecord) => void) | undefined;
};
/** The planted faults of one attempt. */
type Twist = { isDropped: boolean; isCorrupt: boolean; ageSeconds: number; livemode: boolean };

export type Deliverer = ReturnType<typeof createDeliverer>;

/** Sends events to their endpoints: shuffled, signed anew for each attempt, and retried for up to three days. */
export function createDeliverer({ store, clock, secretOf, onAttempt }: Parts) {
  const inFlight = new Set<string>();
  const closing = new AbortController();
  let cancelTimer = () => {};

  /** Starts the deliveries that are due, in the order of the queue, and sets a timer for the next one. */
  function pump() {
    cancelTimer();
    const { pending, faults } = store.state;
    if (faults.isHeld || closing.signal.aborted) return;
    for (const delivery of pending) {
      if (inFlight.size >= MAX_PARALLEL) return; // `settle` calls pump when a delivery ends
      if (!inFlight.has(delivery.id) && delivery.dueAt <= clock.now()) begin(delivery);
    }
    const later = pending.filter((delivery) => !inFlight.has(delivery.id)).map((delivery) => delivery.dueAt);
    if (later.length) cancelTimer = clock.schedule(Math.min(...later), pump);
  }

  function begin(delivery: PendingDelivery) {
    inFlight.add(delivery.id);
    const { faults } = store.state;
    if (faults.duplicate > 0) {
      faults.duplicate -= 1;
      store.save();
      void attempt(delivery, false);
    }
    void attempt(delivery, true);
  }

  async function attempt(delivery: PendingDelivery, isCounted: boolean) {
    const { events, webhookEndpoints } = store.state;
    const event = events[delivery.event];
    const endpoint = webhookEndpoints[delivery.endpoint];
    // https://docs.stripe.com/webhooks#retries: an endpoint that is disabled at the time of a retry gets no further ones.
    if (!event || endpoint?.status !== 'enabled') return settle(delivery.id, true);
    const number = delivery.attempt + 1;
    const result = await post(event, endpoint.url, secretOf(endpoint.id), takeTwist());
    if (closing.signal.aborted) return; // the delivery is still pending, so it is sent after the restart
    const record = {
      event: event.id,
      type: event.type,
      endpoint: endpoint.id,
      attempt: number,
      at: clock.now(),
      ...result,
    };
    store.state.deliveries = [...store.state.deliveries, record].slice(-MAX_RECORDS);
    if (isCounted) settle(delivery.id, result.status !== null && result.status >= 200 && result.status < 300);
    else store.save();
    onAttempt?.(record);
  }

  function takeTwist(): Twist {
    const { faults } = store.state;
    const isPlain = !faults.failNext && !faults.corruptSignature && !faults.oldTimestamp.count;
    if (isPlain) return { isDropped: false, isCorrupt: false, ageSeconds: 0, livemode: faults.livemode };
    const take = (count: 'failNext' | 'corruptSignature') => faults[count] > 0 && faults[count]-- > 0;
    const isOld = faults.oldTimestamp.count > 0;
    if (isOld) faults.oldTimestamp.count -= 1;
    const twist = {
      isDropped: take('failNext'),
      isCorrupt: take('corruptSignature'),
      ageSeconds: isOld ? faults.oldTimestamp.seconds : 0,
      livemode: faults.livemode,
    };
    store.save(); // otherwise the rollback of a failed request would plant the fault again
    return twist;
  }

  async function post(event: StripeEvent, url: string, secret: string, twist: Twist) {
    if (twist.isDropped) return { status: null, error: 'dropped by fail-next' };
    const body = JSON.stringify({ ...event, livemode: twist.livemode }, null, 2);
    const time = Math.floor(clock.now() / 1000) - twist.ageSeconds;
    const signature = sign(body, twist.isCorrupt ? `${secret}-wrong` : secret, time);
    try {
      const response = await fetch(url, {
        method: 'POST',
        redirect: 'manual',
        headers: {
          'Content-Type': 'application/json; charset=utf-8',
          'User-Agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
          'Stripe-Signature': signature,
        },
        body,
        signal: AbortSignal.any([closing.signal, AbortSignal.timeout(ANSWER_TIMEOUT)]),
      });
      await response.body?.cancel();
      return { status: response.status, error: null };
    } catch (error) {
      return { status: null, error: describe(error) };
    }
  }

  /** Finds the delivery by id, because a rollback may have replaced the objects. */
  function settle(id: string, isDone: boolean) {
    inFlight.delete(id);
    const delivery = store.state.pending.find((each) => each.id === id);
    if (delivery) {
      delivery.attempt += 1;
      delivery.dueAt = clock.now() + (RETRY_AFTER[delivery.attempt - 1] ?? LAST_RETRY);
      const isGivenUp = delivery.dueAt - delivery.firstDueAt > GIVE_UP_AFTER;
      if (isDone || isGivenUp) store.state.pending = store.state.pending.filter((each) => each.id !== id);
    }
    store.save();
    pump();
  }

  return {
    pump,
    /** Queues events in random order, one entry per interested endpoint. Does not save. */
    enqueue(events: StripeEvent[]) {
      const now = clock.now();
      const endpoints = Object.values(store.state.webhookEndpoints);
      for (const event of shuffle(events)) {
        for (const endpoint of endpoints) {
          const wants = endpoint.enabled_events.some((type) => type === '*' || type === event.type);
          if (!wants || endpoint.status !== 'enabled') continue;
          const times = { attempt: 0, firstDueAt: now, dueAt: now };
          store.state.pending.push({ id: randomUUID(), event: event.id, endpoint: endpoint.id, ...times });
        }
      }
    },
    close() {
      closing.abort();
      cancelTimer();
    },
  };
}

/** A copy in random order (Fisher–Yates). */
export function shuffle<T>(items: T[]): T[] {
  const shuffled = [...items];
  for (let last = shuffled.length - 1; last > 0; last--) {
    const other = randomInt(last + 1);
    const item = shuffled[last] as T;
    shuffled[last] = shuffled[other] as T;
    shuffled[other] = item;
  }
  return shuffled;
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}

/** The `Stripe-Signature` header for a body. `time` is in Unix seconds. */
function sign(body: string, secret: string, time: number): string {
  const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  return `t=${time},v1=${signature}`;
}
