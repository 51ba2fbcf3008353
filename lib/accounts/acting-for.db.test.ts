import { expect, test } from 'vitest';
import { callerOf } from '#lib/auth/session/caller.ts';
import { startSignInSession } from '#lib/auth/session/sign-in-session.ts';
import { sessionCookie } from '#lib/auth/session/sign-in-session.ts';
import { ACCOUNT_HEADER } from '#lib/base/account-header.ts';
import type { Member } from '#lib/base/context.ts';
import { db } from '#lib/base/db/db.ts';
import { getUserStatus } from '#lib/billing/queries.ts';
import '#lib/testing/database.ts';
import { anonymousContext, subscriberContext } from '#lib/testing/context.ts';
import { createKeyRow, createSubscriptionRow, createUserRow } from '#lib/testing/factories.ts';
import { OTHER_ACCOUNT, refusalFor } from '#lib/routes/refusal-for.ts';
import { updateUsageAlertSettings } from '#lib/usage/alerts/alert-settings.ts';
import { findActing, findOwnedAccount } from './acting-for.ts';

/** A person with a session, and a company that they can join. */
async function personAndCompany() {
  const [person, founder] = [await createUserRow(db()), await createUserRow(db())];
  const { token, id } = await startSignInSession(anonymousContext(db()), person.id);
  const headers = { cookie: sessionCookie(token).split(';')[0] ?? '' };
  const who = async () => (await callerOf(new Request('http://127.0.0.1/', { headers }))) as Member;
  const choose = (accountId: string) => db().signInSession.update({ where: { id }, data: { accountId } });
  return { person, founder, choose, who };
}
const join = (accountId: string, userId: string, role = 'technical') =>
  db().membership.create({ data: { accountId, userId, role } });
const leave = (accountId: string, userId: string) =>
  db().membership.delete({ where: { accountId_userId: { accountId, userId } } });

test('a session acts for the own account, for the chosen one, and for the own again once the person is removed', async () => {
  const { person, founder, choose, who } = await personAndCompany();
  const own = { userId: person.id, accountId: person.id, accountRole: 'owner' };
  expect(await who()).toMatchObject(own);
  await choose(founder.id);
  expect(await who()).toMatchObject(own); // choosing makes no member
  await join(founder.id, person.id);
  expect(await who()).toMatchObject({ userId: person.id, accountId: founder.id, accountRole: 'technical' });
  await leave(founder.id, person.id);
  expect(await who()).toMatchObject(own);
});

test('a new session acts for the account that has a plan, not for the one that a sign-up opened for nothing', async () => {
  const { person, founder, who } = await personAndCompany();
  await join(founder.id, person.id, 'owner');
  expect(await who()).toMatchObject({ accountId: person.id });
  await createSubscriptionRow(db(), { accountId: founder.id });
  expect(await who()).toMatchObject({ accountId: founder.id });
  expect(await findOwnedAccount(db(), person.id)).toBe(founder.id);
  await createKeyRow(db(), { accountId: person.id });
  expect(await who()).toMatchObject({ accountId: person.id });
});

test('a person who is no longer in any account gets a new one, which is not the one that they left', async () => {
  const { person, founder, who } = await personAndCompany();
  await join(person.id, founder.id, 'owner');
  await leave(person.id, person.id);
  const { accountId, accountRole } = await who();
  expect(accountRole).toBe('owner');
  expect([person.id, founder.id]).not.toContain(accountId);
  expect((await findActing(db(), person.id, null))?.accountId).toBe(accountId);
});

test('a person who is deleted with their account leaves neither', async () => {
  const { id } = await createUserRow(db());
  await db().user.delete({ where: { id } });
  expect(await db().account.count({ where: { id } })).toBe(0);
  expect(await db().membership.count({ where: { userId: id } })).toBe(0);
});

test("a member sees the account's plan, key and limit, and their own address", async () => {
  const { person, founder } = await personAndCompany();
  await join(founder.id, person.id);
  const key = await createKeyRow(db(), { accountId: founder.id });
  await createSubscriptionRow(db(), { accountId: founder.id, status: 'canceled' });
  await db().account.update({ where: { id: founder.id }, data: { dailyLimit: 4321 } });
  const ctx = subscriberContext(db(), person);
  const asMember = { ...ctx, actor: { ...ctx.actor, accountId: founder.id, accountRole: 'technical' as const } };
  const { plan, usage_limit, email } = await getUserStatus(asMember);
  expect([plan.key, usage_limit.daily, email]).toEqual([key.publicKey, 4321, person.email]);
  expect((await getUserStatus(ctx)).plan.key).toBeNull();
  await updateUsageAlertSettings(asMember, { silent: false });
  expect(await db().account.findUnique({ where: { id: person.id } })).toMatchObject({ switchedAlerts: [] });
});

test('refuses requests of a page that shows another account than the session acts for, except about the own login', async () => {
  const { person, founder, choose } = await personAndCompany();
  await join(founder.id, person.id);
  await choose(founder.id);
  const actor = { kind: 'user', userId: person.id, accountId: founder.id, accountRole: 'technical' } as const;
  const ask = (path: string, headers = {}) =>
    refusalFor({ ...actor, role: 'subscriber', sessionId: '' }, new Request(`http://127.0.0.1${path}`, { headers }));
  expect(ask('/userstatus')).toBeNull();
  expect(ask('/userstatus', { [ACCOUNT_HEADER]: founder.id })).toBeNull();
  expect(ask('/userstatus', { [ACCOUNT_HEADER]: person.id })).toBe(OTHER_ACCOUNT);
  expect(ask('/account/api/sessions', { [ACCOUNT_HEADER]: person.id })).toBeNull();
});
