import { generate } from 'otplib';
import { expect, test } from 'vitest';
import { changePassword } from '#lib/auth/settings/change-password.ts';
import { startSignInSession } from '#lib/auth/session/sign-in-session.ts';
import { enableTwoFactor, startTwoFactor } from '#lib/auth/settings/two-factor.ts';
import { sha256 } from '#lib/base/crypto.ts';
import { db } from '#lib/base/db/db.ts';
import { anonymousContext, subscriberContext } from '#lib/testing/context.ts';
import '#lib/testing/database.ts';
import { createKeyRow, createUserRow, unique } from '#lib/testing/factories.ts';
import { logInByPassword } from '#lib/testing/demo/lived-in-account.ts';
import { mailedToken, mailsTo } from '#lib/testing/queued-mails.ts';
import { DAY, HOUR } from '#lib/base/time.ts';
import { createUsageToken } from '#lib/usage-tokens/service.ts';
import { cancelEmailChange, getEmailAddress } from '#lib/auth/email-change.ts';
import { consumeOneTimeToken, createOneTimeToken } from '#lib/auth/one-time-token.ts';
import { hashPassword } from '#lib/auth/passwords/password-hash.ts';
import { ChangeEmailInput } from '#lib/users/schema.ts';
import { confirmEmailChange, requestEmailChange, undoEmailChange } from './change-email.ts';

const PASSWORD = 'Correct-Horse-7';
let address = 0;
/** A fresh IP address for each user, because limits count by IP address. */
const ip = () => `198.51.${++address >> 8}.${address & 255}`;
const newEmail = () => `${unique('new')}@test.example`;

async function person(fields: Parameters<typeof createUserRow>[1] = {}) {
  const user = await createUserRow(db(), { passwordHash: 'a hash', ...fields });
  const from = ip();
  const signIn = async (now = new Date()) => {
    const session = await startSignInSession(anonymousContext(db(), { now }), user.id);
    const ctx = subscriberContext(db(), { id: user.id }, { ip: from, now });
    return { ...ctx, actor: { ...ctx.actor, sessionId: session.id } };
  };
  return { id: user.id, email: user.email ?? '', ctx: await signIn(), signIn };
}
type Person = Awaited<ReturnType<typeof person>>;

const templatesTo = async (email: string) => (await mailsTo(email)).map(({ template }) => template);

const visitor = (hours = 0) => anonymousContext(db(), { now: new Date(Date.now() + hours * HOUR) });
/** Confirms a change as the user who asked for it; with an unknown token as any user. */
async function confirm(token: string, hours?: number) {
  const change = await db().emailChange.findFirst({ where: { confirmTokenHash: sha256(token) } });
  const owner = { id: change?.userId ?? (await createUserRow(db())).id };
  return confirmEmailChange(subscriberContext(db(), owner, { now: visitor(hours).now }), { token });
}
const undo = (token: string, hours?: number) => undoEmailChange(visitor(hours), { token });
const emailOf = async (id: string) => (await db().user.findUniqueOrThrow({ where: { id } })).email;
const auditLog = async (targetId: string) =>
  (await db().auditEvent.findMany({ where: { targetId }, orderBy: { id: 'asc' } })).map(({ action, data }) => ({
    action,
    data,
  }));
const countOk = (results: PromiseSettledResult<unknown>[]) =>
  results.filter(({ status }) => status === 'fulfilled').length;

/** Requests a change and returns the token that is mailed to the new address. */
async function requested(who: Person, email = newEmail(), now = new Date()) {
  await requestEmailChange({ ...who.ctx, now }, { email });
  return { email, token: await mailedToken(email, 'confirm_new_email') };
}
/** Changes the address and returns the token that is mailed to the old address. */
async function changed(who: Person, before = who.email) {
  const { email, token } = await requested(who);
  await confirm(token);
  return { email, undoToken: await mailedToken(before, 'email_changed') };
}

test('mails a link to the new address and a notice to the current address, and stores only a hash (S76)', async () => {
  const who = await person();
  const { email, token } = await requested(who, newEmail(), who.ctx.now);
  expect(await emailOf(who.id)).toBe(who.email);
  expect(await templatesTo(who.email)).toEqual(['email_change_requested']);
  expect(await getEmailAddress(who.ctx)).toEqual({
    email: who.email,
    waiting: { new_email: email, expires_at: new Date(who.ctx.now.getTime() + DAY).toISOString() },
    undoable: null,
  });
  const dump = await db().$queryRaw<{ text: string }[]>`SELECT row_to_json(c)::text AS text FROM email_changes c`;
  expect(JSON.stringify(dump)).not.toContain(token);
  expect(JSON.stringify(dump)).not.toContain(Buffer.from(token).toString('hex'));
  expect(await auditLog(who.id)).toEqual([{ action: 'user.email_change_requested', data: {} }]);
});

