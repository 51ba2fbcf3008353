import type { AdapterPayload } from 'oidc-provider';
import { sha256 } from '#lib/base/crypto.ts';
import { db, type Db, Prisma } from '#lib/base/db/db.ts';
import { isStorable } from '#lib/http/postgres-text.ts';

/** The name of the policy that `configuration.ts` applies to registrations with an initial access token. */
export const REGISTRATION_POLICY = 'registration';

/** An initial access token as the provider reads it; undefined if it is not valid, or registration is off. */
export async function findInitialToken(value: string): Promise<AdapterPayload | undefined> {
  if (!isStorable(value)) return undefined;
  const rows = await db().$queryRaw<{ expiresAt: Date }[]>`
    SELECT expires_at AS "expiresAt" FROM initial_access_tokens WHERE ${works(value)}`;
  const [row] = rows;
  if (!row) return undefined;
  const exp = Math.floor(row.expiresAt.getTime() / 1000);
  return { kind: 'InitialAccessToken', jti: value, exp, policies: [REGISTRATION_POLICY] };
}

/** Counts one use, and returns the token's id; null if the token no longer works. Concurrent uses take turns. */
export async function useInitialToken(tx: Db, value: string): Promise<string | null> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    UPDATE initial_access_tokens SET uses = uses + 1 WHERE ${works(value)} RETURNING id`;
  return rows[0]?.id ?? null;
}

const works = (value: string) => Prisma.sql`token_hash = ${sha256(value)} AND revoked_at IS NULL
  AND expires_at > ${new Date()} AND uses < max_uses
  AND EXISTS (SELECT FROM oauth_settings WHERE allow_registration)`;
