/**
 * What is not paid is not served, and what is paid is served (R30). Customers live for months on the emulator's clock:
 * purchases, sales and changes in the dashboard, changes, cancellations, resumptions, cards that fail, bank debits,
 * disputes, and admins who switch keys off. After each act, and for all at the end of each month, the emulator's invoices
 * alone say what a customer has paid for; key, limit and status must equal it. Each month, verify finds nothing.
 *
 * The test suite lives a small life. `PAID_LIFE=200x24x20` lives 20 of them with 200 customers for 24 months;
 * `PAID_LIFE_SEED` repeats one.
 */
import Stripe from 'stripe';
import { expect, test } from 'vitest';
import { cancelPlan, resumePlan } from '#lib/billing/change/end-plan.ts';
import { changePlan, dropPlannedChange } from '#lib/billing/change/change-plan.ts';
import { previewPlanChange } from '#lib/billing/change/preview.ts';
import { PLANS, type BillingInterval, type PlanName } from '#lib/billing/plan.ts';
import { startPurchase } from '#lib/testing/buyer.ts';
import { getUserStatus } from '#lib/billing/queries.ts';
import { idOf } from '#lib/billing/stripe/client.ts';
import { lineOf } from '#lib/billing/reconcile/differences.ts';
import { verify } from '#lib/billing/reconcile/verify.ts';
import { isHandledEvent } from '#lib/billing/reconcile/missed-events.ts';
import { handleStripeEvent } from '#lib/billing/sync/webhook.ts';
import { db } from '#lib/base/db/db.ts';
import { DomainError } from '#lib/base/errors.ts';
import { setKeyState } from '#lib/fuzzy-keys/service.ts';
import { runBillingJob } from '#lib/testing/billing-jobs.ts';
import { adminContext, subscriberContext, systemContext } from '#lib/testing/context.ts';
import '#lib/testing/database.ts';
import { createUserRow } from '#lib/testing/factories.ts';
import { randomFrom, type Random } from '#lib/testing/random.ts';
import { startPausedEmulator } from '#stripe-emulator/paused-emulator.ts';

type Shop = Awaited<ReturnType<typeof startPausedEmulator>>;
const DAY = 86_400;
const MONTH = Math.floor(30.4 * DAY);
const TICKS = 3; // per month
const PLAN_NAMES = Object.keys(PLANS) as PlanName[];
const INTERVALS: BillingInterval[] = ['month', 'year'];

const [CUSTOMERS = 12, MONTHS = 6, SEEDS = 1] = (process.env['PAID_LIFE'] ?? '').split('x').filter(Boolean).map(Number);
const SEED = Number(process.env['PAID_LIFE_SEED'] ?? 201);

/** A plan and its quantity. */
type Units = { plan: PlanName; quantity: number };
type Person = {
  userId: string;
  customer: string | null;
  /** what the seller gave, by subscription: it holds from `since` (Unix seconds) */
  given: Map<string, Units & { since: number }>;
  /** subscriptions whose key an admin switched off */
  switchedOff: Set<string>;
};

class Life {
  readonly people: Person[] = [];
  readonly plans = new Map<string, PlanName>();
  private readonly seen = new Set<string>();
  /** customers */
  private readonly slow = new Set<string>();
  private seenUntil = 0;

  readonly shop: Shop;
  readonly random: Random;

  private constructor(shop: Shop, random: Random) {
    this.shop = shop;
    this.random = random;
  }

  static async start(shop: Shop, random: Random): Promise<Life> {
    const life = new Life(shop, random);
    for await (const price of shop.stripe.prices.list({ limit: 100 })) {
      const plan = PLAN_NAMES.find((name) => price.lookup_key?.startsWith(`${name}_`));
      if (plan) life.plans.set(price.id, plan);
    }
    return life;
  }

  private now = () => this.shop.now();
  private system() {
    return systemContext(db(), { stripe: () => this.shop.stripe, now: this.now() });
  }
  private as({ userId }: Person) {
    return { ...subscriberContext(db(), { id: userId }, { stripe: () => this.shop.stripe }), now: this.now() };
  }

  async join() {
    const { id: userId } = await createUserRow(db());
    const person: Person = { userId, customer: null, given: new Map(), switchedOff: new Set() };
    this.people.push(person);
    await this.buy(person);
  }

