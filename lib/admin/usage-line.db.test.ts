import { expect, test } from 'vitest';
import { DAY } from '#lib/base/time.ts';
import { adminContext } from '#lib/testing/context.ts';
import { inRollback } from '#lib/testing/database.ts';
import { createKeyRow, createSubscriptionRow, createUserRow } from '#lib/testing/factories.ts';
import { getUsageLine } from './usage-line.ts';

const NOW = new Date('2031-05-15T12:00:00Z');
const used = new Date(NOW.getTime() - DAY);

test('says of whose key the usage is, of the plan that counts, and without one of the newest', () =>
  inRollback(async (db) => {
    const ctx = adminContext(db, undefined, { now: NOW });
    const { id, email } = await createUserRow(db);
    expect(await getUsageLine(ctx, id)).toEqual({ email, keyState: null, lastUsedAt: null });
    await createKeyRow(db, { accountId: id, deletedAt: used });
    expect(await getUsageLine(ctx, id)).toMatchObject({ keyState: 'deleted' });
    const { id: subscriptionId } = await createSubscriptionRow(db, { accountId: id });
    await createKeyRow(db, { accountId: id, subscriptionId, lastUsedAt: used });
    await createKeyRow(db, { accountId: id, suspendedAt: used });
    expect(await getUsageLine(ctx, id)).toEqual({ email, keyState: 'on', lastUsedAt: used.toISOString() });
  }));

test('throws not_found for an unknown user (S47)', () =>
  inRollback(async (db) => {
    const nobody = '00000000-0000-7000-8000-000000000000';
    await expect(getUsageLine(adminContext(db), nobody)).rejects.toMatchObject({ code: 'not_found' });
  }));
