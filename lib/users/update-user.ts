import { changeAccounts } from '#lib/accounts/change-accounts.ts';
import { findOwnedAccounts, ownsNone } from '#lib/accounts/acting-for.ts';
import { recordAudit } from '#lib/audit/audit.ts';
import { hashPassword } from '#lib/auth/passwords/password-hash.ts';
import { assertAcceptablePassword } from '#lib/auth/passwords/password-strength.ts';
import { transaction, type Admin, type Context } from '#lib/base/context.ts';
import { isUniqueViolation } from '#lib/base/db/db.ts';
import { DomainError, invalidField } from '#lib/base/errors.ts';
import { assertFreshLogin, lockCaller } from '#lib/base/fresh-login.ts';
import { contacts } from '#lib/base/settings/contacts.ts';
import { queueMail } from '#lib/mail/service.ts';
import { getAdminUser, noSuchUser } from '#lib/users/admin-user.ts';
import type { UpdateUserInput } from '#lib/users/schema.ts';
import type { AdminUserView } from '#lib/users/views.ts';
import { SELF_BLOCK, setBlocked } from './block-users.ts';
import { addressTaken } from './create-user.ts';
import { eraseAddress } from './deletion/erase-address.ts';
import { freeAddress } from './deletion/unverified.ts';
import { replaceEmail } from './email/replace-email.ts';
import { giveKey, withdrawKey } from './keys/custom-key.ts';
import { assertAdminRemains, lockUser } from './lock-user.ts';
import { mailPasswordReset, setPassword } from './reset-password-by-admin.ts';

/** Rank of an external key for an existing user, the same as for a new user's key (docs/product.md). */
const BROUGHT_KEY_RANK = 50;

/**
 * Changes what an admin may change about a user, in one transaction: absent fields stay, null clears a field. A request
 * that changes nothing is not recorded. Throws `reauthentication_required` for what hands the account, a key or a role
 * to another person (S88); `not_found`; `conflict` with the fresh `user` for a stale version (R24),
 * and without `user` for the last admin, for blocking the caller (S49), for changes that belong on the caller's own
 * account page, and for a taken address or key; `weak_password`; `invalid` for an admin without an address, a mailed
 * reset without an address, or a malformed key.
 */
export async function updateUser(ctx: Context<Admin>, input: UpdateUserInput): Promise<{ user: AdminUserView }> {
  const { user_id: id, new_password: password } = input;
  if (password !== null && !input.reset_password)
    throw invalidField('new_password', 'A new password can only be set together with "reset password".');
  const passwordHash = password === null ? null : await acceptedHash(ctx, input, password);
  return transaction(ctx, async (tx) => {
    const owned = (await findOwnedAccounts(tx.db, [id])).get(id);
    await lockCaller(tx, id, ...(owned === undefined ? [] : [owned])); // the row of its first owner, for `changeAccounts`
    const before = await lockEditable(tx, input);
    assertAllowed(tx, input, before);
    if (handsOver(input, before)) await assertFreshLogin(tx);
    const email = input.email === undefined ? before.email : input.email;
    await changeGuarded(tx, input, before);
    if (email !== before.email) await changeEmail(tx, before, email);
    await changeKey(tx, before, email, input.custom_key); // checks the key before a column stores it
    await changeColumns(tx, input, before);
    if (before.email && email !== before.email) await eraseAddress(tx, before.email); // even from the new notes
    if (passwordHash !== null) await setPassword(tx, { id }, passwordHash);
    else if (input.reset_password && email) await mailPasswordReset(tx, { id, email });
    return { user: await getAdminUser(tx.db, id) };
  });
}

async function acceptedHash(ctx: Context, { user_id: id, email }: UpdateUserInput, password: string): Promise<string> {
  const user = await ctx.db.user.findUnique({ where: { id }, select: { email: true } });
  if (!user) throw noSuchUser();
  await assertAcceptablePassword(password, email === undefined ? user.email : email, 'new_password');
  return hashPassword(password);
}

type Row = Awaited<ReturnType<typeof lockEditable>>;

async function lockEditable(tx: Context, { user_id: id, version }: UpdateUserInput) {
  if (!(await lockUser(tx, id))) throw noSuchUser();
  const row = await tx.db.user.findUniqueOrThrow({
    where: { id },
    select: {
      id: true,
      email: true,
      country: true,
      isAdmin: true,
      blockedAt: true,
      notes: true,
      version: true,
    },
  });
  if (version !== undefined && version !== row.version)
    throw new DomainError('conflict', 'This user has changed in the meantime. Please reload and try again.', {
      details: { user: await getAdminUser(tx.db, id) },
    });
  return { ...row, ...(await readSettings(tx, id)) };
}