test('refuses a login that is not fresh, the current address and invalid addresses', async () => {
  const who = await person();
  const stale = { ...who.ctx, now: new Date(Date.now() + HOUR) };
  await expect(requestEmailChange(stale, { email: newEmail() })).rejects.toMatchObject({
    code: 'reauthentication_required',
  });
  const same = ChangeEmailInput.parse({ email: `  ${who.email.toUpperCase()} ` });
  await expect(requestEmailChange(who.ctx, same)).rejects.toMatchObject({
    code: 'invalid',
    fields: { email: expect.any(String) },
  });
  for (const email of ['a@b', 'a,b@test.example', '"a b"@test.example', null, ['a@test.example']])
    expect(ChangeEmailInput.safeParse({ email }).success).toBe(false);
  expect(await getEmailAddress(who.ctx)).toMatchObject({ waiting: null });
});

test('gives the same answer for a taken address, and mails its owner a notice without a link (S3)', async () => {
  const [who, owner] = [await person(), await person()];
  expect(await requestEmailChange(who.ctx, { email: owner.email })).toBeUndefined();
  expect(await templatesTo(owner.email)).toEqual(['email_taken']);
  expect(await templatesTo(who.email)).toEqual(['email_change_requested']);
  expect(await getEmailAddress(who.ctx)).toMatchObject({ waiting: { new_email: owner.email } });
});

test('voids a request when a newer request is made, and when it is cancelled', async () => {
  const who = await person();
  const first = await requested(who);
  const second = await requested(who);
  await expect(confirm(first.token)).rejects.toMatchObject({ code: 'invalid' });
  const [row, ...more] = await db().emailChange.findMany({ where: { userId: who.id } });
  expect([row?.newEmail, more]).toEqual([second.email, []]);
  const other = await person();
  await expect(cancelEmailChange(other.ctx)).rejects.toMatchObject({ code: 'not_found' });
  await cancelEmailChange(who.ctx);
  await expect(cancelEmailChange(who.ctx)).rejects.toMatchObject({ code: 'not_found' });
  await expect(confirm(second.token)).rejects.toMatchObject({ code: 'invalid' });
  expect(await emailOf(who.id)).toBe(who.email);
  expect((await auditLog(who.id)).at(-1)?.action).toBe('user.email_change_cancelled');
});

test('keeps one pending change, even for simultaneous requests, and accepts three requests an hour', async () => {
  const who = await person();
  const results = await Promise.allSettled(
    Array.from({ length: 6 }, () => requestEmailChange(who.ctx, { email: newEmail() })),
  );
  expect(countOk(results)).toBe(3);
  expect(await db().emailChange.count({ where: { userId: who.id } })).toBe(1);
  await expect(requestEmailChange(who.ctx, { email: newEmail() })).rejects.toMatchObject({
    code: 'rate_limited',
    retryAfterSeconds: expect.any(Number),
  });
});

test('accepts one of 20 simultaneous confirmations and mails one undo link (S14)', async () => {
  const who = await person({ emailVerifiedAt: null });
  const { email, token } = await requested(who);
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => confirm(token)));
  expect(countOk(results)).toBe(1);
  for (const result of results)
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'invalid' });
  const user = await db().user.findUniqueOrThrow({ where: { id: who.id } });
  expect(user).toMatchObject({ email, version: 2, emailVerifiedAt: expect.any(Date) });
  expect(await templatesTo(who.email)).toEqual(['email_change_requested', 'email_changed']);
  expect((await auditLog(who.id)).filter(({ action }) => action === 'user.email_changed')).toEqual([
    { action: 'user.email_changed', data: { keys: [] } },
  ]);
  expect(await getEmailAddress(who.ctx)).toMatchObject({ email, waiting: null, undoable: { old_email: who.email } });
});

test('keeps sessions after a confirmed change and voids links mailed to the old address (S13)', async () => {
  const who = await person();
  const reset = await createOneTimeToken(db(), 'reset_password', who, new Date());
  await changed(who);
  expect(await db().signInSession.count({ where: { userId: who.id } })).toBe(1);
  expect(await consumeOneTimeToken(db(), 'reset_password', who.email, reset, new Date())).toBeNull();
  expect(await db().oneTimeToken.count({ where: { userId: who.id } })).toBe(0);
});

