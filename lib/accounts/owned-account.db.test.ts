/** What an admin sees and sets about a person whose first account went to others is that of the account they own. */
import { expect, test } from 'vitest';
import type { Db } from '#lib/base/db/db.ts';
import { getUserDetails } from '#lib/billing/queries.ts';
import { adminContext } from '#lib/testing/context.ts';
import { inRollback } from '#lib/testing/database.ts';
import { createKeyRow, createSubscriptionRow, createUserRow, unique } from '#lib/testing/factories.ts';
import { createFreshAdmin } from '#lib/testing/signed-in.ts';
import { listUsers, UserListQuery } from '#lib/users/list.ts';
import { UpdateUserInput } from '#lib/users/schema.ts';
import { updateUser } from '#lib/users/update-user.ts';
import { findOwnedAccounts, ownedAccountOf } from './acting-for.ts';

const join = (db: Db, accountId: string, userId: string, role = 'owner') =>
  db.membership.create({ data: { accountId, userId, role, createdAt: new Date() } });
const leave = (db: Db, accountId: string, userId: string) =>
  db.membership.delete({ where: { accountId_userId: { accountId, userId } } });

/** A founder who has handed the first account over to a successor, and whom another company made an owner. */
async function founderOfOther(db: Db) {
  const [founder, successor, other] = [await createUserRow(db), await createUserRow(db), await createUserRow(db)];
  await join(db, founder.id, successor.id);
  await join(db, other.id, founder.id);
  await leave(db, founder.id, founder.id);
  return { founder, successor, account: other.id };
}

test('is the account with the id of the user while they own it, then the one owned longest, then none, as long as none is used', () =>
  inRollback(async (db) => {
    const [user, older, newer] = [await createUserRow(db), await createUserRow(db), await createUserRow(db)];
    const joined = (accountId: string, day: number) =>
      db.membership.create({ data: { accountId, userId: user.id, role: 'owner', createdAt: new Date(day) } });
    await joined(newer.id, 2);
    await joined(older.id, 1);
    expect(await ownedAccountOf(db, user.id)).toBe(user.id);
    await join(db, user.id, older.id);
    await leave(db, user.id, user.id);
    expect(await ownedAccountOf(db, user.id)).toBe(older.id);
    await leave(db, older.id, user.id);
    expect(await ownedAccountOf(db, user.id)).toBe(newer.id);
    await db.membership.updateMany({ where: { accountId: newer.id, userId: user.id }, data: { role: 'viewer' } });
    expect(await findOwnedAccounts(db, [user.id, older.id])).toEqual(new Map([[older.id, older.id]]));
    await expect(ownedAccountOf(db, user.id)).rejects.toMatchObject({ code: 'conflict' });
  }));

const edit = (id: string, fields: object) => UpdateUserInput.parse({ user_id: id, ...fields });

test('an admin changes limit and key of that account, and sees them, its plan and its status', () =>
  inRollback(async (db) => {
    const { founder, successor, account } = await founderOfOther(db);
    await createSubscriptionRow(db, { accountId: account, productName: 'Scale' });
    const key = await createKeyRow(db);
    const ctx = await createFreshAdmin(db);
    const { user } = await updateUser(ctx, edit(founder.id, { daily_limit: 77, custom_key: key.publicKey }));
    expect(user.custom_limits).toMatchObject({ daily_limit: 77, custom_key: key.publicKey });
    expect(user.plan).toMatchObject({ product: 'Scale' });
    const set = { dailyLimit: 77, customKey: key.publicKey };
    expect(await db.account.findUniqueOrThrow({ where: { id: account } })).toMatchObject(set);
    expect(await db.fuzzyKey.findUniqueOrThrow({ where: { id: key.id } })).toMatchObject({ accountId: account });
    const untouched = { dailyLimit: null, customKey: null };
    expect(await db.account.findUniqueOrThrow({ where: { id: founder.id } })).toMatchObject(untouched);
    expect(await getUserDetails(ctx, founder.id)).toMatchObject({
      ...{ email: founder.email, usage_limit: { daily: 77 }, plan: { product: 'Scale' }, user: { id: founder.id } },
    });
    expect(await getUserDetails(ctx, successor.id)).toMatchObject({ usage_limit: { daily: null } });
  }));

test('the list finds the person by plan, key and usage of that account, and not by those of the account they left', () =>
  inRollback(async (db) => {
    const { founder, successor, account } = await founderOfOther(db);
    await createSubscriptionRow(db, { accountId: account, status: 'past_due', cancelAt: new Date('2030-01-01') });
    await createSubscriptionRow(db, { accountId: founder.id, status: 'paused' });
    const key = await createKeyRow(db, { accountId: account });
    const ctx = adminContext(db);
    const found = async (query: object) =>
      (await listUsers(ctx, UserListQuery.parse({ limit: '200', ...query }))).users.map(({ id }) => id);
    for (const subscription of ['past_due', 'live', 'leaving', 'manual'])
      expect([subscription, (await found({ subscription })).includes(founder.id)]).toEqual([subscription, true]);
    expect(await found({ subscription: 'paused' })).toEqual([successor.id]);
    expect(await found({ subscription: 'none' })).not.toContain(founder.id);
    expect(await found({ search: key.publicKey })).toContain(founder.id);
  }));

test('nothing is set for a person who owns no account, and what is not about an account still is', () =>
  inRollback(async (db) => {
    const [user, owner] = [await createUserRow(db), await createUserRow(db)];
    await join(db, owner.id, user.id, 'viewer');
    await join(db, user.id, owner.id);
    await leave(db, user.id, user.id);
    const ctx = await createFreshAdmin(db);
    await expect(updateUser(ctx, edit(user.id, { daily_limit: 3 }))).rejects.toMatchObject({ code: 'conflict' });
    const same = { daily_limit: null, custom_key: null };
    const { user: after } = await updateUser(ctx, edit(user.id, { ...same, notes: unique('called') }));
    expect(after).toMatchObject({ custom_limits: same, plan: null, subscriptions: [] });
    expect(await getUserDetails(ctx, user.id)).toMatchObject({ email: user.email, has_subscription: false });
  }));
