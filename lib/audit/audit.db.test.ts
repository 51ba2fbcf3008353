import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Context } from '#lib/base/context.ts';
import { db as database, inTransaction, type Db } from '#lib/base/db/db.ts';
import {
  adminContext,
  anonymousContext,
  serverContext,
  subscriberContext,
  systemContext,
} from '#lib/testing/context.ts';
import { inRollback } from '#lib/testing/database.ts';
import { recordAudit } from './audit.ts';

const id = randomUUID();
test.each<[string, (db: Db) => Context, object]>([
  ['an anonymous caller', (db) => anonymousContext(db), { actorKind: 'anonymous', actorId: null }],
  ['a subscriber', (db) => subscriberContext(db, { id }), { actorKind: 'subscriber', actorId: id }],
  ['an admin', (db) => adminContext(db, { id }), { actorKind: 'admin', actorId: id }],
  ['a storage server', (db) => serverContext(db, 7), { actorKind: 'server', actorId: '7' }],
  ['a job', (db) => systemContext(db), { actorKind: 'system', actorId: 'test' }],
])('records actor, action, target, IP address and time of %s (S81)', (_who, context, columns) =>
  inRollback(async (db) => {
    const ctx = { ...context(db), now: new Date('2026-01-02T03:04:05.678Z') };
    await recordAudit(ctx, 'fuzzy_key.deleted', '12', { before: 'on', after: 'deleted' });
    const rows = await db.auditEvent.findMany({ where: { requestId: ctx.requestId } });
    const { now: at, ip, requestId } = ctx;
    const fact = {
      action: 'fuzzy_key.deleted',
      targetId: '12',
      data: { before: 'on', after: 'deleted' },
      at,
      ip,
      requestId,
    };
    expect(rows).toMatchObject([{ ...fact, ...columns }]);
  }),
);

test.each([
  ['UPDATE', "UPDATE audit_events SET action = 'x'"],
  ['UPDATE without a visible change', 'UPDATE audit_events SET action = action'],
  ['DELETE', 'DELETE FROM audit_events'],
  ['TRUNCATE', 'TRUNCATE audit_events'],
  ['TRUNCATE … CASCADE', 'TRUNCATE audit_events CASCADE'],
])('refuses %s on the append-only audit log (S81)', (_name, statement) =>
  inRollback(async (db) => {
    await recordAudit(systemContext(db), 'user.created', 'x');
    const before = await db.auditEvent.findMany();
    await expect(inTransaction(db, (tx) => tx.$executeRawUnsafe(statement))).rejects.toThrow('append-only');
    expect(await db.auditEvent.findMany()).toEqual(before);
  }),
);

test('stores no row if the audited change fails (S81)', async () => {
  const targetId = randomUUID();
  const failing = inTransaction(database(), async (tx) => {
    await recordAudit(systemContext(tx), 'user.deleted', targetId);
    throw new Error('the change failed');
  });
  await expect(failing).rejects.toThrow('the change failed');
  expect(await database().auditEvent.count({ where: { targetId } })).toBe(0);
});
