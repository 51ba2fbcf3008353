import { createRecoveryCodes, recoveryCodeHash } from '#lib/auth/factors/recovery-code.ts';
import { TOTP_PURPOSE } from '#lib/auth/factors/second-factor.ts';
import { createTotpSecret } from '#lib/auth/factors/totp.ts';
import { startSignInSession } from '#lib/auth/session/sign-in-session.ts';
import { seal } from '#lib/base/crypto.ts';
import { db } from '#lib/base/db/db.ts';
import { accountReads } from '#lib/customer-view/owner-reads.ts';
import { processContext } from '#lib/routes/request-context.ts';
import { ownAccount } from '#lib/testing/context.ts';
import { createSubscriptionRow } from '#lib/testing/factories.ts';
import { ALERT_KINDS } from '#lib/usage/alert-kinds.ts';
import { expect, test } from '../fixtures.ts';
import { HttpClient } from '../support/http-client.ts';
import { makeLoginOld } from '../support/old-login.ts';
import { PASSWORD } from '../support/people.ts';
import { stack } from '../support/stacks/stack.ts';
import { totpCode } from '../support/totp.ts';
import { clientOf, createCaller, enterRepository, keyOf, redirectOf, statusIn } from './support.ts';

const ROTATE = '/account/api/key/rotate';

test('applies demotion, block and deletion at the next request (S24)', async () => {
  const { id, client } = await createCaller({ isAdmin: true });
  const change = (data: { isAdmin?: boolean; blockedAt?: Date | null }) => db().user.update({ where: { id }, data });
  expect((await client.send('/userstatus')).json()).toMatchObject({ is_admin: true });
  await change({ isAdmin: false });
  expect((await client.send('/userstatus')).json()).toMatchObject({ is_admin: false });
  await change({ blockedAt: new Date() });
  expect(await statusIn(client)).toBe(401);
  await change({ blockedAt: null });
  expect(await statusIn(client)).toBe(200);
  await db().user.delete({ where: { id } });
  expect(await statusIn(client)).toBe(401);
  expect(await redirectOf(client, '/account')).toBe('/login?return_url=%2Faccount');
});

test('sends the data of each list and setting of /account with its HTML (P14)', async () => {
  const { id, client } = await createCaller();
  const { text: html } = await client.send('/account');
  const texts = ['Change email', 'Authenticator app', 'No passkeys', 'This browser', 'No logins yet'];
  for (const text of [...texts, 'No connected apps', 'No usage tokens']) expect(html).toContain(text);
  expect(html.match(/role="switch"/g)).toHaveLength(ALERT_KINDS.length);
  const [, contents = ''] = /aria-label="On this page"(.*?)<\/nav>/s.exec(html) ?? [];
  const titles = [...contents.matchAll(/<a href="#([\w-]+)"[^>]*>([^<]+)<\/a><\/li>/g)];
  expect(titles.length).toBeGreaterThan(10);
  for (const [, section, title] of titles)
    expect.soft(html).toMatch(new RegExp(`<h2 id="${section}-title"[^>]*>${title}</h2>`));
  const queries = Object.keys(
    accountReads(processContext({ kind: 'user', userId: id, ...ownAccount(id), role: 'subscriber', sessionId: id })),
  );
  for (const query of queries)
    expect.soft(html, `the data of ${query}`).toContain(String.raw`\"key\":[\"${query}\"],\"data\":{`);
});

test('ends another session, then all others, and keeps this one', async () => {
  const { id, client } = await createCaller();
  const context = processContext({ kind: 'system', job: 'browser tests' });
  const others: HttpClient[] = [];
  for (let n = 0; n < 3; n++) others.push(clientOf((await startSignInSession(context, id)).token));
  const { sessions } = (await client.send('/account/api/sessions')).json() as {
    sessions: { id: string; is_current: boolean }[];
  };
  expect(sessions.filter((session) => session.is_current)).toHaveLength(1);
  const one = sessions.find((session) => !session.is_current)?.id;
  expect((await client.send(`/account/api/sessions/${one}`, { method: 'DELETE' })).status).toBe(200);
  expect((await Promise.all(others.map(statusIn))).toSorted()).toEqual([200, 200, 401]);
  expect((await client.send('/account/api/sessions', { method: 'DELETE' })).json()).toMatchObject({ ended: 2 });
  expect(await Promise.all(others.map(statusIn))).toEqual([401, 401, 401]);
  expect(await statusIn(client)).toBe(200);
});

test('lists the latest logins with their outcomes, newest first', async () => {
  const { id, client } = await createCaller();
  const actions = ['session.started', 'session.confirmed', 'session.refused'];
  await db().auditEvent.createMany({
    data: actions.map((action, index) => ({
      at: new Date(Date.now() + index * 1000),
      actorKind: 'anonymous',
      targetId: id,
      ip: '192.0.2.7',
      action,
      data: action === 'session.refused' ? { reason: 'second_factor' } : {},
    })),
  });
  const { logins } = (await client.send('/account/api/logins')).json() as { logins: object[] };
  expect(logins.slice(0, 3)).toMatchObject([
    { outcome: 'refused', reason: 'second_factor', ip: '192.0.2.7' },
    { outcome: 'ok', is_confirmation: true },
    { outcome: 'ok', is_confirmation: false },
  ]);
});

