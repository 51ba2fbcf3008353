import { expect, test } from 'vitest';
import { startSignInSession } from '#lib/auth/session/sign-in-session.ts';
import { randomToken, sha256 } from '#lib/base/crypto.ts';
import { db as database, type Db } from '#lib/base/db/db.ts';
import { MINUTE } from '#lib/base/time.ts';
import type { CreateOAuthClientInput } from '#lib/oauth/schema.ts';
import { isClientSecret } from '#lib/oauth/store/client-metadata.ts';
import { adminContext, type ContextChanges, ownAccount } from '#lib/testing/context.ts';
import { inRollback } from '#lib/testing/database.ts';
import { createClientRow, createUserRow } from '#lib/testing/factories.ts';
import { heldBack } from '#lib/testing/held-back.ts';
import { getOAuthClient, listOAuthClients, OAuthClientListQuery } from './clients.ts';
import {
  createOAuthClient,
  deleteOAuthClient,
  regenerateClientSecret,
  StaleClient,
  updateOAuthClient,
} from './manage-clients.ts';

const wanted = {
  name: ' Reports ',
  redirect_uris: ['https://app.example/cb'],
  scopes: ['email', 'openid'],
  is_public: false,
  post_logout_redirect_uris: [],
  require_pkce: false,
  may_read_subscription: false,
  roles_as_groups: false,
  may_use_device_flow: false,
  backchannel_logout_uri: null,
  id_token_signed_response_alg: 'RS256',
  dpop_bound_access_tokens: false,
  require_pushed_authorization_requests: false,
  require_two_factor: false,
} satisfies CreateOAuthClientInput;
const ctxOf = (db: Db, changes?: ContextChanges) => adminContext(db, undefined, changes);
const hashOf = async (db: Db, id: string) => {
  const { secretHash } = await db.oAuthClient.findUniqueOrThrow({ where: { id } });
  return secretHash && Buffer.from(secretHash).toString('base64url');
};
const auditLog = (db: Db, id: string) =>
  db.auditEvent.findMany({ where: { targetId: id }, orderBy: { id: 'asc' }, select: { action: true, data: true } });

test("returns a confidential client's 256-bit secret once, stores its hash, and puts neither into the audit log (S72)", () =>
  inRollback(async (db) => {
    const { client_secret: secret = '', ...view } = await createOAuthClient(ctxOf(db), wanted);
    expect(view).toMatchObject({ name: 'Reports', scopes: ['openid', 'email'], is_public: false, version: 1 });
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
    expect(isClientSecret((await hashOf(db, view.id)) ?? '', secret)).toBe(true);
    expect(await getOAuthClient(ctxOf(db), view.id)).toEqual(view);
    const events = await auditLog(db, view.id);
    expect(events).toMatchObject([{ action: 'oauth_client.created', data: { name: 'Reports' } }]);
    expect(JSON.stringify(events)).not.toContain(secret);
  }));

test("keeps email addresses in a client's name out of the audit log (S81)", () =>
  inRollback(async (db) => {
    const { id } = await createOAuthClient(ctxOf(db), { ...wanted, name: 'Reports of Jane.Doe@x.example' });
    await updateOAuthClient(ctxOf(db), id, { ...wanted, name: 'Reports of john@x.example' });
    await deleteOAuthClient(ctxOf(db), id);
    const events = await auditLog(db, id);
    expect(events).toHaveLength(3);
    expect(JSON.stringify(events)).toContain('Reports of');
    expect(JSON.stringify(events)).not.toContain('@');
  }));

test('creates a public client without a secret and always with PKCE (S66)', () =>
  inRollback(async (db) => {
    const view = await createOAuthClient(ctxOf(db), {
      ...wanted,
      is_public: true,
      redirect_uris: ['com.example.app:/cb'],
    });
    expect(view).toMatchObject({ is_public: true, require_pkce: true });
    expect(view).not.toHaveProperty('client_secret');
    expect(await hashOf(db, view.id)).toBeNull();
    await expect(regenerateClientSecret(ctxOf(db), view.id)).rejects.toMatchObject({ code: 'conflict' });
  }));

test.each([
  [{ name: '  ' }, { name: 'Client name is required' }],
  [{ name: 'x'.repeat(101) }, { name: expect.stringContaining('at most 100') }],
  [{ name: 'Rsp\u202Eamd' }, { name: expect.stringContaining('invisible') }],
  [{ redirect_uris: [] }, { redirect_uris: 'All redirect URIs must be filled' }],
  [{ redirect_uris: ['https://a.example/cb', ' '] }, { redirect_uris: 'All redirect URIs must be filled' }],
  [{ redirect_uris: ['http://a.example/cb'] }, { redirect_uris: expect.stringContaining('Use https') }],
  [{ redirect_uris: ['com.example.app:/cb'] }, { redirect_uris: expect.stringContaining('Only public clients') }],
  [
    { redirect_uris: Array.from({ length: 21 }, (_, n) => `https://a.example/${n}`) },
    { redirect_uris: expect.stringContaining('at most 20') },
  ],
  [{ post_logout_redirect_uris: ['https://a.example/#x'] }, { post_logout_redirect_uris: expect.anything() }],
  [{ scopes: [] }, { scopes: 'At least one scope must be selected' }],
  [{ scopes: ['openid', 'offline_access'] }, { scopes: expect.stringContaining('The scopes are') }],
  [
    { name: '', scopes: [] },
    { name: 'Client name is required', scopes: 'At least one scope must be selected' },
  ],
])('refuses %j with a text for each field (S65)', (change, fields) =>
  inRollback(async (db) => {
    await expect(createOAuthClient(ctxOf(db), { ...wanted, ...change })).rejects.toMatchObject({
      code: 'invalid',
      fields,
    });
    expect(await db.oAuthClient.count()).toBe(0);
  }),
);