test("replaces the old address as the email of the user's own keys on change and undo", async () => {
  const [who, other] = [await person(), await person()];
  const own = await createKeyRow(db(), { accountId: who.id, email: who.email });
  const shown = await createKeyRow(db(), { accountId: who.id, email: 'postmaster@test.example' });
  const foreign = await createKeyRow(db(), { accountId: other.id, email: who.email });
  const emails = async () => {
    const rows = await db().fuzzyKey.findMany({
      where: { id: { in: [own.id, shown.id, foreign.id] } },
      orderBy: { id: 'asc' },
    });
    return rows.map(({ email, version }) => [email, version]);
  };
  const { email, undoToken } = await changed(who);
  expect(await emails()).toEqual([
    [email, 2],
    ['postmaster@test.example', 1],
    [who.email, 1],
  ]);
  await undo(undoToken);
  expect(await emails()).toEqual([
    [who.email, 3],
    ['postmaster@test.example', 1],
    [who.email, 1],
  ]);
});

test('renames keys named after the address when it changes or the change is undone, and keeps their names unique', async () => {
  const who = await person();
  const own = await createKeyRow(db(), { accountId: who.id, description: `Manual ${who.email}` });
  const old = await createKeyRow(db(), { accountId: who.id, description: `Manual ${who.email} (old key abc)` });
  const similar = await createKeyRow(db(), { accountId: who.id, description: `Manual x${who.email}` });
  const names = async () => {
    const rows = await db().fuzzyKey.findMany({
      where: { id: { in: [own.id, old.id, similar.id] } },
      orderBy: { id: 'asc' },
    });
    return rows.map(({ description }) => description);
  };
  const to = newEmail();
  await createKeyRow(db(), { description: `Manual ${to}` });
  await db().keyMapChange.deleteMany();
  await requested(who, to);
  await confirm(await mailedToken(to, 'confirm_new_email'));
  expect(await names()).toEqual([`Manual ${to} 2`, `Manual ${to} (old key abc)`, similar.description]);
  expect(await db().keyMapChange.count()).toBeGreaterThan(0);
  await undo(await mailedToken(who.email, 'email_changed'));
  expect(await names()).toEqual([`Manual ${who.email} 2`, `Manual ${who.email} (old key abc)`, similar.description]);
});

test.each([
  ['after 24 hours', 25, {}],
  ['by a blocked user', 0, { blockedAt: new Date() }],
  ['after an admin has changed the address', 0, { email: newEmail() }],
])('refuses a confirmation %s', async (_when, hours, changes) => {
  const who = await person();
  const { email, token } = await requested(who);
  await db().user.update({ where: { id: who.id }, data: changes });
  await expect(confirm(token, hours)).rejects.toMatchObject({ code: 'invalid' });
  expect(await db().user.count({ where: { email } })).toBe(0);
});

test('lets only the user who asked confirm the change, so that no mailed link gives an address to another account (S86)', async () => {
  const [thief, victim] = [await person(), await person()];
  const { email, token } = await requested(thief);
  await expect(confirmEmailChange(visitor(), { token })).rejects.toMatchObject({ code: 'unauthenticated' });
  await expect(confirmEmailChange(victim.ctx, { token })).rejects.toMatchObject({ code: 'forbidden' });
  expect(await db().user.count({ where: { email } })).toBe(0);
  await confirm(token);
  expect(await emailOf(thief.id)).toBe(email);
});

test('takes an address that an unverified account has, and deletes that account (S86)', async () => {
  const [who, other] = [await person(), await person()];
  const squatter = await createUserRow(db(), { email: newEmail(), emailVerifiedAt: null });
  const { token } = await requested(who, squatter.email ?? '');
  const second = await requested(other, squatter.email ?? '');
  await confirm(token);
  expect(await emailOf(who.id)).toBe(squatter.email);
  expect(await auditLog(squatter.id)).toEqual([
    { action: 'user.deleted', data: { reason: 'unverified', accounts: [squatter.id], keys: [] } },
  ]);
  await expect(confirm(second.token)).rejects.toMatchObject({ code: 'conflict' });
});

test('reports a conflict while another user has the new address, and keeps the change pending', async () => {
  const who = await person();
  const { email, token } = await requested(who);
  const rival = await person({ email });
  await expect(confirm(token)).rejects.toMatchObject({ code: 'conflict' });
  expect([await emailOf(who.id), await emailOf(rival.id)]).toEqual([who.email, email]);
  await db().user.delete({ where: { id: rival.id } });
  await expect(confirm(token)).resolves.toBeUndefined();
});

