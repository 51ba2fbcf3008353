import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { recordAudit, type AuditAction } from '#lib/audit/audit.ts';
import { db, pool } from '#lib/base/db/db.ts';
import { enqueue } from '#lib/jobs/queue.ts';
import { systemContext } from '#lib/testing/context.ts';
import '#lib/testing/database.ts';
import { createKeyRow, createUserRow } from '#lib/testing/factories.ts';
import { findInDatabase } from '#lib/testing/find-in-database.ts';

const MIGRATION = 'prisma/migrations/20261122200300_no_old_addresses/migration.sql';
const GONE = ['gone@old.example', 'former@old.example', 'given@old.example'];
const [gone = '', former = '', given = ''] = GONE;

/** Rows as older versions wrote them. */
const OLD_ROWS: [AuditAction, object][] = [
  ['user.created', { after: { email: gone, country: 'DE', notes: 'Calls on Mondays' } }],
  ['user.created', { email: given, is_admin: true }],
  ['user.updated', { before: { notes: null, dailyLimit: 5 }, after: { notes: `is ${gone}`, dailyLimit: 6 } }],
  ['user.deleted', { before: { email: gone }, keys: [1] }],
  ['user.email_changed', { before: former, after: 'user@stays.example', keys: [] }],
  ['user.passkey_renamed', { passkey: 'id', before: 'Old name', after: gone }],
  ['user.usage_token_created', { usage_token: 'id', name: 'My name' }],
  ['user.list_exported', { search: 'Smith', sort: '-created_at' }],
  ['audit.exported', { actor: gone, target: null }],
  ['access.refused', { call: 'GET /admin/api/users/gone%40old.example' }],
  ['fuzzy_key.updated', { before: { email: null, rankId: 5 }, after: { email: gone, rankId: 5 } }],
];

test('removes addresses and typed texts from the audit log, jobs and keys, and keeps the log append-only', async () => {
  const ctx = systemContext(db());
  const user = await createUserRow(db(), { email: 'user@stays.example' });
  for (const [action, data] of OLD_ROWS) await recordAudit(ctx, action, user.id, { ...data });
  const owned = await createKeyRow(db(), {
    accountId: user.id,
    description: `Manual ${user.email}`,
    email: user.email,
  });
  const keys = [
    await createKeyRow(db(), { description: `Manual ${gone}`, email: gone }),
    await createKeyRow(db(), { description: `Manual ${gone} 2 (old key abc)` }),
    await createKeyRow(db(), { description: 'Manual unknown@nobody.example' }),
    await createKeyRow(db(), { description: `Backup of ${former.toUpperCase()}`, accountId: user.id }),
  ];
  const typed = await createKeyRow(db(), {
    description: 'Of customer@nobody.example',
    email: 'customer@nobody.example',
  });
  const longer = await createKeyRow(db(), { description: `Of x${gone}` });
  await enqueue(db(), 'mail.send', { template: 'old', sealed: '' });
  await db()
    .$executeRaw`UPDATE pgboss.job SET output = ${{ message: `550 <${given}>` }} WHERE data->>'template' = 'old'`;

  await pool().query(readFileSync(MIGRATION, 'utf8'));

  await db()
    .fuzzyKey.delete({ where: { id: longer.id } })
    .then((row) => expect(row.description).toBe(longer.description));
  expect(await findInDatabase(db(), [...GONE, 'unknown@nobody.example'])).toEqual([]);
  const auditLog = await db().auditEvent.findMany({ where: { targetId: user.id }, orderBy: { id: 'asc' } });
  expect(auditLog.map(({ data }) => data)).toEqual([
    { after: { email: '<address>', country: 'DE' }, changed: ['notes'] },
    { email: '<address>', is_admin: true },
    { before: { dailyLimit: 5 }, after: { dailyLimit: 6 }, changed: ['notes'] },
    { before: { email: '<address>' }, keys: [1] },
    { before: '<address>', after: '<address>', keys: [] },
    { passkey: 'id' },
    { usage_token: 'id' },
    { sort: '-created_at' },
    { actor: '<address>', target: null },
    { call: 'GET /admin/api/users/<address>' },
    { before: { email: null, rankId: 5 }, after: { email: '<address>', rankId: 5 } },
  ]);
  for (const { id, keyId } of keys)
    expect(await db().fuzzyKey.findUniqueOrThrow({ where: { id } })).toMatchObject({
      description: `Manual ${keyId}`,
      email: null,
      version: { 0: 3 }[id - (keys[0]?.id ?? 0)] ?? 2,
    });
  for (const row of [owned, typed])
    expect(await db().fuzzyKey.findUniqueOrThrow({ where: { id: row.id } })).toMatchObject({
      description: row.description,
      email: row.email,
      version: 1,
    });
  await expect(db().auditEvent.deleteMany()).rejects.toThrow('append-only');
  await expect(db().$executeRaw`UPDATE audit_events SET action = action`).rejects.toThrow('append-only');
});
