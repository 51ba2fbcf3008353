import { expect } from '@playwright/test';
import type { BillingStack, Person } from '../support/stacks/billing-stack.ts';

/**
 * Kills an app while it handles the events of a purchase, `kills` times. Expects one subscription, one working key and
 * one mail for each purchase. Returns how many kills interrupted a delivery.
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
    // The kills come anywhere from before the first SQL statement to after the last.
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
    const keys = (await billing.keysOf(person)).map((key) => key.suspended_at === null && key.deleted_at === null);
    expect(keys, 'one working key').toEqual([true]);
    const rows = await billing.query('SELECT 1 FROM subscriptions WHERE user_id = $1', person.id);
    expect(rows).toHaveLength(1);
  }
  await expect
    .poll(async () => (await Promise.all(people.map(billing.mailsTo))).flat().length, { timeout: 30_000 })
    .toBe(kills);
  expect((await Promise.all(people.map(billing.mailsTo))).every((mails) => mails.length === 1)).toBe(true);
  return interrupted;
}
