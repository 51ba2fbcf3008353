import { expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import '#lib/testing/database.ts';
import { createUserRow } from '#lib/testing/factories.ts';
import { findOidcAccount } from './account.ts';

test("returns a user's claims until the user is blocked or deleted (S75)", async () => {
  const { id } = await createUserRow(db(), { email: 'ada@example.com', emailVerifiedAt: null });
  const account = await findOidcAccount(id);
  expect(await account?.claims('userinfo', '', {}, [])).toMatchObject({
    sub: id,
    email: 'ada@example.com',
    email_verified: false,
    name: 'ada',
    preferred_username: 'ada',
  });
  await db().user.update({ where: { id }, data: { blockedAt: new Date() } });
  expect(await findOidcAccount(id)).toBeUndefined();
  await db().user.delete({ where: { id } });
  expect(await findOidcAccount(id)).toBeUndefined();
});

test('returns neither email nor name for a user without an email', async () => {
  const { id } = await createUserRow(db(), { email: null });
  const claims = await (await findOidcAccount(id))?.claims('userinfo', '', {}, []);
  expect(Object.keys(claims ?? {})).toEqual(['sub', 'updated_at']);
});