/** What admins set about the user's account, and the account's id: null if the user owns none. */
async function readSettings(tx: Context, userId: string) {
  const accountId = (await findOwnedAccounts(tx.db, [userId])).get(userId) ?? null;
  if (accountId === null) return { accountId, dailyLimit: null, customKey: null };
  const where = { id: accountId };
  const settings = { dailyLimit: true, customKey: true } as const;
  return { accountId, ...(await tx.db.account.findUniqueOrThrow({ where, select: settings })) };
}

/** Whether a request changes who can use the account, the key or the console (S88). */
function handsOver(input: UpdateUserInput, before: Row): boolean {
  const { email = before.email, custom_key = before.customKey, is_admin = before.isAdmin } = input;
  const unblocks = input.is_blocked === false && before.blockedAt !== null;
  const isOther = email !== before.email || custom_key !== before.customKey || is_admin !== before.isAdmin;
  return isOther || unblocks || input.reset_password;
}

/** Admins change their own login on their account page, which requires a fresh login (docs/decisions/0009). */
function assertAllowed({ actor }: Context<Admin>, input: UpdateUserInput, before: Row): void {
  const email = input.email === undefined ? before.email : input.email;
  const isAdmin = input.is_admin ?? before.isAdmin;
  const own = (what: string) => new DomainError('conflict', `Please change your own ${what} on your account page.`);
  if (before.id === actor.userId) {
    if (email !== before.email) throw own('email address');
    if (input.reset_password) throw own('password');
  }
  if (isAdmin && email === null) throw invalidField('email', 'An admin needs an email address.');
  if (input.reset_password && input.new_password === null && email === null)
    throw invalidField('reset_password', 'This user has no address to mail a link to. Please set a new password.');
}

/** Blocks or unblocks the user, and checks that an admin remains after a block or demotion (S49). */
async function changeGuarded(tx: Context<Admin>, input: UpdateUserInput, before: Row): Promise<void> {
  const isBlocked = before.blockedAt !== null;
  const blocks = input.is_blocked === true && !isBlocked;
  const demotes = input.is_admin === false && before.isAdmin;
  if (blocks && before.id === tx.actor.userId) throw new DomainError('conflict', SELF_BLOCK);
  if ((blocks && before.isAdmin) || demotes) await assertAdminRemains(tx, before.id);
  if (input.is_blocked !== undefined && input.is_blocked !== isBlocked)
    await setBlocked(tx, [before], input.is_blocked);
}

async function changeEmail(tx: Context, { id, email: before }: Row, email: string | null): Promise<void> {
  if (email) await freeAddress(tx, email);
  const keys = await replaceEmail(tx, id, before, email).catch((error: unknown) => {
    throw isUniqueViolation(error) ? addressTaken() : error;
  });
  await tx.db.emailChange.deleteMany({ where: { userId: id, confirmedAt: null } });
  if (before && email)
    await queueMail(tx, before, 'email_changed', {
      newEmail: email,
      undoUrl: null,
      supportMail: contacts().supportMail,
    });
  await recordAudit(tx, 'user.email_changed', id, { keys });
}

async function changeColumns(tx: Context, input: UpdateUserInput, before: Row): Promise<void> {
  const settings = { dailyLimit: input.daily_limit, customKey: input.custom_key };
  const columns = { country: input.country, isAdmin: input.is_admin, notes: input.notes };
  const wanted = { ...columns, ...settings };
  const names = Object.keys(wanted) as (keyof typeof wanted)[];
  const changed = names.filter((name) => wanted[name] !== undefined && wanted[name] !== before[name]);
  if (!changed.length) return;
  const only = (values: object, names: readonly string[]) =>
    Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));
  const isPromoted = changed.includes('isAdmin') && input.is_admin === true;
  await tx.db.user.update({
    where: { id: before.id },
    data: { ...only(columns, changed), ...(isPromoted && { resetKeepsFactors: true }), version: { increment: 1 } },
  });
  const set = only(settings, changed);
  if (Object.keys(set).length) await changeAccounts(tx, { id: accountOf(before) }, set);
  const told = changed.filter((name) => name !== 'notes');
  await recordAudit(tx, 'user.updated', before.id, {
    ...(told.length && { before: only(before, told), after: only(wanted, told) }),
    ...(changed.includes('notes') && { changed: ['notes'] }),
  });
}

async function changeKey(
  tx: Context,
  user: Row,
  email: string | null,
  after: string | null | undefined,
): Promise<void> {
  const before = user.customKey;
  if (after === undefined || after === before) return;
  const account = { id: accountOf(user), email };
  if (before !== null) await withdrawKey(tx, account, before);
  if (after !== null) await giveKey(tx, account, after, BROUGHT_KEY_RANK);
}

function accountOf({ accountId }: Row): string {
  if (accountId === null) throw ownsNone();
  return accountId;
}
