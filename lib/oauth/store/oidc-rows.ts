import { hash } from 'node:crypto';
import { Prisma } from '#lib/base/db/db.ts';

/** A row of `oidc_artifacts` to write; `id` is the value's hash. */
export type ArtifactRow = ArtifactKey & {
  payload: Prisma.InputJsonObject;
  uid: string | null;
  grantId: string | null;
  userId: string | null;
  clientId: string | null;
  prefix: string | null;
  expiresAt: Date | null;
};
export type ArtifactKey = { model: string; id: string };
/** The columns of a stored value that are read. */
export type Stored = { payload: Prisma.JsonValue; consumedAt: Date | null };
/** The columns of a user that the claims come from. */
export type Person = { email: string | null; emailVerifiedAt: Date | null; updatedAt: Date };
/** A token or code with its grant and user; their columns are null if they no longer exist. */
export type StoredToken = Stored & {
  model: string;
  grantId: string | null;
  grantKey: string | null;
  grant: Prisma.JsonValue;
  userId: string | null;
  hasUser: boolean;
} & Person;

/** What a value is stored under. */
export const hashOf = (value: string): string => hash('sha256', value, 'base64url');

export const selectArtifact = ({ model, id }: ArtifactKey) => Prisma.sql`
  SELECT payload, consumed_at AS "consumedAt" FROM oidc_artifacts WHERE model = ${model} AND id = ${id}`;

/** The value whose hash was looked up by `uid`. */
export const selectByUid = (model: string, uid: string) => Prisma.sql`
  SELECT payload, consumed_at AS "consumedAt" FROM oidc_artifacts WHERE model = ${model} AND uid = ${uid}`;

/** Models that are read together with their grant and user. */
export const ISSUED = ['AccessToken', 'RefreshToken', 'AuthorizationCode'];

/**
 * A token or code, of whichever kind, with everything that the provider will ask for next, in one statement (P5).
 */
export const selectIssued = (id: string) => Prisma.sql`
  ${TOKENS} WHERE a.model IN (${ISSUED_LIST}) AND a.id = ${id}`;

/** The same as a part of another statement, which names the table `issued`. */
export const issuedBeside = (id: string) => Prisma.sql`
  LEFT JOIN LATERAL (${selectIssued(id)}) issued ON true`;

const ISSUED_LIST = Prisma.raw(ISSUED.map((model) => `'${model}'`).join());

const TOKENS = Prisma.raw(`
  SELECT a.model, a.payload, a.consumed_at AS "consumedAt", a.grant_id AS "grantId", g.id AS "grantKey", g.payload AS "grant",
         a.user_id AS "userId", u.id IS NOT NULL AS "hasUser", u.email, u.email_verified_at AS "emailVerifiedAt",
         u.updated_at AS "updatedAt"
  FROM oidc_artifacts a
  LEFT JOIN oidc_artifacts g ON g.model = 'Grant'
    AND g.id = translate(rtrim(encode(sha256(convert_to(a.grant_id, 'UTF8')), 'base64'), '='), '+/', '-_')
  LEFT JOIN users u ON u.id = a.user_id AND u.blocked_at IS NULL`);

export const deleteArtifact = ({ model, id }: ArtifactKey) => Prisma.sql`
  DELETE FROM oidc_artifacts WHERE model = ${model} AND id = ${id}`;

export const consumeArtifact = ({ model, id }: ArtifactKey) => Prisma.sql`
  UPDATE oidc_artifacts SET consumed_at = ${new Date()} WHERE model = ${model} AND id = ${id} AND consumed_at IS NULL`;

/** Writes rows, all or none. A consumed row stays consumed. */
export const upsertArtifacts = (rows: readonly ArtifactRow[]) => Prisma.sql`
  INSERT INTO oidc_artifacts (${COLUMNS}) VALUES ${Prisma.join(rows.map(valuesOf))} ${ON_CONFLICT}`;

/**
 * Writes a row that is to be the only one with its `uid`: replaces the row that has this `uid`, and the row that has this
 * id and another `uid`.
 */
export const replaceByUid = (row: ArtifactRow) => Prisma.sql`
  WITH gone AS (
    DELETE FROM oidc_artifacts WHERE model = ${row.model} AND id = ${row.id} AND uid IS DISTINCT FROM ${row.uid} RETURNING 1)
  INSERT INTO oidc_artifacts AS row (${COLUMNS})
  SELECT * FROM (VALUES ${valuesOf(row)}) AS rows WHERE (SELECT count(*) FROM gone) >= 0
  ON CONFLICT (model, uid) DO UPDATE SET id = excluded.id, payload = excluded.payload, grant_id = excluded.grant_id,
    user_id = excluded.user_id, client_id = excluded.client_id, prefix = excluded.prefix, expires_at = excluded.expires_at,
    created_at = CASE WHEN row.id = excluded.id THEN row.created_at ELSE excluded.created_at END,
    consumed_at = CASE WHEN row.id = excluded.id THEN row.consumed_at END`;

/** Writes a row that does not exist yet; otherwise changes nothing. */
export const insertNew = (row: ArtifactRow) => Prisma.sql`
  INSERT INTO oidc_artifacts (${COLUMNS}) VALUES ${valuesOf(row)} ON CONFLICT DO NOTHING`;

/** Consumes a row and writes its replacement, or does neither if it was already consumed. */
export const replaceArtifact = (used: ArtifactKey, rows: readonly ArtifactRow[]) => Prisma.sql`
  WITH used AS (${consumeArtifact(used)} RETURNING 1)
  INSERT INTO oidc_artifacts (${COLUMNS})
  SELECT * FROM (VALUES ${Prisma.join(rows.map(valuesOf))}) AS rows WHERE EXISTS (SELECT FROM used) ${ON_CONFLICT}`;

/** Writes a code unless its session has ended. Ending a session waits for this statement, and then deletes the code. */
export const insertCode = (row: ArtifactRow, signInId: string) => Prisma.sql`
  WITH session AS (SELECT 1 FROM sign_in_sessions WHERE id = ${signInId}::uuid FOR KEY SHARE)
  INSERT INTO oidc_artifacts (${COLUMNS}) SELECT * FROM (VALUES ${valuesOf(row)}) AS rows WHERE EXISTS (SELECT FROM session)`;

const COLUMNS = Prisma.raw('model, id, payload, uid, grant_id, user_id, client_id, prefix, expires_at');

const ON_CONFLICT = Prisma.raw(`
  ON CONFLICT (model, id) DO UPDATE SET payload = excluded.payload, uid = excluded.uid, grant_id = excluded.grant_id,
    user_id = excluded.user_id, client_id = excluded.client_id, prefix = excluded.prefix, expires_at = excluded.expires_at`);

const valuesOf = (row: ArtifactRow) => Prisma.sql`
  (${row.model}::text, ${row.id}::text, ${JSON.stringify(row.payload)}::jsonb, ${row.uid}::text, ${row.grantId}::text,
   ${row.userId}::uuid, ${row.clientId}::text, ${row.prefix}::text, ${row.expiresAt}::timestamptz)`;
