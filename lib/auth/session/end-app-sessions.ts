import type { Context } from '#lib/context.ts';
import { Prisma } from '#lib/db.ts';
import { enqueue } from '#lib/jobs/queue.ts';

/** A session at an application; `sid` is in the application's ID tokens. */
type AppSession = { userId: string; clientId: string; sid: string };

/**
 * Queues a logout token for each application that a user logged in to during these sessions (OpenID Connect
 * Back-Channel Logout 1.0). Call it in the transaction that ends them, before the provider's sessions are deleted.
 */
export const endAppSessions = (tx: Context, sessionIds: string[]): Promise<void> =>
  queueLogouts(tx, Prisma.sql`SELECT * FROM (${OF_SESSIONS}) AS s WHERE s.uid = ANY(${sessionIds}::text[])`);

/**
 * Queues a logout token for every application session of these users, even if the session here has expired. `clientId`
 * limits it to one application. Call it before their tokens are deleted.
 */
export const endAppSessionsOf = (tx: Context, userIds: string[], clientId?: string): Promise<void> =>
  queueLogouts(
    tx,
    Prisma.sql`
      SELECT * FROM (${OF_SESSIONS} UNION ALL ${OF_TOKENS}) AS s WHERE s.user_id = ANY(${userIds}::uuid[])
        ${clientId === undefined ? Prisma.empty : Prisma.sql`AND s.client_id = ${clientId}`}`,
  );

/** One row for each application of each session of the provider. */
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
