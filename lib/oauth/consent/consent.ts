import type { Provider } from 'oidc-provider';
import { recordAudit } from '#lib/audit/audit.ts';
import { transaction, type Anonymous, type Context, type Member } from '#lib/base/context.ts';
import { lockInTransaction, Prisma } from '#lib/base/db/db.ts';
import { writePrepared } from '#lib/base/db/prepared.ts';
import { paths } from '#lib/base/paths.ts';
import { isAllowedOrigin } from '#lib/http/origin.ts';
import { loginClaims, UNMET } from '#lib/oauth/authentication.ts';
import { RequestEnded } from '#lib/oauth/error-card.ts';
import { claimsAskedFor } from '#lib/oauth/provider/claims-parameter.ts';
import { oauthProvider } from '#lib/oauth/provider/provider.ts';
import { findOwnRequest, type Interaction } from '#lib/oauth/request/own-request.ts';
import type { DecisionInput } from '#lib/oauth/schema.ts';
import { knownScopes } from '#lib/oauth/scopes.ts';
import { writeInTransaction } from '#lib/oauth/store/prepared-query.ts';
import { findInteraction, findLogin, stepOf, textOf, type AuthorizationStep } from './interaction.ts';

/** A click this soon after the consent page was shown does not count: it may be the second half of a double click. */
export const ARM_MS = 500;

/**
 * Carries out the user's decision about an authorization request, once, and returns the URL to continue with (S67). A
 * decision that comes too soon, or before the login that it needs, returns the URL of the page. Throws `RequestEnded`
 * for a form from another site or browser, and for a request that has expired or was answered.
 */
export async function decideAuthorization(
  ctx: Context<Anonymous | Member>,
  uid: string,
  { decision, shownAt }: DecisionInput,
  headers: Headers,
): Promise<string> {
  const { actor, now } = ctx;
  const interaction = await ownInteraction(uid, headers);
  const page = paths.authorize({ interaction: uid });
  const isTooSoon = now.getTime() - shownAt < ARM_MS;
  if (isTooSoon || actor.kind === 'anonymous') return page;
  const isInStep = await whileLocked({ ...ctx, actor }, uid, {
    consent: async (tx, current, provider) => {
      if (!current.result?.consent && !current.result?.error) await DECIDE[decision](tx, current, provider);
    },
    ...(decision === 'deny' && { no_second_factor: giveUp }),
  });
  return isInStep ? interaction.returnTo : page;
}

/**
 * Accepts the login that an authorization request waited for, and returns the URL to continue with. Without that login,
 * returns the URL of the page. Throws like `decideAuthorization`.
 */
export async function continueAuthorization(
  ctx: Context<Anonymous | Member>,
  uid: string,
  headers: Headers,
): Promise<string> {
  const interaction = await ownInteraction(uid, headers);
  const { actor } = ctx;
  const page = paths.authorize({ interaction: uid });
  if (actor.kind === 'anonymous') return page;
  const { userId: accountId, sessionId } = actor;
  const takeLogin: Work = async (tx, current) => {
    const { loggedInAt, amr } = await findLogin(tx, sessionId);
    current.session = { accountId, uid: sessionId, cookie: '' }; // the provider resumes only in this session
    current.result = {
      ...(current.prompt.name === 'create' && { create: {} }),
      login: { accountId, ts: Math.floor(loggedInAt.getTime() / 1000), ...loginClaims(amr), remember: true },
    };
    await current.persist();
  };
  const isInStep = await whileLocked({ ...ctx, actor }, uid, { continue: takeLogin });
  return isInStep ? interaction.returnTo : page;
}

type Work = (tx: Context<Member>, interaction: Interaction, provider: Provider) => Promise<void>;

/**
 * Reads the interaction once more, in a transaction that no other request about it can interrupt, and does the work of
 * the step that it waits for. Returns whether there is any.
 */
