import { expect, test } from 'vitest';
import { db } from '#lib/base/db/db.ts';
import { subscriberContext } from '#lib/testing/context.ts';
import '#lib/testing/database.ts';
import { createUserRow } from '#lib/testing/factories.ts';
import { recordRefusal } from './record-refusal.ts';

test('records a refused admin request, at most 20 an hour per user (S81)', async () => {
  const user = await createUserRow(db());
  const ctx = subscriberContext(db(), user);
  const request = new Request('http://localhost/admin/api/users?search=secret', { method: 'PUT' });
  for (let n = 0; n < 25; n++) await recordRefusal(ctx, request);
  const events = await db().auditEvent.findMany({ where: { actorId: user.id } });
  expect(events).toHaveLength(20);
  expect(events[0]).toMatchObject({
    action: 'access.refused',
    data: { call: 'PUT /admin/api/users' },
    ip: '192.0.2.1',
  });
});

test.each([
  [
    '/admin/api/users/019370aa-0000-7000-8000-000000000000',
    'GET /admin/api/users/019370aa-0000-7000-8000-000000000000',
  ],
  ['/admin/api/users/somebody@test.example/x', 'GET /admin/api/users/…/x'],
  ['/admin/api/users/somebody%2540test.example', 'GET /admin/api/users/…'],
])('records the path %s as %s, without free text', async (path, call) => {
  const user = await createUserRow(db());
  await recordRefusal(subscriberContext(db(), user), new Request(`http://localhost${path}`));
  expect(await db().auditEvent.findMany({ where: { actorId: user.id } })).toMatchObject([{ data: { call } }]);
});
