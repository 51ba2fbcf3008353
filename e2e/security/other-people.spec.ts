import { randomUUID } from 'node:crypto';
import { db } from '#lib/base/db/db.ts';
import { HOUR } from '#lib/base/time.ts';
import { OWN_ENDPOINTS } from '#lib/testing/actions/own-actions.ts';
import { createClientRow, createUserRow, unique } from '#lib/testing/factories.ts';
import { createCaller } from '../account/support.ts';
import { expect, test } from '../fixtures.ts';
import { HttpClient } from '../support/http-client.ts';
import { stack } from '../support/stacks/stack.ts';

/** Spellings of an id in a path. */
const spellings = (id: string): string[] => [
  id,
  id.toUpperCase(),
  id.replaceAll('-', ''),
  id.replaceAll('-', '%2D'),
  `%7B${id}%7D`,
  `urn:uuid:${id}`,
  `${id}%20`,
  `%20${id}`,
  `${id}%00`,
  `${id}%0a`,
  `${id}/`,
  `${id}?id=${id}`,
  `x%2f..%2f${id}`,
  `${encodeURIComponent(id)};a=b`,
];

/** A user with a session, a passkey and a connected app. */
async function personWithRows() {
  const { id } = await createUserRow(db());
  const future = new Date(Date.now() + HOUR);
  const session = await db().signInSession.create({
    data: {
      userId: id,
      tokenHash: Buffer.from(randomUUID()),
      authTime: new Date(),
      expiresAt: future,
      lastSeenAt: new Date(),
    },
  });
  const passkey = await db().passkey.create({
    data: {
      userId: id,
      credentialId: unique('credential'),
      publicKey: Buffer.from('x'),
      counter: 0,
      transports: [],
      isBackedUp: false,
      name: 'Theirs',
    },
  });
  const { client } = await createClientRow(db());
  await db().consent.create({ data: { userId: id, clientId: client.id, scopes: ['openid'] } });
  return { id, session: session.id, passkey: passkey.id, app: client.id };
}

test("returns 404 for another user's row in every spelling of its id, and keeps the row (S47)", async ({ callAs }) => {
  const victim = await personWithRows();
  const attacker = await callAs('subscriber');
  const calls = [
    { method: 'DELETE', path: '/account/api/sessions', id: victim.session },
    { method: 'DELETE', path: '/account/api/passkeys', id: victim.passkey },
    { method: 'PATCH', path: '/account/api/passkeys', id: victim.passkey, json: { name: 'Mine' } },
    { method: 'DELETE', path: '/account/api/connected-apps', id: victim.app },
  ];
  for (const { method, path, id, json } of calls)
    for (const spelling of spellings(id)) {
      const answer = await attacker.send(`${path}/${spelling}`, { method, ...(json && { json }) });
      if (spelling === `${id}/`) expect.soft(answer.status, 'redirects to the path without a slash').toBe(308);
      else expect.soft(`${method} ${path}/${spelling} ${answer.status}`).toBe(`${method} ${path}/${spelling} 404`);
    }
  expect(await db().signInSession.count({ where: { id: victim.session } })).toBe(1);
  expect(await db().passkey.count({ where: { id: victim.passkey, name: 'Theirs' } })).toBe(1);
  expect(await db().consent.count({ where: { userId: victim.id } })).toBe(1);
});

/** Fields that users may not set, in the spellings of the API, the code and the database. */
const FORBIDDEN = {
  is_admin: true,
  isAdmin: true,
  role: 'admin',
  email_verified: true,
  email_verified_at: '2026-01-01T00:00:00Z',
  emailVerifiedAt: '2026-01-01T00:00:00Z',
  stripe_customer_id: 'cus_stolen',
  stripeCustomerId: 'cus_stolen',
  daily_limit: 1_000_000,
  dailyLimit: 1_000_000,
  rank: 90,
  quantity: 99,
  rate: 99,
  custom_key: 'x',
  version: 77,
  user_id: '00000000-0000-7000-8000-000000000000',
  is_blocked: false,
  password_hash: 'x',
  notes: 'x',
  id: 'x',
};

const standing = {
  emailVerifiedAt: true,
  isAdmin: true,
  account: { select: { stripeCustomerId: true, dailyLimit: true, customKey: true } },
} as const;

test('grants no rights for extra fields of a sign-up (S48)', async () => {
  const email = `rights-${randomUUID()}@example.com`;
  const json = { ...FORBIDDEN, email, password: 'Correct-Horse-7-Battery' };
  const answer = await new HttpClient(stack.baseUrl).send('/signup/email?is_admin=true&email_verified=1', { json });
  expect(answer.status).toBe(200);
  expect(await db().user.findUnique({ where: { email }, select: standing })).toEqual({
    emailVerifiedAt: null,
    isAdmin: false,
    account: { stripeCustomerId: null, dailyLimit: null, customKey: null },
  });
});

/** It deletes the user whose fields are compared. */
const DELETES = 'DELETE /account/api';

test('lets no request of a subscriber change a protected field (S48)', async () => {
  const select = {
    ...standing,
    id: true,
    version: true,
    passwordHash: true,
    notes: true,
    blockedAt: true,
    email: true,
  };
  // An accepted request proves that the extra fields have no effect; a refused one proves only the refusal.
  const accepted = Object.entries(OWN_ENDPOINTS).flatMap(([name, { actions }]) =>
    name === DELETES
      ? []
      : Object.values(actions).flatMap((action) => (action.status === 200 ? [{ name, action }] : [])),
  );
  expect(accepted.length).toBeGreaterThan(15);
  for (const { name, action } of accepted) {
    const { id, client } = await createCaller();
    const before = await db().user.findUniqueOrThrow({ where: { id }, select });
    const { id: sessionId } = await db().signInSession.findFirstOrThrow({ where: { userId: id } });
    const { params = {}, body = {} } = await action.prepare(db(), { id, email: before.email ?? '', sessionId });
    const [method = '', pattern = ''] = name.split(' ');
    const path = Object.entries(params).reduce((url, [key, value]) => url.replace(`{${key}}`, value), pattern);
    const answer = await client.send(`${path}?is_admin=true`, { method, json: { ...FORBIDDEN, ...body } });
    expect.soft(answer.status, name).toBe(200);
    expect.soft(await db().user.findUniqueOrThrow({ where: { id }, select }), name).toEqual(before);
  }
  const { id, client } = await createCaller();
  const before = await db().user.findUniqueOrThrow({ where: { id }, select });
  for (const [method, path, json] of [
    ['PUT', '/admin/api/users', { user_id: id, is_admin: true }],
    ['POST', '/admin/api/assign-key', { user_id: id, description: 'x' }],
  ] as const) {
    const answer = await client.send(`${path}?is_admin=true`, { method, json: { ...FORBIDDEN, ...json } });
    expect.soft(answer.status, path).toBe(403);
  }
  expect(await db().user.findUniqueOrThrow({ where: { id }, select })).toEqual(before);
});