test('keeps the fields that a change omits, and audits the values before and after', () =>
  inRollback(async (db) => {
    const { client } = await createClientRow(db, { postLogoutRedirectUris: ['https://app.example/bye'] });
    const { require_pkce: _pkce, post_logout_redirect_uris: _uris, ...input } = wanted;
    const after = await updateOAuthClient(ctxOf(db), client.id, { ...input, version: 1 });
    expect(after).toMatchObject({ post_logout_redirect_uris: ['https://app.example/bye'], version: 2 });
    expect(after).not.toHaveProperty('client_secret');
    expect(await auditLog(db, client.id)).toMatchObject([
      { action: 'oauth_client.updated', data: { before: { name: 'Test application' }, after: { name: 'Reports' } } },
    ]);
  }));

test('refuses a change to a stale version, and returns the current row (R24)', () =>
  inRollback(async (db) => {
    const { client } = await createClientRow(db);
    await updateOAuthClient(ctxOf(db), client.id, { ...wanted, version: 1 });
    await expect(
      updateOAuthClient(ctxOf(db), client.id, { ...wanted, name: 'Mine', version: 1 }),
    ).rejects.toMatchObject({ code: 'conflict', client: { name: 'Reports', version: 2 } });
  }));

/** Creates one artifact of each kind for a client. */
async function createArtifacts(db: Db, clientId: string) {
  const { id: userId } = await createUserRow(db);
  for (const model of ['Interaction', 'AuthorizationCode', 'Grant', 'AccessToken', 'RefreshToken'])
    await db.oidcArtifact.create({ data: { model, id: randomToken(), payload: {}, clientId, userId } });
}
const modelsOf = async (db: Db, clientId: string) =>
  (await db.oidcArtifact.findMany({ where: { clientId }, orderBy: { model: 'asc' } })).map(({ model }) => model);

test.each([
  ['one scope fewer', { scopes: ['openid'] }, []],
  ['another type', { is_public: true }, []],
  ['two factors', { require_two_factor: true }, []],
  ['one redirect URI fewer', { redirect_uris: ['https://b.example/cb'] }, ['AccessToken', 'Grant', 'RefreshToken']],
  ['another name', { name: 'Other' }, ['AccessToken', 'AuthorizationCode', 'Grant', 'Interaction', 'RefreshToken']],
])('keeps only the artifacts that are still valid after a change to %s (S64)', (_case, change, left) =>
  inRollback(async (db) => {
    const { client } = await createClientRow(db, {
      scopes: ['openid', 'email'],
      redirectUris: wanted.redirect_uris,
    });
    await createArtifacts(db, client.id);
    await updateOAuthClient(ctxOf(db), client.id, { ...wanted, ...change });
    expect(await modelsOf(db, client.id)).toEqual(left);
  }),
);

test('needs a fresh login to no longer require two factors, and none to require them', () =>
  inRollback(async (db) => {
    const { client } = await createClientRow(db);
    const { id } = await createUserRow(db, { isAdmin: true });
    const session = await startSignInSession(ctxOf(db), id);
    const actor = { kind: 'user', userId: id, ...ownAccount(id), role: 'admin', sessionId: session.id } as const;
    const later = { ...ctxOf(db, { now: new Date(Date.now() + 11 * MINUTE) }), actor };
    await updateOAuthClient(ctxOf(db), client.id, wanted);
    await updateOAuthClient(later, client.id, { ...wanted, require_two_factor: true });
    const lower = () => updateOAuthClient(later, client.id, wanted);
    await expect(lower()).rejects.toMatchObject({ code: 'reauthentication_required' });
    expect(await getOAuthClient(later, client.id)).toMatchObject({ require_two_factor: true });
    expect(await updateOAuthClient(later, client.id, { ...wanted, require_two_factor: undefined })).toMatchObject({
      require_two_factor: true,
    });
    await db.signInSession.update({ where: { id: session.id }, data: { authTime: later.now } });
    expect(await lower()).toMatchObject({ require_two_factor: false });
    const changes = (await auditLog(db, client.id)).map(({ data }) => data);
    expect(changes.at(-1)).toMatchObject({
      before: { require_two_factor: true },
      after: { require_two_factor: false },
    });
  }));

