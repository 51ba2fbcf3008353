/**
 * Seeds P5 in our database: a client, and a refresh token of a different user for each connection, in a table as full
 * as after some days of use.
 */
import { closeDb, db } from '#lib/db.ts';
import { oauthProvider } from '#lib/oauth/provider/provider.ts';
import { useTestEnvironment } from '#lib/testing/environment.ts';
import { createClientRow, createUserRow } from '#lib/testing/factories.ts';

const { BASE_URL = '', DATABASE_URL = '', KEY_ENCRYPTION_KEY = '', CONNECTIONS, ALG = 'RS256' } = process.env;
useTestEnvironment({ APP_URL: BASE_URL, DATABASE_URL, KEY_ENCRYPTION_KEY });

const { client: row, secret } = await createClientRow(db(), { idTokenAlg: ALG });
const { Client, Grant, RefreshToken } = await oauthProvider();
const client = await Client.find(row.id);
if (!client) throw new Error('no client');
const tokens: string[] = [];
for (let n = 0; n < Number(CONNECTIONS); n++) {
  const { id: accountId } = await createUserRow(db());
  const grant = new Grant({ accountId, clientId: row.id });
  grant.addOIDCScope('openid');
  const shared = { accountId, client, grantId: await grant.save(), scope: 'openid', gty: 'authorization_code' };
  tokens.push(await new RefreshToken({ ...shared, claims: {} }).save());
  await db().consent.create({ data: { userId: accountId, clientId: row.id, scopes: ['openid'] } });
}
await db().$executeRaw`
  INSERT INTO oidc_artifacts (model, id, payload, grant_id, expires_at)
  SELECT (ARRAY['AccessToken', 'RefreshToken', 'Grant'])[n % 3 + 1], md5(n || ${ALG}), '{}', md5((n / 3)::text), now() + interval '1 day'
  FROM generate_series(1, 30000) AS n`;
await db().$executeRaw`ANALYZE oidc_artifacts`;
process.send?.({ url: '', authorization: `Basic ${Buffer.from(`${row.id}:${secret}`).toString('base64')}`, tokens });
await closeDb();