  private async buy(person: Person) {
    const { random, shop } = this;
    await db().rateLimit.deleteMany(); // months of the emulator's clock are seconds of the limits' clock
    const plan = random.pick(PLAN_NAMES);
    // The emulator adds the hours that its clock has been advanced to the end of a checkout.
    const ctx = { ...this.as(person), now: new Date() };
    const url = await startPurchase(ctx, { plan, interval: random.pick(INTERVALS), isTest: false });
    if (url.includes('/c/pay/'))
      await shop.pay(url.split('/').at(-1) ?? '', random.pick(['card', 'card', 'async'])).catch(unlessDeclined);
    await this.deliver();
    const account = await db().account.findUniqueOrThrow({ where: { id: person.userId } });
    person.customer = account.stripeCustomerId;
  }

  /** Does something at random that a customer, a bank, the seller or an admin could do. */
  async act(person: Person) {
    const { random } = this;
    await db().rateLimit.deleteMany();
    const { customer } = person;
    const live = await this.liveOf(person);
    if (!customer || !live.length) return this.buy(person);
    const subscription = random.pick(live);
    const common = [
      () => this.change(person),
      () => this.change(person),
      () => this.change(person),
      () => this.asked(cancelPlan, person),
      () => this.asked(resumePlan, person),
      () => this.cancelInDashboard(subscription),
      () => this.payOpen(customer),
    ];
    const others = [
      () => this.asked(dropPlannedChange, person),
      () => this.setCard(customer, 'bad'),
      () => this.setCard(customer, 'good'),
      () => this.setCard(customer, 'needs-action'),
      () => this.setCard(customer, 'good', 'debit'),
      () => this.setCard(customer, 'good', 'slow-card'),
      () => this.give(person, subscription),
      () => this.sell(person, customer),
      () => this.dispute(subscription.id),
      () => this.toggleKey(person, subscription),
    ];
    await random.pick<() => Promise<unknown>>(this.isSlowToPay(person) ? common : [...common, ...others])();
    await this.deliver();
  }

  /** Disputes the last payment; there may be none yet. */
  private async dispute(subscription: string) {
    await this.shop.control('dispute', { subscription }).catch((error: unknown) => {
      if (!String(error).includes('has no payment')) throw error;
    });
  }

  private async setCard(customer: string, state: string, method?: string) {
    await this.shop.control('card', { customer, state, method });
    if (state === 'good' && !method) this.slow.delete(customer);
    else this.slow.add(customer);
  }

  /** Whose payments fail or take days: they act more often, because that is where plans and money part. */
  isSlowToPay = ({ customer }: Person) => customer !== null && this.slow.has(customer);

  private async asked(work: (ctx: never, input: never) => Promise<unknown>, person: Person) {
    const ctx = this.as(person);
    await work(ctx as never, { reason: undefined, comment: undefined } as never).catch(unlessRefused);
  }

  private async change(person: Person) {
    const { random } = this;
    const ctx = this.as(person);
    const wanted = { plan: random.pick(PLAN_NAMES), interval: random.pick(INTERVALS), quantity: random.int(1, 9) };
    try {
      const { proration_date, today, then } = await previewPlanChange(ctx, wanted);
      await changePlan(ctx, { ...wanted, proration_date, today: today.amount, then: then.amount });
    } catch (error) {
      unlessRefused(error);
    }
  }

  private async payOpen(customer: string) {
    const { data } = await this.shop.stripe.invoices.list({ customer, status: 'open', limit: 1 });
    if (data[0]) await this.shop.control('pay-invoice', { invoice: data[0].id });
  }

  /** The seller changes the items in the dashboard: that holds at once. */
  private async give(person: Person, { id, items, schedule, pending_update: pending }: Stripe.Subscription) {
    const { random, shop } = this;
    if (schedule || pending) return; // the dashboard asks the seller to end those first
    const [plan, quantity] = [random.pick(PLAN_NAMES), random.int(1, 9)];
    const [item] = items.data;
    const interval = item?.price.recurring?.interval === 'year' ? 'yearly' : 'monthly';
    const price = await shop.priceOf(`${plan}_${interval}`);
    await shop.stripe.subscriptions.update(id, { items: [{ id: item?.id ?? '', price, quantity }] });
    person.given.set(id, { plan, quantity, since: this.now().getTime() / 1000 });
  }

  /** The seller sells a further subscription to the same customer, with a trial. */
  private async sell(person: Person, customer: string) {
    if (!this.random.chance(0.4)) return;
    const price = await this.shop.priceOf(`${this.random.pick(PLAN_NAMES)}_monthly`);
    const items = [{ price, quantity: this.random.int(1, 3) }];
    await this.shop.stripe.subscriptions
      .create({ customer, items, trial_period_days: this.random.int(3, 40), metadata: { user_id: person.userId } })
      .catch(unlessDeclined);
  }

