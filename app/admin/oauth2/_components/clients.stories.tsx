import { ok, refused, type StubAnswer, type StubAnswers } from '#components/stories/stub-server.tsx';
import { StubScreen } from '#components/stories/stub-screen.tsx';
import type { OAuthClientView, OAuthTokenView } from '#lib/oauth/views.ts';
import { RefreshButton } from '../../_components/frame/refresh-button.tsx';
import { ClientDialogs } from './list/client-dialogs.tsx';
import { ClientsScreen } from './list/clients-screen.tsx';
import { CreateClientButton } from './list/create-client-button.tsx';
import { OAUTH_CLIENTS } from './list/texts.ts';

export default { title: 'admin/OAuth2 clients' };

const PATH = '/admin/api/oauth2/clients';
const CLIENT: OAuthClientView = {
  id: '6f1b0a52-91c5-4a3e-8f5a-c9d7e2b40d11',
  name: 'Webmail',
  redirect_uris: ['https://app.test.example/callback'],
  post_logout_redirect_uris: [],
  scopes: ['openid', 'email'],
  is_public: false,
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
  created_at: 1_700_000_000,
  version: 1,
};
const REGISTERED: OAuthClientView = { ...CLIENT, kind: 'registered' };
const SECRET = 'k3Yw0nT9sQ2vB6xJ8mR4pL1zC7hF5dG0aE3uI9oW2yN';
const one = `${PATH}/${CLIENT.id}`;
const list = (...clients: object[]) => ok({ clients, total: clients.length, next_cursor: null });
const story = (answers: StubAnswers, search?: string) => (
  <StubScreen answers={{ [`GET ${PATH}`]: list(CLIENT), ...answers }} search={search}>
    <ClientDialogs>
      <RefreshButton queryKey={OAUTH_CLIENTS} />
      <CreateClientButton>Create client</CreateClientButton>
      <ClientsScreen />
    </ClientDialogs>
  </StubScreen>
);
const writes = (answer: StubAnswer): StubAnswers => ({
  [`POST ${PATH}`]: answer,
  [`PUT ${one}`]: answer,
  [`DELETE ${one}`]: answer,
  [`POST ${one}/regenerate-secret`]: answer,
  [`GET ${one}/tokens`]: answer,
});

export const Loading = () => story({ [`GET ${PATH}`]: 'waiting' });
const failure = refused(503, 'unavailable', 'The service is not available right now.');
export const Failed = () => story({ [`GET ${PATH}`]: [failure, list(CLIENT)] });
export const RefreshFailed = () => story({ [`GET ${PATH}`]: [list(CLIENT), failure, list(CLIENT)] });
export const Empty = () =>
  story({ [`GET ${PATH}`]: [list(), list(CLIENT)], [`POST ${PATH}`]: ok({ ...CLIENT, client_secret: SECRET }) });
export const NoMatch = () => story({ [`GET ${PATH}`]: [list(), list(CLIENT)] }, '?search=nothing');
export const Full = () =>
  story({
    [`POST ${PATH}`]: ok({ ...CLIENT, client_secret: SECRET }),
    [`POST ${one}/regenerate-secret`]: ok({ ...CLIENT, client_secret: SECRET }),
    [`DELETE ${one}`]: ok({ status: 'ok' }),
  });
export const Public = () =>
  story({
    [`GET ${PATH}`]: list({ ...CLIENT, is_public: true, require_pkce: true }),
    [`PUT ${one}`]: ok({ ...CLIENT, client_secret: SECRET }),
  });

/** A client that registered itself. The reload of the list never ends. */
export const Reloading = () =>
  story({
    ...writes(ok({ ...REGISTERED, version: 2 })),
    [`POST ${one}/block`]: ok({ ...REGISTERED, version: 3 }),
    [`POST ${one}/regenerate-secret`]: ok({ ...REGISTERED, version: 4, client_secret: SECRET }),
    [`GET ${PATH}`]: [list(REGISTERED), 'waiting'],
  });

/** Another admin has changed the client since the list was loaded. */
export const Stale = () => {
  const fresh = { ...CLIENT, redirect_uris: ['https://new.example.com/cb'], version: 2 };
  const conflict = { error: 'Someone else changed this client.', code: 'conflict', client: fresh };
  return story({ [`PUT ${one}`]: [{ status: 409, body: conflict }, ok(fresh)] });
};

/** A refusal with the server's own text. */
export const Refused = () => story(writes(refused(422, 'invalid', 'Said by the server.')));
/** Responses of a proxy, without our JSON. */
export const Unreachable = () => story(writes({ status: 502, body: null }));
/** Lists as JSON strings and the secret as `secret`, as older servers send them. */
export const AsStrings = () => {
  const old = {
    ...CLIENT,
    redirect_uris: '["https://one.example.com/cb","https://two.example.com/cb"]',
    post_logout_redirect_uris: '[]',
    scopes: '["openid","email"]',
  };
  return story({ [`GET ${PATH}`]: list(old), ...writes(ok({ ...old, secret: 'the-old-servers-secret' })) });
};

const token = (token_prefix: string, type: OAuthTokenView['type'] = 'access'): OAuthTokenView => ({
  type,
  token_prefix,
  user_id: 'a3d5e7f9-0000-7000-8000-000000000001',
  user_email: 'ada@example.com',
  scopes: ['openid', 'email'],
  created_at: 1_700_000_000,
  expires_at: 1_700_003_600,
});
const tokens = (page: OAuthTokenView[], total: number, next_cursor: string | null = null) =>
  ok({ tokens: page, total, next_cursor });

export const NoTokens = () => story({ [`GET ${one}/tokens`]: tokens([], 0) });
export const TwoPagesOfTokens = () =>
  story({
    [`GET ${one}/tokens`]: [
      tokens([token('AbCdEf12', 'refresh')], 2, 'next'),
      tokens([token('older100')], 2),
      tokens([token('older100')], 1),
    ],
    [`DELETE ${one}/tokens/AbCdEf12`]: ok({ status: 'ok' }),
  });
export const AmbiguousToken = () =>
  story({
    [`GET ${one}/tokens`]: tokens([token('older100')], 1),
    [`DELETE ${one}/tokens/older100`]: refused(409, 'conflict', 'Two tokens begin with these characters.'),
  });