test('gives a secret to a public client that becomes confidential, and removes it when the client becomes public', () =>
  inRollback(async (db) => {
    const { client } = await createClientRow(db, { isPublic: true });
    const { client_secret: secret = '' } = await updateOAuthClient(ctxOf(db), client.id, wanted);
    expect(isClientSecret((await hashOf(db, client.id)) ?? '', secret)).toBe(true);
    expect(await updateOAuthClient(ctxOf(db), client.id, { ...wanted, is_public: true })).toMatchObject({
      require_pkce: true,
    });
    expect(await hashOf(db, client.id)).toBeNull();
  }));

test('voids the old secret when a new one is made (S72)', () =>
  inRollback(async (db) => {
    const { client, secret } = await createClientRow(db);
    const { client_secret: fresh = '' } = await regenerateClientSecret(ctxOf(db), client.id);
    const stored = (await hashOf(db, client.id)) ?? '';
    expect([isClientSecret(stored, fresh), isClientSecret(stored, secret ?? '')]).toEqual([true, false]);
    expect(await auditLog(db, client.id)).toEqual([{ action: 'oauth_client.secret_regenerated', data: {} }]);
  }));

test('deletes a client with its tokens and consents, and throws not_found for an unknown client', () =>
  inRollback(async (db) => {
    const { client } = await createClientRow(db, { secretHash: sha256('s') });
    await createArtifacts(db, client.id);
    const { id: userId } = await createUserRow(db);
    await db.consent.create({ data: { userId, clientId: client.id, scopes: ['openid'] } });
    await deleteOAuthClient(ctxOf(db), client.id);
    expect([await modelsOf(db, client.id), await db.consent.count()]).toEqual([[], 0]);
    expect(await auditLog(db, client.id)).toMatchObject([{ action: 'oauth_client.deleted' }]);
    for (const call of [
      () => deleteOAuthClient(ctxOf(db), client.id),
      () => updateOAuthClient(ctxOf(db), client.id, wanted),
      () => regenerateClientSecret(ctxOf(db), client.id),
      () => getOAuthClient(ctxOf(db), client.id),
    ])
      await expect(call()).rejects.toMatchObject({ code: 'not_found', message: 'Invalid client ID.' });
  }));

test('lists clients newest first, in pages, and finds them by name or id', () =>
  inRollback(async (db) => {
    const name = 'Wanted'; // random digits in it could match the search for an id
    for (let n = 0; n < 5; n++)
      await createClientRow(db, {
        id: `c-${n}`,
        name: n === 2 ? name : 'Other',
        createdAt: new Date(n > 2 ? 2000 : 1000),
      });
    const list = (query: object) => listOAuthClients(ctxOf(db), OAuthClientListQuery.parse(query));
    const first = await list({ limit: '3' });
    expect(first.clients.map(({ id }) => id)).toEqual(['c-4', 'c-3', 'c-2']);
    const second = await list({ limit: '3', cursor: first.next_cursor });
    expect(second).toMatchObject({ clients: [{ id: 'c-1' }, { id: 'c-0' }], total: 5, next_cursor: null });
    expect(await list({ search: name.toUpperCase() })).toMatchObject({ clients: [{ id: 'c-2' }], total: 1 });
    expect(await list({ search: 'c-3' })).toMatchObject({ clients: [{ id: 'c-3' }] });
    expect(OAuthClientListQuery.safeParse({ cursor: 'bm8' }).success).toBe(false);
    await expect(list({ sort: 'name', cursor: first.next_cursor })).rejects.toMatchObject({ code: 'malformed' });
  }));

test.each([
  ['name', ['b', 'd', 'a', 'e', 'c']],
  ['-name', ['c', 'e', 'a', 'd', 'b']],
  ['created_at', ['a', 'b', 'c', 'd', 'e']],
  ['-created_at', ['e', 'd', 'c', 'b', 'a']],
])('lists clients by %s, each once across pages, with the id as tie-break', (sort, expected) =>
  inRollback(async (db) => {
    await db.oAuthClient.deleteMany();
    const names = { a: 'Mail', b: 'Archive', c: 'Webmail', d: 'Archive', e: 'Mail' };
    for (const [n, [id, name]] of Object.entries(names).entries())
      await createClientRow(db, { id, name, createdAt: new Date(n < 2 ? 1000 : 1000 * n) });
    const seen: string[] = [];
    let cursor: string | null | undefined;
    while (cursor !== null) {
      const query = OAuthClientListQuery.parse({ sort, limit: '2', ...(cursor && { cursor }) });
      const page = await listOAuthClients(ctxOf(db), query);
      seen.push(...page.clients.map(({ id }) => id));
      cursor = page.next_cursor;
    }
    expect(seen).toEqual(expected);
  }),
);

// The last test, because its row stays in the database.
test('accepts one of three simultaneous changes of one version (R24)', async () => {
  const { client } = await createClientRow(database());
  const results = await heldBack(
    (tx) => tx.$queryRaw`SELECT 1 FROM oauth_clients WHERE id = ${client.id} FOR UPDATE`,
    ['a', 'b', 'c'].map(
      (name) => () => updateOAuthClient(ctxOf(database()), client.id, { ...wanted, name, version: 1 }),
    ),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const result of results) if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(StaleClient);
  expect(await database().oAuthClient.findUnique({ where: { id: client.id } })).toMatchObject({ version: 2 });
});
