import { expect, test } from 'vitest';
import { db, type Db } from '#lib/base/db/db.ts';
import { SECOND } from '#lib/base/time.ts';
import { anonymousContext } from '#lib/testing/context.ts';
import { inRollback } from '#lib/testing/database.ts';
import { createSignedInUser } from '#lib/testing/signed-in.ts';
import { authenticateUsageToken } from './authenticate.ts';
import { createUsageToken, revokeUsageToken } from './service.ts';

const NOW = new Date('2026-06-15T12:00:00.000Z');
const after = (seconds: number) => new Date(NOW.getTime() + seconds * SECOND);

async function holder(store: Db) {
  const person = await createSignedInUser(store);
  const { token, usage_token } = await createUsageToken(person.ctx, { name: 'Prometheus' });
  return { ...person, token, tokenId: usage_token.id };
}
const use = (store: Db, token: string | null, now = NOW) =>
  authenticateUsageToken(anonymousContext(store, { now }), token);
const unauthenticated = { code: 'unauthenticated' };

test('authenticates a token as its owner', () =>
  inRollback(async (store) => {
    const [one, two] = [await holder(store), await holder(store)];
    expect(await use(store, one.token)).toEqual({ kind: 'usage_token', accountId: one.id, tokenId: one.tokenId });
    expect(await use(store, two.token)).toEqual({ kind: 'usage_token', accountId: two.id, tokenId: two.tokenId });
  }));

test('refuses everything but a valid token, always with the same text', () =>
  inRollback(async (store) => {
    const { token, tokenId, ctx, sessionToken } = await holder(store);
    const others = [
      null,
      '',
      'rpu_',
      token.slice(4),
      token.slice(0, -1),
      `${token}A`,
      token.toUpperCase(),
      sessionToken,
    ];
    const refusals = await Promise.all(
      others.map((other) => use(store, other).catch((error: unknown) => String(error))),
    );
    expect(new Set(refusals)).toEqual(
      new Set(['DomainError: A usage token is required: Authorization: Bearer rpu_...']),
    );
    await revokeUsageToken(ctx, tokenId);
    await expect(use(store, token)).rejects.toMatchObject(unauthenticated);
  }));

test('refuses the token of a blocked user from the next request on (S24)', () =>
  inRollback(async (store) => {
    const { id, token } = await holder(store);
    await use(store, token);
    await store.account.update({ where: { id }, data: { blockedAt: NOW } });
    await expect(use(store, token)).rejects.toMatchObject(unauthenticated);
  }));

test('stores the last use at most once a minute, and never moves it back', () =>
  inRollback(async (store) => {
    const { token, tokenId } = await holder(store);
    const lastUse = async () =>
      (await store.usageToken.findUniqueOrThrow({ where: { id: tokenId } })).lastUsedAt?.getTime();
    expect(await lastUse()).toBeUndefined();
    for (const [seconds, written] of [
      [0, 0],
      [59, 0],
      [60, 60],
      [30, 60],
      [119, 60],
      [300, 300],
    ] as const) {
      await use(store, token, after(seconds));
      expect(await lastUse(), `after ${seconds} s`).toBe(after(written).getTime());
    }
  }));

test('refuses the 61st request with a token in a minute, but no request with another token (S9)', async () => {
  const [busy, calm] = [await holder(db()), await holder(db())];
  for (let call = 0; call < 60; call++) await use(db(), busy.token);
  await expect(use(db(), busy.token)).rejects.toMatchObject({
    code: 'rate_limited',
    retryAfterSeconds: expect.any(Number) as number,
  });
  await expect(use(db(), calm.token)).resolves.toMatchObject({ accountId: calm.id });
});
