/**
 * A web server that logs people in with openid-client 6 (npm install openid-client): /login, /callback, /logout, and a
 * start page that shows the user. Replace the variable `session` with your own session storage.
 */
import { createServer } from 'node:http';
import * as client from 'openid-client';

type Settings = { issuer: string; clientId: string; clientSecret: string; origin: string };

export async function createApplication({ issuer, clientId, clientSecret, origin }: Settings) {
  const isLocal = issuer.startsWith('http://localhost'); // openid-client requires https unless told otherwise
  // oxlint-disable-next-line typescript/no-deprecated -- deprecated only as a warning against its use
  const options = isLocal ? { execute: [client.allowInsecureRequests] } : {};
  const config = await client.discovery(
    new URL(issuer),
    clientId,
    undefined,
    client.ClientSecretBasic(clientSecret),
    options,
  );
  const session: { login?: Login; idToken?: string | undefined; email?: string } = {};

  return createServer((req, res) => {
    const redirect = (to: URL | string) => res.writeHead(303, { location: String(to) }).end();
    const answer = async () => {
      const url = new URL(req.url ?? '/', origin);
      switch (url.pathname) {
        case '/login': {
          const verifier = client.randomPKCECodeVerifier();
          session.login = { state: client.randomState(), nonce: client.randomNonce(), verifier };
          const { state, nonce } = session.login;
          return redirect(
            client.buildAuthorizationUrl(config, {
              redirect_uri: `${origin}/callback`,
              scope: 'openid email',
              state,
              nonce,
              code_challenge_method: 'S256',
              code_challenge: await client.calculatePKCECodeChallenge(verifier),
            }),
          );
        }
        case '/callback': {
          const { state = '', nonce = '', verifier = '' } = session.login ?? {};
          const tokens = await client.authorizationCodeGrant(config, url, {
            expectedState: state,
            expectedNonce: nonce,
            pkceCodeVerifier: verifier,
          });
          const subject = tokens.claims()?.sub ?? '';
          const person = await client.fetchUserInfo(config, tokens.access_token, subject);
          Object.assign(session, { idToken: tokens.id_token, email: person.email });
          return redirect('/');
        }
        case '/logout': {
          const hint = session.idToken ?? '';
          delete session.email;
          return redirect(
            client.buildEndSessionUrl(config, { id_token_hint: hint, post_logout_redirect_uri: `${origin}/` }),
          );
        }
        default:
          return res.end(session.email ? `Hello ${session.email}` : 'Not logged in');
      }
    };
    answer().catch((error: unknown) => res.writeHead(500).end(String(error)));
  });
}

type Login = { state: string; nonce: string; verifier: string };
