/**
 * Seeds P5 and P16 in our database: a client, and for each connection a different user with a session, a refresh token
 * and an access token, in a table as full as after some days of use.
 */
import { sessionCookieName, startSignInSession } from '#lib/auth/session/sign-in-session.ts';
import { closeDb, db } from '#lib/base/db/db.ts';
import { oauthProvider } from '#lib/oauth/provider/provider.ts';
import { processContext } from '#lib/routes/request-context.ts';
import { useTestEnvironment } from '#lib/testing/environment.ts';
import { createClientRow, createUserRow } from '#lib/testing/factories.ts';

const { BASE_URL = '', DATABASE_URL = '', KEY_ENCRYPTION_KEY = '', CONNECTIONS, ALG = 'RS256' } = process.env;
useTestEnvironment({ APP_URL: BASE_URL, DATABASE_URL, KEY_ENCRYPTION_KEY });

const redirectUris = ['https://app.example/cb'];
const { client: row, secret } = await createClientRow(db(), { idTokenAlg: ALG, redirectUris });
const { AccessToken, Client, Grant, RefreshToken } = await oauthProvider();
const client = await Client.find(row.id);
if (!client) throw new Error('no client');
const tokens: string[] = [];
const accessTokens: string[] = [];
const cookies: string[] = [];
for (let n = 0; n < Number(CONNECTIONS); n++) {
  const { id: accountId } = await createUserRow(db());
  const grant = new Grant({ accountId, clientId: row.id });
  grant.addOIDCScope('openid');
  const shared = { accountId, client, grantId: await grant.save(), scope: 'openid', gty: 'authorization_code' };
  tokens.push(await new RefreshToken({ ...shared, claims: {} }).save());
  accessTokens.push(await new AccessToken({ ...shared, claims: {} }).save());
  const { token } = await startSignInSession(processContext({ kind: 'system', job: 'bench' }), accountId);
  cookies.push(`${sessionCookieName()}=${token}`);
  await db().consent.create({ data: { userId: accountId, clientId: row.id, scopes: ['openid'] } });
}
await db().$executeRaw`
  INSERT INTO oidc_artifacts (model, id, payload, grant_id, expires_at)
  SELECT (ARRAY['AccessToken', 'RefreshToken', 'Grant'])[n % 3 + 1], md5(n || ${ALG}), '{}', md5((n / 3)::text), now() + interval '1 day'
  FROM generate_series(1, 30000) AS n`;
await db().$executeRaw`ANALYZE oidc_artifacts`;
const authorization = `Basic ${Buffer.from(`${row.id}:${secret}`).toString('base64')}`;
process.send?.({ url: '', clientId: row.id, authorization, tokens, accessTokens, cookies });
await closeDb();
