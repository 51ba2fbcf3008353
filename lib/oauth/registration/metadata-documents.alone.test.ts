import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { db } from '#lib/base/db/db.ts';
import { sweepExpired } from '#lib/admin/sweep-expired.ts';
import { oauthProvider } from '#lib/oauth/provider/provider.ts';
import { ensureSigningKeys } from '#lib/oauth/store/signing-keys.ts';
import { CLIENT_ADDRESS_HEADER } from '#lib/routes/request-context.ts';
import { adminContext, systemContext } from '#lib/testing/context.ts';
import '#lib/testing/database.ts';
import { createUserRow, unique } from '#lib/testing/factories.ts';
import type * as GuardedFetch from '#lib/http/outgoing/guarded-fetch.ts';
import { startProviderServer } from '#lib/testing/oauth/provider-server.ts';
import { DAY } from '#lib/base/time.ts';
import { blockOAuthClient, deleteOAuthClient, updateOAuthClient } from '#lib/oauth/clients/manage-clients.ts';
import { updateRegistrationSettings } from '#lib/oauth/clients/manage-registration.ts';

const PUBLIC = '93.184.215.14';
/** Responses by URL. Every other URL goes to the guarded client, which resolves host names by `names`. */
const { documents, fetched, names } = vi.hoisted(() => ({
  documents: new Map<string, () => Response>(),
  fetched: [] as string[],
  names: new Map<string, string[]>(),
}));
vi.mock('#lib/http/outgoing/guarded-fetch.ts', async (original) => {
  const real = await original<typeof GuardedFetch>();
  const guarded = real.createGuardedFetch({
    allowsLoopback: () => false,
    resolve: async (host) => names.get(host) ?? [],
    maxMs: 300,
  });
  const guardedFetch = async (url: string | URL, init?: RequestInit) => {
    fetched.push(String(url));
    return documents.get(String(url))?.() ?? guarded(url, init);
  };
  return { ...real, guardedFetch };
});

let provider: Awaited<ReturnType<typeof startProviderServer>>;
const ctx = () => adminContext(db());
const turn = (on: boolean) => updateRegistrationSettings(ctx(), { registration: false, metadata_documents: on });
let asked = 0;

/** Publishes a document under a new client id; `fields` replace the fields of a valid document. */
function publish(fields: object = {}, headers: Record<string, string> = {}) {
  const id = `https://${unique('app')}.example/client.json`;
  const good = {
    client_id: id,
    client_name: 'Desk',
    redirect_uris: [`${new URL(id).origin}/cb`],
    token_endpoint_auth_method: 'none',
  };
  documents.set(id, () => Response.json({ ...good, ...fields }, { headers }));
  return { id, redirectUri: good.redirect_uris[0] ?? '' };
}

