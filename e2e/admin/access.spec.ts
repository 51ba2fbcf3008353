import { recordAudit } from '#lib/audit/audit.ts';
import { db } from '#lib/base/db/db.ts';
import { processContext } from '#lib/routes/request-context.ts';
import { createUserRow } from '#lib/testing/factories.ts';
import { expect, test } from '../fixtures.ts';

const NO_ID = '00000000-0000-7000-8000-000000000000';
const FAILURES = {
  '/admin': 'Failed to load users. You may not have admin privileges.',
  '/admin/overview': 'Failed to load the overview. You may not have admin privileges.',
  '/admin/overview/movements': 'Failed to load the movements. You may not have admin privileges.',
  '/admin/keys': 'Failed to load fuzzy keys data. Please check your admin permissions and backend connectivity.',
  '/admin/servers': 'Failed to load available servers. You may not have admin privileges.',
  '/admin/testimonials': 'Failed to load testimonials. You may not have admin privileges.',
  '/admin/oauth2': 'Failed to load OAuth2 clients. You may not have admin privileges.',
  '/admin/audit': 'Failed to load the audit log. You may not have admin privileges.',
  '/admin/jobs': 'Failed to load jobs. You may not have admin privileges.',
  [`/admin/users/${NO_ID}`]: 'Failed to load the customer. You may not have admin privileges.',
  [`/admin/users/${NO_ID}/timeline`]: 'Failed to load the timeline. You may not have admin privileges.',
  [`/admin/users/${NO_ID}/view`]: 'Failed to load the user. You may not have admin privileges.',
  [`/admin/users/${NO_ID}/view/dashboard`]: 'Failed to load the user. You may not have admin privileges.',
};

test('shows an error and no data to a user who is not an admin', async ({ callAs }) => {
  const client = await callAs('subscriber');
  for (const [path, text] of Object.entries(FAILURES)) {
    const page = await client.send(path);
    expect(page.text, path).toContain(text);
    expect(page.text, path).not.toContain('<table');
  }
});

test('exports the users and the events of the filtered view as CSV', async ({ callAs }) => {
  const admin = await callAs('admin');
  const word = `u${crypto.randomUUID().slice(0, 8)}`;
  const { id } = await createUserRow(db(), { email: `active@${word}.example` });
  await createUserRow(db(), { email: `blocked@${word}.example`, blockedAt: new Date() });
  const users = await admin.send(`/admin/api/users/export?search=${word}&status=active`);
  expect(users.headers.get('content-type')).toContain('text/csv');
  expect(users.headers.get('content-disposition')).toContain('attachment');
  expect(users.text).toContain(`active@${word}.example`);
  expect(users.text).not.toContain(`blocked@${word}.example`);

  const context = processContext({ kind: 'system', job: 'access.spec' });
  for (let n = 0; n < 3; n++) await recordAudit(context, 'user.updated', id, { before: n, after: n + 1 });
  const events = await admin.send(`/admin/api/audit/export?target=${id}`);
  expect(events.text.trim().split(/\r?\n/)).toHaveLength(4);
  expect(events.text).toContain(id);
});

test('says in the HTML of a timeline how long ago an event was, so that nothing moves at hydration (P14)', async ({
  callAs,
}) => {
  const { id } = await createUserRow(db());
  await recordAudit(processContext({ kind: 'system', job: 'access.spec' }), 'user.updated', id, {});
  const page = await (await callAs('admin')).send(`/admin/users/${id}/timeline`);
  expect(page.text).toMatch(/just now|minutes? ago/);
});
