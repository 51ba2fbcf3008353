import { expect, test } from 'vitest';
import type { Db } from '#lib/base/db/db.ts';
import { createKeyPair } from '#lib/fuzzy-keys/key-pair.ts';
import { adminContext, subscriberContext } from '#lib/testing/context.ts';
import { inRollback } from '#lib/testing/database.ts';
import { createKeyRow, createSubscriptionRow, createUserRow } from '#lib/testing/factories.ts';
import { UpdateUserInput } from '#lib/users/schema.ts';
import { updateUser } from '#lib/users/update-user.ts';
import { getUserStatus } from './queries.ts';

const NEW = { ours: (store: Db) => createKeyRow(store), external: () => Promise.resolve(createKeyPair()) };

test.each(['ours', 'external'] as const)('shows a working custom key (%s) instead of a newer key', (kind) =>
  inRollback(async (store) => {
    const user = await createUserRow(store);
    const old = await createKeyRow(store, { accountId: user.id });
    const keyOf = async () => (await getUserStatus(subscriberContext(store, user))).plan.key;
    expect(await keyOf()).toBe(old.publicKey);
    const { publicKey } = await NEW[kind](store);
    const give = (custom_key: string | null) =>
      updateUser(adminContext(store), UpdateUserInput.parse({ user_id: user.id, custom_key }));
    await give(publicKey);
    expect(await keyOf()).toBe(publicKey);
    const newest = await createKeyRow(store, { accountId: user.id });
    expect(await keyOf()).toBe(publicKey);
    await store.fuzzyKey.update({ where: { publicKey }, data: { suspendedAt: new Date() } });
    expect(await keyOf()).toBe(newest.publicKey);
    await give(null);
    expect(await keyOf()).toBe(newest.publicKey);
  }),
);

test("prefers a subscription's key to a custom key", () =>
  inRollback(async (store) => {
    const given = await createKeyRow(store);
    const user = await createUserRow(store, { customKey: given.publicKey });
    await store.fuzzyKey.update({ where: { id: given.id }, data: { accountId: user.id } });
    const { id: subscriptionId } = await createSubscriptionRow(store, { accountId: user.id });
    const bought = await createKeyRow(store, { accountId: user.id, subscriptionId });
    expect((await getUserStatus(subscriberContext(store, user))).plan.key).toBe(bought.publicKey);
  }));