  private async cancelInDashboard({ id, schedule }: Stripe.Subscription) {
    if (this.random.chance(0.3)) await this.shop.stripe.subscriptions.cancel(id);
    else if (!schedule)
      await this.shop.stripe.subscriptions.update(id, { cancel_at_period_end: this.random.chance(0.7) });
  }

  private async toggleKey({ switchedOff }: Person, { id }: Stripe.Subscription) {
    const key = await db().fuzzyKey.findFirst({ where: { subscription: { stripeSubscriptionId: id } } });
    if (!key) return;
    const isOff = switchedOff.has(id);
    await setKeyState(adminContext(db()), key.id, isOff ? 'on' : 'deleted');
    if (isOff) switchedOff.delete(id);
    else switchedOff.add(id);
  }

  private async liveOf({ customer }: Person): Promise<Stripe.Subscription[]> {
    if (!customer) return [];
    const { data } = await this.shop.stripe.subscriptions.list({ customer, status: 'all', limit: 100 });
    return data.filter(({ status }) => ['active', 'past_due', 'trialing'].includes(status));
  }

  async advance(seconds: number) {
    await this.shop.control('advance', { seconds });
    await this.deliver();
  }

  /** Delivers all new events, shuffled, and runs the jobs, until there are none. */
  private async deliver() {
    for (let rounds = 0; rounds < 10; rounds++) {
      const events = await this.newEvents();
      for (const event of this.random.shuffle(events)) await handleStripeEvent(this.system(), event);
      const ran = await this.runJobs();
      if (!events.length && !ran) return;
    }
    throw new Error('events or jobs without end');
  }

  /** Reads on until a known event of an earlier second: those of one second come in any order. */
  private async newEvents(): Promise<Stripe.Event[]> {
    const fresh: Stripe.Event[] = [];
    for await (const event of this.shop.stripe.events.list({ limit: 10 })) {
      if (event.created < this.seenUntil) break;
      if (!this.seen.has(event.id)) fresh.push(event);
    }
    for (const { id } of fresh) this.seen.add(id);
    this.seenUntil = Math.max(this.seenUntil, ...fresh.map(({ created }) => created));
    return fresh.filter(isHandledEvent);
  }

  private async runJobs(): Promise<number> {
    const jobs = await db().$queryRaw<{ id: string; name: string; data: Record<string, string> }[]>`
      SELECT id::text, name, data FROM pgboss.job WHERE name LIKE 'billing.%' AND state = 'created'`;
    for (const { id, name, data } of jobs) {
      await runBillingJob(this.system(), name, data);
      await db().$executeRaw`DELETE FROM pgboss.job WHERE id = ${id}::uuid`;
    }
    return jobs.length;
  }

  /** Everything that differs from what the invoices say, for all customers; and what verify finds. */
  async differences(): Promise<string[]> {
    const found: string[] = [];
    for (const person of this.people) found.push(...(await this.differencesOf(person)));
    const { differences } = await verify(this.system(), 0);
    return [...found, ...differences.map(lineOf)];
  }

  async differencesOf(person: Person): Promise<string[]> {
    const [expected, served] = [await this.owedTo(person), await this.servedTo(person)];
    return expected === served ? [] : [`${person.userId} paid for ${expected}, is served ${served}`];
  }

  /** What the emulator's invoices say that a person has paid for, as text. */
  private async owedTo(person: Person): Promise<string> {
    const live = (await this.liveOf(person)).toSorted((a, b) => a.created - b.created || (a.id < b.id ? -1 : 1));
    const invoices = await this.invoicesOf(person);
    const now = this.now().getTime() / 1000;
    const entitled = live.flatMap(({ id }) => {
      const units = this.unitsAt(person, id, invoices, now);
      return units ? [{ id, ...units }] : [];
    });
    const holder = await this.holderAmong(entitled.map(({ id }) => id));
    const counting = entitled.find(({ id }) => id === holder);
    if (!counting) return 'nothing';
    if (person.switchedOff.has(counting.id)) return 'nothing: an admin switched the key off';
    return textOf(counting);
  }

  /** The subscription that has a key, because it was there first; else the oldest. */
  private async holderAmong(ids: string[]): Promise<string | undefined> {
    const keys = await db().fuzzyKey.findMany({
      where: { subscription: { stripeSubscriptionId: { in: ids } } },
      select: { subscription: { select: { stripeSubscriptionId: true } } },
    });
    const withKey = new Set(keys.map(({ subscription }) => subscription?.stripeSubscriptionId));
    return ids.find((id) => withKey.has(id)) ?? ids[0];
  }

