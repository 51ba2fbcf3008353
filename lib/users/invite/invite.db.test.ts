import { expect, test } from 'vitest';
import { resetPassword } from '#lib/auth/settings/password-reset.ts';
import { db } from '#lib/base/db/db.ts';
import { blockUsers } from '#lib/users/block-users.ts';
import { deleteUser } from '#lib/users/deletion/delete-user.ts';
import { updateUser } from '#lib/users/update-user.ts';
import { anonymousContext } from '#lib/testing/context.ts';
import '#lib/testing/database.ts';
import { createKeyRow, createUserRow, unique } from '#lib/testing/factories.ts';
import { createFreshAdmin } from '#lib/testing/signed-in.ts';
import { logInByPassword } from '#lib/testing/demo/lived-in-account.ts';
import { mailedToken, mailsTo } from '#lib/testing/queued-mails.ts';
import { HOUR } from '#lib/base/time.ts';
import { createOneTimeToken } from '#lib/auth/one-time-token.ts';
import { InviteUserInput, UpdateUserInput } from '#lib/users/schema.ts';
import { findInvitation, inviteUser, resendInvitation, revokeInvitation } from './invite.ts';

const PASSWORD = 'Purple-Otter-Canyon-42';
const visitor = (ms = 0) => anonymousContext(db(), { now: new Date(Date.now() + ms), ip: '192.0.2.44' });
const admin = () => createFreshAdmin(db());
const inputFor = (email: string, more: object = {}) => InviteUserInput.parse({ email, country: 'DE', ...more });

/** An invited user and the token of the mailed link. */
async function invited() {
  const ctx = await admin();
  const email = `${unique('invited')}@test.example`;
  const { user, key } = await inviteUser(ctx, inputFor(email));
  return { ctx, id: user.id, email, key, token: await mailedToken(email, 'invited') };
}
const accept = ({ email, token }: { email: string; token: string }, ms = 0) =>
  resetPassword(visitor(ms), { email, token, password: PASSWORD });
const isVoid = { code: 'invalid' };

test('creates a verified user with a key and no password, whose link sets the first password once', async () => {
  const person = await invited();
  const row = await db().user.findUniqueOrThrow({
    where: { id: person.id },
    include: { account: { include: { fuzzyKeys: true } } },
  });
  expect(row).toMatchObject({ passwordHash: null, emailVerifiedAt: expect.any(Date) });
  expect(row.account?.fuzzyKeys.map(({ publicKey }) => publicKey)).toEqual([person.key]);
  await expect(logInByPassword(visitor(), { email: person.email, password: PASSWORD })).rejects.toMatchObject({
    code: 'unauthenticated',
  });
  await accept(person);
  await expect(logInByPassword(visitor(), { email: person.email, password: PASSWORD })).resolves.toBeDefined();
  await expect(accept(person)).rejects.toMatchObject(isVoid);
  expect((await mailsTo(person.email)).map(({ template }) => template)).toEqual(['invited']);
  const events = await db().auditEvent.findMany({
    where: { targetId: person.id, action: { startsWith: 'user.' } },
    orderBy: { id: 'asc' },
  });
  expect(events.map(({ action, actorId }) => [action, actorId])).toEqual([
    ['user.created', person.ctx.actor.userId],
    ['user.invited', person.ctx.actor.userId],
    ['user.password_reset', null],
  ]);
  expect(JSON.stringify(events)).not.toContain(person.email);
});

test('stores only a hash of the token', async () => {
  const { id, token } = await invited();
  const rows = await db().$queryRaw<{ row: string }[]>`
    SELECT row_to_json(t)::text AS row FROM one_time_tokens t WHERE user_id = ${id}::uuid`;
  expect(rows).toHaveLength(1);
  expect(rows[0]?.row).not.toContain(token);
});

test('links a key without an owner, and refuses a key that has an owner', async () => {
  const ctx = await admin();
  const email = `${unique('invited')}@test.example`;
  const key = await createKeyRow(db());
  await inviteUser(ctx, inputFor(email, { public_key: key.publicKey }));
  const again = inviteUser(ctx, inputFor(`${unique('x')}@test.example`, { public_key: key.publicKey }));
  await expect(again).rejects.toMatchObject({ code: 'conflict', fields: { public_key: expect.any(String) } });
});

test('refuses a taken address, and mails nothing to it', async () => {
  const { email } = await createUserRow(db());
  await expect(inviteUser(await admin(), inputFor(email ?? ''))).rejects.toMatchObject({ code: 'conflict' });
  expect(await mailsTo(email ?? '')).toEqual([]);
});

