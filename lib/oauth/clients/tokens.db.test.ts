import { expect, test } from 'vitest';
import { randomToken } from '#lib/base/crypto.ts';
import type { Db } from '#lib/base/db/db.ts';
import { HOUR } from '#lib/base/time.ts';
import { adminContext, subscriberContext } from '#lib/testing/context.ts';
import { inRollback } from '#lib/testing/database.ts';
import { createClientRow, createUserRow } from '#lib/testing/factories.ts';
import { listConnectedApps, revokeConnectedApp } from './connected-apps.ts';
import { listClientTokens, OAuthTokenListQuery, revokeClientToken } from './tokens.ts';

async function createToken(
  db: Db,
  clientId: string,
  userId: string,
  fields: { prefix?: string; model?: string; expiresAt?: Date; consumedAt?: Date } = {},
) {
  return db.oidcArtifact.create({
    data: {
      model: 'AccessToken',
      id: randomToken(),
      prefix: randomToken().slice(0, 8),
      payload: { scope: 'openid email' },
      clientId,
      userId,
      expiresAt: new Date(Date.now() + HOUR),
      ...fields,
    },
  });
}

const page = (query: object = {}) => OAuthTokenListQuery.parse(query);

test('lists the working tokens of a client, newest first, in pages', () =>
  inRollback(async (db) => {
    const [{ client }, { client: other }] = [await createClientRow(db), await createClientRow(db)];
    const { id: userId, email } = await createUserRow(db);
    const access = await createToken(db, client.id, userId);
    const refresh = await createToken(db, client.id, userId, { model: 'RefreshToken' });
    await createToken(db, client.id, userId, { model: 'RefreshToken', consumedAt: new Date() });
    await createToken(db, client.id, userId, { expiresAt: new Date(Date.now() - 1) });
    await createToken(db, client.id, userId, { model: 'AuthorizationCode' });
    await createToken(db, other.id, userId);
    const ctx = adminContext(db);
    const { tokens, total } = await listClientTokens(ctx, client.id, page());
    expect(total).toBe(2);
    expect(tokens.toSorted((a, b) => (a.type < b.type ? -1 : 1))).toEqual([
      {
        type: 'access',
        token_prefix: access.prefix,
        user_id: userId,
        user_email: email,
        scopes: ['openid', 'email'],
        created_at: Math.floor(access.createdAt.getTime() / 1000),
        expires_at: Math.floor((access.expiresAt?.getTime() ?? 0) / 1000),
      },
      expect.objectContaining({ type: 'refresh', token_prefix: refresh.prefix }),
    ]);
    const first = await listClientTokens(ctx, client.id, page({ limit: '1' }));
    const second = await listClientTokens(ctx, client.id, page({ limit: '1', cursor: first.next_cursor }));
    expect([...first.tokens, ...second.tokens]).toEqual(tokens);
    await expect(listClientTokens(ctx, 'nobody', page())).rejects.toMatchObject({ code: 'not_found' });
  }));

test('revokes exactly one token of the client by its prefix, and audits it (S77)', () =>
  inRollback(async (db) => {
    const [{ client }, { client: other }] = [await createClientRow(db), await createClientRow(db)];
    const { id: userId } = await createUserRow(db);
    await createToken(db, client.id, userId, { prefix: 'abcd-_12' });
    await createToken(db, client.id, userId);
    await createToken(db, other.id, userId, { prefix: 'abcd-_12' });
    await revokeClientToken(adminContext(db), client.id, 'abcd-_12');
    expect(await db.oidcArtifact.count({ where: { clientId: client.id } })).toBe(1);
    expect(await db.oidcArtifact.count({ where: { clientId: other.id } })).toBe(1);
    const events = await db.auditEvent.findMany({ where: { targetId: client.id } });
    expect(events).toMatchObject([
      { action: 'oauth_token.revoked', data: { prefix: 'abcd-_12', type: 'access', user: userId } },
    ]);
  }));

test.each([
  ['', 'malformed'],
  ['abcd', 'malformed'],
  ['abcd-_123', 'malformed'],
  ['abcd%___', 'malformed'],
  ['********', 'malformed'],
  ['same-abc', 'conflict'],
  ['zzzzzzzz', 'not_found'],
])('refuses the prefix %j: %s (S77)', (prefix, code) =>
  inRollback(async (db) => {
    const { client } = await createClientRow(db);
    const { id: userId } = await createUserRow(db);
    for (let n = 0; n < 2; n++) await createToken(db, client.id, userId, { prefix: 'same-abc' });
    await expect(revokeClientToken(adminContext(db), client.id, prefix)).rejects.toMatchObject({ code });
    expect(await db.oidcArtifact.count()).toBe(2);
  }),
);

test("lists a connected app, and revokes all its access to the caller's account and to no other (S78)", () =>
  inRollback(async (db) => {
    const redirectUris = ['https://app.example/a', 'https://app.example/b', 'com.example.app:/cb'];
    const { client } = await createClientRow(db, { name: 'Reports', redirectUris });
    const [me, other] = [await createUserRow(db), await createUserRow(db)];
    for (const { id: userId } of [me, other]) {
      await db.consent.create({ data: { userId, clientId: client.id, scopes: ['openid'] } });
      await createToken(db, client.id, userId);
    }
    const ctx = subscriberContext(db, me);
    expect(await listConnectedApps(ctx)).toEqual({
      apps: [
        {
          client_id: client.id,
          name: 'Reports',
          hosts: ['app.example', 'com.example.app'],
          scopes: ['openid'],
          first_used_at: expect.any(String),
          last_used_at: null,
        },
      ],
    });
    await revokeConnectedApp(ctx, client.id);
    expect(await listConnectedApps(ctx)).toEqual({ apps: [] });
    expect((await db.oidcArtifact.findMany()).map(({ userId }) => userId)).toEqual([other.id]);
    expect(await db.consent.count({ where: { userId: other.id } })).toBe(1);
    expect(await db.auditEvent.findMany({ where: { targetId: me.id } })).toMatchObject([
      { action: 'consent.revoked', actorId: me.id, data: { client: client.id } },
    ]);
    await expect(revokeConnectedApp(ctx, client.id)).rejects.toMatchObject({ code: 'not_found' });
  }));
