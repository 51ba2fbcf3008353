/**
 * The requests of the applications in docs/oauth.md ("Applications by name"), as their sources send them: parameters,
 * their order, headers, and how the client authenticates.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sessionCookieName } from '#lib/auth/session/sign-in-session.ts';
import { db } from '#lib/base/db/db.ts';
import { env } from '#lib/base/settings/env.ts';
import { redirectUriProblem } from '#lib/oauth/redirect-uri.ts';
import { decideAuthorization } from '#lib/oauth/consent/consent.ts';
import '#lib/testing/database.ts';
import { createClientRow } from '#lib/testing/factories.ts';
import { startMountedProvider } from '#lib/testing/oauth/relying-party.ts';
import { createSignedInUser } from '#lib/testing/signed-in.ts';

let provider: Awaited<ReturnType<typeof startMountedProvider>>;
beforeAll(async () => {
  provider = await startMountedProvider();
});
afterAll(() => provider.close());

const EMAIL_CLAIMS = { email: null, name: null, quota: null, groups: null };
const challengeOf = async (verifier: string) =>
  Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))).toString('base64url');

type Auth = 'basic' | 'post' | 'none';
type App = {
  /** as in the table */
  name: string;
  redirectUri: string;
  /** what the URL of the authorization request contains in addition to client, redirect URI and response type */
  params: Record<string, string>;
  /** sends PKCE */
  hasPkce: boolean;
  /** how the client authenticates, in the order of its attempts: golang.org/x/oauth2 finds out by trying */
  auth: readonly Auth[];
  isPublic?: boolean;
  /** headers of the user info request; null if it is not sent */
  userinfo: Record<string, string> | null;
  /** where the application gets the email from; null if it reads only the subject */
  emailIn: 'id_token' | 'userinfo' | null;
  renews: boolean;
  /** the query of the logout request; null if the application only ends its own session */
  logout: ((idToken: string, clientId: string) => string) | null;
  afterLogout?: string;
};

