import { findAccountOf } from '#lib/accounts/acting-for.ts';
import { db } from '#lib/base/db/db.ts';
import { inSeconds } from '#lib/base/time.ts';
import { findEntitlement, type Entitlement } from '#lib/billing/entitlement.ts';
import { ENTITLEMENT_SCOPES } from '#lib/oauth/scopes.ts';
import { requestMemory } from './request-memory.ts';

type EntitlementClaims = {
  subscription?: { plan?: string; status: string; until?: number };
  groups?: string[];
};

/**
 * The claims `subscription` and `groups`, as far as `scope` asks for them, from the database as it is now. Without a
 * subscription or manual key, `subscription` is absent and `groups` is empty.
 */
export async function entitlementClaims(userId: string, scope: string): Promise<EntitlementClaims> {
  const asked = scope.split(' ');
  if (!ENTITLEMENT_SCOPES.some((name) => asked.includes(name))) return {};
  const entitlement = await entitlementOf(userId);
  return {
    ...(asked.includes('subscription') && entitlement && { subscription: claimOf(entitlement) }),
    ...(asked.includes('groups') && { groups: groupsOf(entitlement) }),
  };
}

/** Reads once for each request, because an answer may need the claims in several tokens. */
function entitlementOf(userId: string): Promise<Entitlement | null> {
  const known = requestMemory()?.entitlements;
  const found = known?.get(userId) ?? findEntitlementOf(userId);
  known?.set(userId, found);
  return found;
}

/** The account is the one that the person acts for where they chose none. */
async function findEntitlementOf(userId: string): Promise<Entitlement | null> {
  const accountId = await findAccountOf(db(), userId);
  return accountId === null ? null : findEntitlement(db(), accountId);
}

const claimOf = ({ plan, status, until }: Entitlement) => ({
  ...(plan !== null && { plan }),
  status,
  ...(until && { until: Math.floor(inSeconds(until.getTime())) }),
});

/** `subscribers`, and the name of the plan. The role of an admin is no group: it must not open other applications. */
const groupsOf = (entitlement: Entitlement | null): string[] =>
  entitlement ? ['subscribers', ...(entitlement.plan === null ? [] : [entitlement.plan])] : [];
