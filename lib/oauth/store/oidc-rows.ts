import { Prisma } from '#lib/db.ts';

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
  isLiving: boolean;
} & Person;

export const selectArtifact = ({ model, id }: ArtifactKey) => Prisma.sql`
  SELECT payload, consumed_at AS "consumedAt" FROM oidc_artifacts WHERE model = ${model} AND id = ${id}`;

/** A token or code with everything that the provider will ask for next, in one statement (P5). */
export const selectToken = ({ model, id }: ArtifactKey) => Prisma.sql`
  ${TOKENS} WHERE a.model = ${model} AND a.id = ${id}`;

/** The same for an access or refresh token, of which only the value is known. */
export const selectAnyToken = (id: string) => Prisma.sql`
  ${TOKENS} WHERE a.model IN ('AccessToken', 'RefreshToken') AND a.id = ${id}`;

const TOKENS = Prisma.raw(`
  SELECT a.model, a.payload, a.consumed_at AS "consumedAt", a.grant_id AS "grantId", g.id AS "grantKey", g.payload AS "grant",
         a.user_id AS "userId", u.id IS NOT NULL AS "isLiving", u.email, u.email_verified_at AS "emailVerifiedAt",
         u.updated_at AS "updatedAt"
  FROM oidc_artifacts a
  LEFT JOIN oidc_artifacts g ON g.model = 'Grant'
    AND g.id = translate(rtrim(encode(sha256(convert_to(a.grant_id, 'UTF8')), 'base64'), '='), '+/', '-_')
  LEFT JOIN users u ON u.id = a.user_id AND u.blocked_at IS NULL`);

export const consumeArtifact = ({ model, id }: ArtifactKey) => Prisma.sql`
  UPDATE oidc_artifacts SET consumed_at = ${new Date()} WHERE model = ${model} AND id = ${id} AND consumed_at IS NULL`;

/** Writes rows, all or none. A consumed row stays consumed. */
export const upsertArtifacts = (rows: readonly ArtifactRow[]) => Prisma.sql`
  INSERT INTO oidc_artifacts (${COLUMNS}) VALUES ${Prisma.join(rows.map(valuesOf))} ${ON_CONFLICT}`;

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
  WITH living AS (SELECT 1 FROM sign_in_sessions WHERE id = ${signInId}::uuid FOR KEY SHARE)
  INSERT INTO oidc_artifacts (${COLUMNS}) SELECT * FROM (VALUES ${valuesOf(row)}) AS rows WHERE EXISTS (SELECT FROM living)`;

const COLUMNS = Prisma.raw('model, id, payload, uid, grant_id, user_id, client_id, prefix, expires_at');

const ON_CONFLICT = Prisma.raw(`
  ON CONFLICT (model, id) DO UPDATE SET payload = excluded.payload, uid = excluded.uid, grant_id = excluded.grant_id,
    user_id = excluded.user_id, client_id = excluded.client_id, prefix = excluded.prefix, expires_at = excluded.expires_at`);

const valuesOf = (row: ArtifactRow) => Prisma.sql`
  (${row.model}::text, ${row.id}::text, ${JSON.stringify(row.payload)}::jsonb, ${row.uid}::text, ${row.grantId}::text,
   ${row.userId}::uuid, ${row.clientId}::text, ${row.prefix}::text, ${row.expiresAt}::timestamptz)`;
