import { startSignInSession } from '#lib/auth/session/sign-in-session.ts';
import { db } from '#lib/base/db/db.ts';
import { processContext } from '#lib/routes/request-context.ts';
import { createPerson, expect, test } from '../fixtures.ts';
import { HttpClient, SESSION_COOKIE } from '../support/http-client.ts';
import { stack } from '../support/stacks/stack.ts';

const REASON = { reason: 'Ticket 1234' };
const PAGES = ['dashboard', 'usage', 'setup', 'plan', 'account'];
/** Parts of an account that the customer view does not show. */
const ABSENT = ['billing', 'buy', 'oauth2', 'export', 'api', 'download', 'secrets', 'dashboard%2Fx', '..%2Fbilling'];

const clientOf = ({ token }: { token: string }) => {
  const client = new HttpClient(stack.baseUrl);
  client.cookies.set(SESSION_COOKIE, token);
  return client;
};
const viewOf = (id: string, page: string) => `/admin/users/${id}/view/${page}`;
const start = (client: HttpClient, id: string) =>
  client.send(`/admin/api/users/${id}/view`, { method: 'POST', json: REASON });
const closed = (id: string) => `/admin/users/${id}/view?ended=1`;
const placeOf = (answer: { headers: Headers }) => (answer.headers.get('location') ?? '').replace(stack.baseUrl, '');