test('accepts one of 20 simultaneous undos, voids password and sessions, mails a reset link (S13, S14)', async () => {
  const who = await person();
  const { email, undoToken } = await changed(who);
  await db().oidcArtifact.create({ data: { model: 'RefreshToken', id: unique('token'), payload: {}, userId: who.id } });
  await requestEmailChange(who.ctx, { email: newEmail() });
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => undo(undoToken)));
  expect(countOk(results)).toBe(1);
  expect(await db().user.findUniqueOrThrow({ where: { id: who.id } })).toMatchObject({
    email: who.email,
    passwordHash: null,
  });
  expect(await db().signInSession.count({ where: { userId: who.id } })).toBe(0);
  expect(await db().oidcArtifact.count({ where: { userId: who.id } })).toBe(0);
  expect(await db().emailChange.count({ where: { userId: who.id, confirmedAt: null } })).toBe(0);
  expect(await templatesTo(email)).toEqual(['confirm_new_email', 'email_change_requested', 'email_change_undone']);
  const reset = await mailedToken(who.email, 'account_recovered');
  expect(await consumeOneTimeToken(db(), 'reset_password', who.email, reset, new Date())).not.toBeNull();
  expect((await auditLog(who.id)).at(-1)).toEqual({
    action: 'user.email_change_undone',
    data: { keys: [], removed: { authenticator: false, passkeys: 0 } },
  });
});

test('accepts an undo for 72 hours, and only with the undo token', async () => {
  const who = await person();
  const { token } = await requested(who);
  await confirm(token);
  const undoToken = await mailedToken(who.email, 'email_changed');
  for (const wrong of [token, 'x'.repeat(43), `${undoToken}x`])
    await expect(undo(wrong)).rejects.toMatchObject({ code: 'invalid' });
  await expect(confirm(undoToken)).rejects.toMatchObject({ code: 'invalid' });
  await expect(undo(undoToken, 73)).rejects.toMatchObject({ code: 'invalid' });
  await expect(undo(undoToken, 71)).resolves.toEqual({ removed: { authenticator: false, passkeys: [] } });
});

test('reverts both changes of a thief with the first undo link, and voids the second link', async () => {
  const who = await person();
  const first = await changed(who);
  const second = await changed(who, first.email);
  await undo(first.undoToken);
  expect(await emailOf(who.id)).toBe(who.email);
  await expect(undo(second.undoToken)).rejects.toMatchObject({ code: 'invalid' });
  expect(await emailOf(who.id)).toBe(who.email);
});

test('still accepts the first undo link after a thief has undone a second change', async () => {
  const who = await person();
  const first = await changed(who);
  const second = await changed(who, first.email);
  await undo(second.undoToken);
  expect(await emailOf(who.id)).toBe(first.email);
  await undo(first.undoToken);
  expect(await emailOf(who.id)).toBe(who.email);
});

test('does not undo an address that an admin has set since', async () => {
  const who = await person();
  const first = await changed(who);
  const byAdmin = newEmail();
  await db().user.update({ where: { id: who.id }, data: { email: byAdmin } });
  await expect(undo(first.undoToken)).rejects.toMatchObject({ code: 'invalid' });
  expect(await emailOf(who.id)).toBe(byAdmin);
});

test('refuses an undo while a verified user has the old address, but deletes an unverified user', async () => {
  const who = await person();
  const { email, undoToken } = await changed(who);
  const rival = await person({ email: who.email });
  await expect(undo(undoToken)).rejects.toMatchObject({ code: 'conflict' });
  expect([await emailOf(who.id), await db().signInSession.count({ where: { userId: who.id } })]).toEqual([email, 1]);
  await db().user.update({ where: { id: rival.id }, data: { emailVerifiedAt: null } });
  const key = await createKeyRow(db(), { accountId: rival.id, email: who.email });
  await undo(undoToken);
  expect(await emailOf(who.id)).toBe(who.email);
  expect(await db().user.count({ where: { id: rival.id } })).toBe(0);
  expect(await auditLog(rival.id)).toEqual([
    { action: 'user.deleted', data: { reason: 'unverified', accounts: [expect.any(String)], keys: [key.id] } },
  ]);
  expect(await db().fuzzyKey.findUniqueOrThrow({ where: { id: key.id } })).toMatchObject({
    accountId: null,
    email: null,
    description: `Manual ${key.keyId}`,
    deletedAt: null,
  });
});

