import type { Context } from '#lib/base/context.ts';
import { Prisma } from '#lib/base/db/db.ts';
import { enqueue } from '#lib/jobs/queue.ts';

/** A session at a client; `sid` is in the client's ID tokens. */
type AppSession = { userId: string; clientId: string; sid: string };

/**
 * Queues a logout token for each client that a user logged in to during these sessions, if it has a logout URL (OpenID
 * Connect Back-Channel Logout 1.0). Call it in the transaction that ends the sessions, before the provider's sessions
 * are deleted.
 */
export const endAppSessions = (tx: Context, sessionIds: string[]): Promise<void> =>
  queueLogouts(tx, Prisma.sql`SELECT * FROM (${OF_SESSIONS}) AS s WHERE s.uid = ANY(${sessionIds}::text[])`);

/**
 * Queues a logout token for every session of these users at a client, even if the session here has expired. `clientId`
 * limits this to one client. Call it before the users' tokens are deleted.
 */
export const endAppSessionsOf = (tx: Context, userIds: string[], clientId?: string): Promise<void> =>
  queueLogouts(
    tx,
    Prisma.sql`
      SELECT * FROM (${OF_SESSIONS} UNION ALL ${OF_TOKENS}) AS s WHERE s.user_id = ANY(${userIds}::uuid[])
        ${clientId === undefined ? Prisma.empty : Prisma.sql`AND s.client_id = ${clientId}`}`,
  );

/** One row for each client of each session of the provider. */
const OF_SESSIONS = Prisma.sql`
  SELECT a.user_id, a.uid, app.key AS client_id, app.value->>'sid' AS sid
  FROM oidc_artifacts a, jsonb_each(a.payload->'authorizations') AS app
  WHERE a.model = 'Session'`;

const OF_TOKENS = Prisma.sql`
  SELECT user_id, NULL, client_id, payload->>'sid' FROM oidc_artifacts
  WHERE model IN ('AuthorizationCode', 'AccessToken', 'RefreshToken')`;

async function queueLogouts(tx: Context, sessions: Prisma.Sql): Promise<void> {
  const rows = await tx.db.$queryRaw<AppSession[]>`
    SELECT DISTINCT s.user_id::text AS "userId", s.client_id AS "clientId", s.sid
    FROM (${sessions}) AS s JOIN oauth_clients c ON c.id = s.client_id
    WHERE c.backchannel_logout_uri IS NOT NULL AND s.sid IS NOT NULL AND s.user_id IS NOT NULL`;
  for (const row of rows) await enqueue(tx.db, 'oauth.logout', row);
}
