/** A block of a person is also one of each account that has no other owner who is not blocked. */
import { expect, test } from 'vitest';
import { db, type Db } from '#lib/base/db/db.ts';
import { inRollback } from '#lib/testing/database.ts';
import { createSubscriptionRow, createUserRow } from '#lib/testing/factories.ts';
import { createFreshAdmin, createSignedInUser } from '#lib/testing/signed-in.ts';
import { blockUsers } from '#lib/users/block-users.ts';
import { deleteOwnAccount } from '#lib/users/deletion/delete-own-account.ts';
import { handOver } from './console.ts';
import { changeRole, removeMember } from './members.ts';

const own = (store: Db, accountId: string, userId: string, role = 'owner') =>
  store.membership.create({ data: { accountId, userId, role } });
const isBlocked = async (store: Db, id: string) =>
  (await store.account.findUniqueOrThrow({ where: { id } })).blockedAt !== null;

/** Two owners of an account, and how an admin blocks them. */
async function twoOwners(store: Db) {
  const [one, other] = [await createSignedInUser(store), await createSignedInUser(store)];
  await own(store, one.id, other.id);
  const admin = await createFreshAdmin(store);
  const block = (blocked: boolean, ...ids: string[]) => blockUsers(admin, { ids, blocked, dry_run: false });
  return { one, other, block, shared: () => isBlocked(store, one.id), others: () => isBlocked(store, other.id) };
}

test('spares an account with another owner, until that one is blocked, too, and ends with the first unblock', () =>
  inRollback(async (store) => {
    const { one, other, block, shared, others } = await twoOwners(store);
    await block(true, one.id);
    expect([await shared(), await others()]).toEqual([false, false]);
    await block(true, other.id);
    expect([await shared(), await others()]).toEqual([true, true]);
    await block(false, one.id);
    expect([await shared(), await others()]).toEqual([false, true]);
  }));

test('reaches an account that the person owns alone after they left their first, and spares one where they are a member', () =>
  inRollback(async (store) => {
    const { one, other, block, shared, others } = await twoOwners(store);
    const third = await createUserRow(store);
    await own(store, third.id, other.id, 'technical');
    await store.membership.delete({ where: { accountId_userId: { accountId: one.id, userId: one.id } } });
    await block(true, other.id);
    expect([await shared(), await others(), await isBlocked(store, third.id)]).toEqual([true, true, false]);
  }));

test('withdraws the invitations that the person sent, and an account that an admin hands over is free', () =>
  inRollback(async (store) => {
    const { one, other, block, shared } = await twoOwners(store);
    const sent = { accountId: one.id, role: 'owner', expiresAt: new Date('2100-01-01') };
    for (const invitedBy of [one.id, other.id])
      await store.invitation.create({
        data: { ...sent, email: `${invitedBy}@test.example`, tokenHash: Buffer.from(invitedBy), invitedBy },
      });
    await block(true, one.id);
    expect(await store.invitation.findMany({ select: { invitedBy: true } })).toEqual([{ invitedBy: other.id }]);
    await block(true, other.id);
    expect(await shared()).toBe(true);
    const { email } = await createSignedInUser(store);
    await handOver(await createFreshAdmin(store), one.id, { email, reason: 'Ticket 1' });
    expect(await shared()).toBe(false);
  }));

test('names as charged, and ends, only subscriptions of accounts that it blocks, each once', () =>
  inRollback(async (store) => {
    const { one, other } = await twoOwners(store);
    await createSubscriptionRow(store, { accountId: one.id });
    const admin = await createFreshAdmin(store);
    const charged = async (...ids: string[]) =>
      (await blockUsers(admin, { ids, blocked: true, dry_run: true })).changed.flatMap((each) => each.charged).length;
    expect(await charged(one.id)).toBe(0);
    expect(await charged(other.id)).toBe(0);
    expect(await charged(one.id, other.id)).toBe(1);
  }));

type Owner = Awaited<ReturnType<typeof createSignedInUser>>;
const ways: Record<string, (owner: Owner, accountId: string) => Promise<void>> = {
  leaves: ({ ctx, id }, accountId) => removeMember(ctx, { account_id: accountId, user_id: id }),
  'becomes a viewer': ({ ctx, id }, accountId) =>
    changeRole(ctx, { account_id: accountId, user_id: id, role: 'viewer' }),
  'is deleted': ({ ctx, email }) => deleteOwnAccount(ctx, { email }),
};
test.each(Object.entries(ways))('blocks an account when its last owner who is not blocked %s', (_how, act) =>
  inRollback(async (store) => {
    const { one, other, block, shared } = await twoOwners(store);
    await block(true, other.id);
    expect(await shared()).toBe(false);
    await act(one, one.id);
    expect(await shared()).toBe(true);
  }),
);

test('blocks an account whose two owners are blocked at the same time', async () => {
  for (let round = 0; round < 5; round++) {
    const { one, other, shared } = await twoOwners(db());
    const admins = [await createFreshAdmin(db()), await createFreshAdmin(db())];
    const ids = [one.id, other.id];
    await Promise.all(
      admins.map((admin, n) => blockUsers(admin, { ids: [ids[n] ?? ''], blocked: true, dry_run: false })),
    );
    expect(await shared()).toBe(true);
  }
});
