import { db } from '#lib/db.ts';
import { expect, test } from '../fixtures.ts';

test('applies demotion, block and deletion from the next request on (S24)', async ({ page, asAdmin }) => {
  const admin = await asAdmin();
  const status = () => page.request.get('/userstatus');
  expect(await (await status()).json()).toMatchObject({ is_admin: true });
  await db().user.update({ where: { id: admin.id }, data: { isAdmin: false } });
  expect(await (await status()).json()).toMatchObject({ is_admin: false });
  await db().user.update({ where: { id: admin.id }, data: { blockedAt: new Date() } });
  expect((await status()).status()).toBe(401);
  await db().user.update({ where: { id: admin.id }, data: { blockedAt: null } });
  expect((await status()).status()).toBe(200);
  await db().user.delete({ where: { id: admin.id } });
  expect((await status()).status()).toBe(401);
  await page.goto('/account');
  await expect(page).toHaveURL('/login?return_url=%2Faccount');
});