  private async invoicesOf({ customer }: Person): Promise<Stripe.Invoice[]> {
    const all: Stripe.Invoice[] = [];
    if (customer)
      for await (const invoice of this.shop.stripe.invoices.list({ customer, limit: 100 })) all.push(invoice);
    return all;
  }

  /**
   * The units of a subscription at a time: of its newest invoice that charges for that time and is paid, or is a renewal
   * that is being collected; unless the seller has given others since.
   */
  private unitsAt({ given }: Person, id: string, invoices: Stripe.Invoice[], now: number): Units | null {
    const charged = invoices
      .filter(({ parent }) => parent?.subscription_details?.subscription === id)
      .filter(({ status, billing_reason: reason }) =>
        status === 'paid' ? true : status === 'open' && reason === 'subscription_cycle',
      )
      .flatMap(({ created, lines }) =>
        lines.data.flatMap(({ amount, quantity, pricing, period }) => {
          const plan = this.plans.get(idOf(pricing?.price_details?.price ?? ''));
          const isFor = period.start <= now && now < period.end;
          return plan && amount >= 0 && isFor ? [{ created, plan, quantity: quantity ?? 1 }] : [];
        }),
      )
      .toSorted((a, b) => b.created - a.created)[0];
    const gift = given.get(id);
    return charged && gift && gift.since >= charged.created ? gift : (charged ?? null);
  }

  /** What the storage serves a person, as text, and whether the status says the same. */
  private async servedTo(person: Person): Promise<string> {
    const keys = await db().fuzzyKey.findMany({
      where: { accountId: person.userId, deletedAt: null, suspendedAt: null },
      select: { publicKey: true, rankId: true, rate: true, quantity: true },
    });
    const status = await getUserStatus(this.as(person));
    const [key, ...more] = keys;
    if (!key) return status.plan.key_is_off ? 'nothing: an admin switched the key off' : 'nothing';
    const plan = PLAN_NAMES.find((name) => PLANS[name].rank === key.rankId && PLANS[name].rate === key.rate);
    const agrees =
      status.plan.key === key.publicKey &&
      plan !== undefined &&
      status.usage_limit.daily === PLANS[plan].dailyRequests * key.quantity;
    const text = plan ? textOf({ plan, quantity: key.quantity }) : `rank ${key.rankId}`;
    return `${text}${agrees ? '' : ', but told otherwise'}${more.length ? `, and ${more.length} more` : ''}`;
  }
}

const textOf = ({ plan, quantity }: Units) => `${plan} x ${quantity}`;

/** Refusals of ours, and of Stripe, are no failures of the test. */
function unlessRefused(error: unknown): void {
  if (error instanceof DomainError || error instanceof Stripe.errors.StripeInvalidRequestError) return;
  unlessDeclined(error);
}
function unlessDeclined(error: unknown): void {
  if (!String(error).includes('card_declined') && !(error instanceof Stripe.errors.StripeCardError)) throw error;
}

test.each(Array.from({ length: SEEDS }, (_, n) => SEED + n))(
  'seed %i: serves each customer exactly what was paid, month by month (R30)',
  async (seed) => {
    await emptyTables();
    const random = randomFrom(seed);
    const shop = await startPausedEmulator();
    try {
      const life = await Life.start(shop, random);
      for (let month = 0; month < MONTHS; month++) {
        for (let tick = 0; tick < TICKS; tick++) {
          const joining = Math.ceil(CUSTOMERS / (MONTHS * TICKS * 0.5));
          for (let n = 0; n < joining && life.people.length < CUSTOMERS; n++) await life.join();
          for (const person of life.people) {
            if (!random.chance(life.isSlowToPay(person) ? 0.5 : 0.15)) continue;
            await life.act(person);
            expect(await life.differencesOf(person), `seed ${seed}, month ${month}, after an act`).toEqual([]);
          }
          await life.advance(Math.floor(MONTH / TICKS));
        }
        expect(await life.differences(), `seed ${seed}, month ${month}`).toEqual([]);
      }
    } finally {
      await shop.close();
    }
  },
  4 * 3_600_000,
);

/** Empties the tables for the next seed, with triggers disabled because the ledger refuses to be emptied. */
async function emptyTables() {
  await db().$transaction(async (tx) => {
    await tx.$executeRaw`SET LOCAL session_replication_role = replica`;
    await tx.$executeRaw`TRUNCATE users, subscriptions, fuzzy_keys, revenue_movements, billing_runs, stripe_events, billing_alerts CASCADE`;
    await tx.$executeRaw`DELETE FROM pgboss.job WHERE name LIKE 'billing.%'`;
  });
}
