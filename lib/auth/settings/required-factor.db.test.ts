import { expect, test } from 'vitest';
import { FACTOR_REFUSAL, refusalOf } from '#lib/accounts/roles.ts';
import * as exportRoute from '#app/account/api/export/route.ts';
import * as members from '#app/account/api/members/route.ts';
import * as status from '#app/userstatus/route.ts';
import * as twoFactor from '#app/account/api/two-factor/route.ts';
import { sessionCookie, startSignInSession } from '#lib/auth/session/sign-in-session.ts';
import { db } from '#lib/base/db/db.ts';
import { DAY } from '#lib/base/time.ts';
import { anonymousContext } from '#lib/testing/context.ts';
import '#lib/testing/database.ts';
import { createUserRow, unique } from '#lib/testing/factories.ts';
import { mailsTo } from '#lib/testing/queued-mails.ts';
import { createSignedInUser } from '#lib/testing/signed-in.ts';
import { deleteOwnAccount } from '#lib/users/deletion/delete-own-account.ts';
import { deletePasskey, startPasskeyRegistration } from './passkeys.ts';
import { requireSecondFactor } from './required-factor.ts';
import { enableTwoFactor, startTwoFactor } from './two-factor.ts';

type Route = (request: Request, context: { params: Promise<object> }) => Promise<Response>;
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
/** The session of the context has proved two factors. */
const proveTwo = ({ actor }: { actor: { sessionId: string } }) =>
  db().signInSession.update({ where: { id: actor.sessionId }, data: { amr: ['hwk'] } });

/** An owner who logged in with a passkey, and a technical member with a session that proved these factors. */
async function company(amr: string[]) {
  const owner = await createSignedInUser(db());
  await proveTwo(owner.ctx);
  const member = await createUserRow(db());
  await db().membership.create({ data: { accountId: owner.id, userId: member.id, role: 'technical' } });
  const { id, token } = await startSignInSession(anonymousContext(db()), member.id);
  await db().signInSession.update({ where: { id }, data: { accountId: owner.id, amr } });
  const cookie = sessionCookie(token).split(';')[0] ?? '';
  const ask = async (path: string, handler: Route) =>
    (await handler(new Request(`http://127.0.0.1${path}`, { headers: { cookie } }), { params: Promise.resolve({}) }))
      .status;
  const statuses = async () => [
    await ask('/userstatus', status.GET as Route),
    await ask('/account/api/members', members.GET as Route),
    await ask('/account/api/export', exportRoute.GET as Route),
    await ask('/account/api/two-factor', twoFactor.GET as Route),
  ];
  return { owner, member, statuses };
}

test('refuses a password alone from the day on, but not the settings of the own login', async () => {
  const { owner, member, statuses } = await company(['pwd']);
  await requireSecondFactor(owner.ctx, { from: dayOf(Date.now() + 2 * DAY) });
  expect(await mailsTo(member.email ?? '')).toMatchObject([{ template: 'two_factor_required' }]);
  const before = await statuses();
  expect(before).toEqual([200, 200, before[2], 200]);
  await requireSecondFactor(owner.ctx, { from: dayOf(Date.now() - 30 * DAY) });
  expect(await statuses()).toEqual([403, 403, 403, 200]);
  await requireSecondFactor(owner.ctx, { from: null });
  expect(await statuses()).toEqual(before);
});

test.each([[['pwd', 'otp']], [['hwk']]])('admits a login with %j', async (amr) => {
  const { owner, statuses } = await company(amr);
  await requireSecondFactor(owner.ctx, { from: dayOf(Date.now()) });
  expect((await statuses()).slice(0, 2)).toEqual([200, 200]);
});

test('refuses an owner who logged in with one factor, a member, and a day more than a year ahead', async () => {
  const [alone, other] = [await createSignedInUser(db()), await createSignedInUser(db())];
  const from = dayOf(Date.now());
  await expect(requireSecondFactor(alone.ctx, { from })).rejects.toMatchObject({ code: 'conflict' });
  await proveTwo(alone.ctx);
  await db().membership.create({ data: { accountId: alone.id, userId: other.id, role: 'technical' } });
  const asMember = { ...other.ctx, actor: { ...other.ctx.actor, accountId: alone.id } };
  await expect(requireSecondFactor(asMember, { from })).rejects.toMatchObject({ code: 'forbidden' });
  const far = { from: dayOf(Date.now() + 400 * DAY) };
  await expect(requireSecondFactor(alone.ctx, far)).rejects.toMatchObject({ code: 'invalid' });
});

test('a password alone neither adds a factor beside another, nor removes one, nor deletes the login, from any account', async () => {
  const { owner } = await company(['pwd']);
  await requireSecondFactor(owner.ctx, { from: dayOf(Date.now()) });
  const thief = await createSignedInUser(db()); // acts for the own account, which requires nothing
  await db().membership.create({ data: { accountId: owner.id, userId: thief.id, role: 'owner' } });
  await startTwoFactor(thief.ctx); // without any factor, one may be set up
  const key = { userId: thief.id, credentialId: unique('c'), publicKey: Buffer.from('x'), counter: 0n };
  const { id } = await db().passkey.create({ data: { ...key, isBackedUp: false, transports: [], name: 'Key' } });
  const acts = {
    start: () => startTwoFactor(thief.ctx),
    enable: () => enableTwoFactor(thief.ctx, { code: '123456' }),
    add: () => startPasskeyRegistration(thief.ctx),
    remove: () => deletePasskey(thief.ctx, id),
    delete: () => deleteOwnAccount(thief.ctx, { email: thief.email }),
  };
  for (const act of Object.values(acts)) await expect(act()).rejects.toMatchObject({ code: 'forbidden' });
  await proveTwo(thief.ctx);
  await acts.remove();
});

test('a password alone does not leave an account that requires more', () => {
  const login = { accountRole: 'owner', lacksRequiredFactor: true } as const;
  expect(refusalOf(login, 'DELETE', '/account/api/membership')).toBe(FACTOR_REFUSAL);
  expect(refusalOf(login, 'PUT', '/account/api/accounts')).toBeNull();
});
