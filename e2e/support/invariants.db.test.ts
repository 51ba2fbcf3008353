import { expect, test } from 'vitest';
import type { Db } from '#lib/base/db/db.ts';
import { serverContext } from '#lib/testing/context.ts';
import { inRollback } from '#lib/testing/database.ts';
import { createKeyRow, createServerRow, createSubscriptionRow, createUserRow } from '#lib/testing/factories.ts';
import { recordUsageReport } from '#lib/usage/ingest/record-report.ts';
import { findViolations } from './invariants.ts';

const now = new Date();

/** What is wrong with the usage of a key that was reported once and is still staged, after `change`. */
async function violations(db: Db, change: string): Promise<string[]> {
  const [key, { server }] = [await createKeyRow(db), await createServerRow(db)];
  const keys = [{ key_id: key.keyId, checked: 3, hits: 2, errors: 1 }];
  await recordUsageReport(serverContext(db, server.id, { now }), { sequence: 1, from: now, to: now, keys });
  await db.$executeRawUnsafe(change);
  return brokenRules(db, / usage /);
}

/** The names of the broken rules whose description matches. */
async function brokenRules(db: Db, wanted: RegExp): Promise<string[]> {
  const found = await findViolations((text) => db.$queryRawUnsafe<object[]>(text));
  return found.filter((text) => wanted.test(text)).map((text) => text.replace(/:.*/s, ''));
}

test.each([
  ['finds nothing wrong with staged usage', 'SELECT', []],
  [
    'finds staged usage that the hours leave out',
    'CREATE OR REPLACE VIEW all_usage_hours AS SELECT key_id, server_id, bucket::timestamptz, checked, hits, errors FROM usage_hours',
    ['hourly usage is the sum of the points', 'daily usage is the sum of the hours'],
  ],
  [
    'finds days that were counted twice',
    `INSERT INTO usage_days SELECT key_id, server_id, date_trunc('day', at, 'UTC'), 3, 2, 1 FROM tallies.usage`,
    ['daily usage is the sum of the hours'],
  ],
])('%s', (_title, change, expected) =>
  inRollback(async (db) => {
    expect(await violations(db, change)).toEqual(expected);
  }),
);

const OWNS = 'a user owns an account with the same id, and with the settings that the release before reads in users';
const BLOCKED = 'an account is blocked exactly while all its owners are';

test.each([
  ['a membership is missing', `DELETE FROM accounts`, [OWNS]],
  [
    'the account has another limit',
    `ALTER TABLE accounts DISABLE TRIGGER USER; UPDATE accounts SET daily_limit = 3`,
    [OWNS],
  ],
  [
    'the owner became a viewer without the trigger',
    `ALTER TABLE memberships DISABLE TRIGGER USER; UPDATE memberships SET role = 'viewer'`,
    [OWNS, BLOCKED, 'an account has an owner'],
  ],
  ['the owner is not blocked', `UPDATE accounts SET blocked_at = now()`, [BLOCKED]],
])('finds that %s', (_title, change, rules) =>
  inRollback(async (db) => {
    await createUserRow(db, { dailyLimit: 5 });
    const broken = () => brokenRules(db, /account/);
    expect(await broken()).toEqual([]);
    // Checks that wait for the end of the transaction would refuse ALTER TABLE.
    await db.$executeRaw`SET CONSTRAINTS ALL IMMEDIATE`;
    await db.$executeRaw`SET CONSTRAINTS ALL DEFERRED`;
    for (const statement of change.split('; ')) await db.$executeRawUnsafe(statement);
    expect(await broken()).toEqual(rules);
  }),
);

test.each([
  ['keys active', 'the counters of keys are right'],
  ['users', 'the counters of users and subscriptions are right'],
  ['admins', 'the counters of users and subscriptions are right'],
  ['blocked', 'the counters of users and subscriptions are right'],
  ['subscriptions past_due', 'the counters of users and subscriptions are right'],
  ['past due pence gbp', 'the sums of past due subscriptions are right'],
])('finds that the counter %s is wrong', (name, rule) =>
  inRollback(async (db) => {
    const { id: userId } = await createUserRow(db, { isAdmin: true, blockedAt: now });
    const { stripeSubscriptionId } = await createSubscriptionRow(db, { accountId: userId, status: 'past_due' });
    await createKeyRow(db);
    await db.revenueMovement.create({
      data: {
        kind: 'new',
        cause: 'purchase',
        yearlyPence: 6000,
        currency: 'gbp',
        stripeSubscriptionId,
        userId,
        at: now,
      },
    });
    const broken = () => brokenRules(db, / (counters|sums) of /);
    expect(await broken()).toEqual([]);
    await db.$executeRaw`INSERT INTO tallies.deltas VALUES (${name}, 1)`;
    expect(await broken()).toEqual([rule]);
  }),
);
