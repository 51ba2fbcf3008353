import { expect, test } from 'vitest';
import { searchPalette } from '#lib/admin/palette.ts';
import { recordAudit } from '#lib/audit/audit.ts';
import { AuditQuery } from '#lib/audit/filters.ts';
import { listAuditEvents } from '#lib/audit/queries.ts';
import type { Db } from '#lib/base/db/db.ts';
import {
  FuzzyKeyListQuery,
  listFuzzyKeys,
  listUnassociatedKeys,
  UnassociatedKeysQuery,
} from '#lib/fuzzy-keys/console/list.ts';
import { adminContext, systemContext } from '#lib/testing/context.ts';
import { inRollback } from '#lib/testing/database.ts';
import { createKeyRow, createUserRow, unique } from '#lib/testing/factories.ts';
import { createSignedInUser } from '#lib/testing/signed-in.ts';
import { deleteOwnAccount } from '#lib/users/deletion/delete-own-account.ts';
import { deleteUser } from '#lib/users/deletion/delete-user.ts';
import { eraseAddress } from '#lib/users/deletion/erase-address.ts';
import { listUsers, UserListQuery } from '#lib/users/list.ts';

const STORED = 'xn--bcher-kva.example';
const TYPED = ['BÜCHER.example', 'bu\u0308cher.example', 'ｂüｃｈｅｒ．example', STORED];
const domainOf = (local: string) => TYPED.map((domain) => `${local.toUpperCase()}@${domain}`);

test('finds a person by an address in any spelling: users, palette, keys and audit log (S89)', () =>
  inRollback(async (store) => {
    const local = unique('büch').replace('ü', 'u');
    const user = await createUserRow(store, { email: `${local}@${STORED}` });
    await createUserRow(store, { email: `${local}@example.com` });
    const key = await createKeyRow(store, { email: user.email });
    const ctx = adminContext(store);
    await recordAudit(systemContext(store), 'user.blocked', user.id);
    for (const typed of domainOf(local)) {
      const { users } = await listUsers(ctx, UserListQuery.parse({ search: typed }));
      expect([typed, users.map(({ id }) => id)]).toEqual([typed, [user.id]]);
      const { users: inPalette } = await searchPalette(ctx, { q: typed });
      expect([typed, inPalette.map(({ id }) => id)]).toEqual([typed, [user.id]]);
      const { keys } = await listFuzzyKeys(ctx, FuzzyKeyListQuery.parse({ search: typed }));
      expect([typed, keys.map(({ description }) => description)]).toEqual([typed, [key.description]]);
      const { keys: free } = await listUnassociatedKeys(ctx, UnassociatedKeysQuery.parse({ search: typed }));
      expect([typed, free.map(({ description }) => description)]).toEqual([typed, [key.description]]);
      const { events } = await listAuditEvents(ctx, AuditQuery.parse({ target: typed }));
      expect([typed, events.map(({ action }) => action)]).toEqual([typed, ['user.blocked']]);
    }
  }));

test('still finds notes by the letters that they are written in', () =>
  inRollback(async (store) => {
    const tag = unique('Bücher');
    const noted = await createUserRow(store, { notes: `${tag} GmbH` });
    const { users } = await listUsers(adminContext(store), UserListQuery.parse({ search: tag }));
    expect(users.map(({ id }) => id)).toEqual([noted.id]);
  }));

test('takes an address in any spelling as the confirmation of a deletion (S50, S89)', () =>
  inRollback(async (store) => {
    const isGone = async (db: Db, id: string) => (await db.user.count({ where: { id } })) === 0;
    for (const typed of TYPED) {
      const local = unique('gone');
      const user = await createUserRow(store, { email: `${local}@${STORED}` });
      await deleteUser(adminContext(store), user.id, { email: `${local}@${typed}` });
      expect([typed, await isGone(store, user.id)]).toEqual([typed, true]);
      const self = await createSignedInUser(store, { email: `${local}@${STORED}` });
      await deleteOwnAccount(self.ctx, { email: `${local}@${typed}` });
      expect([typed, await isGone(store, self.id)]).toEqual([typed, true]);
    }
  }));

test('erases an address from texts in both of its spellings (S89)', () =>
  inRollback(async (store) => {
    const local = unique('erased');
    const noted = await createUserRow(store, { notes: `${local}@Bücher.example, ${local}@${STORED}` });
    const named = await createKeyRow(store, { description: `Of ${local}@bücher.example` });
    const other = await createKeyRow(store, { description: `Of x${local}@bücher.example` });
    await eraseAddress(systemContext(store), `${local}@${STORED}`);
    expect(await store.user.findUniqueOrThrow({ where: { id: noted.id } })).toMatchObject({
      notes: '(deleted address), (deleted address)',
    });
    const keys = await store.fuzzyKey.findMany({
      where: { id: { in: [named.id, other.id] } },
      orderBy: { id: 'asc' },
    });
    expect(keys.map(({ description }) => description)).toEqual([`Manual ${named.keyId}`, other.description]);
  }));
