import { listMembers } from '#lib/accounts/members.ts';
import { refusalOf } from '#lib/accounts/roles.ts';
import { listAgreements } from '#lib/acceptances/agreements.ts';
import { getEmailAddress } from '#lib/auth/email-change.ts';
import { listLogins, listSessions } from '#lib/auth/session/queries.ts';
import { listPasskeys } from '#lib/auth/settings/passkeys.ts';
import { getTwoFactor } from '#lib/auth/settings/two-factor.ts';
import type { Context, Member } from '#lib/base/context.ts';
import { holdingsOf, type Holdings } from '#lib/billing/holdings.ts';
import { toMemberStatus } from '#lib/billing/queries.ts';
import { listConnectedApps } from '#lib/oauth/clients/connected-apps.ts';
import { getOwnServers } from '#lib/sources/own-servers.ts';
import { getStanding } from '#lib/standing/read-standing.ts';
import { listUsageTokens } from '#lib/usage-tokens/queries.ts';
import { getUsageAlertSettings } from '#lib/usage/alerts/alert-settings.ts';
import { getLastRequest } from '#lib/usage/own.ts';

/**
 * What the dashboard reads on the server, by the browser's query keys. The owner's page and the customer view read the
 * same. `standing` is undefined without a subscription.
 */
export function dashboardReads(ctx: Context<Member>) {
  let held: Promise<Holdings> | undefined;
  const holdings = () => (held ??= holdingsOf(ctx));
  const status = async () => toMemberStatus(ctx, await holdings());
  const keyId = async () => (await holdings()).key?.id ?? null;
  return {
    userstatus: status,
    'connected-apps': () => listConnectedApps(ctx),
    'last-request': async () => getLastRequest(ctx, await keyId()),
    servers: async () => getOwnServers(ctx, await keyId()),
    standing: async () => ((await status()).plan.status === null ? undefined : getStanding(ctx)),
  };
}

/** What the page about usage reads on the server; the graphs are left to the browser. */
export function usageReads(ctx: Context<Member>) {
  const { userstatus, servers } = dashboardReads(ctx);
  return { userstatus, servers };
}

/** What the page about the plan reads on the server; what Stripe knows is left to the browser. */
export function planReads(ctx: Context<Member>) {
  const { userstatus, standing } = dashboardReads(ctx);
  return { userstatus, standing };
}

/** What the checklist of /start reads on the server. */
export function startReads(ctx: Context<Member>) {
  const { userstatus, 'last-request': lastRequest, standing } = dashboardReads(ctx);
  return { userstatus, 'last-request': lastRequest, standing };
}

/** The endpoint behind each query key of what a page reads on the server; `self`: it is about the caller's login. */
const ENDPOINTS: Readonly<
  Record<keyof (ReturnType<typeof dashboardReads> & ReturnType<typeof accountReads>) | 'hash-reports', string>
> = {
  ...{ userstatus: '/userstatus', 'last-request': '/account/api/last-request', servers: '/account/api/servers' },
  ...{ standing: '/account/api/standing', members: '/account/api/members', agreements: '/account/api/agreements' },
  ...{ 'usage-tokens': '/account/api/usage-tokens', 'usage-alerts': '/account/api/usage-alerts' },
  ...{ 'email-address': 'self', 'two-factor': 'self', passkeys: 'self', sessions: 'self', logins: 'self' },
  'connected-apps': 'self',
  'hash-reports': '/account/api/reports',
};

/** Whether a page puts the answer to this query into its HTML for this member: by the rule of its endpoint, if it has one. */
export function mayRead(actor: Member, key: string): boolean {
  const endpoint = key in ENDPOINTS ? ENDPOINTS[key as keyof typeof ENDPOINTS] : null;
  return endpoint === 'self' || (endpoint !== null && refusalOf(actor, 'GET', endpoint) === null);
}

/** What the sections of the account page read, by the browser's query keys. */
export const accountReads = (ctx: Context<Member>) => ({
  'email-address': () => getEmailAddress(ctx),
  'two-factor': () => getTwoFactor(ctx),
  passkeys: () => listPasskeys(ctx),
  sessions: () => listSessions(ctx),
  logins: () => listLogins(ctx),
  'connected-apps': () => listConnectedApps(ctx),
  members: () => listMembers(ctx),
  'usage-tokens': () => listUsageTokens(ctx),
  'usage-alerts': () => getUsageAlertSettings(ctx),
  agreements: () => listAgreements(ctx),
});