/** The URL that an authorization request of this client redirects to. */
async function open(client: { id: string; redirectUri: string }, address = `198.51.100.${(asked += 1)}`) {
  const query = new URLSearchParams({
    ...{ client_id: client.id, redirect_uri: client.redirectUri, response_type: 'code', scope: 'openid email groups' },
    ...{ code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' },
  });
  const headers = { [CLIENT_ADDRESS_HEADER]: address };
  return (await provider.send('GET', `/oauth2/authorize?${query}`, { headers })).headers.location ?? '';
}
const at = (id: string) => ({ id, redirectUri: 'https://app.example/cb' });
const rowOf = (id: string) => db().oAuthClient.findUnique({ where: { id } });
const REFUSED = '/oauth2/authorize?error=invalid_client';

beforeAll(async () => {
  await ensureSigningKeys(systemContext(db()));
  provider = await startProviderServer();
});
beforeEach(async () => {
  await turn(true);
  fetched.length = 0;
});
afterAll(() => provider.close());

describe('a client with a metadata document (S93)', () => {
  test('gets a row on first use, no subscription scopes, and one fetch of its document for two requests', async () => {
    const client = publish();
    expect(await open(client)).toMatch(/^https:\/\/.*error=invalid_scope/);
    const [path] = [await open({ ...client })];
    expect(path).toContain('invalid_scope');
    expect(fetched).toEqual([client.id]);
    expect(await rowOf(client.id)).toMatchObject({
      ...{ kind: 'metadata_document', name: 'Desk', isPublic: true, requirePkce: true, mayReadSubscription: false },
      scopes: ['openid', 'email', 'profile'],
    });
  });

  test('cannot be edited by an admin, only blocked or deleted', async () => {
    const client = publish();
    await open(client);
    const input = { name: 'Other', redirect_uris: [client.redirectUri], scopes: ['openid'], is_public: true };
    await expect(updateOAuthClient(ctx(), client.id, input)).rejects.toMatchObject({ code: 'conflict' });
    await blockOAuthClient(ctx(), client.id, true);
    expect(await open(client)).toBe(REFUSED);
    await blockOAuthClient(ctx(), client.id, false);
    await deleteOAuthClient(ctx(), client.id);
    await open(client);
    expect(await rowOf(client.id)).not.toBeNull();
  });

  test('updates a row that differs from the document', async () => {
    const client = publish();
    await open(client);
    await db().oAuthClient.update({ where: { id: client.id }, data: { name: 'As it was', scopes: ['openid'] } });
    await open(client);
    expect(await rowOf(client.id)).toMatchObject({ name: 'Desk', scopes: ['openid', 'email', 'profile'], version: 2 });
  });

  test('is removed after a day without use, unless it is blocked or consented to', async () => {
    const [unused, blocked, used] = [publish(), publish(), publish()];
    for (const client of [unused, blocked, used]) {
      await open(client);
      await db().oidcArtifact.deleteMany({ where: { clientId: client.id } });
    }
    await blockOAuthClient(ctx(), blocked.id, true);
    const { id: userId } = await createUserRow(db());
    await db().consent.create({ data: { userId, clientId: used.id, scopes: ['openid'] } });
    const later = { ...systemContext(db()), now: new Date(Date.now() + 2 * DAY) };
    await sweepExpired(systemContext(db()));
    expect(await rowOf(unused.id)).not.toBeNull();
    await sweepExpired(later);
    const left = await Promise.all([unused, blocked, used].map(({ id }) => rowOf(id)));
    expect(left.map((row) => row !== null)).toEqual([false, true, true]);
  });
});

describe('refuses to fetch (S93)', () => {
  test.each([
    ['this machine as a number', 'https://2130706433/c'],
    ['a private network', 'https://10.0.0.1/c'],
    ['a metadata service', 'https://169.254.169.254/latest/meta-data'],
    ['a mapped address', 'https://[::ffff:10.0.0.1]/c'],
    ['http', 'http://app.example/c'],
    ['a port', 'https://app.example:8443/c'],
    ['a user name', 'https://good.example@evil.example/c'],
    ['a fragment', 'https://app.example/c#x'],
    ['dots', 'https://app.example/a/../c'],
    ['encoded dots', 'https://app.example/%2e%2e/c'],
    ['a host in capitals', 'https://APP.example/c'],
    ['a host in another alphabet', 'https://аpp.example/c'],
    ['a backslash', String.raw`https://app.example\@evil.example/c`],
    ['a long id', `https://app.example/${'c'.repeat(200)}`],
    ['another scheme', 'file:///etc/passwd'],
  ])('%s', async (_what, id) => {
    expect(await open(at(id))).toContain('/oauth2/authorize?error=invalid_');
    expect([fetched, await rowOf(id)]).toEqual([[], null]);
  });

  test.each(['https://127.0.0.1/c', 'https://localhost/c', 'https://[::1]/c'])('%s, outside local mode', async (id) => {
    names.set('localhost', ['127.0.0.1']);
    expect([await open(at(id)), await rowOf(id)]).toEqual([REFUSED, null]);
  });

  test('while documents are off', async () => {
    await turn(false);
    const client = publish();
    expect([await open(client), fetched, await rowOf(client.id)]).toEqual([REFUSED, [], null]);
  });

  test('or use a known document once documents are off, even in a process with the old settings', async () => {
    const client = publish();
    await open(client);
    await db().oAuthSettings.update({ where: { id: 1 }, data: { allowMetadataDocuments: false } });
    expect(await open(client)).toBe(REFUSED);
  });

  test('for an IP address that caused 30 fetches within an hour', async () => {
    const answers = [];
    for (let n = 0; n < 31; n++) answers.push(await open(publish(), '203.0.113.88'));
    expect(answers.slice(0, 30).filter((url) => url.includes('temporarily_unavailable'))).toEqual([]);
    expect(answers[30]).toContain('error=temporarily_unavailable');
    expect(fetched).toHaveLength(30);
  });
});

describe('refuses a document whose server (S93)', () => {
  test.each([
    ['resolves to a private address', ['192.168.1.1']],
    ['resolves to a public and a private address', [PUBLIC, '127.0.0.1']],
    ['has no address', []],
  ])('%s', async (_what, addresses) => {
    const id = `https://${unique('rebound')}.example/c`;
    names.set(new URL(id).hostname, addresses);
    expect([await open(at(id)), await rowOf(id)]).toEqual([REFUSED, null]);
  });

  test.each<[string, () => Response]>([
    ['redirects to a private address', () => Response.redirect('http://169.254.169.254/', 302)],
    ['redirects to another document', () => Response.redirect('https://other.example/client.json', 301)],
    ['answers 404', () => new Response('{}', { status: 404 })],
    ['answers 201', () => new Response('{}', { status: 201 })],
    ['answers a page', () => new Response('<title>x</title>')],
    ['answers an array', () => Response.json([])],
    ['answers null', () => Response.json(null)],
    ['answers too much', () => Response.json({ client_name: 'x'.repeat(60_000) })],
    ['answers another client_id', () => Response.json({ client_id: 'https://other.example/c' })],
    ['answers no client_id', () => Response.json({ client_name: 'x' })],
  ])('%s', async (_what, answer) => {
    const id = `https://${unique('odd')}.example/c`;
    documents.set(id, answer);
    expect(await open(at(id))).toMatch(/^\/oauth2\/authorize\?error=invalid_(client|redirect_uri)/);
    expect([[...new Set(fetched)], await rowOf(id)]).toEqual([[id], null]);
  });
});

describe('refuses a document (S93)', () => {
  test.each<[string, object]>([
    ['with a secret', { client_secret: 'x'.repeat(43) }],
    ['of a confidential client', { token_endpoint_auth_method: 'client_secret_basic' }],
    ['without an authentication method', { token_endpoint_auth_method: undefined }],
    ['that signs its requests', { token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: [] } }],
    ['with a URL of keys', { jwks_uri: 'https://10.0.0.1/keys' }],
    ['with keys', { jwks: { keys: [] } }],
    ['with a sector URL', { sector_identifier_uri: 'https://10.0.0.1/sector' }],
    ['with a logout URL', { backchannel_logout_uri: 'https://10.0.0.1/logout' }],
    ['with a logo that is no https URL', { logo_uri: 'javascript:alert(1)' }],
    ['with a scope of the subscription', { scope: 'openid subscription' }],
    ['with the password grant alone', { grant_types: ['password'] }],
    ['with a javascript: URI', { redirect_uris: ['javascript:alert(1)'] }],
    ['with an http URI', { redirect_uris: ['http://app.example/cb'] }],
    ['with a URI on another host', { redirect_uris: ['https://bank.example/cb'] }],
    ['with a post-logout URI on another host', { post_logout_redirect_uris: ['https://bank.example/'] }],
    ['without a URI', { redirect_uris: [] }],
    ['with our name', { client_name: 'Rspamd Premium' }],
    ['with a name in two alphabets', { client_name: 'Gооgle' }],
    ['with an invisible name', { client_name: '\u200b' }],
  ])('%s', async (_what, fields) => {
    const client = publish(fields);
    expect(await open(client)).toMatch(/^\/oauth2\/authorize\?error=invalid_(client|redirect_uri)/);
    expect([...new Set(fetched)], 'nothing that the document names is fetched').toEqual([client.id]);
    expect(await rowOf(client.id)).toBeNull();
  });

  test('under the id of a client that an admin registered', async () => {
    const client = publish();
    await db().oAuthClient.create({
      data: { id: client.id, name: 'Ours', redirectUris: [], scopes: [], isPublic: true },
    });
    expect(await open(client)).toContain('error=invalid_');
    expect([fetched, await rowOf(client.id)]).toMatchObject([[], { name: 'Ours', kind: 'admin' }]);
  });

  test('never fetches logos, policies or terms', async () => {
    const host = 'https://10.0.0.1';
    const client = publish({ logo_uri: `${host}/l`, policy_uri: `${host}/p`, tos_uri: `${host}/t`, client_uri: host });
    await open(client);
    expect(fetched).toEqual([client.id]);
    expect(await (await oauthProvider()).Client.find(client.id)).toMatchObject({ scope: 'openid email profile' });
  });
});
