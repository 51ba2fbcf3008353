import type { Provider } from 'oidc-provider';
import { listAccounts } from '#lib/accounts/own-accounts.ts';
import { hasTwoFactors } from '#lib/auth/factors/two-factors.ts';
import type { Anonymous, Context, Member } from '#lib/base/context.ts';
import { Prisma } from '#lib/base/db/db.ts';
import { readPrepared } from '#lib/base/db/prepared.ts';
import { paths } from '#lib/base/paths.ts';
import { claimsAskedFor } from '#lib/oauth/provider/claims-parameter.ts';
import { isOwnScheme, redirectHost } from '#lib/oauth/redirect-uri.ts';
import type { Interaction } from '#lib/oauth/request/own-request.ts';
import { ENTITLEMENT_SCOPES, knownScopes, type OAuthScope } from '#lib/oauth/scopes.ts';
import { whileAvailable } from '#lib/oauth/store/unavailable.ts';
import type { OAuthClientView } from '#lib/oauth/views.ts';

/**
 * An authorization request: the client, the scopes, and the host that gets the answer. Read from the stored interaction
 * and client, never from a URL (S67).
 */
export type AuthorizationView = {
  /** where the login returns to; names the client, too, because a login may take longer than the request lives */
  page: string;
  uid: string;
  client: { name: string; isPublic: boolean };
  /** for a client that no admin registered: the host that describes it, empty if it registered itself */
  unknownFrom: string | null;
  /**
   * the host of the redirect URI, or the client's own scheme; for a device, the host or scheme of its first redirect
   * URI
   */
  redirectHost: string;
  hasPkce: boolean;
  scopes: OAuthScope[];
  /** the client sends people here to sign up (`prompt=create`) */
  wantsAccount: boolean;
  /** the client or its request needs a login with two factors */
  needsTwoFactor: boolean;
  /** the name of the account that `subscription` and `groups` will be about, for a person with several; else null */
  account: string | null;
  /** the client also gets the person's role in it */
  tellsRole: boolean;
  /** the request of a device that showed a code (RFC 8628) */
  isOnDevice: boolean;
};

/**
 * The next step of an authorization request for its visitor: `log_in` (not logged in), `log_in_again` (the client wants
 * a fresh login, another user, or a second factor), `no_second_factor` (which the user does not have), `continue` (the
 * login it waited for has happened), `consent`.
 */
export type AuthorizationStep = 'log_in' | 'log_in_again' | 'no_second_factor' | 'continue' | 'consent';

/** What the page shows of a stored request, and its step; null if its client was deleted. */
export async function findAuthorization(
  ctx: Context<Anonymous | Member>,
  interaction: Interaction,
): Promise<{ view: AuthorizationView; step: AuthorizationStep } | null> {
  const { uid } = interaction;
  const [client] = await readPrepared<ClientRow>(ctx.db, selectClient(textOf(interaction.params.client_id)));
  if (!client) return null;
  const isOnDevice = interaction.deviceCode !== undefined;
  const scopes = knownScopes(textOf(interaction.params.scope), claimsAskedFor(interaction.params.claims));
  const view = {
    page: paths.authorize({ client_id: client.id, interaction: uid }),
    uid,
    client: { name: client.name, isPublic: client.isPublic },
    unknownFrom: unknownFrom(client),
    redirectHost: redirectHost(isOnDevice ? (client.redirectUris[0] ?? '') : textOf(interaction.params.redirect_uri)),
    isOnDevice,
    hasPkce: interaction.params.code_challenge !== undefined,
    scopes,
    account: await accountFor(ctx, scopes),
    tellsRole: client.rolesAsGroups,
    wantsAccount: interaction.prompt.name === 'create',
    needsTwoFactor: interaction.prompt.details.two_factor === true,
  };
  return { view, step: await stepOf(ctx, interaction) };
}

type ClientRow = {
  id: string;
  name: string;
  isPublic: boolean;
  kind: OAuthClientView['kind'];
  redirectUris: string[];
  rolesAsGroups: boolean;
};

const selectClient = (id: string) => Prisma.sql`
  SELECT id, name, is_public AS "isPublic", kind::text, redirect_uris AS "redirectUris", roles_as_groups AS "rolesAsGroups"
  FROM oauth_clients WHERE id = ${id}`;

