import { openAccount } from '#lib/accounts/open-account.ts';
import { recordAudit } from '#lib/audit/audit.ts';
import { hashPassword } from '#lib/auth/passwords/password-hash.ts';
import { assertAcceptablePassword } from '#lib/auth/passwords/password-strength.ts';
import { transaction, type Admin, type Context } from '#lib/base/context.ts';
import { isUniqueViolation } from '#lib/base/db/db.ts';
import { DomainError } from '#lib/base/errors.ts';
import { holdFreshLogin } from '#lib/base/fresh-login.ts';
import { assertRank } from '#lib/fuzzy-keys/console/admin.ts';
import { createFuzzyKey } from '#lib/fuzzy-keys/service.ts';
import { getAdminUser } from '#lib/users/admin-user.ts';
import type { CreateManualUserInput, CreateUserFromKeyInput } from '#lib/users/schema.ts';
import type { AdminUserView } from '#lib/users/views.ts';
import { freeAddress } from './deletion/unverified.ts';
import { assertPublicKey, giveKey, linkKey } from './keys/custom-key.ts';
import { freeDescription, manualDescription } from './keys/key-description.ts';

/** The new user, and the public half of their key. */
export type CreatedUserView = { user: AdminUserView; key: string };

/**
 * Creates a verified user with a new key, or with the key they brought. Throws `reauthentication_required`,
 * `weak_password`, `invalid` for an unknown rank or a malformed key, and `conflict` if the address or the key is taken.
 */
export async function createManualUser(
  ctx: Context<Admin>,
  input: Invitable<CreateManualUserInput>,
): Promise<CreatedUserView> {
  const { rank, custom_key: customKey } = input;
  if (customKey !== undefined) assertPublicKey(customKey);
  const fields = { dailyLimit: input.daily_limit, notes: input.notes, customKey: customKey ?? null };
  return createUser(ctx, input, fields, async (tx, owner) => {
    await assertRank(tx, rank);
    if (customKey !== undefined) {
      await giveKey(tx, owner, customKey, rank);
      return customKey;
    }
    const description = await freeDescription(tx, manualDescription(owner));
    const key = { description, rank, quantity: 1, email: owner.email, accountId: owner.id, subscriptionId: null };
    return (await createFuzzyKey(tx, key)).publicKey;
  });
}

/** Creates a verified user for a key without an owner. Throws like `createManualUser`, and `not_found`. */
export async function createUserFromKey(
  ctx: Context<Admin>,
  input: Invitable<CreateUserFromKeyInput>,
): Promise<CreatedUserView> {
  const { public_key: publicKey } = input;
  return createUser(ctx, input, {}, async (tx, owner) => {
    const key = await tx.db.fuzzyKey.findUnique({ where: { publicKey }, select: { id: true } });
    if (!key) throw new DomainError('not_found', 'This key does not exist.');
    await linkKey(tx, owner, key.id, 'public_key');
    return publicKey;
  });
}

/** The input of a form. Without a password, the user cannot log in until a mailed link sets one. */
type Invitable<I extends { password: string }> = Omit<I, 'password'> & Pick<Person, 'password'>;
type Person = { email: string; password: string | null; country: string };
type Settings = { dailyLimit?: number | null; customKey?: string | null };
type Owner = { id: string; email: string };

async function createUser(
  ctx: Context<Admin>,
  { email, password, country }: Person,
  { notes, ...settings }: Settings & { notes?: string | null },
  equip: (tx: Context, owner: Owner) => Promise<string>,
): Promise<CreatedUserView> {
  if (password !== null) await assertAcceptablePassword(password, email);
  const passwordHash = password === null ? null : await hashPassword(password);
  return transaction(ctx, async (tx) => {
    await holdFreshLogin(tx);
    const { id } = await insertUser(
      tx,
      { email, country, passwordHash, ...(notes !== undefined && { notes }) },
      settings,
    );
    await recordAudit(tx, 'user.created', id, {
      after: { country, ...settings },
      ...(notes && { changed: ['notes'] }),
    });
    const key = await equip(tx, { id, email });
    return { user: await getAdminUser(tx.db, id), key };
  });
}

type Columns = {
  email: string;
  passwordHash: string | null;
  country?: string;
  isAdmin?: boolean;
  notes?: string | null;
};

/**
 * Inserts a verified user and opens their account: the admin who creates the user vouches for the address. An unverified
 * user gives the address up. Throws `conflict` if the address is taken.
 */
export async function insertUser(tx: Context, columns: Columns, settings: Settings = {}): Promise<{ id: string }> {
  await freeAddress(tx, columns.email);
  const data = { ...columns, emailVerifiedAt: tx.now, resetKeepsFactors: true, createdAt: tx.now };
  const user = await tx.db.user.create({ data, select: { id: true } }).catch((error: unknown) => {
    throw isUniqueViolation(error) ? addressTaken() : error;
  });
  await openAccount(tx.db, { ...user, createdAt: tx.now }, settings);
  return user;
}

export const addressTaken = (): DomainError => {
  const text = 'This address belongs to another user.';
  return new DomainError('conflict', text, { fields: { email: text } });
};