test('accepts a link for 72 hours', async () => {
  const late = await invited();
  await expect(accept(late, 72 * HOUR + 1000)).rejects.toMatchObject(isVoid);
  await accept(late, 72 * HOUR - 60_000);
});

test('accepts one of 10 simultaneous uses of a link (S14)', async () => {
  const person = await invited();
  const uses = await Promise.allSettled(Array.from({ length: 10 }, () => accept(person)));
  expect(uses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('voids the older link when another invitation is sent', async () => {
  const person = await invited();
  await resendInvitation(person.ctx, person.id);
  await expect(accept(person)).rejects.toMatchObject(isVoid);
  await accept({ ...person, token: await mailedToken(person.email, 'invited') });
  await expect(resendInvitation(person.ctx, person.id)).rejects.toMatchObject({ code: 'conflict' });
});

test('voids an invitation on revocation, block, reset by an admin, change of address, and deletion', async () => {
  const ends: Record<string, (person: Awaited<ReturnType<typeof invited>>) => Promise<unknown>> = {
    revoked: ({ ctx, id }) => revokeInvitation(ctx, id),
    blocked: ({ ctx, id }) => blockUsers(ctx, { ids: [id], blocked: true, dry_run: false }),
    'password set': ({ ctx, id }) =>
      updateUser(ctx, UpdateUserInput.parse({ user_id: id, reset_password: true, new_password: PASSWORD })),
    'reset mailed': ({ ctx, id }) => updateUser(ctx, UpdateUserInput.parse({ user_id: id, reset_password: true })),
    'address changed': ({ ctx, id }) =>
      updateUser(ctx, UpdateUserInput.parse({ user_id: id, email: `${unique('other')}@test.example` })),
    deleted: ({ ctx, id, email }) => deleteUser(ctx, id, { email }),
  };
  for (const [what, end] of Object.entries(ends)) {
    const person = await invited();
    await end(person);
    await expect(accept(person), what).rejects.toMatchObject(isVoid);
    if (what === 'blocked') await blockUsers(person.ctx, { ids: [person.id], blocked: false, dry_run: false });
    await expect(accept(person), `${what}, then undone`).rejects.toMatchObject(isVoid);
  }
});

test('voids the invitation when the invited person resets the password', async () => {
  const person = await invited();
  const reset = await createOneTimeToken(db(), 'reset_password', person, new Date());
  await accept({ ...person, token: reset });
  await expect(accept(person)).rejects.toMatchObject(isVoid);
});

test('returns when an invitation expires, and revokes it once', async () => {
  const { ctx, id } = await invited();
  const until = Date.parse((await findInvitation(ctx, id)) ?? '');
  expect(Math.abs(until - Date.now() - 72 * HOUR)).toBeLessThan(60_000);
  await revokeInvitation(ctx, id);
  expect(await findInvitation(ctx, id)).toBeNull();
  await expect(revokeInvitation(ctx, id)).rejects.toMatchObject({ code: 'not_found' });
  expect(await db().auditEvent.count({ where: { targetId: id, action: 'user.invitation_revoked' } })).toBe(1);
});

test('refuses to invite a user again who is blocked, unknown, without an address, not verified, or has a password', async () => {
  const ctx = await admin();
  const blocked = await createUserRow(db(), { blockedAt: new Date() });
  const nameless = await createUserRow(db(), { email: null });
  const ready = await createUserRow(db(), { passwordHash: 'x' });
  const unverified = await createUserRow(db(), { emailVerifiedAt: null });
  for (const { id } of [blocked, nameless, ready, unverified])
    await expect(resendInvitation(ctx, id)).rejects.toMatchObject({ code: 'conflict' });
  const unknown = resendInvitation(ctx, '00000000-0000-7000-8000-000000000000');
  await expect(unknown).rejects.toMatchObject({ code: 'not_found' });
});

test('mails at most 3 invitations an hour to one address, and at most 60 from one admin', async () => {
  const person = await invited();
  await resendInvitation(person.ctx, person.id);
  await resendInvitation(person.ctx, person.id);
  await expect(resendInvitation(person.ctx, person.id)).rejects.toMatchObject({ code: 'rate_limited' });
  const ctx = await admin();
  for (let n = 0; n < 60; n++) await inviteUser(ctx, inputFor(`${unique('many')}@test.example`));
  await expect(inviteUser(ctx, inputFor(`${unique('many')}@test.example`))).rejects.toMatchObject({
    code: 'rate_limited',
  });
});
