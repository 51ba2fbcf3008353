import { expect, test } from 'vitest';
import type { Context, Member } from '#lib/base/context.ts';
import { db, type Db } from '#lib/base/db/db.ts';
import { HOUR } from '#lib/base/time.ts';
import { inRollback } from '#lib/testing/database.ts';
import { createKeyRow, unique } from '#lib/testing/factories.ts';
import { queuedJobs } from '#lib/testing/queued-jobs.ts';
import { createSignedInUser } from '#lib/testing/signed-in.ts';
import { admitMember, changeRole, listMembers, removeMember, renameAccount } from './members.ts';
import { Role } from './roles.ts';

/** An account with a member in each role, and a stranger who owns another one. */
async function company(store: Db) {
  const [owner, second, billing, technical, viewer, stranger] = [
    await createSignedInUser(store),
    ...(await Promise.all(Array.from({ length: 5 }, () => createSignedInUser(store)))),
  ];
  const people = { owner, second, billing, technical, viewer, stranger } as Record<Name, typeof owner>;
  const roles = { second: 'owner', billing: 'billing', technical: 'technical', viewer: 'viewer' } as const;
  for (const [name, role] of Object.entries(roles))
    await store.membership.create({ data: { accountId: owner.id, userId: people[name as Name].id, role } });
  return { ...people, account_id: owner.id };
}
type Name = 'owner' | 'second' | 'billing' | 'technical' | 'viewer' | 'stranger';

const rolesOf = async (store: Db, accountId: string) =>
  (await store.membership.findMany({ where: { accountId } })).map(({ role }) => role).toSorted();
const ALL = ['billing', 'owner', 'owner', 'technical', 'viewer'];

test('admits each role to what its permissions allow, and a stranger to nothing', () =>
  inRollback(async (store) => {
    const { account_id: id, stranger, ...members } = await company(store);
    for (const role of Role.options) expect(await admitMember(members[role].ctx, id, 'view')).toBe(role);
    const admits = async (permission: 'pay' | 'operate' | 'manage') => {
      const tried = Role.options.map((role) =>
        admitMember(members[role].ctx, id, permission).catch((error: unknown) => (error as { code: string }).code),
      );
      return Promise.all(tried);
    };
    expect(await admits('pay')).toEqual(['owner', 'billing', 'forbidden', 'forbidden']);
    expect(await admits('operate')).toEqual(['owner', 'forbidden', 'technical', 'forbidden']);
    expect(await admits('manage')).toEqual(['owner', 'forbidden', 'forbidden', 'forbidden']);
    await expect(admitMember(stranger.ctx, id, 'view')).rejects.toMatchObject({ code: 'not_found' });
    expect(await admitMember(stranger.ctx, stranger.id, 'manage')).toBe('owner');
  }));

test('lists the members with their roles, and the invitations to owners only', () =>
  inRollback(async (store) => {
    const { account_id: id, viewer, stranger, owner } = await company(store);
    const sent = { accountId: id, role: 'viewer', expiresAt: new Date(Date.now() + HOUR), invitedBy: owner.id };
    await store.invitation.create({ data: { ...sent, email: 'x@a.example', tokenHash: Buffer.from(unique('t')) } });
    const seen = await listMembers(asMember(viewer.ctx, id, 'viewer'));
    expect(seen.members.map(({ role }) => role).toSorted()).toEqual(ALL);
    expect(seen.members.find(({ is_you }) => is_you)).toMatchObject({ user_id: viewer.id, two_factor: false });
    expect([seen.role, seen.invitations]).toEqual(['viewer', []]);
    expect((await listMembers(owner.ctx)).invitations).toMatchObject([{ email: 'x@a.example', role: 'viewer' }]);
    expect((await listMembers(stranger.ctx)).members).toMatchObject([{ email: stranger.email, is_you: true }]);
  }));

const asMember = (ctx: Context<Member>, accountId: string, accountRole: Role): Context<Member> => ({
  ...ctx,
  actor: { ...ctx.actor, accountId, accountRole },
});

test('changes a role, withdraws the invitations of a former owner, and records it', () =>
  inRollback(async (store) => {
    const { account_id, owner, second } = await company(store);
    const sent = { accountId: account_id, role: 'viewer', expiresAt: new Date(Date.now() + HOUR) };
    for (const invitedBy of [owner.id, second.id]) {
      const data = { ...sent, invitedBy, email: `${unique('x')}@a.example`, tokenHash: Buffer.from(unique('t')) };
      await store.invitation.create({ data });
    }
    await changeRole(owner.ctx, { account_id, user_id: second.id, role: 'technical' });
    expect(await rolesOf(store, account_id)).toEqual(['billing', 'owner', 'technical', 'technical', 'viewer']);
    expect((await store.invitation.findMany()).map(({ invitedBy }) => invitedBy)).toEqual([owner.id]);
    expect(await store.auditEvent.findFirst({ where: { action: 'account.role_changed' } })).toMatchObject({
      actorId: owner.id,
      targetId: second.id,
      data: { account: account_id, before: 'owner', after: 'technical' },
    });
  }));

