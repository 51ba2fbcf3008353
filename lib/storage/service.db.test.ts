import { expect, test } from 'vitest';
import { sha256 } from '#lib/base/crypto.ts';
import { db } from '#lib/base/db/db.ts';
import { adminContext, anonymousContext } from '#lib/testing/context.ts';
import { inRollback } from '#lib/testing/database.ts';
import { createKeyRow, createServerRow, createUsageRows, unique } from '#lib/testing/factories.ts';
import { listStorageServers } from './queries.ts';
import { CreateStorageServerInput, StorageServerName, StorageServerParams } from './schema.ts';
import {
  authenticateStorageServer,
  createStorageServer,
  removeStorageServer,
  rotateStorageServerToken,
} from './service.ts';

test('logs a new server in with the token from the answer; the database keeps a hash (S76)', () =>
  inRollback(async (tx) => {
    const name = unique('fuzzy');
    const { server, token } = await createStorageServer(adminContext(tx), { name, description: 'first host' });
    expect(await authenticateStorageServer(anonymousContext(tx), { name, token })).toBe(server.id);
    const row = await tx.storageServer.findUniqueOrThrow({ where: { id: server.id } });
    expect(row).toMatchObject({ description: 'first host', tokenHash: sha256(token) });
    const auditLog = await tx.auditEvent.findMany({ where: { targetId: String(server.id) } });
    expect(auditLog).toMatchObject([{ action: 'storage_server.created', actorKind: 'admin', data: { name } }]);
    expect(JSON.stringify(auditLog)).not.toContain(token);
    await expect(createStorageServer(adminContext(tx), { name, description: '' })).rejects.toMatchObject({
      code: 'conflict',
    });
  }));

test.each(['', 'a:b', 'aggregate', 'Aggregate', '-a', 'a b', 'a\0', 'x'.repeat(64), 1, null])(
  'refuses the server name %j',
  (name) => {
    expect(CreateStorageServerInput.safeParse({ name, description: '' }).success).toBe(false);
  },
);

test('stores when a server was last seen, at most once a minute', () =>
  inRollback(async (tx) => {
    const { server, token } = await createServerRow(tx);
    const visit = async (time: string) => {
      await authenticateStorageServer(anonymousContext(tx, { now: new Date(time) }), { name: server.name, token });
      return (await tx.storageServer.findUniqueOrThrow({ where: { id: server.id } })).lastSeenAt?.toISOString();
    };
    expect(await visit('2026-01-01T00:00:00Z')).toBe('2026-01-01T00:00:00.000Z');
    expect(await visit('2026-01-01T00:01:00Z')).toBe('2026-01-01T00:00:00.000Z');
    expect(await visit('2026-01-01T00:01:01Z')).toBe('2026-01-01T00:01:01.000Z');
  }));

test('refuses anything but the right name and token', () =>
  inRollback(async (tx) => {
    const [{ server, token }, other] = [await createServerRow(tx), await createServerRow(tx)];
    const wrong = [
      null,
      { name: server.name, token: '' },
      { name: server.name, token: `${token}x` },
      { name: server.name, token: other.token },
      { name: server.name, token: Buffer.from(server.tokenHash).toString('base64url') },
      { name: unique('nobody'), token },
      { name: `${server.name}\0`, token },
      { name: '', token: '' },
    ];
    for (const credentials of wrong)
      await expect(
        authenticateStorageServer(anonymousContext(tx, { ip: '192.0.2.77' }), credentials),
      ).rejects.toMatchObject({ code: 'unauthenticated' });
  }));

test('refuses an IP address after 20 failures in a minute, even with the right token, but no other address (S10)', async () => {
  const { server, token } = await createServerRow(db());
  const from = (ip: string, given: string) =>
    authenticateStorageServer(anonymousContext(db(), { ip }), { name: server.name, token: given });
  for (let count = 0; count < 20; count++)
    await expect(from(`2001:db8:0:1::${count}`, 'wrong')).rejects.toMatchObject({ code: 'unauthenticated' });
  await expect(from('2001:db8:0:1:ffff::1', token)).rejects.toMatchObject({ code: 'rate_limited' });
  expect(await from('2001:db8:0:2::1', token)).toBe(server.id);
});

test('voids the old token immediately when a new one is made', () =>
  inRollback(async (tx) => {
    const { server, token: old } = await createServerRow(tx);
    const { server: row, token } = await rotateStorageServerToken(adminContext(tx), server.id);
    expect(row).toMatchObject({ id: server.id, name: server.name });
    const enter = (token: string) => authenticateStorageServer(anonymousContext(tx), { name: server.name, token });
    expect(await enter(token)).toBe(server.id);
    await expect(enter(old)).rejects.toMatchObject({ code: 'unauthenticated' });
    const auditLog = await tx.auditEvent.findMany({ where: { action: 'storage_server.token_rotated' } });
    expect(auditLog).toMatchObject([{ targetId: String(server.id), data: { name: server.name } }]);
    expect(JSON.stringify(auditLog)).not.toContain(token);
  }));

test('removes a server: it can no longer log in, its name is free, and its usage still counts', () =>
  inRollback(async (tx) => {
    const { server, token } = await createServerRow(tx, { name: 'fuzzy9' });
    const key = await createKeyRow(tx);
    const bucket = new Date('2026-06-15T12:00:00Z');
    await createUsageRows(tx, { key: key.id, server: server.id }, [{ bucket, checked: 7, hits: 1, errors: 0 }]);
    await removeStorageServer(adminContext(tx), server.id);
    await expect(authenticateStorageServer(anonymousContext(tx), { name: 'fuzzy9', token })).rejects.toMatchObject({
      code: 'unauthenticated',
    });
    expect((await listStorageServers(adminContext(tx))).servers.map(({ id }) => id)).not.toContain(server.id);
    expect(await tx.usageDay.findMany({ where: { keyId: key.id } })).toMatchObject([{ checked: 7n }]);
    for (const action of [removeStorageServer, rotateStorageServerToken])
      await expect(action(adminContext(tx), server.id)).rejects.toMatchObject({ code: 'not_found' });
    const again = await createStorageServer(adminContext(tx), { name: 'fuzzy9', description: '' });
    expect(again.server.id).not.toBe(server.id);
    await removeStorageServer(adminContext(tx), again.server.id);
    expect(await tx.auditEvent.count({ where: { action: 'storage_server.removed' } })).toBe(2);
    const names = await tx.storageServer.findMany({ where: { removedAt: { not: null } }, select: { name: true } });
    for (const { name } of names) expect(StorageServerName.safeParse(name).success).toBe(false);
  }));

test('lists the aggregate first, with id 0', () =>
  inRollback(async (tx) => {
    await tx.storageServer.deleteMany();
    const seen = new Date('2026-06-15T12:00:00Z');
    await createServerRow(tx, { name: 'b' });
    await createServerRow(tx, { name: 'a', description: 'first', lastSeenAt: seen });
    expect(await listStorageServers(adminContext(tx))).toMatchObject({
      servers: [
        { id: 0, name: 'aggregate', last_seen_at: null, created_at: null },
        { name: 'a', description: 'first', last_seen_at: seen.toISOString() },
        { name: 'b', last_seen_at: null },
      ],
    });
  }));

test.each(['0', '-1', '1.5', 'x', '', '9999999999'])('refuses the server id %j (S52)', (id) => {
  expect(StorageServerParams.safeParse({ id }).success).toBe(false);
});
