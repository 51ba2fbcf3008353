import { expect, test } from 'vitest';
import { sha256 } from '#lib/base/crypto.ts';
import { adminContext, anonymousContext } from '#lib/testing/context.ts';
import { inRollback } from '#lib/testing/database.ts';
import { createServerRow } from '#lib/testing/factories.ts';
import { createEnrolmentCode, enrolStorageHost } from './enrolment.ts';
import { authenticateStorageServer } from './service.ts';

const MADE = new Date('2026-06-15T12:00:00Z');
const at = (time: string) => ({ now: new Date(`2026-06-15T${time}Z`) });

test('exchanges a code for a new token of its server, and voids the old token', () =>
  inRollback(async (tx) => {
    const { server, token: old } = await createServerRow(tx);
    const { code, server: row } = await createEnrolmentCode(adminContext(tx), server.id);
    const logIn = (token: string) => authenticateStorageServer(anonymousContext(tx), { name: server.name, token });
    expect(row).toMatchObject({ id: server.id, name: server.name });
    expect(await logIn(old)).toBe(server.id);
    const enrolled = await enrolStorageHost(anonymousContext(tx), { code });
    expect(enrolled).toEqual({ name: server.name, token: expect.stringMatching(/^[\w-]{43}$/) });
    expect(await logIn(enrolled.token)).toBe(server.id);
    await expect(logIn(old)).rejects.toMatchObject({ code: 'unauthenticated' });
  }));

test('makes codes of 80 bits without look-alike characters, and accepts them as people type them', () =>
  inRollback(async (tx) => {
    const { server } = await createServerRow(tx);
    const codes: string[] = [];
    for (let count = 0; count < 20; count++) {
      const { code } = await createEnrolmentCode(adminContext(tx), server.id);
      expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/);
      codes.push(code);
    }
    expect(new Set(codes).size).toBe(codes.length);
    const typed = (codes.at(-1) ?? '').toUpperCase().replaceAll('-', ' ').replaceAll('0', 'O').replaceAll('1', 'l');
    expect(await enrolStorageHost(anonymousContext(tx), { code: typed })).toMatchObject({ name: server.name });
  }));

test('accepts a code for ten minutes', () =>
  inRollback(async (tx) => {
    const { server } = await createServerRow(tx);
    const make = () => createEnrolmentCode(adminContext(tx, undefined, { now: MADE }), server.id);
    const { code: late, expires_at: expiresAt } = await make();
    expect(expiresAt).toBe('2026-06-15T12:10:00.000Z');
    await expect(enrolStorageHost(anonymousContext(tx, at('12:10:00')), { code: late })).rejects.toMatchObject({
      code: 'invalid',
    });
    const { code } = await make();
    expect(await enrolStorageHost(anonymousContext(tx, at('12:09:59.999')), { code })).toMatchObject({
      name: server.name,
    });
  }));

test('stores only a hash of the code, and nothing of it after its use (S76)', () =>
  inRollback(async (tx) => {
    const { server } = await createServerRow(tx);
    const { code } = await createEnrolmentCode(adminContext(tx), server.id);
    const row = () => tx.storageServer.findUniqueOrThrow({ where: { id: server.id } });
    expect((await row()).enrolmentCodeHash).toEqual(sha256(`enrolment:${code.replaceAll('-', '')}`));
    await enrolStorageHost(anonymousContext(tx), { code });
    expect(await row()).toMatchObject({ enrolmentCodeHash: null, enrolmentExpiresAt: null });
  }));

test('records who made a code and which host used it, without code and token (S81)', () =>
  inRollback(async (tx) => {
    const { server } = await createServerRow(tx);
    const admin = adminContext(tx);
    const { code } = await createEnrolmentCode(admin, server.id);
    const { token } = await enrolStorageHost(anonymousContext(tx, { ip: '192.0.2.9' }), { code });
    const rows = await tx.auditEvent.findMany({ where: { targetId: String(server.id) }, orderBy: { id: 'asc' } });
    const data = { name: server.name };
    expect(rows).toMatchObject([
      { action: 'storage_server.enrolment_code_created', actorKind: 'admin', actorId: admin.actor.userId, data },
      { action: 'storage_server.enrolled', actorKind: 'server', actorId: String(server.id), ip: '192.0.2.9', data },
    ]);
    const text = JSON.stringify(rows);
    for (const secret of [code, code.replaceAll('-', ''), token]) expect(text).not.toContain(secret);
  }));

test('makes no code for a server that does not exist or was removed', () =>
  inRollback(async (tx) => {
    const { server } = await createServerRow(tx, { removedAt: MADE });
    for (const id of [server.id, 999_999_999])
      await expect(createEnrolmentCode(adminContext(tx), id)).rejects.toMatchObject({ code: 'not_found' });
  }));
