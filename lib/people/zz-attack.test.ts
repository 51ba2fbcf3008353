import { expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import '#lib/testing/database.ts';
import { createSignedInUser } from '#lib/testing/signed-in.ts';
import { createUserRow, createKeyRow } from '#lib/testing/factories.ts';
import { updateUser } from '#lib/people/update-user.ts';
import { setKeyEmail } from '#lib/fuzzy-keys/admin.ts';
import { UpdateUserInput } from '#lib/users/schema.ts';
import { freeAddress } from './unverified.ts';
import { transaction } from '#lib/context.ts';
import { systemContext } from '#lib/testing/context.ts';
import { renameOldCookies } from '#lib/auth/session/cookies.ts';
import { confirmEmailChange } from './change-email.ts';
import { sha256 } from '#lib/crypto.ts';

test('a blocked unverified user is freed', async () => {
  const u = await createUserRow(db(), { emailVerifiedAt: null, blockedAt: new Date() } as never);
  await transaction(systemContext(db()) as never, (tx) => freeAddress(tx as never, u.email!));
  expect({ blockedStillThere: await db().user.count({ where: { id: u.id } }) }).toEqual('show');
});
test('deadlock keys', async () => {
  const a = (await createSignedInUser(db(), { isAdmin: true }));
  const b = (await createSignedInUser(db(), { isAdmin: true }));
  const results: string[] = [];
  for (let i = 0; i < 20; i++) {
    const k1 = await createKeyRow(db(), {}); const k2 = await createKeyRow(db(), {});
    const r = await Promise.allSettled([
      setKeyEmail(a.ctx as never, { description: k1.description, email: b.email } as never),
      setKeyEmail(b.ctx as never, { description: k2.description, email: a.email } as never),
      updateUser(a.ctx as never, UpdateUserInput.parse({ user_id: b.id, notes: 'x' + i })),
      updateUser(b.ctx as never, UpdateUserInput.parse({ user_id: a.id, notes: 'y' + i })),
    ]);
    for (const one of r) if (one.status === 'rejected') results.push(String(one.reason?.code) + ' ' + String(one.reason?.message).slice(-160));
  }
  expect([results.length, results.slice(0, 2)]).toEqual([]);
});
test('demoted meanwhile', async () => {
  const a = (await createSignedInUser(db(), { isAdmin: true }));
  await createSignedInUser(db(), { isAdmin: true });
  const victim = await createUserRow(db(), {});
  await db().user.update({ where: { id: a.id }, data: { isAdmin: false } });
  const r = await updateUser(a.ctx as never, UpdateUserInput.parse({ user_id: victim.id, is_admin: true })).then((x) => x.user.is_admin, String);
  expect({ exAdminMadeAdmin: r }).toEqual('show');
});
test('rename', () => {
  const request = new Request('http://localhost:8080/x', { headers: { cookie: `next-auth.session-token=${'A'.repeat(43)}` } });
  const response = new Response(null, { headers: { 'cache-control': 'no-store' } });
  renameOldCookies(request, response);
  expect(response.headers.getSetCookie()).toEqual('show');
});
test('who holds users during the migration', async () => {
  const r = await db().$queryRawUnsafe("SELECT indexname, indexdef FROM pg_indexes WHERE tablename = 'users'");
  expect(r).toEqual('show');
});
