import { expect, test } from 'vitest';
import { PATCH } from '#app/account/api/servers/[id]/route.ts';
import { GET, PUT } from '#app/account/api/servers/route.ts';
import { GET as getWanted, POST } from '#app/api/storage/sources/route.ts';
import { sessionCookieName } from '#lib/auth/session/sign-in-session.ts';
import { db } from '#lib/base/db/db.ts';
import '#lib/testing/database.ts';
import { createKeyRow, createServerRow, createSubscriptionRow } from '#lib/testing/factories.ts';
import { createSignedInUser } from '#lib/testing/signed-in.ts';
import { sourceRow } from '#lib/testing/sources.ts';
import { MAX_SOURCE_BYTES } from './schema.ts';

const { server, token } = await createServerRow(db());
const person = await createSignedInUser(db());
const { id: subscriptionId } = await createSubscriptionRow(db(), { accountId: person.id });
const key = await createKeyRow(db(), { accountId: person.id, subscriptionId });
const ORIGIN = 'http://localhost:8080';
const asServer = { authorization: `Basic ${Buffer.from(`${server.name}:${token}`).toString('base64')}` };
const asPerson = { cookie: `${sessionCookieName()}=${person.sessionToken}`, origin: ORIGIN };

const request = (path: string, method: string, headers: Record<string, string>, body?: unknown) =>
  new Request(`${ORIGIN}${path}`, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
const none = { params: Promise.resolve({}) };
const report = (changes: object = {}) => ({
  ...{ version: 1, secret_id: '0123abcd', sequence: Date.now() },
  ...{ from: new Date(Date.now() - 60_000).toISOString(), to: new Date().toISOString() },
  sources: [sourceRow({ key_id: key.keyId, of: 'a', address: '192.0.2.1' })],
  ...changes,
});
const post = (body: object, headers: Record<string, string> = asServer) =>
  POST(request('/api/storage/sources', 'POST', headers, body), none);
const servers = async (): Promise<unknown> =>
  (await GET(request('/account/api/servers', 'GET', asPerson), none)).json();
const show = (body: object) => PUT(request('/account/api/servers', 'PUT', asPerson, body), none);
const name = (id: string, body: object, headers: Record<string, string> = asPerson) =>
  PATCH(request(`/account/api/servers/${id}`, 'PATCH', headers, body), { params: Promise.resolve({ id }) });
const wanted = (headers: Record<string, string> = {}) =>
  getWanted(request('/api/storage/sources', 'GET', { ...asServer, ...headers }), none);

test('accepts reports from storage hosts only, and recognises a repeated one', async () => {
  expect((await post(report(), asPerson)).status).toBe(401);
  const sent = report();
  const first = await post(sent);
  expect([first.status, await first.json()]).toEqual([
    200,
    { status: 'ok', rows: 1, unknown_keys: 0, is_repeated: false },
  ]);
  expect(await (await post(sent)).json()).toMatchObject({ is_repeated: true });
  expect((await post({ ...sent, secret_id: 'ffffffff' })).status).toBe(409);
  expect((await post({})).status).toBe(422);
  expect((await post(report({ version: 2 }))).status).toBe(400);
  expect((await post(report({ more: 'x'.repeat(MAX_SOURCE_BYTES) }))).status).toBe(413);
  expect(await servers()).toMatchObject({ has_key: true, servers: [{ checked: 10, address: null }] });
});

test('tells storage hosts for which keys to report addresses, and answers 304 until that changes', async () => {
  const first = await wanted();
  expect(await first.json()).toEqual({ version: 1, shown_keys: [], renewed_keys: [] });
  const etag = first.headers.get('etag') ?? '';
  expect((await wanted({ 'if-none-match': etag })).status).toBe(304);
  expect(await (await show({ shows_addresses: true })).json()).toEqual({ shows_addresses: true });
  expect(await (await wanted({ 'if-none-match': etag })).json()).toEqual({
    version: 1,
    shown_keys: [key.keyId],
    renewed_keys: [],
  });
  await post(report());
  expect(await servers()).toMatchObject({ shows_addresses: true, servers: [{ address: '192.0.2.1' }] });
  await show({ shows_addresses: false });
  expect(await servers()).toMatchObject({ shows_addresses: false, servers: [{ address: null }] });
  expect((await wanted({ 'if-none-match': etag })).status).toBe(304);
  expect((await show({})).status).toBe(422);
  expect((await show({ shows_addresses: 'yes' })).status).toBe(400);
});

test('names a server, and refuses a name that is too long or has control characters', async () => {
  await post(report());
  const { servers: listed } = (await servers()) as { servers: { id: string }[] };
  const id = listed[0]?.id ?? '';
  expect(await (await name(id, { name: ' mx1 ' })).json()).toMatchObject({ id, name: 'mx1' });
  const long = await name(id, { name: 'x'.repeat(61) });
  expect([long.status, await long.json()]).toMatchObject([
    422,
    { fields: { name: 'A name has at most 60 characters.' } },
  ]);
  expect((await name(id, { name: 'a\nb' })).status).toBe(422);
  expect((await name(id, {})).status).toBe(422);
  expect((await name('x'.repeat(22), { name: 'mx1' })).status).toBe(404);
  expect((await name('1', { name: 'mx1' })).status).toBe(404);
  expect((await name(id, { name: 'mx1' }, {})).status).toBe(401);
  expect((await name(id, { name: 'mx1' }, { ...asPerson, origin: 'https://evil.example' })).status).toBe(403);
});