const JSON_ONLY = { accept: 'application/json' };
const APPS: readonly App[] = [
  {
    // grafana/grafana: pkg/services/authn/clients/oauth.go, pkg/login/social/connectors/generic_oauth.go
    name: 'Grafana 12 (generic OAuth)',
    redirectUri: 'https://grafana.example.com/login/generic_oauth',
    params: { scope: 'openid email profile', state: 'c3RhdGU_LQ==' },
    hasPkce: true,
    auth: ['basic'],
    userinfo: {},
    emailIn: 'userinfo',
    renews: true,
    logout: (idToken) =>
      `post_logout_redirect_uri=${encodeURIComponent('https://grafana.example.com/login')}&id_token_hint=${idToken}`,
    afterLogout: 'https://grafana.example.com/login',
  },
  {
    // nextcloud/user_oidc 8.10: lib/Controller/LoginController.php. The URI after logout is not encoded.
    name: 'Nextcloud, user_oidc 8',
    redirectUri: 'https://cloud.example.com/apps/user_oidc/code',
    params: {
      scope: 'openid email profile',
      claims: JSON.stringify({ id_token: EMAIL_CLAIMS, userinfo: EMAIL_CLAIMS }),
      state: 'K3J5H7G9F1D3S5A7P9O1I3U5Y7T9R1E3',
      nonce: 'A1B2C3D4E5F6G7H8I9J0K1L2M3N4O5P6',
    },
    hasPkce: true,
    auth: ['post'],
    userinfo: null,
    emailIn: 'id_token',
    renews: true,
    logout: (idToken, clientId) =>
      `post_logout_redirect_uri=https://cloud.example.com/&client_id=${clientId}&id_token_hint=${idToken}`,
    afterLogout: 'https://cloud.example.com/',
  },
  {
    // proxmox/proxmox-rs: proxmox-openid/src/lib.rs, with the crate openidconnect
    name: 'Proxmox VE 9',
    redirectUri: 'https://pve.example.com:8006',
    params: {
      state: '{"csrf_token":"hB9kqv0m6mXJvDqj","realm":"premium"}',
      scope: 'openid email profile',
      nonce: 'w0q3dF2rB5s',
      display: 'page',
    },
    hasPkce: true,
    auth: ['basic'],
    userinfo: JSON_ONLY,
    emailIn: 'userinfo',
    renews: false,
    logout: null,
  },
  {
    // go-gitea/gitea: services/auth/source/oauth2/providers_openid.go; markbates/goth: providers/openidConnect
    name: 'Gitea 1',
    redirectUri: 'https://git.example.com/user/oauth2/premium/callback',
    params: { scope: 'email profile openid', state: '4dd1a6c2-7f7d-4a35-b16e-d0b6d7b5f1a1' },
    hasPkce: false,
    auth: ['basic'],
    userinfo: {},
    emailIn: 'userinfo',
    renews: false,
    logout: null,
  },
  {
    // oauth2-proxy/oauth2-proxy 7.15: providers/oidc.go, providers/util.go; parameters in alphabetical order
    name: 'oauth2-proxy 7',
    redirectUri: 'https://app.example.com/oauth2/callback',
    params: {
      approval_prompt: 'force',
      nonce: 'Zm9vYmFy',
      scope: 'openid email profile',
      state: 'mJ0l8c:https://app.example.com/a?b=c&d',
    },
    hasPkce: true,
    auth: ['basic'],
    userinfo: JSON_ONLY,
    emailIn: 'userinfo',
    renews: true,
    logout: null,
  },
  {
    // dani-garcia/vaultwarden 1.37: src/sso_client.rs, with the crate openidconnect; the state is padded base64
    name: 'Vaultwarden 1.37 (SSO)',
    redirectUri: 'https://vault.example.com/identity/connect/oidc-signin',
    params: { state: 'eyJvcmciOiI/Pz4+In0+/w==', scope: 'openid email profile', nonce: 'u6Pz1Yk' },
    hasPkce: true,
    auth: ['basic'],
    userinfo: JSON_ONLY,
    emailIn: 'userinfo',
    renews: true,
    logout: null,
  },
  {
    // mailcow/mailcow-dockerized 2026-07: data/web/inc/functions.inc.php, with league/oauth2-client 2
    name: 'mailcow 2026 (Generic-OIDC)',
    redirectUri: 'https://mail.example.com',
    params: {
      state: '5f2b8c1d9e7a4b3c6d0e1f2a3b4c5d6e',
      scope: 'openid email profile mailcow_template',
      approval_prompt: 'auto',
    },
    hasPkce: false,
    auth: ['post'],
    userinfo: {},
    emailIn: 'userinfo',
    renews: true,
    logout: null,
  },
  {
    // int128/kubelogin 1.36: pkg/oidc/client/authcode.go. The first attempt to authenticate has an empty secret.
    name: 'Kubernetes (kube-apiserver, kubelogin 1.36)',
    redirectUri: 'http://localhost:8000',
    params: {
      access_type: 'offline',
      claims: '{"id_token":{"email":null,"email_verified":null}}',
      nonce: 'bm9uY2U',
      scope: 'openid',
      state: 'c3RhdGU',
    },
    hasPkce: true,
    isPublic: true,
    auth: ['basic', 'none'],
    userinfo: null,
    emailIn: 'id_token',
    renews: true,
    logout: null,
  },
];

async function setUp({ redirectUri, isPublic = false, hasPkce, afterLogout }: App) {
  const { client, secret } = await createClientRow(db(), {
    redirectUris: [redirectUri],
    postLogoutRedirectUris: afterLogout === undefined ? [] : [afterLogout],
    isPublic,
    requirePkce: hasPkce,
  });
  return { id: client.id, secret: secret ?? '', person: await createSignedInUser(db()) };
}
type Setup = Awaited<ReturnType<typeof setUp>>;

/** Goes through login and consent in the person's browser, and returns the parameters of the application's answer. */
async function authorize({ id, person }: Setup, { redirectUri, params, hasPkce }: App, verifier: string) {
  const query = new URLSearchParams({
    client_id: id,
    redirect_uri: redirectUri,
    response_type: 'code',
    ...params,
    ...(hasPkce && { code_challenge: await challengeOf(verifier), code_challenge_method: 'S256' }),
  });
  const session = `${sessionCookieName()}=${person.sessionToken}`;
  const asked = await provider.send(`${env().APP_URL}/oauth2/authorize?${query}`, { headers: { cookie: session } });
  const uid = new URL(asked.headers.get('location') ?? '', env().APP_URL).searchParams.get('interaction') ?? '';
  const cookie = [session, ...asked.headers.getSetCookie().map((line) => line.split(';', 1).join(''))].join('; ');
  const headers = new Headers({ cookie, 'sec-fetch-site': 'same-origin' });
  const next = await decideAuthorization(person.ctx, uid, { decision: 'authorize', shownAt: 0 }, headers);
  const done = await provider.send(next, { headers: { cookie } });
  const answer = new URL(done.headers.get('location') ?? '');
  expect(answer.href.startsWith(redirectUri)).toBe(true);
  return answer.searchParams;
}

