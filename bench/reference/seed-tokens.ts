/** What P5 renews on our side: a client and a refresh token for each connection, each of a person of its own. */
import { closeDb, db } from '#lib/db.ts';
import { oauthProvider } from '#lib/oauth/provider.ts';
import { useTestEnvironment } from '#lib/testing/environment.ts';
import { createClientRow, createUserRow } from '#lib/testing/factories.ts';

const { BASE_URL = '', DATABASE_URL = '', KEY_ENCRYPTION_KEY = '', CONNECTIONS } = process.env;
useTestEnvironment({ APP_URL: BASE_URL, DATABASE_URL, KEY_ENCRYPTION_KEY });

const { client: row, secret } = await createClientRow(db());
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
process.send?.({ url: '', authorization: `Basic ${Buffer.from(`${row.id}:${secret}`).toString('base64')}`, tokens });
await closeDb();
