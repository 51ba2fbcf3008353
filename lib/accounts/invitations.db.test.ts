import { expect, test } from 'vitest';
import { db, type Db } from '#lib/base/db/db.ts';
import { HOUR } from '#lib/base/time.ts';
import { inRollback } from '#lib/testing/database.ts';
import { unique } from '#lib/testing/factories.ts';
import { createSignedInUser } from '#lib/testing/signed-in.ts';
import { acceptInvitation, createInvitation } from './invitations.ts';
import { changeRole, removeMember } from './members.ts';
import type { Role } from './roles.ts';

async function ownerAndGuest(store: Db) {
  const [owner, guest] = [await createSignedInUser(store), await createSignedInUser(store)];
  const invite = (role: Role, email = guest.email) =>
    createInvitation(owner.ctx, { account_id: owner.id, email, role });
  const roleOf = async (userId: string) =>
    (await store.membership.findUnique({ where: { accountId_userId: { accountId: owner.id, userId } } }))?.role;
  return { owner, guest, invite, roleOf, account_id: owner.id };
}
const INVALID = { code: 'invalid' };

test('lets an invited person act for the account once, and records it without the address', () =>
  inRollback(async (store) => {
    const { owner, guest, invite, roleOf } = await ownerAndGuest(store);
    const token = await invite('technical');
    expect(await acceptInvitation(guest.ctx, token)).toBe(owner.id);
    expect(await roleOf(guest.id)).toBe('technical');
    await expect(acceptInvitation(guest.ctx, token)).rejects.toMatchObject(INVALID);
    const events = await store.auditEvent.findMany({ where: { action: { startsWith: 'account.' } } });
    expect(events.map(({ action, targetId, data }) => ({ action, targetId, data }))).toEqual([
      { action: 'account.member_invited', targetId: owner.id, data: { role: 'technical' } },
      {
        action: 'account.member_joined',
        targetId: guest.id,
        data: { account: owner.id, before: null, after: 'technical' },
      },
    ]);
  }));

test('expires after 72 hours, and is replaced by a newer invitation', () =>
  inRollback(async (store) => {
    const { guest, invite, roleOf, owner } = await ownerAndGuest(store);
    const older = await invite('viewer');
    const token = await invite('billing');
    await expect(acceptInvitation(guest.ctx, older)).rejects.toMatchObject(INVALID);
    const late = new Date(Date.now() + 73 * HOUR);
    await store.signInSession.updateMany({ where: { userId: guest.id }, data: { authTime: late } });
    await expect(acceptInvitation(guest.contextAt(late), token)).rejects.toMatchObject(INVALID);
    await acceptInvitation(guest.contextAt(new Date(Date.now() + 71 * HOUR)), token);
    expect(await roleOf(guest.id)).toBe('billing');
    expect(await store.invitation.count({ where: { accountId: owner.id } })).toBe(0);
  }));

test('refuses another address, an unverified one, an old login, and an unknown link', () =>
  inRollback(async (store) => {
    const { guest, invite, roleOf } = await ownerAndGuest(store);
    const other = await createSignedInUser(store);
    const token = await invite('viewer');
    await expect(acceptInvitation(other.ctx, token)).rejects.toMatchObject({ code: 'forbidden' });
    const old = guest.contextAt(new Date(Date.now() + HOUR));
    await expect(acceptInvitation(old, token)).rejects.toMatchObject({ code: 'reauthentication_required' });
    await expect(acceptInvitation(guest.ctx, 'unknown')).rejects.toMatchObject(INVALID);
    await store.user.update({ where: { id: guest.id }, data: { emailVerifiedAt: null } });
    await expect(acceptInvitation(guest.ctx, token)).rejects.toMatchObject({ code: 'forbidden' });
    expect(await roleOf(guest.id)).toBe(undefined);
  }));

test('hands over: a member accepts to be an owner, and the former owner leaves', () =>
  inRollback(async (store) => {
    const { owner, guest, invite, roleOf, account_id } = await ownerAndGuest(store);
    await acceptInvitation(guest.ctx, await invite('technical'));
    await acceptInvitation(guest.ctx, await invite('owner'));
    await expect(invite('viewer')).rejects.toMatchObject({ code: 'conflict' });
    await removeMember(owner.ctx, { account_id, user_id: owner.id });
    expect([await roleOf(guest.id), await roleOf(owner.id)]).toEqual(['owner', undefined]);
    await expect(invite('viewer', 'x@y.example')).rejects.toMatchObject({ code: 'not_found' });
  }));

test('voids what an owner invited when that owner is removed or demoted', () =>
  inRollback(async (store) => {
    const { owner, guest, invite, account_id } = await ownerAndGuest(store);
    await acceptInvitation(guest.ctx, await invite('owner'));
    const [third, fourth] = [await createSignedInUser(store), await createSignedInUser(store)];
    const tokens = [
      { who: third, token: await createInvitation(guest.ctx, { account_id, email: third.email, role: 'owner' }) },
      { who: fourth, token: await invite('viewer', fourth.email) },
    ];
    await changeRole(owner.ctx, { account_id, user_id: guest.id, role: 'viewer' });
    await expect(acceptInvitation(third.ctx, tokens[0]?.token ?? '')).rejects.toMatchObject(INVALID);
    expect(await acceptInvitation(fourth.ctx, tokens[1]?.token ?? '')).toBe(account_id);
  }));

test('lets only an owner with a fresh login invite', () =>
  inRollback(async (store) => {
    const { owner, guest, invite, account_id } = await ownerAndGuest(store);
    await acceptInvitation(guest.ctx, await invite('technical'));
    const input = { account_id, email: `${unique('x')}@a.example`, role: 'viewer' } as const;
    await expect(createInvitation(guest.ctx, input)).rejects.toMatchObject({ code: 'forbidden' });
    const old = owner.contextAt(new Date(Date.now() + HOUR));
    await expect(createInvitation(old, input)).rejects.toMatchObject({ code: 'reauthentication_required' });
    const stranger = await createSignedInUser(store);
    await expect(createInvitation(stranger.ctx, input)).rejects.toMatchObject({ code: 'not_found' });
    expect(await store.invitation.count()).toBe(0);
  }));

test('lets one of ten simultaneous requests with the same link succeed', async () => {
  const { guest, invite, roleOf } = await ownerAndGuest(db());
  const token = await invite('viewer');
  const results = await Promise.allSettled(Array.from({ length: 10 }, () => acceptInvitation(guest.ctx, token)));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await roleOf(guest.id)).toBe('viewer');
});