type Tokens = { id_token: string; access_token: string; refresh_token: string };

/** Sends a token request with each way to authenticate until one succeeds, as the application does. */
async function tokens({ id, secret }: Setup, { auth }: App, form: Record<string, string>): Promise<Tokens> {
  const statuses: number[] = [];
  for (const way of auth) {
    const body = new URLSearchParams(form);
    if (way !== 'basic') body.set('client_id', id);
    if (way === 'post') body.set('client_secret', secret);
    const basic = `Basic ${btoa(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`)}`;
    const headers = { ...JSON_ONLY, ...(way === 'basic' && { authorization: basic }) };
    const answer = await provider.send(`${env().APP_URL}/oauth2/token`, { method: 'POST', headers, body });
    statuses.push(answer.status);
    if (answer.ok) return (await answer.json()) as Tokens;
  }
  throw new Error(`the token endpoint answered ${statuses.join(', ')}`);
}

async function userInfo(headers: Record<string, string>, token: string): Promise<Claims> {
  const authorization = `Bearer ${token}`;
  const answer = await provider.send(`${env().APP_URL}/oauth2/userinfo`, { headers: { ...headers, authorization } });
  return (await answer.json()) as Claims;
}

describe.each(APPS)('$name', (app) => {
  test('may register its redirect URI', () => {
    expect(redirectUriProblem(app.redirectUri, { isPublic: app.isPublic ?? false })).toBeNull();
  });

  test('logs a person in, learns who they are, renews its tokens and logs them out', async () => {
    const [setup, verifier] = [await setUp(app), 'v'.repeat(43)];
    const { person } = setup;
    const answer = await authorize(setup, app, verifier);
    expect(answer.get('state')).toBe(app.params.state);
    const first = await tokens(setup, app, {
      grant_type: 'authorization_code',
      code: answer.get('code') ?? '',
      redirect_uri: app.redirectUri,
      ...(app.hasPkce && { code_verifier: verifier }),
    });
    const renewed = app.renews
      ? await tokens(setup, app, { grant_type: 'refresh_token', refresh_token: first.refresh_token })
      : first;
    for (const each of new Set([first, renewed])) {
      const idToken = decodeJwt(each.id_token);
      expect(idToken).toMatchObject({ iss: env().APP_URL, aud: setup.id, sub: person.id });
      if (app.params.nonce !== undefined) expect(idToken['nonce']).toBe(app.params.nonce);
      const userinfo = app.userinfo && (await userInfo(app.userinfo, each.access_token));
      if (userinfo) expect(userinfo['sub']).toBe(person.id);
      const claims = app.emailIn === 'id_token' ? idToken : userinfo;
      expect(claims).toMatchObject({ email: person.email });
      expect(claims?.['email_verified'] ?? true).toBe(true);
    }
    if (!app.logout) return;
    const cookie = `${sessionCookieName()}=${person.sessionToken}`;
    const url = `${env().APP_URL}/oauth2/end_session?${app.logout(renewed.id_token, setup.id)}`;
    const out = await provider.send(url, { headers: { cookie } });
    expect(out.headers.get('location')).toBe(app.afterLogout);
    expect(await db().signInSession.count({ where: { userId: person.id } })).toBe(0);
  });
});

test('docs/oauth.md has these applications and redirect URIs, and recommends no claim that is no identifier', () => {
  const text = readFileSync(path.join(import.meta.dirname, '../../../docs/oauth.md'), 'utf8');
  const section = text.split('### Applications by name')[1]?.split('\n#')[0] ?? '';
  const rows = section.split('\n').flatMap((line) => (/^\| [^-]/.test(line) ? [line.split(' | ').map(trimmed)] : []));
  const [, ...apps] = rows;
  const inDocs = apps.map(([name, uri]) => ({
    name,
    redirectUri: uri?.replaceAll('`', '').replace('<name>', 'premium'),
  }));
  expect(inDocs).toEqual(APPS.map(({ name, redirectUri }) => ({ name, redirectUri })));
  for (const [name, , enter] of apps) expect(enter, name).not.toMatch(/preferred_username|nickname|=\s*auto\b/);
});

const trimmed = (cell: string) => cell.replace(/^\| /, '').trim();

type Claims = Record<string, unknown>;
const decodeJwt = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Claims;
