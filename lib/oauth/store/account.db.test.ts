import { expect, test } from 'vitest';
import { db } from '#lib/base/db/db.ts';
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
    name: 'Ada',
    preferred_username: expect.stringMatching(/^ada-[0-9a-f]{8}$/) as string,
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

const claimsOf = async (email: string) => {
  const { id } = await createUserRow(db(), { email });
  return (await findOidcAccount(id))?.claims('userinfo', 'openid profile', {}, []);
};

test('gives two people whose addresses begin alike different usernames, neither of them admin', async () => {
  const host = () => `${crypto.randomUUID()}.example`;
  const names = [await claimsOf(`admin@${host()}`), await claimsOf(`admin@${host()}`)].map(
    (claims) => claims?.preferred_username,
  );
  expect(new Set(names).size).toBe(2);
  for (const name of names) expect(name).toMatch(/^admin-[0-9a-f]{8}$/);
});

test.each([
  ['ada.lovelace', 'Ada Lovelace'],
  ['ada_lovelace-king+lists', 'Ada Lovelace King'],
  ['admin', 'Admin'],
  ['-_-', undefined],
])('makes of %s the name %s, which is for people to read', async (local, name) => {
  expect((await claimsOf(`${local}@${crypto.randomUUID()}.example`))?.name).toBe(name);
});
