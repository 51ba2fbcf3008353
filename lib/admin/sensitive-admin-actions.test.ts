import { expect, test } from 'vitest';
import { POST as deleteKey } from '#app/admin/api/fuzzy-keys/delete/route.ts';
import { POST as rotateKey } from '#app/admin/api/fuzzy-keys/rotate/route.ts';
import { DELETE as deleteClient, PUT as updateClient } from '#app/admin/api/oauth2/clients/[id]/route.ts';
import { POST as regenerateSecret } from '#app/admin/api/oauth2/clients/[id]/regenerate-secret/route.ts';
import { POST as createInitialToken } from '#app/admin/api/oauth2/initial-tokens/route.ts';
import { PUT as updateRegistration } from '#app/admin/api/oauth2/registration/route.ts';
import { POST as blockClient } from '#app/admin/api/oauth2/clients/[id]/block/route.ts';
import { POST as createClient } from '#app/admin/api/oauth2/clients/route.ts';
import { DELETE as removeServer } from '#app/admin/api/servers/[id]/route.ts';
import { POST as createCode } from '#app/admin/api/servers/[id]/enrolment-code/route.ts';
import { PUT as updateHost } from '#app/admin/api/servers/[id]/host/route.ts';
import { POST as rotateToken } from '#app/admin/api/servers/[id]/rotate-token/route.ts';
import { POST as createServer } from '#app/admin/api/servers/route.ts';
import { DELETE as deleteUser } from '#app/admin/api/users/[id]/route.ts';
import { PUT as updateUser } from '#app/admin/api/users/route.ts';
import { sessionCookieName } from '#lib/auth/session/sign-in-session.ts';
import { db } from '#lib/db.ts';
import '#lib/testing/database.ts';
import { createClientRow, createKeyRow, createServerRow, createUserRow, unique } from '#lib/testing/factories.ts';
import { createSignedInUser } from '#lib/testing/signed-in.ts';
import { MINUTE } from '#lib/time.ts';

type Handler = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>;
type Action = { handler: Handler; method: 'POST' | 'PUT' | 'DELETE'; params?: Record<string, string>; body?: object };

const client = {
  name: 'An application',
  redirect_uris: ['https://app.test.example/callback'],
  scopes: ['openid'],
};
const ACTIONS: Record<string, () => Promise<Action>> = {
  'making an admin': async () => {
    const { id } = await createUserRow(db());
    return { handler: updateUser, method: 'PUT', body: { user_id: id, is_admin: true } };
  },
  'setting a password': async () => {
    const { id } = await createUserRow(db());
    const body = { user_id: id, reset_password: true, new_password: 'Another-Zebra-9-Lantern' };
    return { handler: updateUser, method: 'PUT', body };
  },
  'mailing a reset': async () => {
    const { id } = await createUserRow(db());
    return { handler: updateUser, method: 'PUT', body: { user_id: id, reset_password: true } };
  },
  'deleting a user': async () => {
    const { id, email } = await createUserRow(db());
    return { handler: deleteUser, method: 'DELETE', params: { id }, body: { email } };
  },
  'deleting a key': async () => {
    const { description } = await createKeyRow(db());
    return { handler: deleteKey, method: 'POST', body: { description } };
  },
  'rotating a key': async () => {
    const { description } = await createKeyRow(db());
    return { handler: rotateKey, method: 'POST', body: { description, grace: 'now' } };
  },
  'creating a confidential client': async () => ({
    handler: createClient,
    method: 'POST',
    body: { ...client, is_public: false },
  }),
  'creating an initial access token': async () => ({ handler: createInitialToken, method: 'POST', body: {} }),
  'letting clients register': async () => ({
    handler: updateRegistration,
    method: 'PUT',
    body: { registration: true, metadata_documents: true },
  }),
  'unblocking a client': async () => {
    const { client: row } = await createClientRow(db(), { blockedAt: new Date() });
    return { handler: blockClient, method: 'POST', params: { id: row.id }, body: { blocked: false } };
  },
  'making a public client confidential': async () => {
    const { client: row } = await createClientRow(db(), { isPublic: true });
    return { handler: updateClient, method: 'PUT', params: { id: row.id }, body: { ...client, is_public: false } };
  },
  'regenerating the secret of a client': async () => {
    const { client: row } = await createClientRow(db());
    return { handler: regenerateSecret, method: 'POST', params: { id: row.id } };
  },
  'deleting a client': async () => {
    const { client: row } = await createClientRow(db());
    return { handler: deleteClient, method: 'DELETE', params: { id: row.id } };
  },
  'creating a storage server': async () => ({
    handler: createServer,
    method: 'POST',
    body: { name: unique('fuzzy'), description: '' },
  }),
  'rotating the token of a storage server': async () => {
    const { server } = await createServerRow(db());
    return { handler: rotateToken, method: 'POST', params: { id: String(server.id) } };
  },
  'creating an enrolment code': async () => {
    const { server } = await createServerRow(db());
    return { handler: createCode, method: 'POST', params: { id: String(server.id) } };
  },
  'changing the host of a storage server': async () => {
    const { server } = await createServerRow(db());
    const body = { host: '', port: 11335, lists: ['premium'], weight: 10, is_draining: false };
    return { handler: updateHost, method: 'PUT', params: { id: String(server.id) }, body };
  },
  'removing a storage server': async () => {
    const { server } = await createServerRow(db());
    return { handler: removeServer, method: 'DELETE', params: { id: String(server.id) } };
  },
};
/** Similar actions that need no fresh login. */
const OTHERS: Record<string, () => Promise<Action>> = {
  'editing the rest of a user': async () => {
    const { id } = await createUserRow(db());
    return { handler: updateUser, method: 'PUT', body: { user_id: id, notes: 'called', is_admin: false } };
  },
  'creating a public client': async () => ({
    handler: createClient,
    method: 'POST',
    body: { ...client, is_public: true },
  }),
  'editing a confidential client': async () => {
    const { client: row } = await createClientRow(db());
    return { handler: updateClient, method: 'PUT', params: { id: row.id }, body: { ...client, is_public: false } };
  },
};

/** Sends the request as an admin who logged in `minutes` minutes ago. */
async function callAfter(minutes: number, { handler, method, params = {}, body = {} }: Action) {
  const admin = await createSignedInUser(db(), { isAdmin: true });
  const authTime = new Date(Date.now() - minutes * MINUTE);
  await db().signInSession.updateMany({ where: { userId: admin.id }, data: { authTime } });
  const request = new Request('http://localhost:8080/admin/api', {
    method,
    headers: { 'content-type': 'application/json', cookie: `${sessionCookieName()}=${admin.sessionToken}` },
    body: JSON.stringify(body),
  });
  const response = await handler(request, { params: Promise.resolve(params) });
  return { status: response.status, answer: (await response.json()) as { code?: string }, adminId: admin.id };
}

test.each(Object.entries(ACTIONS))('%s requires a login within the last ten minutes', async (_name, prepare) => {
  const action = await prepare();
  const { status, answer, adminId } = await callAfter(11, action);
  expect([status, answer.code]).toEqual([403, 'reauthentication_required']);
  expect(await db().auditEvent.count({ where: { actorId: adminId } })).toBe(0);
  expect((await callAfter(9, action)).status).toBe(200);
});

test.each(Object.entries(OTHERS))('%s needs no fresh login', async (_name, prepare) => {
  expect((await callAfter(11, await prepare())).status).toBe(200);
});
