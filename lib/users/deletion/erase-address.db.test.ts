import { expect, test } from 'vitest';
import { randomToken, sha256 } from '#lib/base/crypto.ts';
import type { Db } from '#lib/base/db/db.ts';
import { HOUR } from '#lib/base/time.ts';
import { adminContext, systemContext } from '#lib/testing/context.ts';
import { inRollback } from '#lib/testing/database.ts';
import { createKeyRow, createUserRow, unique } from '#lib/testing/factories.ts';
import { findInDatabase } from '#lib/testing/find-in-database.ts';
import { PERSONAL_COLUMNS } from '#lib/users/personal-data.ts';
import { deleteUser } from './delete-user.ts';
import { eraseAddress } from './erase-address.ts';

async function createChange(store: Db, oldEmail: string, newEmail: string, confirmedAt: Date | null) {
  const { id: userId } = await createUserRow(store);
  const times = { requestedAt: new Date(), expiresAt: new Date(Date.now() + HOUR), confirmedAt };
  return store.emailChange.create({
    data: { userId, oldEmail, newEmail, confirmTokenHash: sha256(randomToken()), ...times },
  });
}

test("deletes other users' unconfirmed changes to the deleted address, and keeps those that can be undone", () =>
  inRollback(async (store) => {
    const user = await createUserRow(store);
    const email = user.email ?? '';
    await createChange(store, 'other@stays.example', email, null);
    const undoable = await createChange(store, email, 'former@stays.example', new Date());
    await deleteUser(adminContext(store), user.id, { email });
    expect((await store.emailChange.findMany()).map(({ id }) => id)).toEqual([undoable.id]);
  }));

test('deletes invitations to the deleted address, and no others', () =>
  inRollback(async (store) => {
    const [user, owner] = [await createUserRow(store), await createUserRow(store)];
    const { id: accountId } = owner;
    const of = { accountId, invitedBy: accountId, role: 'viewer', expiresAt: new Date(Date.now() + HOUR) };
    for (const email of [user.email ?? '', 'other@stays.example'])
      await store.invitation.create({ data: { ...of, email, tokenHash: sha256(randomToken()) } });
    await deleteUser(adminContext(store), user.id, { email: user.email });
    expect((await store.invitation.findMany()).map(({ email }) => email)).toEqual(['other@stays.example']);
  }));

test('leaves longer addresses in keys and notes alone, and increments the version of changed notes', () =>
  inRollback(async (store) => {
    const email = `${unique('a')}@shop.example`;
    const others = [`x${email}`, `${email}.org`];
    const keys = [];
    for (const other of [email, ...others]) keys.push(await createKeyRow(store, { description: `Of ${other}` }));
    const noted = await createUserRow(store, { notes: `${email}, ${others.join(', ')}` });
    await eraseAddress(systemContext(store), email);
    const rows = await store.fuzzyKey.findMany({
      where: { id: { in: keys.map(({ id }) => id) } },
      orderBy: { id: 'asc' },
    });
    expect(rows.map(({ description }) => description)).toEqual([
      `Manual ${keys[0]?.keyId}`,
      ...others.map((other) => `Of ${other}`),
    ]);
    expect(await store.user.findUniqueOrThrow({ where: { id: noted.id } })).toMatchObject({
      notes: `(deleted address), ${others.join(', ')}`,
      version: 2,
    });
  }));

test('erases the address from the names of servers, in every spelling, and leaves other names alone', () =>
  inRollback(async (store) => {
    const email = `${unique('a')}@shop.example`;
    const key = await createKeyRow(store);
    const seen = { checked: 1, hits: 0, errors: 0, firstSeenAt: new Date(), lastSeenAt: new Date(), secretId: 'x' };
    for (const [source, name] of Object.entries({ a: `mx of ${email.toUpperCase()}`, b: `mx of x${email}`, c: 'mx2' }))
      await store.keySource.create({ data: { keyId: key.id, source, name, ...seen } });
    await eraseAddress(systemContext(store), email);
    const rows = await store.keySource.findMany({ where: { keyId: key.id }, orderBy: { source: 'asc' } });
    expect(rows.map(({ name }) => name)).toEqual(['mx of (deleted address)', `mx of x${email}`, 'mx2']);
  }));

test('erases an address from every text that may contain one, by the table of personal data', () =>
  inRollback(async (store) => {
    const address = `${unique('a')}@shop.example`;
    await createRowsWithTexts(store);
    const texts = PERSONAL_COLUMNS.filter(({ address: how }) => how === 'replaced' || how === 'cleared');
    expect(texts.length).toBeGreaterThan(5);
    for (const { table, column, address: how } of texts) {
      const text = how === 'cleared' ? address : `of ${address}`;
      const put = `UPDATE ${table} SET ${column} = $1 WHERE ctid = (SELECT min(ctid) FROM ${table}) RETURNING 1`;
      expect(await store.$queryRawUnsafe<unknown[]>(put, text), `a row of ${table}`).toHaveLength(1);
      expect(await findInDatabase(store, [address], [table]), `${table}.${column}`).toHaveLength(1);
      await eraseAddress(systemContext(store), address);
      expect(await findInDatabase(store, [address], [table]), `${table}.${column}`).toEqual([]);
    }
  }));

/** A user with a row in each table whose texts lose an address. */
async function createRowsWithTexts(store: Db) {
  const { id: userId } = await createUserRow(store);
  const { id: keyId } = await createKeyRow(store, { accountId: userId });
  const now = new Date();
  const passkey = { credentialId: unique('c'), publicKey: Buffer.from('x'), counter: 0n, isBackedUp: false };
  await store.passkey.create({ data: { userId, ...passkey, transports: [], name: 'x' } });
  await store.usageToken.create({
    data: { accountId: userId, name: 'x', prefix: 'x', tokenHash: Buffer.from(unique('t')) },
  });
  await store.buyer.create({ data: { accountId: userId, kind: 'company' } });
  const seen = { checked: 1, hits: 0, errors: 0, firstSeenAt: now, lastSeenAt: now, secretId: 'x' };
  await store.keySource.create({ data: { keyId, source: 'a', ...seen } });
  const view = { adminId: userId, sessionId: userId, reason: 'x', startedAt: now, expiresAt: now };
  await store.customerView.create({ data: { accountId: userId, ...view } });
}
