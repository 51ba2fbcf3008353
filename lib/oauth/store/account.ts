import { hash } from 'node:crypto';
import type { Account } from 'oidc-provider';
import { Prisma } from '#lib/base/db/db.ts';
import { entitlementClaims } from './entitlement-claims.ts';
import type { Person } from './oidc-rows.ts';
import { read } from './prepared-query.ts';
import { requestMemory } from './request-memory.ts';
import { whileAvailable } from './unavailable.ts';

/** The user behind a subject, with the claims of OpenID Connect Core §5.1; undefined if deleted or blocked. */
export async function findOidcAccount(userId: string): Promise<Account | undefined> {
  const known = requestMemory()?.people.get(userId);
  const user = known === undefined ? (await read<Person>(selectOf(userId)))[0] : known;
  if (!user) return undefined;
  return {
    accountId: userId,
    claims: async (_use, scope) => ({
      ...claimsOf(userId, user),
      ...(await whileAvailable(() => entitlementClaims(userId, scope))),
    }),
  };
}

function claimsOf(userId: string, { email, emailVerifiedAt, updatedAt }: Person) {
  const name = nameFrom(email ?? '');
  return {
    sub: userId,
    ...(email !== null && { email, email_verified: emailVerifiedAt !== null }),
    ...(email !== null && { preferred_username: usernameFrom(userId, email) }),
    ...(name && { name }),
    updated_at: Math.floor(updatedAt.getTime() / 1000),
  };
}

/** The part of the email before the @: the only name that we know. The whole email needs the scope `email` (S75). */
const localPart = (email: string): string => email.split('@', 1)[0] ?? '';

/**
 * A name for people to read, such as Ada Lovelace for ada.lovelace+lists: words with capitals do not look like an account.
 * Empty if the address has no letter.
 */
const nameFrom = (email: string): string =>
  (localPart(email).split('+', 1)[0] ?? '')
    .split(/[._-]/)
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');

/**
 * A name that no other person has: anyone can have an address that begins with admin@, and programs are set up to take
 * this claim for an account. It changes with the address.
 */
const usernameFrom = (userId: string, email: string): string =>
  `${localPart(email)}-${hash('sha256', userId, 'hex').slice(0, 8)}`;

const selectOf = (userId: string) => Prisma.sql`
  SELECT email, email_verified_at AS "emailVerifiedAt", updated_at AS "updatedAt"
  FROM users WHERE id = ${userId}::uuid AND blocked_at IS NULL`;
