import { Provider } from 'oidc-provider';
import { findActing } from '#lib/accounts/acting-for.ts';
import type { AccountRole } from '#lib/base/context.ts';
import { db } from '#lib/base/db/db.ts';
import { inSeconds } from '#lib/base/time.ts';
import { findEntitlement, type Entitlement } from '#lib/billing/entitlement.ts';
import { ENTITLEMENT_SCOPES } from '#lib/oauth/scopes.ts';
import { accountOfGrant } from './grants.ts';
import { requestMemory, type Standing } from './request-memory.ts';

type EntitlementClaims = {
  subscription?: { plan?: string; status: string; until?: number };
  groups?: string[];
};

/**
 * The claims `subscription` and `groups`, as far as `scope` asks for them, from the database as it is now, about the
 * account of the request's grant. Without a subscription or manual key, `subscription` is absent and `groups` has no
 * plan.
 */
export async function entitlementClaims(userId: string, scope: string): Promise<EntitlementClaims> {
  const asked = scope.split(' ');
  if (!ENTITLEMENT_SCOPES.some((name) => asked.includes(name))) return {};
  const { entitlement, role } = await standingOf(userId);
  return {
    ...(asked.includes('subscription') && entitlement && { subscription: claimOf(entitlement) }),
    ...(asked.includes('groups') && { groups: [...groupsOf(entitlement), ...rolesOf(role)] }),
  };
}

/** Reads once for each request, because an answer may need the claims in several tokens. A request is about one grant. */
function standingOf(userId: string): Promise<Standing> {
  const known = requestMemory()?.standings;
  const found = known?.get(userId) ?? findStanding(userId, accountOfGrant(Provider.ctx?.oidc.entities.Grant));
  known?.set(userId, found);
  return found;
}

/** Reads the membership each time, so that a removed member's grant says nothing of the account any more. */
async function findStanding(userId: string, chosen: string | null): Promise<Standing> {
  const acting = await findActing(db(), userId, chosen);
  if (!acting) return { entitlement: null, role: null };
  return { entitlement: await findEntitlement(db(), acting.accountId), role: acting.role };
}

const claimOf = ({ plan, status, until }: Entitlement) => ({
  ...(plan !== null && { plan }),
  status,
  ...(until && { until: Math.floor(inSeconds(until.getTime())) }),
});

/** `subscribers`, and the name of the plan. The role of an admin is no group: it must not open other applications. */
const groupsOf = (entitlement: Entitlement | null): string[] =>
  entitlement ? ['subscribers', ...(entitlement.plan === null ? [] : [entitlement.plan])] : [];

/** What the person is in the account, for a client that an admin lets know it. No plan has a colon in its name. */
const rolesOf = (role: AccountRole | null): string[] =>
  role !== null && Provider.ctx?.oidc.client?.roles_as_groups === true ? [`role:${role}`] : [];
