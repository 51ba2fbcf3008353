import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as client from 'openid-client';
import { sessionCookieName } from '#lib/auth/session/sign-in-session.ts';
import { db } from '#lib/base/db/db.ts';
import { env } from '#lib/base/settings/env.ts';
import { decideAuthorization } from '#lib/oauth/consent/consent.ts';
import { handleProviderRequest } from '#lib/oauth/provider/mount.ts';
import { ensureSigningKeys } from '#lib/oauth/store/signing-keys.ts';
import { CLIENT_ADDRESS_HEADER } from '#lib/routes/request-context.ts';
import { systemContext } from '#lib/testing/context.ts';
import { createClientRow, unique } from '#lib/testing/factories.ts';
import type { createSignedInUser } from '#lib/testing/signed-in.ts';

type Person = Awaited<ReturnType<typeof createSignedInUser>>;
type Fields = Parameters<typeof createClientRow>[1];
const REDIRECT = 'https://app.example/cb';

/** The provider on its own port, for clients that use openid-client. */
export async function startMountedProvider() {
  await ensureSigningKeys(systemContext(db()));
  const server = createServer((req, res) => void handleProviderRequest(req, res));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  /** Sends the request to the port of this server instead of the issuer's. */
  const sendFrom = (address: string, url: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    headers.set(CLIENT_ADDRESS_HEADER, address);
    return fetch(url.replace(env().APP_URL, `http://127.0.0.1:${port}`), { ...init, headers, redirect: 'manual' });
  };
  // another address for each request, because of the rate limits
  const send = (url: string, init: RequestInit = {}) => sendFrom(unique('address'), url, init);
  /** Sets up openid-client, which verifies signatures, for a client that exists. */
  const setUp = async (id: string, secret: string | null, alg: string) => {
    const auth = secret === null ? client.None() : client.ClientSecretBasic(secret);
    const config = await client.discovery(new URL(env().APP_URL), id, { id_token_signed_response_alg: alg }, auth, {
      // oxlint-disable-next-line typescript/no-deprecated -- deprecated only to stand out; this is loopback
      execute: [client.allowInsecureRequests, client.enableNonRepudiationChecks],
      [client.customFetch]: (url, { method, headers, body }) =>
        send(url, { method, headers, body: body instanceof URLSearchParams ? body : null }),
    });
    return new RelyingParty(config, id, send);
  };
  return {
    send,
    sendFrom,
    setUp,
    /** Registers a client and sets up openid-client for it. */
    async createRelyingParty(fields: Fields = {}) {
      const { client: row, secret } = await createClientRow(db(), { redirectUris: [REDIRECT], ...fields });
      return setUp(row.id, secret, row.idTokenAlg);
    },
    close: () => void server.close(),
  };
}

type Send = (url: string, init?: RequestInit) => Promise<Response>;

/** A client and the browser of the people who log in to it. */
export class RelyingParty {
  readonly config: client.Configuration;
  readonly id: string;
  readonly #send: Send;

  constructor(config: client.Configuration, id: string, send: Send) {
    this.config = config;
    this.id = id;
    this.#send = send;
  }

  /** Logs a person in, who consents if the consent page is shown. Rejects with the error of a refusal. */
  async logIn(
    person: Person,
    scope: string,
    extra: Record<string, string> = {},
    options: client.AuthorizationCodeGrantOptions = {},
  ) {
    const verifier = client.randomPKCECodeVerifier();
    const expectedState = client.randomState();
    const url = await this.authorizationUrl(scope, { state: expectedState, ...extra }, verifier);
    const answer = await this.answerOf(person, url);
    return client.authorizationCodeGrant(
      this.config,
      answer,
      { pkceCodeVerifier: verifier, expectedState },
      {},
      options,
    );
  }

  /** The authorization URL that the client sends people to. */
  async authorizationUrl(scope: string, extra: Record<string, string>, verifier = client.randomPKCECodeVerifier()) {
    return client.buildAuthorizationUrl(this.config, {
      redirect_uri: REDIRECT,
      scope,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...extra,
    });
  }

  /** The URL that the provider redirects to at the end: the client's redirect URI, or our error page. */
  async answerOf(person: Person, url: URL): Promise<URL> {
    const session = `${sessionCookieName()}=${person.sessionToken}`;
    const first = await this.#send(url.href, { headers: { cookie: session } });
    const target = locationOf(first);
    const uid = target.searchParams.get('interaction');
    if (uid === null) return target;
    const cookie = [session, ...first.headers.getSetCookie().map((one) => one.split(';', 1)[0])].join('; ');
    const headers = new Headers({ cookie, 'sec-fetch-site': 'same-origin' });
    const next = await decideAuthorization(person.ctx, uid, { decision: 'authorize', shownAt: 0 }, headers);
    return locationOf(await this.#send(next, { headers: { cookie } }));
  }
}

const locationOf = (answer: Response) => new URL(answer.headers.get('location') ?? '', env().APP_URL);