async function whileLocked(
  ctx: Context<Member>,
  uid: string,
  works: Partial<Record<AuthorizationStep, Work>>,
): Promise<boolean> {
  // Not in the transaction, because it may need a connection: decisions that hold all of them would wait for each other.
  const provider = await oauthProvider();
  return transaction(ctx, async (tx) => {
    await lockInTransaction(tx.db, `interaction:${uid}`);
    return writeInTransaction(tx.db, async () => {
      const interaction = await findInteraction(uid, provider);
      const work = interaction && works[await stepOf(tx, interaction)];
      if (!work) return false;
      await work(tx, interaction, provider);
      return true;
    });
  });
}

/**
 * The interaction that this browser began: the request must come from our own page, with a resume cookie that names the
 * interaction. No other browser has that cookie.
 */
async function ownInteraction(uid: string, headers: Headers): Promise<Interaction> {
  const site = headers.get('sec-fetch-site');
  const origin = headers.get('origin');
  const isOurs = site === null ? origin !== null && isAllowedOrigin(origin) : site === 'same-origin';
  if (!isOurs) throw new RequestEnded('other_site');
  const found = await findOwnRequest(await oauthProvider(), uid, headers, 'resume');
  if (typeof found === 'string') throw new RequestEnded(found);
  return found;
}

/** Stores grant, consent, audit row and outcome in the transaction: all of them or none. */
async function authorize(tx: Context<Member>, interaction: Interaction, { Grant }: Provider): Promise<void> {
  const { userId: accountId, accountId: account } = tx.actor; // the provider calls a person an account
  const clientId = textOf(interaction.params.client_id);
  const { scope, claims } = interaction.params;
  const asked = claimsAskedFor(claims);
  const scopes = knownScopes(textOf(scope), asked);
  const grant = new Grant(Object.assign({ accountId, clientId }, { account }));
  grant.addOIDCScope(knownScopes(textOf(scope)).join(' '));
  grant.addOIDCClaims(asked);
  await addConsent(tx, clientId, scopes);
  await recordAudit(tx, 'consent.granted', accountId, { client: clientId, scopes, ...deviceMark(interaction) });
  interaction.result = { ...interaction.lastSubmission, consent: { grantId: await grant.save() } };
  await interaction.persist();
}

/** Marks the audit row of a device's request. */
const deviceMark = ({ deviceCode }: Interaction) => (deviceCode === undefined ? {} : { device: true });

/** Adds the scopes that the user has not yet consented to, now for the account that they act for. */
async function addConsent({ db, actor, now }: Context<Member>, clientId: string, scopes: string[]): Promise<void> {
  const adding = Prisma.sql`
    INSERT INTO consents AS row (user_id, client_id, scopes, account_id, created_at, updated_at, last_used_at)
    VALUES (${actor.userId}::uuid, ${clientId}, ${scopes}::text[], ${actor.accountId}::uuid, ${now}, ${now}, ${now})
    ON CONFLICT (user_id, client_id) DO UPDATE SET updated_at = excluded.updated_at, last_used_at = excluded.last_used_at,
      account_id = excluded.account_id,
      scopes = row.scopes || ARRAY(
        SELECT scope FROM unnest(excluded.scopes) WITH ORDINALITY AS asked (scope, place)
        WHERE scope <> ALL (row.scopes) ORDER BY place)`;
  await writePrepared(db, adding);
}

async function deny(tx: Context<Member>, interaction: Interaction): Promise<void> {
  const client = textOf(interaction.params.client_id);
  await recordAudit(tx, 'consent.denied', tx.actor.userId, { client, ...deviceMark(interaction) });
  interaction.result = { error: 'access_denied', error_description: 'The user denied the request' };
  await interaction.persist();
}

/** Sends a user without a second factor back to the application that needs one. */
async function giveUp(_tx: Context, interaction: Interaction): Promise<void> {
  interaction.result = { error: UNMET, error_description: 'The user has no second factor' };
  await interaction.persist();
}

const DECIDE = { authorize, deny };
