import { expect, test } from 'vitest';
import { DPA_VERSION } from '#lib/marketing/policies/policy.ts';
import { subscriberContext } from '#lib/testing/context.ts';
import { inRollback } from '#lib/testing/database.ts';
import { createUserRow } from '#lib/testing/factories.ts';
import { recordAcceptance } from './acceptances.ts';
import { acceptDpa, listAgreements } from './agreements.ts';

const dpaOf = async (ctx: Parameters<typeof listAgreements>[0]) =>
  (await listAgreements(ctx)).agreements.find(({ document }) => document === 'dpa');

test('keeps the first acceptance of a version, and shows when and by whom', () =>
  inRollback(async (tx) => {
    const user = await createUserRow(tx);
    const at = (time: string) => subscriberContext(tx, user, { now: new Date(time) });
    expect(await dpaOf(at('2026-12-01T10:00:00Z'))).toMatchObject({ current_version: DPA_VERSION, accepted: null });
    await acceptDpa(at('2026-12-01T10:00:00Z'), { version: DPA_VERSION });
    await acceptDpa(at('2026-12-02T10:00:00Z'), { version: DPA_VERSION });
    expect(await tx.acceptance.count({ where: { accountId: user.id } })).toBe(1);
    const accepted = { version: DPA_VERSION, at: '2026-12-01T10:00:00.000Z', by: user.email };
    expect(await dpaOf(at('2026-12-03T10:00:00Z'))).toMatchObject({ accepted });
    const other = subscriberContext(tx, await createUserRow(tx));
    expect(await dpaOf(other)).toMatchObject({ accepted: null });
  }));

test('refuses a version that is not the current one', () =>
  inRollback(async (tx) => {
    const ctx = subscriberContext(tx, await createUserRow(tx));
    await expect(acceptDpa(ctx, { version: '2020-01-01' })).rejects.toMatchObject({ code: 'conflict' });
    expect(await dpaOf(ctx)).toMatchObject({ accepted: null });
  }));

test('shows the newest acceptance of each document, and its version', () =>
  inRollback(async (tx) => {
    const user = await createUserRow(tx);
    const ctx = subscriberContext(tx, user);
    const before = { accountId: user.id, document: 'dpa', act: 'page' } as const;
    await recordAcceptance(ctx, { ...before, version: '2020-01-01', at: new Date('2020-01-01') });
    expect(await dpaOf(ctx)).toMatchObject({ accepted: { version: '2020-01-01' } });
    await acceptDpa(ctx, { version: DPA_VERSION });
    await recordAcceptance(ctx, { accountId: user.id, document: 'begin_at_once', act: 'purchase' });
    expect(await dpaOf(ctx)).toMatchObject({ accepted: { version: DPA_VERSION } });
    expect((await listAgreements(ctx)).agreements).toHaveLength(2);
  }));