test('removes a member, whose access ends, and lets members leave; keys and other members stay', () =>
  inRollback(async (store) => {
    const { account_id, owner, technical, viewer } = await company(store);
    const key = await createKeyRow(store, { accountId: account_id });
    await removeMember(owner.ctx, { account_id, user_id: technical.id });
    await expect(admitMember(technical.ctx, account_id, 'view')).rejects.toMatchObject({ code: 'not_found' });
    await removeMember(viewer.ctx, { account_id, user_id: viewer.id });
    expect(await rolesOf(store, account_id)).toEqual(['billing', 'owner', 'owner']);
    expect(await store.fuzzyKey.findUnique({ where: { id: key.id } })).toMatchObject({ accountId: account_id });
    expect(await admitMember(technical.ctx, technical.id, 'manage')).toBe('owner');
  }));

test('refuses everyone but an owner, and an owner without a fresh login', () =>
  inRollback(async (store) => {
    const { account_id, stranger, owner, second, ...others } = await company(store);
    const user_id = second.id;
    const tries = [
      ...[others.billing, others.technical, others.viewer].map(({ ctx }) => ({ ctx, code: 'forbidden' })),
      { ctx: stranger.ctx, code: 'not_found' },
      { ctx: owner.contextAt(new Date(Date.now() + HOUR)), code: 'reauthentication_required' },
    ];
    for (const { ctx, code } of tries) {
      await expect(changeRole(ctx, { account_id, user_id, role: 'viewer' })).rejects.toMatchObject({ code });
      await expect(removeMember(ctx, { account_id, user_id })).rejects.toMatchObject({ code });
    }
    const gone = { account_id, user_id: stranger.id };
    await expect(removeMember(owner.ctx, gone)).rejects.toMatchObject({ code: 'not_found' });
    expect(await rolesOf(store, account_id)).toEqual(ALL);
  }));

test('keeps the last owner, whom only another owner replaces', () =>
  inRollback(async (store) => {
    const { account_id, owner, second } = await company(store);
    await removeMember(owner.ctx, { account_id, user_id: second.id });
    const own = { account_id, user_id: owner.id };
    await expect(removeMember(owner.ctx, own)).rejects.toMatchObject({ code: 'conflict' });
    await expect(changeRole(owner.ctx, { ...own, role: 'viewer' })).rejects.toMatchObject({ code: 'conflict' });
    expect(await rolesOf(store, account_id)).toEqual(ALL.toSpliced(1, 1));
  }));

test('leaves an owner when two demote or remove each other at the same time', async () => {
  for (let round = 0; round < 10; round++) {
    const { account_id, owner, second } = await company(db());
    const [from, to] = [
      { account_id, user_id: second.id },
      { account_id, user_id: owner.id },
    ];
    const results = await Promise.allSettled([
      changeRole(owner.ctx, { ...from, role: 'viewer' }),
      round % 2 ? removeMember(second.ctx, to) : changeRole(second.ctx, { ...to, role: 'viewer' }),
    ]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await db().membership.count({ where: { accountId: account_id, role: 'owner' } })).toBe(1);
  }
});

test.each([
  [
    'is removed',
    ({ owner, second, account_id }: Company) => removeMember(second.ctx, { account_id, user_id: owner.id }),
  ],
  [
    'takes another role',
    ({ owner, second, account_id }: Company) =>
      changeRole(second.ctx, { account_id, user_id: owner.id, role: 'viewer' }),
  ],
])('lets Stripe send the invoices to the first of the other owners once the first %s', (_how, act) =>
  inRollback(async (store) => {
    const made = await company(store);
    await act(made);
    expect(await queuedJobs(store, 'billing.follow_email')).toContainEqual({ userId: made.account_id });
  }),
);
type Company = Awaited<ReturnType<typeof company>>;

test('only an owner names the account, and the log keeps no name', () =>
  inRollback(async (store) => {
    const { owner, second, billing, stranger, account_id: id } = await company(store);
    const acting = (person: typeof owner) => ({ ...person.ctx, actor: { ...person.ctx.actor, accountId: id } });
    const named = async () => (await store.account.findUniqueOrThrow({ where: { id } })).name;
    await renameAccount(acting(second), { name: 'Example Ltd' });
    await renameAccount(acting(owner), { name: 'Example Ltd' });
    await expect(renameAccount(acting(billing), { name: 'Other' })).rejects.toMatchObject({ code: 'forbidden' });
    await expect(renameAccount(acting(stranger), { name: 'Other' })).rejects.toMatchObject({ code: 'not_found' });
    expect(await named()).toBe('Example Ltd');
    const events = await store.auditEvent.findMany({ where: { action: 'account.renamed', targetId: id } });
    expect(events).toMatchObject([{ actorId: second.id, data: {} }]);
  }));
