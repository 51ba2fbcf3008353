/**
 * This version runs without what the next release drops, in its migrations, once no process of the release before lives
 * (docs/decisions/0068). Two migrations there, because both tables are often locked.
 */
import { beforeAll, expect, test } from 'vitest';
import { signUp } from '#lib/auth/sign-up/sign-up.ts';
import { db } from '#lib/base/db/db.ts';
import { getUserStatus } from '#lib/billing/queries.ts';
import { anonymousContext, subscriberContext } from '#lib/testing/context.ts';
import '#lib/testing/database.ts';
import { createSubscriptionRow, createUserRow, unique } from '#lib/testing/factories.ts';
import { createFreshAdmin, createSignedInUser } from '#lib/testing/signed-in.ts';
import { updateUsageAlertSettings } from '#lib/usage/alerts/alert-settings.ts';
import { blockUsers } from '#lib/users/block-users.ts';
import { createManualUser } from '#lib/users/create-user.ts';
import { deleteUser } from '#lib/users/deletion/delete-user.ts';
import { listUsers, UserListQuery } from '#lib/users/list.ts';
import { CreateManualUserInput, UpdateUserInput } from '#lib/users/schema.ts';
import { updateUser } from '#lib/users/update-user.ts';

const DROPS = [
  `DROP FUNCTION follow_account() CASCADE`,
  `DROP FUNCTION follow_user(), open_accounts() CASCADE`,
  `DROP TRIGGER users_change_key_map ON users`,
  `ALTER TABLE users DROP COLUMN stripe_customer_id, DROP COLUMN daily_limit, DROP COLUMN custom_key,
     DROP COLUMN muted_alerts, DROP COLUMN shows_addresses`,
];

beforeAll(async () => {
  for (const statement of DROPS) await db().$executeRawUnsafe(statement);
});

const PASSWORD = 'Quiet-Harbour-7531';
const email = () => `${unique('later')}@test.example`;
const accountOf = (userId: string) =>
  db().account.findUniqueOrThrow({ where: { id: userId }, include: { memberships: true } });

test('a sign-up opens an account, once', async () => {
  const address = email();
  for (let n = 0; n < 2; n++) await signUp(anonymousContext(db()), { email: address, password: PASSWORD });
  const { id, createdAt } = await db().user.findUniqueOrThrow({ where: { email: address } });
  expect(await accountOf(id)).toMatchObject({ createdAt, memberships: [{ userId: id, role: 'owner' }] });
  expect(await db().membership.count({ where: { userId: id } })).toBe(1);
});

test('an admin makes, changes, blocks, finds and deletes a user', async () => {
  const admin = await createFreshAdmin(db());
  const input = { email: email(), password: PASSWORD, country: 'DE', daily_limit: 5 };
  const { user } = await createManualUser(admin, CreateManualUserInput.parse(input));
  const { id } = user;
  expect(await accountOf(id)).toMatchObject({ dailyLimit: 5, memberships: [{ userId: id, role: 'owner' }] });
  await updateUser(admin, UpdateUserInput.parse({ user_id: id, daily_limit: 6 }));
  await blockUsers(admin, { ids: [id], blocked: true, dry_run: false });
  expect(await accountOf(id)).toMatchObject({ dailyLimit: 6, blockedAt: expect.any(Date) });
  const { users } = await listUsers(admin, UserListQuery.parse({ search: input.email, subscription: 'none' }));
  expect(users).toEqual([]); // the user has a key
  await deleteUser(admin, id, { email: input.email });
  expect(await db().account.count({ where: { id } })).toBe(0);
});

test('an owner changes settings of their account', async () => {
  const { id, ctx } = await createSignedInUser(db());
  await createSubscriptionRow(db(), { accountId: id });
  await updateUsageAlertSettings(ctx, { silent: false });
  expect(await accountOf(id)).toMatchObject({ switchedAlerts: ['silent'] });
  expect((await getUserStatus(subscriberContext(db(), await createUserRow(db())))).has_subscription).toBe(false);
});
