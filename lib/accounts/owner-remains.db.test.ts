/** The database itself keeps an owner for each account (docs/decisions/0068). */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { db, type Prisma } from '#lib/base/db/db.ts';
import { env } from '#lib/base/settings/env.ts';
import '#lib/testing/database.ts';
import { openAccount } from './open-account.ts';

const OWNERS = 50;
const ROUNDS = 20;
const REFUSED = 'memberships_owner_remains';

const clients = Array.from({ length: 20 }, () => new pg.Client({ connectionString: env().DATABASE_URL }));
beforeAll(async () => {
  await Promise.all(clients.map((client) => client.connect()));
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.end()));
});

/** An account with this many owners, by their ids; the account has the id of the first. */
async function accountOf(owners: number): Promise<string[]> {
  const users = await db().user.createManyAndReturn({ data: Array.from({ length: owners }, () => ({})) });
  for (const user of users) await openAccount(db(), user);
  const [accountId = '', ...others] = users.map(({ id }) => id);
  await db().membership.createMany({ data: others.map((userId) => ({ accountId, userId, role: 'owner' })) });
  return [accountId, ...others];
}

const DEMOTE = `UPDATE memberships SET role = 'viewer' WHERE account_id = $1 AND user_id = $2`;
const REMOVE = 'DELETE FROM memberships WHERE account_id = $1 AND user_id = $2';
const MOVE = 'UPDATE memberships SET account_id = $3 WHERE account_id = $1 AND user_id = $2';
const owners = (accountId = '') => db().membership.count({ where: { accountId, role: 'owner' } });

/** Sends each statement on one of the connections, and returns the errors. */
async function sendAll(statements: readonly { text: string; values: (string | undefined)[]; isolation?: string }[]) {
  const queue = [...statements];
  const errors: { constraint?: string; code?: string }[] = [];
  await Promise.all(
    clients.map(async (client) => {
      for (let next = queue.pop(); next; next = queue.pop()) {
        await client.query(`BEGIN ISOLATION LEVEL ${next.isolation ?? 'READ COMMITTED'}`);
        try {
          await client.query(next.text, next.values);
          await client.query('COMMIT');
        } catch (error) {
          errors.push(error as { constraint?: string });
          await client.query('ROLLBACK');
        }
      }
    }),
  );
  return errors;
}

test('keeps one owner through 1,000 parallel demotions and removals', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const users = await accountOf(OWNERS);
    const [account] = users;
    const errors = await sendAll(users.map((user, n) => ({ text: n % 2 ? DEMOTE : REMOVE, values: [account, user] })));
    expect(errors.map(({ constraint }) => constraint)).toEqual([REFUSED]);
    expect(await owners(account)).toBe(1);
  }
});

test.each(['REPEATABLE READ', 'SERIALIZABLE'])('keeps an owner in transactions that are %s', async (isolation) => {
  const users = await accountOf(OWNERS);
  const [account] = users;
  for (let sent = 0; sent < 5; sent++)
    await sendAll(users.map((user, n) => ({ text: n % 2 ? DEMOTE : REMOVE, values: [account, user], isolation })));
  expect(await owners(account)).toBeGreaterThan(0);
});

test('keeps an owner while owners are demoted, removed, moved and deleted at once, or ends the account', async () => {
  const users = await accountOf(OWNERS);
  const [account] = users;
  const other = (await accountOf(1))[0];
  await sendAll(
    users.map((user, n) => {
      const values = [account, user];
      if (n % 4 === 0) return { text: 'DELETE FROM users WHERE id = $1', values: [user] };
      if (n % 4 === 1) return { text: MOVE, values: [...values, other] };
      return { text: n % 4 === 2 ? DEMOTE : REMOVE, values };
    }),
  );
  const exists = await db().account.count({ where: { id: account ?? '' } });
  expect(await owners(account)).toBe(exists);
});

test('refuses an account that has no owner when its transaction ends', async () => {
  const [user] = await accountOf(1);
  await expect(db().account.createMany({ data: [{}] })).rejects.toThrow('has no owner');
  const opened = (role: string): Prisma.AccountUncheckedCreateInput => ({
    id: randomUUID(),
    memberships: { create: { userId: user ?? '', role } },
  });
  await expect(db().account.create({ data: opened('viewer') })).rejects.toThrow('has no owner');
  const { id } = await db().account.create({ data: opened('owner') });
  await db().account.delete({ where: { id } });
});
