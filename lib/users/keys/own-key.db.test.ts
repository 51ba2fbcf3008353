import { expect, test } from 'vitest';
import { DAY, MINUTE } from '#lib/base/time.ts';
import { getUserStatus } from '#lib/billing/queries.ts';
import { inRollback } from '#lib/testing/database.ts';
import { createKeyRow, createSubscriptionRow, createUserRow } from '#lib/testing/factories.ts';
import { createSignedInUser } from '#lib/testing/signed-in.ts';
import { getCurrentKey, rotateOwnKey } from './own-key.ts';

const LATER_MS = 11 * MINUTE;

test("rotates the subscription's key and shows the new one in the status", () =>
  inRollback(async (db) => {
    const { id, email, ctx, contextAt } = await createSignedInUser(db);
    const { id: subscriptionId } = await createSubscriptionRow(db, { accountId: id });
    const manual = await createKeyRow(db, { accountId: id });
    const old = await createKeyRow(db, { accountId: id, email, subscriptionId });
    const rotated = await rotateOwnKey(ctx, { grace: '24h' });
    expect(rotated.old_keys).toEqual([
      {
        public_key: old.publicKey,
        works_until: new Date(ctx.now.getTime() + DAY).toISOString(),
        last_used_at: null,
      },
    ]);
    expect((await getUserStatus(ctx)).plan.key).toBe(rotated.public_key);
    expect([old.publicKey, manual.publicKey]).not.toContain(rotated.public_key);
    expect(await getCurrentKey(ctx)).toEqual(rotated);
    const dayLater = contextAt(new Date(ctx.now.getTime() + DAY));
    expect((await getCurrentKey(dayLater)).old_keys).toEqual([]);
    expect(JSON.stringify(rotated)).not.toContain(old.description);
    expect(await db.auditEvent.findMany({ where: { action: 'fuzzy_key.rotated' } })).toMatchObject([
      { actorKind: 'subscriber', actorId: id, targetId: String(old.id) },
    ]);
  }));

test('rotates a manual key and never reports an old key as the current one', () =>
  inRollback(async (db) => {
    const { id, ctx } = await createSignedInUser(db);
    await createKeyRow(db, { accountId: id });
    const first = await rotateOwnKey(ctx, { grace: '7d' });
    const second = await rotateOwnKey(ctx, { grace: '1h' });
    expect((await getUserStatus(ctx)).plan.key).toBe(second.public_key);
    expect(second.old_keys.map(({ public_key }) => public_key)).toContain(first.public_key);
    expect(second.old_keys).toHaveLength(2);
  }));

test('requires a fresh login', () =>
  inRollback(async (db) => {
    const { id, ctx, contextAt } = await createSignedInUser(db);
    await createKeyRow(db, { accountId: id });
    const stale = contextAt(new Date(ctx.now.getTime() + LATER_MS));
    await expect(rotateOwnKey(stale, { grace: 'now' })).rejects.toMatchObject({ code: 'reauthentication_required' });
    expect(await db.fuzzyKey.count()).toBe(1);
  }));

test("returns not_found for a user without a key, and leaves another user's key alone", () =>
  inRollback(async (db) => {
    const { ctx } = await createSignedInUser(db);
    await createKeyRow(db, { accountId: (await createUserRow(db)).id });
    await expect(rotateOwnKey(ctx, { grace: 'now' })).rejects.toMatchObject({ code: 'not_found' });
    await expect(getCurrentKey(ctx)).rejects.toMatchObject({ code: 'not_found' });
    expect(await db.fuzzyKey.count()).toBe(1);
  }));
