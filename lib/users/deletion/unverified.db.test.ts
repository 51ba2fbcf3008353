import { beforeEach, expect, test } from 'vitest';
import { signUp } from '#lib/auth/sign-up/sign-up.ts';
import { verifyEmail } from '#lib/auth/sign-up/verify-email.ts';
import { createAdmin } from '#lib/admin/break-glass.ts';
import { sweepExpired } from '#lib/admin/sweep-expired.ts';
import { db } from '#lib/base/db/db.ts';
import { adminContext, anonymousContext, systemContext } from '#lib/testing/context.ts';
import '#lib/testing/database.ts';
import { createKeyRow, createSubscriptionRow, createUserRow, unique } from '#lib/testing/factories.ts';
import { mailedToken } from '#lib/testing/queued-mails.ts';
import { DAY } from '#lib/base/time.ts';
import { CreateManualUserInput, InviteUserInput, UpdateUserInput } from '#lib/users/schema.ts';
import { createManualUser } from '#lib/users/create-user.ts';
import { inviteUser } from '#lib/users/invite/invite.ts';
import { updateUser } from '#lib/users/update-user.ts';

const PASSWORD = 'Correct-Horse-7';
const START = Date.now();
const at = (ms: number) => ({ now: new Date(START + ms) });
const sweep = (ms: number) => sweepExpired(systemContext(db(), at(ms)));
beforeEach(async () => {
  await db().user.deleteMany({ where: { emailVerifiedAt: null } });
});

async function signedUp(email = `${unique('new')}@test.example`, ms = 0) {
  await signUp(anonymousContext(db(), at(ms)), { email, password: PASSWORD });
  return db().user.findUniqueOrThrow({ where: { email }, select: { id: true, email: true } });
}
const exists = async (id: string) => (await db().user.count({ where: { id } })) > 0;

/** What gives an address to an account without its former holder. */
const TAKERS: Readonly<Record<string, (email: string) => Promise<unknown>>> = {
  'an invitation': (email) => inviteUser(adminContext(db()), InviteUserInput.parse({ email, country: 'DE' })),
  'creation by an admin': (email) =>
    createManualUser(adminContext(db()), CreateManualUserInput.parse({ email, country: 'DE', password: PASSWORD })),
  'a change of address by an admin': async (email) => {
    const { id } = await createUserRow(db());
    return updateUser(adminContext(db()), UpdateUserInput.parse({ user_id: id, email }));
  },
  'the command that creates an admin': (email) => createAdmin(systemContext(db()), email, PASSWORD),
};

test.each(Object.entries(TAKERS))(
  'lets %s take the address of an account that never verified it (S86)',
  async (_, take) => {
    const { id, email } = await signedUp();
    const key = await createKeyRow(db(), { accountId: id, email });
    const link = { email: email ?? '', token: await mailedToken(email ?? '', 'verify_email'), password: PASSWORD };
    await take(email ?? '');
    expect(await exists(id)).toBe(false);
    expect(await db().user.findUniqueOrThrow({ where: { email: email ?? '' } })).toMatchObject({
      emailVerifiedAt: expect.any(Date),
    });
    expect(await db().fuzzyKey.findUniqueOrThrow({ where: { id: key.id } })).toMatchObject({
      accountId: null,
      deletedAt: null,
    });
    await expect(verifyEmail(anonymousContext(db()), link)).rejects.toMatchObject({ code: 'invalid' });
  },
);

test.each(Object.entries(TAKERS))('keeps %s from taking a verified address', async (_, take) => {
  const { id, email } = await createUserRow(db());
  await expect(take(email ?? '')).rejects.toMatchObject({ code: 'conflict' });
  expect(await exists(id)).toBe(true);
});

test('deletes an account seven days after its last sign-up, and records it', async () => {
  const [once, again] = [await signedUp(), await signedUp()];
  await signedUp(again.email ?? '', 5 * DAY);
  await sweep(7 * DAY - 1);
  expect([await exists(once.id), await exists(again.id)]).toEqual([true, true]);
  await sweep(7 * DAY + 1);
  expect([await exists(once.id), await exists(again.id)]).toEqual([false, true]);
  expect(await db().auditEvent.findFirst({ where: { targetId: once.id, action: 'user.deleted' } })).toMatchObject({
    data: { reason: 'unverified', keys: [] },
  });
});

test('keeps accounts that are verified, blocked, admins, customers, or without an address', async () => {
  const old = { createdAt: new Date(START - 30 * DAY), emailVerifiedAt: null };
  const kept = [
    await createUserRow(db(), { createdAt: old.createdAt }),
    await createUserRow(db(), { ...old, blockedAt: new Date() }),
    await createUserRow(db(), { ...old, isAdmin: true }),
    await createUserRow(db(), { ...old, stripeCustomerId: unique('cus') }),
    await createUserRow(db(), { ...old, email: null }),
  ];
  const payer = await createUserRow(db(), old);
  await createSubscriptionRow(db(), { accountId: payer.id });
  const swept = await createUserRow(db(), old);
  await sweep(0);
  for (const { id } of [...kept, payer]) expect(await exists(id)).toBe(true);
  expect(await exists(swept.id)).toBe(false);
});