const at = (hours: number) => new Date(Date.now() + hours * HOUR);
const addPasskey = (userId: string, name: string, createdAt: Date) =>
  db().passkey.create({
    data: {
      userId,
      name,
      createdAt,
      credentialId: unique('credential'),
      publicKey: Buffer.from('key'),
      counter: 0,
      isBackedUp: false,
    },
  });
const addDevice = (userId: string, createdAt: Date) =>
  db().knownDevice.create({
    data: { userId, createdAt, tokenHash: Buffer.from(unique('device')), lastSeenAt: createdAt, expiresAt: at(100) },
  });
const turnTwoFactorOn = async (id: string, totpEnabledAt: Date) => {
  await db().user.update({ where: { id }, data: { totpEnabledAt, totpSecretSealed: Buffer.from('sealed') } });
  await db().recoveryCode.deleteMany({ where: { userId: id } });
  await db().recoveryCode.create({
    data: { userId: id, codeHash: Buffer.from(unique('code')), createdAt: totpEnabledAt },
  });
};
const factorsOf = async (id: string) => {
  const { passkeys, ...row } = await db().user.findUniqueOrThrow({
    where: { id },
    select: {
      totpEnabledAt: true,
      totpSecretSealed: true,
      passkeys: { select: { name: true } },
      _count: { select: { recoveryCodes: true, devices: true } },
    },
  });
  return { passkeys: passkeys.map(({ name }) => name), totp: row.totpEnabledAt !== null, ...row._count };
};

test('removes the login factors added since the request when the change is undone, and mails their names', async () => {
  const who = await person();
  await addPasskey(who.id, 'Phone of the owner', at(-1));
  await addDevice(who.id, at(-1));
  const { email, undoToken } = await changed(who);
  await addPasskey(who.id, 'Phone of the thief', at(1));
  await addDevice(who.id, at(1));
  await turnTwoFactorOn(who.id, at(1)); // replacing an authenticator disables the older one
  expect(await undo(undoToken, 2)).toEqual({ removed: { authenticator: true, passkeys: ['Phone of the thief'] } });
  expect(await factorsOf(who.id)).toEqual({
    passkeys: ['Phone of the owner'],
    totp: false,
    recoveryCodes: 0,
    devices: 1,
  });
  const mail = (await mailsTo(who.email)).find(({ template }) => template === 'account_recovered');
  expect(mail?.text).toContain('the authenticator app and its recovery codes and the passkey “Phone of the thief”');
  expect(mail?.text).toContain('What you had before is kept: the passkey “Phone of the owner”.');
  expect(JSON.stringify(await mailsTo(email))).not.toContain('Phone of');
});

test('keeps an older authenticator on undo, and voids the recovery codes created since the request', async () => {
  const who = await person();
  await turnTwoFactorOn(who.id, at(-1));
  const { undoToken } = await changed(who);
  await db().recoveryCode.create({ data: { userId: who.id, codeHash: Buffer.from('new'), createdAt: at(1) } });
  expect(await undo(undoToken, 2)).toEqual({ removed: { authenticator: false, passkeys: [] } });
  expect(await factorsOf(who.id)).toMatchObject({ totp: true, recoveryCodes: 1 });
});

test.each([
  ['within 72 hours of a change', 71, true],
  ['later', 73, false],
])('decides whether to send notices to the old address %s (%i hours): %s', async (_when, hours, isNotified) => {
  const who = await person({ lastSeenAt: at(-1), passwordHash: await hashPassword(PASSWORD) });
  const { email } = await changed(who);
  await logInByPassword(visitor(hours), { email, password: PASSWORD });
  const later = await who.signIn(at(hours));
  await createUsageToken(later, { name: 'Grafana' });
  const { secret } = await startTwoFactor(later);
  await enableTwoFactor(later, { code: await generate({ secret, epoch: later.now.getTime() / 1000 }) });
  await changePassword(later, { current_password: PASSWORD, new_password: 'Another-Zebra-9-Lantern' });
  const notices = ['new_device', 'usage_token_created', 'sign_in_changed', 'password_changed'];
  const told = async (address: string) => (await templatesTo(address)).filter((name) => notices.includes(name));
  expect(await told(email)).toEqual(notices);
  expect(await told(who.email)).toEqual(isNotified ? notices : []);
});

test('sends each notice once to the restored address, and none to the removed address', async () => {
  const who = await person();
  const { email, undoToken } = await changed(who);
  await undo(undoToken);
  await createUsageToken(await who.signIn(), { name: 'Grafana' });
  expect((await templatesTo(who.email)).filter((name) => name === 'usage_token_created')).toHaveLength(1);
  expect(await templatesTo(email)).not.toContain('usage_token_created');
});
