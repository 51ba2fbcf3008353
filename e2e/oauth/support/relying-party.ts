import * as client from 'openid-client';
import { db } from '#lib/base/db/db.ts';
import { createClientRow, unique } from '#lib/testing/factories.ts';
import { stack } from '../../support/stacks/stack.ts';

type RowFields = Parameters<typeof createClientRow>[1];
type Auth = 'basic' | 'post' | 'none';

/** Registers a client and sets up openid-client for it, which also verifies the signatures of ID tokens. */
export async function createRelyingParty(auth: Auth = 'basic', fields: RowFields = {}) {
  const redirectUri = fields?.redirectUris instanceof Array ? (fields.redirectUris[0] ?? '') : DEFAULT_URI;
  const { client: row, secret } = await createClientRow(db(), {
    name: unique('App'),
    redirectUris: [redirectUri],
    isPublic: auth === 'none',
    ...fields,
  });
  const method = {
    basic: () => client.ClientSecretBasic(secret ?? ''),
    post: () => client.ClientSecretPost(secret ?? ''),
    none: () => client.None(),
  }[auth]();
  const config = await client.discovery(new URL(stack.baseUrl), row.id, undefined, method, {
    // oxlint-disable-next-line typescript/no-deprecated -- deprecated only to stand out; this is loopback
    execute: [client.allowInsecureRequests, client.enableNonRepudiationChecks],
  });
  return new RelyingParty(config, row.id, row.name, redirectUri, secret);
}

const DEFAULT_URI = 'https://app.test.example/callback';

/** The values that a client keeps between its authorization request and the response. */
export type Request = { url: URL; checks: client.AuthorizationCodeGrantChecks };

export class RelyingParty {
  readonly config: client.Configuration;
  readonly id: string;
  readonly name: string;
  readonly redirectUri: string;
  readonly secret: string | null;

  constructor(config: client.Configuration, id: string, name: string, redirectUri: string, secret: string | null) {
    this.config = config;
    this.id = id;
    this.name = name;
    this.redirectUri = redirectUri;
    this.secret = secret;
  }

  /** The authorization URL with state and, by default, PKCE and nonce. */
  async request(extra: Record<string, string> = {}, { pkce = true, nonce = true } = {}): Promise<Request> {
    const verifier = client.randomPKCECodeVerifier();
    const [state, expectedNonce] = [client.randomState(), client.randomNonce()];
    const url = client.buildAuthorizationUrl(this.config, {
      redirect_uri: this.redirectUri,
      scope: 'openid',
      state,
      ...(nonce && { nonce: expectedNonce }),
      ...(pkce && { code_challenge: await client.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' }),
      ...extra,
    });
    return {
      url,
      checks: {
        expectedState: state,
        ...(nonce && { expectedNonce }),
        ...(pkce && { pkceCodeVerifier: verifier }),
        idTokenExpected: true,
      },
    };
  }

  /** Redeems the code of the response. openid-client checks state, iss, nonce and the ID token. */
  redeem(answer: URL, { checks }: Request) {
    return client.authorizationCodeGrant(this.config, answer, checks);
  }
}
