import { expect, test } from 'vitest';
import type { OAuthClientView } from '#lib/oauth/views.ts';
import { changedFields, consequences, differences, fieldsOf, NEW_CLIENT } from './client-fields.ts';
import { ClientForm } from './client-form-schema.ts';

const typed = { ...NEW_CLIENT, name: ' App ', redirect_uris: ['https://app.example.com/cb '] };
const problemsOf = (change: Partial<typeof NEW_CLIENT>) =>
  ClientForm.safeParse({ ...typed, ...change }).error?.issues.map(({ path, message }) => [path.join('.'), message]) ??
  [];

const client: OAuthClientView = {
  id: 'c',
  name: 'App',
  redirect_uris: ['https://a.example/cb', 'https://b.example/cb'],
  is_public: false,
  post_logout_redirect_uris: [],
  scopes: ['openid', 'email'],
  require_pkce: false,
  may_read_subscription: false,
  roles_as_groups: false,
  may_use_device_flow: false,
  backchannel_logout_uri: null,
  id_token_signed_response_alg: 'RS256',
  dpop_bound_access_tokens: false,
  require_pushed_authorization_requests: false,
  require_two_factor: false,
  kind: 'admin',
  is_blocked: false,
  created_at: 1,
  version: 1,
};
const before = fieldsOf(client);

test('trims the values and drops empty post-logout URIs (S65)', () => {
  const post_logout_redirect_uris = ['', ' https://app.example.com/bye', ' '];
  expect(ClientForm.parse({ ...typed, post_logout_redirect_uris })).toEqual({
    ...NEW_CLIENT,
    name: 'App',
    redirect_uris: ['https://app.example.com/cb'],
    post_logout_redirect_uris: ['https://app.example.com/bye'],
  });
});

test.each([
  [{ name: '  ' }, [['name', 'Client name is required']]],
  [{ redirect_uris: ['https://a.example', ' '] }, [['redirect_uris', 'All redirect URIs must be filled']]],
  [{ redirect_uris: [] }, [['redirect_uris', 'All redirect URIs must be filled']]],
  [{ scopes: [] }, [['scopes', 'At least one scope must be selected']]],
  [
    { redirect_uris: ['https://a.example', 'a.b:/c'] },
    [['redirect_uris.1', expect.stringContaining('public clients')]],
  ],
  [{ redirect_uris: ['a.b:/c'], is_public: true }, []],
  [{ post_logout_redirect_uris: ['http://a.example'] }, [['post_logout_redirect_uris.0', expect.anything()]]],
])('validates %o (S65)', (change, problems) => {
  expect(problemsOf(change)).toEqual(problems);
});

test('lists another admin’s changes, with a differing value typed in the same field (R24)', () => {
  const theirs = { ...before, name: 'Theirs', scopes: ['openid'], require_pkce: true };
  const yours = { ...before, name: 'Yours', require_pkce: true };
  expect(differences(before, theirs, yours)).toEqual([
    { field: 'name', theirs: 'Theirs', yours: 'Yours' },
    { field: 'scopes', theirs: 'openid', yours: null },
    { field: 'require_pkce', theirs: 'yes', yours: null },
  ]);
  expect(changedFields(before, fieldsOf(client))).toEqual([]);
});

test.each([
  [{}, []],
  [{ scopes: ['openid', 'email', 'profile'] }, []],
  [{ scopes: ['openid'] }, ['email is taken away']],
  [{ may_read_subscription: true }, []],
  [{ is_public: true, scopes: ['openid'] }, ['Its client secret stops working']],
  [{ redirect_uris: ['https://a.example/cb'] }, ['Logins that are under way end']],
])('says what stops working after a change to %o', (change, texts) => {
  const said = consequences(before, { ...before, ...change });
  expect(said.map((text) => texts.some((part) => text.includes(part)))).toEqual(texts.map(() => true));
});

test('says that all tokens end when the client may no longer read the subscription', () => {
  const texts = consequences({ ...before, may_read_subscription: true }, before);
  expect(texts).toEqual([expect.stringContaining('because subscription and groups are taken away')]);
});

test('says that device codes stop working when the device flow is turned off', () => {
  const texts = consequences({ ...before, may_use_device_flow: true }, before);
  expect(texts).toEqual([expect.stringContaining('Codes that devices show stop working')]);
});

test('says that all tokens end when two factors become necessary', () => {
  const texts = consequences(before, { ...before, require_two_factor: true });
  expect(texts).toEqual([expect.stringContaining('with two factors')]);
});

test('says that a public client gets a secret when it becomes confidential', () => {
  const texts = consequences({ ...before, is_public: true }, before);
  expect(texts).toEqual([expect.stringContaining('It gets a client secret')]);
});