test('exports JSON without a hash, token or sealed value', async () => {
  const { id, email, client } = await createCaller();
  const { status, text } = await client.send('/account/api/export');
  expect(status).toBe(200);
  expect(JSON.parse(text)).toMatchObject({ profile: { id, email } });
  expect(text.replaceAll(/"(usage_tokens|hash_reports)"/g, '')).not.toMatch(/argon2|hash|sealed|token/i);
});

test('refuses to delete an account until its subscription has ended', async () => {
  const { id, email, client } = await createCaller();
  const remove = () => client.send('/account/api', { method: 'DELETE', json: { email } });
  const subscription = await createSubscriptionRow(db(), { accountId: id });
  const refused = await remove();
  expect([refused.status, refused.json()]).toMatchObject([
    409,
    { error: expect.stringContaining('Your account has a subscription that has not ended.') },
  ]);
  await db().subscription.update({ where: { id: subscription.id }, data: { status: 'canceled' } });
  expect((await remove()).status).toBe(200);
  expect(await db().user.count({ where: { id } })).toBe(0);
});

test('rotates a key, still accepts the old key, and refuses to rotate after an old login', async ({ mailbox }) => {
  const { id, email, client } = await createCaller({ hasKey: true });
  const first = await keyOf(id);
  expect((await client.send(ROTATE, { json: { grace: '24h' } })).status).toBe(200);
  const second = await keyOf(id);
  expect([await enterRepository(second), await enterRepository(first)]).toEqual([204, 204]);
  const mail = await mailbox.receive(email, 'Your API key was replaced');
  expect(mail.text).toContain('password of the package repository');
  expect(mail.text).not.toContain(second.slice(0, 8));

  await makeLoginOld(id);
  const stale = await client.send(ROTATE, { json: { grace: 'now' } });
  expect([stale.status, stale.json()]).toMatchObject([403, { code: 'reauthentication_required' }]);
  expect(await keyOf(id)).toBe(second);
});

test('creates no session before the two-factor code, and refuses the code without the challenge cookie', async () => {
  const { id, email } = await createCaller();
  const secret = createTotpSecret();
  const recoveryCodes = { create: createRecoveryCodes().map((code) => ({ codeHash: recoveryCodeHash(code) })) };
  const totp = { totpSecretSealed: seal(secret, TOTP_PURPOSE), totpEnabledAt: new Date() };
  await db().user.update({ where: { id }, data: { ...totp, recoveryCodes } });
  const client = new HttpClient(stack.baseUrl);
  const answer = await client.send('/login/email', { json: { email, password: PASSWORD } });
  expect(answer.json()).toEqual({ status: 'totp_required' });
  expect(answer.headers.get('set-cookie')).toMatch(
    /^rspamd_premium_login_challenge=[\w-]{43}; Max-Age=300; Path=\/; HttpOnly; SameSite=Lax$/,
  );
  expect(await statusIn(client)).toBe(401);
  expect(await redirectOf(client, '/dashboard')).toBe('/login?return_url=%2Fdashboard');
  const late = new HttpClient(stack.baseUrl);
  expect((await late.send('/login/totp', { json: { code: await totpCode(secret) } })).status).toBe(401);
});

for (const path of ['/change-email', '/change-email/undo'])
  test(`shows the outcome of the form at ${path} without JavaScript`, async ({ callAs }) => {
    const client = await callAs('subscriber'); // only the user who asked for a change confirms it
    const shown = async (query: string) => (await client.send(`${path}${query}`)).text;
    const form = await shown('?token=0123456789');
    const action = /<form[^>]* action="(\/change\/email\/[^"]+)"/.exec(form)?.[1] ?? '';
    expect(form).toContain('name="token" value="0123456789"');
    const answer = await client.send(action, {
      form: { token: '0123456789' },
      headers: { origin: stack.baseUrl },
    });
    expect(answer.status).toBe(303);
    const next = new URL(answer.headers.get('location') ?? '', stack.baseUrl);
    expect([next.pathname, next.searchParams.get('error')]).toEqual([path, 'invalid']);
    expect(await shown(next.search)).toContain('This link is invalid or has expired.');
    expect(await shown('')).toContain('This link is invalid or has expired.');
    expect(await shown('?token=0123456789&error=rate_limited')).toContain('Too many attempts.');
    expect(await shown('?done=1')).toMatch(/Your (email address has been changed|old address is restored)\./);
  });

test('shows "Invalid Reset Link" for a link with a malformed email address', async () => {
  const { text } = await new HttpClient(stack.baseUrl).send('/reset-password?email=x&token=0123456789&forgot=1');
  for (const part of ['Invalid Reset Link', 'Invalid email address in reset link.', 'Back to Login'])
    expect(text).toContain(part);
});
