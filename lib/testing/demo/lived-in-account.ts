import { generate } from 'otplib';
import { exportAuditEvents } from '#lib/audit/export.ts';
import { AuditQuery } from '#lib/audit/filters.ts';
import { cancelEmailChange } from '#lib/auth/email-change.ts';
import { logIn, type LoginCookies } from '#lib/auth/login/service.ts';
import { findSignInSession } from '#lib/auth/session/sign-in-session.ts';
import { createPasskey, startPasskeyRegistration, updatePasskey } from '#lib/auth/settings/passkeys.ts';
import { mailResetLink, requestPasswordReset, resetPassword } from '#lib/auth/settings/password-reset.ts';
import { enableTwoFactor, startTwoFactor } from '#lib/auth/settings/two-factor.ts';
import { signUp } from '#lib/auth/sign-up/sign-up.ts';
import { mailVerification, resendVerification, verifyEmail } from '#lib/auth/sign-up/verify-email.ts';
import type { Admin, Context, Member } from '#lib/base/context.ts';
import { db, type Db } from '#lib/base/db/db.ts';
import { assignKey, generateFuzzyKey, setKeyEmail } from '#lib/fuzzy-keys/console/admin.ts';
import { rotateFuzzyKey } from '#lib/fuzzy-keys/rotate.ts';
import { createOAuthClient } from '#lib/oauth/clients/manage-clients.ts';
import { CreateOAuthClientInput } from '#lib/oauth/schema.ts';
import { recordRefusal } from '#lib/routes/record-refusal.ts';
import { createStorageServer } from '#lib/storage/service.ts';
import { createAuthenticator } from '#lib/testing/authenticator.ts';
import { anonymousContext, subscriberContext, systemContext, type TestContext } from '#lib/testing/context.ts';
import { unique } from '#lib/testing/factories.ts';
import type { startProvider } from '#lib/testing/oauth/oauth-walk.ts';
import { queuedJobs } from '#lib/testing/queued-jobs.ts';
import { mailedToken } from '#lib/testing/queued-mails.ts';
import { createUsageToken, revokeUsageToken } from '#lib/usage-tokens/service.ts';
import { blockUsers } from '#lib/users/block-users.ts';
import { createManualUser } from '#lib/users/create-user.ts';
import { requestEmailChange } from '#lib/users/email/change-email.ts';
import { exportUsers } from '#lib/users/export-users.ts';
import { exportPerson } from '#lib/users/export/export-person.ts';
import { UserListQuery } from '#lib/users/list.ts';
import { CreateManualUserInput, UpdateUserInput } from '#lib/users/schema.ts';
import { updateUser } from '#lib/users/update-user.ts';

const PASSWORD = 'tangerine Quartz 7 lagoon!';

export type Resident = { id: string; email: string; ctx: TestContext<Member> };
type Provider = Awaited<ReturnType<typeof startProvider>>;

/** A user who signed up or whom an admin created, after doing everything that could leave a trace of their address. */
export async function liveIn(email: string, admin: TestContext<Admin>, provider: Provider, how: 'signed up' | 'made') {
  const id = how === 'made' ? await isMade(email, admin) : await signsUp(email);
  await logsInBadly(email);
  await isWatched({ id, email }, admin, how);
  const resident = await logsIn(id, email);
  await nameThings(resident);
  await holdsKeys(resident, admin);
  await provider.askStranger(email);
  await provider.agree(resident.session, email);
  return resident;
}

async function signsUp(email: string): Promise<string> {
  const visitor = from();
  await signUp(visitor, { email, password: PASSWORD, return_url: `/account?for=${encodeURIComponent(email)}` });
  await logIn(visitor, { email, password: PASSWORD }, NO_COOKIES).catch(() => undefined);
  await resendVerification(visitor, { email });
  await signUp(visitor, { email, password: PASSWORD });
  await verifyEmail(visitor, { email, token: await mailedToken(email, 'verify_email'), password: PASSWORD });
  return (await db().user.findUniqueOrThrow({ where: { email }, select: { id: true } })).id;
}

async function isMade(email: string, admin: TestContext<Admin>): Promise<string> {
  const fields = { email, password: PASSWORD, country: 'DE', notes: `Called as ${email.toUpperCase()}.` };
  return (await createManualUser(admin, CreateManualUserInput.parse(fields))).user.id;
}

async function logsInBadly(email: string): Promise<void> {
  const visitor = from({ userAgent: 'Firefox' });
  for (const password of ['wrong', email]) await logIn(visitor, { email, password }, NO_COOKIES).catch(() => undefined);
  await requestPasswordReset(visitor, { email });
  await runAsked(db());
  await resetPassword(visitor, { email, token: await mailedToken(email, 'reset_password'), password: PASSWORD });
  await requestPasswordReset(visitor, { email });
  await runAsked(db());
  await requestPasswordReset(visitor, { email }); // the job of this request stays queued
}

/** Lets an admin act on a user: notes, a block, and exports of lists filtered by the user's address. */
async function isWatched({ id, email }: { id: string; email: string }, admin: TestContext<Admin>, how: string) {
  const edit = { user_id: id, notes: `Wrote from <${email}>`, daily_limit: 5000, country: 'FR' };
  await updateUser(admin, UpdateUserInput.parse(edit));
  if (how === 'made')
    for (const blocked of [true, false]) await blockUsers(admin, { ids: [id], blocked, dry_run: false });
  await (await exportUsers(admin, UserListQuery.parse({ search: email }))).text();
  for (const filter of [{ actor: email }, { target: email }, { request_id: email }, { action: email }])
    await (await exportAuditEvents(admin, AuditQuery.parse(filter))).text();
}

