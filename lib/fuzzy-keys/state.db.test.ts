import { expect, test } from 'vitest';
import { searchPalette } from '#lib/admin/palette.ts';
import { getUserDetail } from '#lib/admin/user-detail.ts';
import type { Db } from '#lib/base/db/db.ts';
import { getBilling } from '#lib/billing/overview/overview.ts';
import { getUserDetails } from '#lib/billing/queries.ts';
import { buildKeyMap } from '#lib/storage/publication.ts';
import { authenticateRepository } from '#lib/storage/repository.ts';
import { adminContext, anonymousContext, subscriberContext } from '#lib/testing/context.ts';
import { inRollback } from '#lib/testing/database.ts';
import { createKeyRow, createUserRow } from '#lib/testing/factories.ts';
import { listUsers, UserListQuery } from '#lib/users/list.ts';
import { FuzzyKeyListQuery, listFuzzyKeys } from './console/list.ts';
import { getPublicKeyMap } from './queries.ts';
import { rotateFuzzyKey } from './rotate.ts';

const now = new Date('2026-06-15T12:00:00Z');
const before = new Date(now.getTime() - 1000);
const after = new Date(now.getTime() + 1000);

/**
 * The state of a key as each reader reports it: the console's lists and maps, the user's status and billing, the
 * storage, the repository.
 */
async function says(db: Db, key: { id: number; description: string; publicKey: string }, userId: string) {
  const admin = adminContext(db, undefined, { now });
  const [active, deleted] = [
    await listFuzzyKeys(admin, FuzzyKeyListQuery.parse({ search: key.publicKey })),
    await listFuzzyKeys(admin, FuzzyKeyListQuery.parse({ search: key.publicKey, deleted: 'true' })),
  ];
  const { keys, user } = await getUserDetail(admin, userId);
  const palette = await searchPalette(admin, { q: key.description });
  const map = JSON.parse(await buildKeyMap(db, now, new Map())) as { pubkey: string; extensions: object }[];
  const entry = map.find(({ pubkey }) => pubkey === key.publicKey);
  const ends = { name: key.publicKey.slice(0, 8), token: key.publicKey.slice(-8) };
  return {
    list: [...active.keys, ...deleted.keys].map(({ state }) => state),
    panel: keys.map(({ state }) => state),
    row: user.subscriptions.map(({ key_state: state }) => state),
    palette: palette.keys.map(({ state }) => state),
    status: (await getUserDetails(admin, userId)).plan.key,
    billing: (await getBilling({ ...subscriberContext(db, { id: userId }), now })).is_manual,
    filter: (await listUsers(admin, UserListQuery.parse({ subscription: 'manual' }))).users.length === 1,
    publicMap: (await getPublicKeyMap(admin)).keys.some(({ pubkey }) => pubkey === key.publicKey),
    storageAnswers: entry !== undefined && !('allowed_ops' in entry.extensions),
    repositoryLetsIn: await authenticateRepository(anonymousContext(db, { now }), ends).then(
      () => true,
      () => false,
    ),
  };
}

test.each<[string, object, object, 'on' | 'suspended' | 'deleted']>([
  ['that works', {}, {}, 'on'],
  ['in its grace period', { worksUntil: after }, {}, 'on'],
  ['whose grace period is over', { worksUntil: now }, {}, 'deleted'],
  ['that is suspended', { suspendedAt: before }, {}, 'suspended'],
  ['whose owner is blocked', {}, { blockedAt: before }, 'suspended'],
  ['that is deleted', { deletedAt: before }, {}, 'deleted'],
  ['that is deleted and whose owner is blocked', { deletedAt: before }, { blockedAt: before }, 'deleted'],
])('reports the same state everywhere for a key %s', (_name, keyFields, userFields, state) =>
  inRollback(async (db) => {
    const user = await createUserRow(db, userFields);
    const isReplaced = 'worksUntil' in keyFields;
    const next = isReplaced ? { replacedById: (await createKeyRow(db)).id } : {};
    const key = await createKeyRow(db, { accountId: user.id, ...keyFields, ...next });
    const isOn = state === 'on';
    const isInUse = !isReplaced && !('deletedAt' in keyFields) && !('suspendedAt' in keyFields);
    expect(await says(db, key, user.id)).toEqual({
      list: [state],
      panel: [state],
      palette: [state],
      storageAnswers: isOn,
      repositoryLetsIn: isOn,
      // The user's row shows neither a replaced key nor a deleted manual key.
      row: isReplaced || 'deletedAt' in keyFields ? [] : [state],
      status: isOn && !isReplaced ? key.publicKey : null,
      billing: isOn && !isReplaced,
      // The filter ignores a block: admins must still find the user by plan.
      filter: isInUse,
      publicMap: state !== 'deleted',
    });
  }),
);

test("refuses to rotate a blocked owner's key", () =>
  inRollback(async (db) => {
    const user = await createUserRow(db, { blockedAt: before });
    const { description } = await createKeyRow(db, { accountId: user.id });
    const rotated = rotateFuzzyKey(adminContext(db), { description, grace: 'now' });
    await expect(rotated).rejects.toMatchObject({ code: 'conflict' });
  }));
