import { expect, test } from 'vitest';
import { resetPassword } from '#lib/auth/settings/password-reset.ts';
import { signUp } from '#lib/auth/sign-up/sign-up.ts';
import { verifyEmail } from '#lib/auth/sign-up/verify-email.ts';
import { db } from '#lib/base/db/db.ts';
import { HOUR } from '#lib/base/time.ts';
import { anonymousContext } from '#lib/testing/context.ts';
import '#lib/testing/database.ts';
import { createUserRow, unique } from '#lib/testing/factories.ts';
import { mailedToken } from '#lib/testing/queued-mails.ts';
import { createFreshAdmin } from '#lib/testing/signed-in.ts';
import { inviteUser } from '#lib/users/invite/invite.ts';
import { InviteUserInput } from '#lib/users/schema.ts';
import { CURRENT_VERSION, findAcceptance, recordAcceptance } from './acceptances.ts';

const PASSWORD = 'Purple-Otter-Canyon-42';
const NOW = new Date('2026-11-28T10:00:00Z');
const later = new Date(NOW.getTime() + HOUR);
const at = (now: Date) => anonymousContext(db(), { now, ip: '192.0.2.45' });
const rowsOf = (email: string) =>
  db().acceptance.findMany({
    where: { person: { email } },
    select: { document: true, act: true, version: true, acceptedAt: true },
  });

/** A sign-up an hour before its link is opened, whose terms had another version. */
async function signedUp() {
  const email = `${unique('accepts')}@test.example`;
  const { browser } = await signUp(at(NOW), { email, password: PASSWORD });
  await db().signUp.updateMany({ where: { user: { email } }, data: { termsVersion: '2026-01-01' } });
  return { email, browser, token: await mailedToken(email, 'verify_email') };
}

test('records the terms that a sign-up showed, at its time, once its browser proves the address', async () => {
  const { email, browser, token } = await signedUp();
  expect(await rowsOf(email)).toEqual([]);
  await verifyEmail(at(later), { email, token }, { session: null, device: null, signUp: browser });
  expect(await rowsOf(email)).toEqual([{ document: 'terms', act: 'sign_up', version: '2026-01-01', acceptedAt: NOW }]);
});

test('records the terms of today if the password is chosen in another browser, where a stranger typed the sign-up', async () => {
  const { email, token } = await signedUp();
  await verifyEmail(at(later), { email, token, password: PASSWORD });
  expect(await rowsOf(email)).toEqual([
    { document: 'terms', act: 'sign_up', version: CURRENT_VERSION, acceptedAt: later },
  ]);
});

test('records the terms when an invited person saves the first password, and not at a reset', async () => {
  const email = `${unique('accepts')}@test.example`;
  await inviteUser(await createFreshAdmin(db()), InviteUserInput.parse({ email, country: 'DE' }));
  const now = new Date();
  await resetPassword(at(now), { email, token: await mailedToken(email, 'invited'), password: PASSWORD });
  const accepted = [{ document: 'terms', act: 'invitation', version: CURRENT_VERSION, acceptedAt: now }];
  expect(await rowsOf(email)).toEqual(accepted);
});

test('finds the newest acceptance of the current version in the same act', async () => {
  const { id: accountId } = await createUserRow(db());
  const asked = { accountId, document: 'terms', act: 'purchase' } as const;
  await recordAcceptance(at(NOW), { ...asked, version: '2026-01-01' });
  await recordAcceptance(at(NOW), { ...asked, act: 'sign_up' });
  expect(await findAcceptance(at(NOW), asked)).toBeNull();
  await recordAcceptance(at(NOW), asked);
  await recordAcceptance(at(later), asked);
  expect(await findAcceptance(at(NOW), asked)).toEqual(later);
});
