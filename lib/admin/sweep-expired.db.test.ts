import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { randomToken, sha256 } from '#lib/base/crypto.ts';
import { db } from '#lib/base/db/db.ts';
import { systemContext } from '#lib/testing/context.ts';
import '#lib/testing/database.ts';
import { createKeyRow, createUserRow } from '#lib/testing/factories.ts';
import { HOUR } from '#lib/base/time.ts';
import { sweepExpired } from './sweep-expired.ts';

const now = new Date();
const [past, future] = [new Date(now.getTime() - 1), new Date(now.getTime() + HOUR)];
beforeEach(async () => {
  await db().user.deleteMany();
  await db().signInSession.deleteMany();
  await db().oidcArtifact.deleteMany();
  await db().storageQuestion.deleteMany();
  await db().rateLimit.deleteMany();
});

/** Creates one row that expires at this time in each swept table. */
async function createRows(expiresAt: Date) {
  const hash = () => sha256(randomToken());
  const { id: userId } = await createUserRow(db());
  await db().oidcArtifact.create({ data: { model: 'Interaction', id: randomToken(), payload: {}, expiresAt } });
  await db().signInSession.create({
    data: { userId, tokenHash: hash(), authTime: now, lastSeenAt: now, expiresAt },
  });
  await db().oneTimeToken.create({
    data: { purpose: 'verify_email', userId, tokenHash: hash(), email: 'a@b.example', expiresAt },
  });
  await db().signUp.create({ data: { userId, linkTokenHash: hash(), linkExpiresAt: expiresAt, expiresAt } });
  await db().challenge.create({ data: { purpose: 'totp_login', userId, tokenHash: hash(), expiresAt } });
  await db().invitation.create({
    data: { accountId: userId, invitedBy: userId, email: 'a@b.example', role: 'viewer', tokenHash: hash(), expiresAt },
  });
  await db().knownDevice.create({ data: { userId, tokenHash: hash(), lastSeenAt: now, expiresAt } });
  await db().emailChange.create({
    data: {
      userId,
      oldEmail: 'a@b.example',
      newEmail: 'c@d.example',
      confirmTokenHash: hash(),
      requestedAt: now,
      expiresAt,
    },
  });
  await db().storageQuestion.create({
    data: { kind: 'test', body: {}, askedAt: now, openUntil: expiresAt, expiresAt },
  });
  await db().rateLimit.create({ data: { key: randomUUID(), points: 1, expire: BigInt(expiresAt.getTime()) } });
}

const counts = async () => [
  await db().oidcArtifact.count(),
  await db().signInSession.count(),
  await db().oneTimeToken.count(),
  await db().signUp.count(),
  await db().challenge.count(),
  await db().invitation.count(),
  await db().knownDevice.count(),
  await db().emailChange.count(),
  await db().storageQuestion.count(),
  await db().rateLimit.count(),
];

test('deletes expired rows from every table and keeps live ones (R23)', async () => {
  await createRows(past);
  await createRows(future);
  expect(await counts()).toEqual(Array(10).fill(2));
  expect(await sweepExpired(systemContext(db(), { now }))).toBe(10);
  expect(await counts()).toEqual(Array(10).fill(1));
  expect(await db().oidcArtifact.findFirst()).toMatchObject({ expiresAt: future });
});

test('keeps a used refresh token until it expires, and a row without an expiry (R23)', async () => {
  await db().oidcArtifact.createMany({
    data: [
      { model: 'RefreshToken', id: 'used', payload: {}, consumedAt: past, expiresAt: future },
      { model: 'Session', id: 'endless', payload: {} },
    ],
  });
  expect(await sweepExpired(systemContext(db(), { now }))).toBe(0);
});

test('deletes more than one batch, even with two simultaneous sweeps (R23)', async () => {
  await db().oidcArtifact.createMany({
    data: Array.from({ length: 2500 }, () => ({
      model: 'AccessToken',
      id: randomToken(),
      payload: {},
      expiresAt: past,
    })),
  });
  const sweeps = await Promise.all([1, 2].map(() => sweepExpired(systemContext(db(), { now }))));
  expect(sweeps.reduce((sum, count) => sum + count)).toBe(2500);
  expect(await db().oidcArtifact.count()).toBe(0);
});

/** Creates a change of address, confirmed by default. */
const createChange = (userId: string, oldEmail: string, newEmail: string, expiresAt: Date, isConfirmed = true) =>
  db().emailChange.create({
    data: {
      userId,
      oldEmail,
      newEmail,
      confirmTokenHash: sha256(randomToken()),
      requestedAt: now,
      expiresAt,
      confirmedAt: isConfirmed ? now : null,
    },
  });

test('erases an old address with its change, unless it is in use, restorable by an undo, or unconfirmed', async () => {
  const { id } = await createUserRow(db());
  const addresses = ['gone', 'taken', 'undoable', 'unproven'].map((name) => `${name}@old.example`);
  const [gone = '', taken = '', undoable = '', unproven = ''] = addresses;
  await createUserRow(db(), { email: taken });
  for (const email of addresses) await createKeyRow(db(), { description: `Spare of ${email}`, email });
  for (const email of [gone, taken, undoable]) await createChange(id, email, 'b@new.example', past);
  await createChange((await createUserRow(db())).id, undoable, 'c@new.example', future);
  await createChange(id, 'd@old.example', unproven, past, false);
  expect(await sweepExpired(systemContext(db(), { now }))).toBe(4);
  const keys = await db().fuzzyKey.findMany({ orderBy: { id: 'asc' } });
  expect(keys.map(({ description, email }) => [description, email])).toEqual([
    [`Manual ${keys[0]?.keyId}`, null],
    ...[taken, undoable, unproven].map((email) => [`Spare of ${email}`, email]),
  ]);
  expect(await db().auditEvent.findMany({ where: { targetId: String(keys[0]?.id) } })).toMatchObject([
    { action: 'fuzzy_key.updated', data: { changed: ['description', 'email'] } },
  ]);
});