async function accountFor(
  { actor, ...ctx }: Context<Anonymous | Member>,
  scopes: OAuthScope[],
): Promise<string | null> {
  if (actor.kind === 'anonymous' || !ENTITLEMENT_SCOPES.some((scope) => scopes.includes(scope))) return null;
  const { accounts } = await listAccounts({ ...ctx, actor });
  return accounts.length > 1 ? (accounts.find(({ is_current }) => is_current)?.name ?? null) : null;
}

function unknownFrom({ id, kind }: Pick<ClientRow, 'id' | 'kind'>): string | null {
  if (kind === 'admin') return null;
  return kind === 'metadata_document' ? redirectHost(id) : '';
}

/**
 * An application whose request has ended, and where its site is. `site` is null unless an admin registered the client
 * and all its https redirect URIs have one origin: no other URL is known to be its own (S64).
 */
export type EndedApplication = { name: string; site: string | null };

/** The application with this client id; null if it is unknown or blocked. */
export async function findEndedApplication(ctx: Context, clientId: string): Promise<EndedApplication | null> {
  const client = await ctx.db.oAuthClient.findUnique({
    where: { id: clientId, blockedAt: null },
    select: { name: true, kind: true, redirectUris: true },
  });
  if (!client) return null;
  const origins = new Set(client.redirectUris.filter((uri) => !isOwnScheme(uri)).map((uri) => new URL(uri).origin));
  const [origin = ''] = origins;
  const isKnown = client.kind === 'admin' && origins.size === 1 && origin.startsWith('https:');
  return { name: client.name, site: isKnown ? `${origin}/` : null };
}

/** The interaction with this id, unless it has ended or expired. */
export const findInteraction = (uid: string, { Interaction }: Provider): Promise<Interaction | undefined> =>
  whileAvailable(() => Interaction.find(uid));

/** The step of an interaction for the caller. Reads the caller's login again. */
export async function stepOf(ctx: Context<Anonymous | Member>, interaction: Interaction): Promise<AuthorizationStep> {
  if (ctx.actor.kind === 'anonymous') return 'log_in';
  const { userId, sessionId } = ctx.actor;
  const { session, prompt, params } = interaction;
  if (prompt.name === 'consent' && session?.accountId === userId && session.uid === sessionId) return 'consent';
  const { expected_sub: expected, asked_at: askedAt, two_factor: needsTwoFactor, fresh } = prompt.details;
  if (expected !== undefined && expected !== userId) return 'log_in_again';
  const { loggedInAt, amr } = await findLogin(ctx, sessionId);
  if (needsTwoFactor === true && !hasTwoFactors(amr))
    return (await hasSecondFactor(ctx, userId)) ? 'log_in_again' : 'no_second_factor';
  const isFresh = loggedInAt.getTime() > Number(askedAt);
  const needsFresh = fresh === true || wantsFreshLogin(params, ctx.now, loggedInAt);
  return isFresh || !needsFresh ? 'continue' : 'log_in_again';
}

/** Whether a user could log in with two factors. */
async function hasSecondFactor({ db }: Context, id: string): Promise<boolean> {
  const where = { id, OR: [{ totpEnabledAt: { not: null } }, { passkeys: { some: {} } }] };
  return (await db.user.count({ where })) > 0;
}

/** A parameter's text; empty if it is not a string. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** When and how the user of a session authenticated; 1970 if the session no longer exists. */
export async function findLogin(ctx: Context, sessionId: string): Promise<{ loggedInAt: Date; amr: string[] }> {
  const where = { id: sessionId };
  const row = await ctx.db.signInSession.findUnique({ where, select: { authTime: true, amr: true } });
  return { loggedInAt: row?.authTime ?? new Date(0), amr: row?.amr ?? [] };
}

/** Whether `prompt=login` or `max_age` (in seconds) asks for a new login (OpenID Connect Core §3.1.2.1). */
function wantsFreshLogin(params: Record<string, unknown>, now: Date, loggedInAt: Date): boolean {
  if (textOf(params.prompt).split(' ').includes('login')) return true;
  const maxAge = params.max_age === undefined ? Infinity : Number(params.max_age);
  return now.getTime() - loggedInAt.getTime() > maxAge * 1000;
}
