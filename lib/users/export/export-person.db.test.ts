import { expect, test } from 'vitest';
import { recordAudit } from '#lib/audit/audit.ts';
import { createOneTimeToken } from '#lib/auth/one-time-token.ts';
import { startSignInSession } from '#lib/auth/session/sign-in-session.ts';
import { sha256 } from '#lib/base/crypto.ts';
import type { Db } from '#lib/base/db/db.ts';
import { DAY, MINUTE } from '#lib/base/time.ts';
import { adminContext, anonymousContext, subscriberContext } from '#lib/testing/context.ts';
import { inRollback } from '#lib/testing/database.ts';
import {
  createClientRow,
  createKeyRow,
  createServerRow,
  createSubscriptionRow,
  createUserRow,
  createUsageRows,
  unique,
} from '#lib/testing/factories.ts';
import { createSignedInUser } from '#lib/testing/signed-in.ts';
import { exportFileName, exportPerson } from './export-person.ts';

const NOW = new Date('2026-11-21T12:00:00.000Z');
/** A unique hash or sealed value that must not be exported. */
const secret = (name: string) => Uint8Array.from(Buffer.from(unique(`SECRET ${name}`)));

/** A user with a row in every table, each secret marked. */
async function person(store: Db) {
  const user = await createUserRow(store, {
    passwordHash: 'SECRET password hash',
    totpSecretSealed: secret('totp'),
    totpEnabledAt: NOW,
    notes: 'SECRET of an admin',
    dailyLimit: 500,
  });
  const ctx = subscriberContext(store, user, { now: NOW });
  const session = await startSignInSession(ctx, user.id);
  await store.user.update({
    where: { id: user.id },
    data: {
      devices: { create: { tokenHash: secret('device'), lastSeenAt: NOW, expiresAt: NOW, userAgent: 'a browser' } },
      recoveryCodes: { create: [{ codeHash: secret('one') }, { codeHash: secret('two'), usedAt: NOW }] },
      passkeys: {
        create: {
          credentialId: unique('SECRET'),
          publicKey: secret('key'),
          counter: 1n,
          transports: ['usb'],
          isBackedUp: true,
          name: 'my key',
        },
      },
      savedViews: { create: { list: 'users', name: 'Late', query: 'sort=email' } },
      emailChanges: {
        create: {
          oldEmail: 'before@test.example',
          newEmail: user.email ?? '',
          confirmTokenHash: secret('confirm'),
          undoTokenHash: secret('undo'),
          requestedAt: NOW,
          confirmedAt: NOW,
          expiresAt: NOW,
        },
      },
    },
  });
  const token = { name: 'Prometheus', prefix: 'rpu_1234', tokenHash: secret('usage token') };
  await store.usageToken.create({ data: { accountId: user.id, ...token } });
  const link = await createOneTimeToken(store, 'reset_password', { id: user.id, email: user.email ?? '' }, NOW);
  const { client } = await createClientRow(store, { name: 'An application', secretHash: secret('client') });
  await store.consent.create({ data: { userId: user.id, clientId: client.id, scopes: ['openid'] } });
  await createSubscriptionRow(store, { accountId: user.id, flags: ['SECRET flag'] });
  const key = await createKeyRow(store, {
    accountId: user.id,
    email: 'SECRET@of.somebody.else',
    description: unique('SECRET name'),
  });
  return {
    ...user,
    key,
    tokens: [session.token, link],
    ctx: { ...ctx, actor: { ...ctx.actor, sessionId: session.id } },
  };
}

const encodings = (value: Uint8Array) =>
  (['hex', 'base64', 'base64url'] as const).map((encoding) => Buffer.from(value).toString(encoding));