test('lets an admin view an account as its owner sees it, and end the view', async ({ page, asAdmin, mailbox }) => {
  await asAdmin();
  const { id, email } = await createPerson({ hasKey: true });
  await page.goto(`/admin/user/${id}/usage`);
  await page.getByRole('navigation', { name: 'User' }).getByRole('link', { name: 'View as customer' }).click();
  await page.getByRole('textbox', { name: 'Reason' }).fill('Ticket 1234');
  await page.getByRole('button', { name: 'Start viewing' }).click();
  const banner = page.getByRole('complementary', { name: 'View as customer' });
  await expect(banner).toContainText(`You see this account as ${email} sees it.`);
  await expect(banner).toContainText(/1[45]:\d\d left/);
  await expect(page.getByRole('heading', { name: 'API Key' })).toBeVisible();
  const pages = page.getByRole('navigation', { name: 'Viewed account' });
  await pages.getByRole('link', { name: 'Setup' }).click();
  await expect(page.getByRole('region', { name: 'Connect Debian, Ubuntu' })).toBeVisible();
  await pages.getByRole('link', { name: 'Usage' }).click();
  await expect(page.getByRole('heading', { name: 'Usage statistics' })).toBeVisible();
  await pages.getByRole('link', { name: 'Plan' }).click();
  await expect(page.getByText('Your plan is managed by us')).toBeVisible();
  await pages.getByRole('link', { name: 'Account' }).click();
  await expect(page.getByRole('table', { name: 'Sessions' })).toBeVisible();
  const mail = await mailbox.receive(email, 'Our support is viewing your account');
  expect(mail.text).toContain('Ticket 1234');
  await banner.getByRole('button', { name: 'End view' }).click();
  await expect(page.getByText('The view has ended.')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Start viewing' })).toBeVisible();
  await expect(banner).toHaveCount(0);
});

test('shows nothing to another admin, nothing about another user, and nothing once it has expired', async () => {
  const [admin, colleague] = [await createPerson({ isAdmin: true }), await createPerson({ isAdmin: true })];
  const [user, other] = [await createPerson({ hasKey: true }), await createPerson({ hasKey: true })];
  const client = clientOf(admin);
  expect((await start(client, user.id)).status).toBe(200);
  for (const page of PAGES) {
    const answer = await client.send(viewOf(user.id, page));
    expect(answer.status, page).toBe(200);
    expect(answer.text, page).toContain(user.email);
    expect(answer.headers.get('cache-control'), page).toContain('no-store');
    expect(
      [...client.cookies.keys()].filter((name) => name !== SESSION_COOKIE),
      'no cookie is made',
    ).toEqual([]);
    expect(placeOf(await client.send(viewOf(other.id, page)))).toBe(closed(other.id));
    expect(placeOf(await clientOf(colleague).send(viewOf(user.id, page)))).toBe(closed(user.id));
  }
  await db().customerView.updateMany({ where: { accountId: user.id }, data: { expiresAt: new Date() } });
  for (const page of PAGES) expect(placeOf(await client.send(viewOf(user.id, page)))).toBe(closed(user.id));
});

test('returns 404 for payments, downloads and secrets', async () => {
  const client = clientOf(await createPerson({ isAdmin: true }));
  const user = await createPerson({ hasKey: true });
  await start(client, user.id);
  for (const part of ABSENT) {
    const answer = await client.send(viewOf(user.id, part));
    expect(answer.status, part).toBe(404);
    expect(answer.text, part).not.toContain(user.email);
  }
  expect(await db().auditEvent.count({ where: { targetId: user.id, action: 'user.viewed' } })).toBe(0);
});

test('changes nothing by POST, PUT, PATCH or DELETE, not even the admin’s own account', async () => {
  const admin = await createPerson({ isAdmin: true });
  const client = clientOf(admin);
  const user = await createPerson({ hasKey: true });
  await start(client, user.id);
  const before = await db().user.findUniqueOrThrow({ where: { id: user.id } });
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
    for (const page of PAGES) {
      const answer = await client.send(viewOf(user.id, page), { method, json: { email: 'x@example.com' } });
      expect(answer.status, `${method} ${page}`).toBeGreaterThanOrEqual(400);
      expect(answer.status, `${method} ${page}`).toBeLessThan(500);
    }
  expect(await db().user.findUniqueOrThrow({ where: { id: user.id } })).toEqual(before);
  const status = (await client.send('/userstatus')).json() as { email: string };
  expect(status.email).toBe(admin.email);
});

test('refuses a start by a user who is not an admin, without a reason, from another site, or after an old login', async () => {
  const admin = await createPerson({ isAdmin: true });
  const user = await createPerson({});
  const subscriber = clientOf(await createPerson({}));
  expect((await start(subscriber, user.id)).status).toBe(403);
  expect((await start(new HttpClient(stack.baseUrl), user.id)).status).toBe(401);
  const client = clientOf(admin);
  const path = `/admin/api/users/${user.id}/view`;
  expect((await client.send(path, { method: 'POST', json: { reason: ' ' } })).status).toBe(422);
  const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
  expect((await client.send(path, { method: 'POST', json: REASON, headers: foreign })).status).toBe(403);
  await db().signInSession.updateMany({ where: { userId: admin.id }, data: { authTime: new Date(0) } });
  const stale = await start(client, user.id);
  expect([stale.status, (stale.json() as { code: string }).code]).toEqual([403, 'reauthentication_required']);
  expect(await db().customerView.count({ where: { accountId: user.id } })).toBe(0);
});

test('ends when the admin is blocked, demoted or logs out (S24)', async () => {
  for (const end of ['block', 'demote', 'log out'] as const) {
    const admin = await createPerson({ isAdmin: true });
    const user = await createPerson({ hasKey: true });
    const client = clientOf(admin);
    await start(client, user.id);
    const page = viewOf(user.id, 'dashboard');
    expect((await client.send(page)).text).toContain(user.email);
    if (end === 'log out') await client.send('/logout', { method: 'POST', json: {} });
    else
      await db().user.update({
        where: { id: admin.id },
        data: end === 'block' ? { blockedAt: new Date() } : { isAdmin: false },
      });
    const answer = await clientOf(admin).send(page);
    expect(answer.text, end).not.toContain(user.email);
    if (end === 'demote') expect(answer.text).toContain('You may not have admin privileges.');
    else expect(placeOf(answer), end).toMatch(/^\/login\?/);
    if (end !== 'block') continue;
    await db().user.update({ where: { id: admin.id }, data: { blockedAt: null } });
    const again = await startSignInSession(processContext({ kind: 'system', job: 'test' }), admin.id);
    expect(placeOf(await clientOf(again).send(page))).toBe(closed(user.id));
  }
});
