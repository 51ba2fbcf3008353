import { expect } from '@playwright/test';
import type { AppProcess, BillingStack, Person } from '../support/stacks/billing-stack.ts';

const worksFor = async (billing: BillingStack, person: Person) =>
  (await billing.keysOf(person)).map((key) => key.suspended_at === null && key.deleted_at === null);

/** Delivers the last event of a purchase `count` times at once. Expects 200 each time, one working key and email. */
export async function deliverAtOnce(billing: BillingStack, apps: readonly AppProcess[], count: number): Promise<void> {
  const { person, id } = await billing.buyer('');
  const event = (await billing.eventsOf(id)).at(-1) ?? {};
  const answers = await Promise.all(
    Array.from({ length: count }, (_, n) => billing.deliver(event, { app: apps[n % apps.length] ?? billing.first })),
  );
  expect(answers).toEqual(answers.map(() => 200));
  expect(await worksFor(billing, person)).toEqual([true]);
  await billing.mailbox.receive(person.email, 'Your key is ready');
  expect(await billing.mailsTo(person)).toEqual(['Your key is ready']);
}

/**
 * Kills an app while it handles the events of a purchase, `kills` times. Expects one subscription, one working key and
 * one email for each purchase. Returns how many kills interrupted a delivery.
 */
export async function killDuringProvisioning(billing: BillingStack, kills: number): Promise<number> {
  // Two processes take turns: while one restarts, the other is killed.
  const apps = await Promise.all(
    [0, 1].map(async () => ({ process: await billing.startApp(), isBack: Promise.resolve() })),
  );
  const people: Person[] = [];
  let interrupted = 0;
  for (let kill = 0; kill < kills; kill++) {
    const { person, id } = await billing.buyer();
    people.push(person);
    const events = await billing.eventsOf(id);
    const app = apps[kill % apps.length];
    if (!app) throw new Error('no app');
    await app.isBack;
    const underWay = events.map((event) => billing.deliver(event, { app: app.process }).catch(() => 0));
    // The varying delay spreads the kills from before the first SQL statement to after the last.
    await new Promise((resolve) => setTimeout(resolve, (kill * 7) % 90));
    await app.process.kill();
    const answers = await Promise.all(underWay);
    if (answers.includes(0)) interrupted += 1;
    const missed = events.filter((_, index) => answers[index] !== 200);
    app.isBack = app.process
      .restart()
      .then(() => billing.deliverAll([...missed, ...events.slice(0, 1)], { app: app.process }));
  }
  await Promise.all(apps.map(({ isBack }) => isBack));
  for (const person of people) {
    expect(await worksFor(billing, person), 'one working key').toEqual([true]);
    const rows = await billing.query('SELECT 1 FROM subscriptions WHERE user_id = $1', person.id);
    expect(rows).toHaveLength(1);
  }
  await expect
    .poll(async () => (await Promise.all(people.map(billing.mailsTo))).flat().length, { timeout: 30_000 })
    .toBe(kills);
  expect((await Promise.all(people.map(billing.mailsTo))).every((mails) => mails.length === 1)).toBe(true);
  return interrupted;
}