test("exports everything about the user, and no hash, sealed value, token or other people's text (S54)", () =>
  inRollback(async (store) => {
    const [who, other] = [await person(store), await person(store)];
    const admin = adminContext(store, { id: other.id }, { ip: '203.0.113.99' });
    const refusal = anonymousContext(store, { ip: '192.0.2.1', now: new Date(admin.now.getTime() - 1000) });
    await recordAudit(refusal, 'session.refused', who.id, { reason: 'credentials' });
    await recordAudit(admin, 'user.password_reset', who.id, { note: 'SECRET word of an admin' });
    await recordAudit(admin, 'user.password_reset', other.id);

    const data = await exportPerson(who.ctx);

    expect(data).toMatchObject({
      exported_at: NOW,
      profile: { id: who.id, email: who.email, has_password: true, recovery_codes_left: 1 },
      account: { name: null, daily_limit: 500, usage_alerts: { silent: true } },
      memberships: [{ role: 'owner', account: { name: null } }],
      sessions: [{ id: who.ctx.actor.sessionId, ip: '192.0.2.1', user_agent: 'test' }],
      devices: [{ user_agent: 'a browser' }],
      passkeys: [{ name: 'my key' }],
      usage_tokens: [{ name: 'Prometheus', prefix: 'rpu_1234', last_used_at: null }],
      saved_views: [{ list: 'users', name: 'Late', query: 'sort=email' }],
      mailed_links: [{ purpose: 'reset_password', email: who.email }],
      email_changes: [{ old_email: 'before@test.example', new_email: who.email }],
      subscriptions: [{ plan: 'personal', status: 'active' }],
      fuzzy_keys: [{ public_key: who.key.publicKey, rank: 50, rate: 2.4, usage: [] }],
      connected_apps: [{ name: 'An application', scopes: ['openid'] }],
      history: [
        { action: 'user.password_reset', actor: 'other', ip: null, data: null },
        { action: 'session.refused', actor: 'anonymous', ip: '192.0.2.1', data: { reason: 'credentials' } },
      ],
    });
    const text = JSON.stringify(data);
    expect(text).not.toContain('SECRET');
    expect(text).not.toContain('203.0.113.99');
    expect(text).not.toContain(Buffer.from('SECRET').toString('hex'));
    for (const token of who.tokens)
      for (const form of [token, ...encodings(Buffer.from(token)), ...encodings(sha256(token))])
        expect(text).not.toContain(form);
    for (const foreign of [other.id, other.email ?? '', other.key.publicKey]) expect(text).not.toContain(foreign);
    expect(await store.auditEvent.count({ where: { targetId: who.id, action: 'user.exported' } })).toBe(1);
  }));

test("exports daily usage of the user's own keys, summed over servers, for the last 400 days", () =>
  inRollback(async (store) => {
    const [who, other] = [await person(store), await person(store)];
    const [one, two] = [(await createServerRow(store)).server, (await createServerRow(store)).server];
    const day = (ago: number) => new Date(NOW.getTime() - ago * DAY);
    const sample = (ago: number) => [{ bucket: day(ago), checked: 10, hits: 2, errors: 1 }];
    for (const server of [one.id, two.id])
      for (const ago of [0, 1, 399, 401]) await createUsageRows(store, { key: who.key.id, server }, sample(ago));
    await createUsageRows(store, { key: other.key.id, server: one.id }, sample(0));
    const [key] = (await exportPerson(who.ctx)).fuzzy_keys;
    expect(key?.usage).toEqual(
      [399, 1, 0].map((ago) => ({ day: day(ago).toISOString().slice(0, 10), checked: 20, hits: 4, errors: 2 })),
    );
  }));

test('exports of an account that others own only that the user is a member', () =>
  inRollback(async (store) => {
    const [who, other] = [await person(store), await person(store)];
    await store.membership.create({ data: { accountId: other.id, userId: who.id, role: 'technical' } });
    const actor = { ...who.ctx.actor, accountId: other.id, accountRole: 'technical' as const };
    const data = await exportPerson({ ...who.ctx, actor });
    expect(data).toMatchObject({ account: null, buyer: null, subscriptions: [], fuzzy_keys: [], usage_tokens: [] });
    expect(data.memberships).toMatchObject([{ role: 'owner' }, { role: 'technical', account: { name: null } }]);
    expect(JSON.stringify(data)).not.toContain(other.key.publicKey);
  }));

test('requires a fresh login, and otherwise records nothing', () =>
  inRollback(async (store) => {
    const who = await person(store);
    const later = { ...who.ctx, now: new Date(NOW.getTime() + 11 * MINUTE) };
    await expect(exportPerson(later)).rejects.toMatchObject({ code: 'reauthentication_required' });
    expect(await store.auditEvent.count({ where: { action: 'user.exported' } })).toBe(0);
  }));

test('names the file after the product and the day', () => {
  expect(exportFileName(NOW)).toBe('rspamd-premium-data-2026-11-21.json');
});

test('leaves out what happens to an account that the person opened and has left', () =>
  inRollback(async (store) => {
    const [founder, second] = [await createSignedInUser(store), await createUserRow(store)];
    await store.membership.create({ data: { accountId: founder.id, userId: second.id, role: 'owner' } });
    const system = { ...founder.ctx, actor: { kind: 'system', job: 'billing.sync' } } as const;
    await recordAudit(system, 'subscription.synced', founder.id, {});
    const actions = async () => (await exportPerson(founder.ctx)).history.map(({ action }) => action);
    expect(await actions()).toContain('subscription.synced');
    await store.membership.delete({ where: { accountId_userId: { accountId: founder.id, userId: founder.id } } });
    expect(await actions()).not.toContain('subscription.synced');
  }));
