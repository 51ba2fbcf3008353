/**
 * The reference for P5 and P16: oidc-provider alone behind node:http, with its in-memory store. Key type, rotation and
 * grants are as in the product; the difference is the cost of our store, sessions, limits, headers and consent page.
 */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Provider, type Configuration } from 'oidc-provider';

const connections = Number(process.env.CONNECTIONS);
const secret = randomBytes(32).toString('base64url');
const alg = process.env.ALG ?? 'RS256';
const { privateKey } = {
  RS256: () => generateKeyPairSync('rsa', { modulusLength: 3072 }),
  ES256: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  EdDSA: () => generateKeyPairSync('ed25519'),
}[alg as 'RS256' | 'ES256' | 'EdDSA']();
const configuration: Configuration = {
  clients: [
    {
      client_id: 'bench',
      client_secret: secret,
      redirect_uris: ['https://app.example/cb'],
      grant_types: ['authorization_code', 'refresh_token'],
      id_token_signed_response_alg: alg as 'RS256',
    },
  ],
  jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'bench', alg, use: 'sig' }] },
  enabledJWA: { idTokenSigningAlgValues: [alg as 'RS256'] },
  cookies: { keys: ['bench'] },
  features: { devInteractions: { enabled: false }, introspection: { enabled: true } },
  findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ sub }) }),
  issueRefreshToken: () => true,
  rotateRefreshToken: true,
};

process.once('disconnect', () => process.exit());
const server = createServer();
server.listen(0, '127.0.0.1', () => void begin());

async function begin() {
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const provider = new Provider(`http://127.0.0.1:${port}`, configuration);
  const handle = provider.callback();
  server.on(
    'request',
    (req, res) => void (req.url?.startsWith('/interaction/') ? interact(provider, req, res) : handle(req, res)),
  );
  const client = await provider.Client.find('bench');
  if (!client) throw new Error('no client');
  const tokens: string[] = [];
  const accessTokens: string[] = [];
  for (let n = 0; n < connections; n++) {
    const accountId = `person-${n}`;
    const grant = new provider.Grant({ accountId, clientId: 'bench' });
    grant.addOIDCScope('openid');
    const shared = { accountId, client, grantId: await grant.save(), scope: 'openid', gty: 'authorization_code' };
    tokens.push(await new provider.RefreshToken({ ...shared, claims: {} }).save());
    accessTokens.push(await new provider.AccessToken({ ...shared, claims: {} }).save());
  }
  const authorization = `Basic ${Buffer.from(`bench:${secret}`).toString('base64')}`;
  const cookies = tokens.map(() => ''); // a session begins with the first login
  process.send?.({
    url: `http://127.0.0.1:${port}/token`,
    clientId: 'bench',
    authorization,
    tokens,
    accessTokens,
    cookies,
  });
}

/** A page with a form, and its decision: logs in and consents, whatever was asked for. */
async function interact(provider: Provider, req: IncomingMessage, res: ServerResponse): Promise<void> {
  if (req.method === 'GET')
    return void res.setHeader('content-type', 'text/html').end('<form method="post"><button>Authorize</button></form>');
  const { session, params } = await provider.interactionDetails(req, res);
  const accountId = session?.accountId ?? `person-${randomBytes(8).toString('hex')}`;
  const grant = new provider.Grant({ accountId, clientId: String(params['client_id']) });
  grant.addOIDCScope('openid');
  await provider.interactionFinished(req, res, { login: { accountId }, consent: { grantId: await grant.save() } });
}