async function logsIn(id: string, email: string) {
  const visitor = from();
  const first = await logInByPassword(visitor, { email, password: PASSWORD });
  await logInByPassword(from(), { email, password: PASSWORD });
  const signIn = await findSignInSession(db(), first.session, new Date());
  const ctx = subscriberContext(db(), { id }, { ip: visitor.ip });
  return {
    id,
    email,
    session: first.session,
    ctx: { ...ctx, actor: { ...ctx.actor, sessionId: signIn?.id ?? '' } },
  };
}

/** Lets a user name things after their address, and send requests that contain it. */
async function nameThings({ ctx, email }: Resident): Promise<void> {
  for (const rename of [false, true]) {
    const { options, challenge } = await startPasskeyRegistration(ctx);
    const response = createAuthenticator().create(options);
    const passkey = await createPasskey(ctx, { name: email.slice(0, 60), response }, challenge);
    if (rename) await updatePasskey(ctx, passkey.id, { name: `+ ${email}`.slice(0, 60) });
  }
  await createUsageToken(ctx, { name: email });
  const { usage_token } = await createUsageToken(ctx, { name: email });
  await revokeUsageToken(ctx, usage_token.id);
  await requestEmailChange(ctx, { email: `${unique('other')}@gone.example` });
  await cancelEmailChange(ctx);
  const { secret } = await startTwoFactor(ctx);
  await enableTwoFactor(ctx, { code: await generate({ secret }) });
  await exportPerson(ctx);
  for (const part of [email, encodeURIComponent(email)])
    await recordRefusal(ctx, new Request(`http://localhost:8080/admin/api/users/${part}`, { method: 'DELETE' }));
}

/**
 * Creates what shows the address: the user's own key, rotated, other keys, a storage server, a client and an admin's
 * notes.
 */
async function holdsKeys({ id, email, ctx }: Resident, admin: TestContext<Admin>): Promise<void> {
  const key = { email: null, rank: 50, quantity: 1 };
  const own = `Manual ${email} (${unique('own')})`;
  await generateFuzzyKey(admin, { ...key, description: own });
  await assignKey(admin, { description: own, user_id: id });
  await rotateFuzzyKey(ctx, { description: own, grace: '24h' });
  await rotateFuzzyKey(admin, { description: own, grace: 'now' });
  const shown = `Spare of ${email.toUpperCase()}`;
  await generateFuzzyKey(admin, { ...key, description: shown });
  await setKeyEmail(admin, { description: shown, email });
  await setKeyEmail(admin, { description: shown, email: `${unique('colleague')}@stays.example` });
  await generateFuzzyKey(admin, { ...key, description: unique('named'), email });
  const ofAdmin = unique('of the admin');
  await generateFuzzyKey(admin, { ...key, description: ofAdmin });
  await assignKey(admin, { description: ofAdmin, user_id: admin.actor.userId });
  await db().fuzzyKey.update({ where: { description: ofAdmin }, data: { email } });
  await createStorageServer(admin, { name: unique('fuzzy'), description: `Run by ${email}` });
  const app = { name: `App of ${email}`.slice(0, 80), redirect_uris: ['https://app.example/cb'] };
  await createOAuthClient(admin, CreateOAuthClientInput.parse({ ...app, scopes: ['openid'], is_public: false }));
  const { notes } = await db().user.findUniqueOrThrow({ where: { id: admin.actor.userId } });
  const about = { user_id: admin.actor.userId, notes: `${notes ?? ''}Has a key that shows ${email}\n` };
  await updateUser(admin, UpdateUserInput.parse(about));
}

let networks = 0;
/** Each caller comes from a separate network, because limits count by IP address. */
const from = (changes: object = {}) =>
  anonymousContext(db(), { ip: `198.51.${++networks >> 8}.${networks & 255}`, ...changes });

/** The cookies of a browser that has never visited the site. */
export const NO_COOKIES: LoginCookies = { session: null, device: null, signUp: null };

/** Logs in a user without two-factor by password. Returns the tokens that the cookies hold. */
export async function logInByPassword(
  ctx: Context,
  credentials: { email: string; password: string },
  cookies: Partial<LoginCookies> = {},
): Promise<{ session: string; device: string }> {
  const outcome = await logIn(ctx, credentials, { ...NO_COOKIES, ...cookies });
  if (outcome.status !== 'ok') throw new Error(`login not complete: ${outcome.status}`);
  return outcome;
}

const JOBS = { 'password_reset.mail': mailResetLink, 'verification.mail': mailVerification };
const NAMES = Object.keys(JOBS) as (keyof typeof JOBS)[];

/** Runs the waiting jobs that look up an email address, as the worker would, and removes them from the queue. */
export async function runAsked(db: Db): Promise<void> {
  for (const name of NAMES) {
    const jobs = await queuedJobs(db, name);
    await db.$executeRaw`DELETE FROM pgboss.job WHERE name = ${name}`;
    for (const job of jobs) await JOBS[name](systemContext(db), job);
  }
}
