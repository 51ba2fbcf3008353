import type { Account } from 'oidc-provider';
import { Prisma } from '#lib/db.ts';
import type { Person } from './oidc-rows.ts';
import { entitlementClaims } from './entitlement-claims.ts';
import { read } from './prepared-query.ts';
import { requestMemory } from './request-memory.ts';
import { whileAvailable } from './unavailable.ts';

/** The user behind a subject, with the claims of OpenID Connect Core §5.1; undefined if deleted or blocked. */
export async function findOidcAccount(userId: string): Promise<Account | undefined> {
  const known = requestMemory()?.people.get(userId);
  const user = known === undefined ? (await read<Person>(selectOf(userId)))[0] : known;
  if (!user) return undefined;
  const name = nameFrom(user.email);
  const claims = {
    sub: userId,
    ...(user.email !== null && { email: user.email, email_verified: user.emailVerifiedAt !== null }),
    ...(name !== undefined && { preferred_username: name, name }),
    updated_at: Math.floor(user.updatedAt.getTime() / 1000),
  };
  return {
    accountId: userId,
    claims: async (_use, scope) => ({ ...claims, ...(await whileAvailable(() => entitlementClaims(userId, scope))) }),
  };
}

/** The part of the email before the @: the only name that we know. The whole email needs the scope `email` (S75). */
const nameFrom = (email: string | null): string | undefined => email?.split('@', 1)[0];

const selectOf = (userId: string) => Prisma.sql`
  SELECT email, email_verified_at AS "emailVerifiedAt", updated_at AS "updatedAt"
  FROM users WHERE id = ${userId}::uuid AND blocked_at IS NULL`;
