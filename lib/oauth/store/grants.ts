import type { Grant, KoaContextWithOIDC, Provider } from 'oidc-provider';
import { findAccountOfSession } from '#lib/accounts/acting-for.ts';
import { db, Prisma } from '#lib/base/db/db.ts';
import { log } from '#lib/base/log.ts';
import { MINUTE } from '#lib/base/time.ts';
import { ENTITLEMENT_SCOPES, knownScopes, scopeOfClaim } from '#lib/oauth/scopes.ts';
import { write } from './prepared-query.ts';
import { whileAvailable } from './unavailable.ts';

/** Each process stores a user's last use of a client at most once a minute. */
const TOUCH_MS = MINUTE;

/**
 * Lets grants store the account that their claims are about, as `account`: what the person's session acted for at consent.
 * The provider calls a person an account.
 */
export function storeAccountOfGrants({ Grant: GrantClass }: Provider): void {
  const fields = (GrantClass as { IN_PAYLOAD?: string[] }).IN_PAYLOAD ?? [];
  Object.defineProperty(GrantClass, 'IN_PAYLOAD', { value: [...fields, 'account'] });
}

/** The account that a grant's claims are about; null for one from before accounts had members. */
export const accountOfGrant = (grant: (Grant & { account?: unknown }) | undefined): string | null =>
  typeof grant?.account === 'string' ? grant.account : null;

/**
 * The grant of this authorization: the grant consented to in this interaction or, for a confidential client, a new
 * grant if an earlier consent covers all requested scopes (S68) and, for what is bought, the account that the session
 * acts for now. A device's request always needs the user's consent, because a stranger may have sent its code. Each
 * authorization has its own token family, so that a code that is used twice ends one family and not the consent (S69).
 */
export async function loadExistingGrant(ctx: KoaContextWithOIDC): Promise<Grant | undefined> {
  const { client, session, provider, result, entities } = ctx.oidc;
  const accountId = session?.accountId;
  if (!client || !accountId) return undefined;
  const grantId = result?.consent?.grantId ?? entities.Interaction?.grantId;
  const known = grantId === undefined ? undefined : await provider.Grant.find(grantId);
  if (known?.accountId === accountId) return known;
  if (client.clientAuthMethod === 'none' || ctx.oidc.prompts.has('consent') || entities.DeviceCode) return undefined;
  const { clientId } = client;
  const claims = [...ctx.oidc.requestParamClaims].filter((claim) => scopeOfClaim(claim));
  const scopes = knownScopes([...ctx.oidc.requestParamOIDCScopes].join(' '), claims);
  const account = await whileAvailable(() => findAccountOfSession(db(), session.uid));
  if (!(await whileAvailable(() => isConsented(accountId, clientId, scopes, account)))) return undefined;
  const grant = new provider.Grant(Object.assign({ accountId, clientId }, { account }));
  grant.addOIDCScope([...ctx.oidc.requestParamOIDCScopes].join(' '));
  grant.addOIDCClaims(claims);
  await grant.save();
  return grant;
}

/** Stores that a client used a grant, without delaying the response. */
export function noteUse(ctx: KoaContextWithOIDC): void {
  const { Grant: grant } = ctx.oidc.entities;
  if (!grant?.accountId || !grant.clientId) return;
  const { accountId, clientId } = grant;
  const name = `${clientId} ${accountId}`;
  const now = Date.now();
  if (now - (noted.get(name) ?? 0) < TOUCH_MS) return;
  if (noted.size >= MAX_NOTED) noted.clear();
  noted.set(name, now);
  write(noteOf(accountId, clientId, new Date(now))).catch((error: unknown) =>
    log().warn({ err: error }, 'use of a consent not stored'),
  );
}

/** When this process last stored each use, so that most requests write nothing. */
const noted = new Map<string, number>();
const MAX_NOTED = 10_000;

const noteOf = (userId: string, clientId: string, now: Date) => Prisma.sql`
  UPDATE consents SET last_used_at = ${now} WHERE user_id = ${userId}::uuid AND client_id = ${clientId}`;

async function isConsented(
  userId: string,
  clientId: string,
  scopes: string[],
  account: string | null,
): Promise<boolean> {
  const where = { userId_clientId: { userId, clientId } };
  const consent = await db().consent.findUnique({ where, select: { scopes: true, accountId: true } });
  if (!consent || !scopes.every((scope) => consent.scopes.includes(scope))) return false;
  return !ENTITLEMENT_SCOPES.some((scope) => scopes.includes(scope)) || (consent.accountId ?? userId) === account;
}
