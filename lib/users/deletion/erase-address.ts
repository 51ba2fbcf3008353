import { recordAudit } from '#lib/audit/audit.ts';
import type { Context } from '#lib/base/context.ts';
import { escapeLike, Prisma } from '#lib/base/db/db.ts';
import { namesAddress, replaceAddress, spellingsInText } from '#lib/email-address/in-text.ts';
import { SEARCHED_TEXTS } from '#lib/users/filters.ts';
import { freeDescription } from '#lib/users/keys/key-description.ts';
import { PERSONAL_COLUMNS } from '#lib/users/personal-data.ts';

/** Texts that may contain any address, or be one: those about people, and two of admins. */
const TEXTS = [
  ...PERSONAL_COLUMNS.filter(({ address }) => address === 'replaced' || address === 'cleared'),
  { table: 'oauth_clients', column: 'name', address: 'replaced' },
  { table: 'storage_servers', column: 'description', address: 'replaced' },
];
const isOfUsers = ({ table }: { table: string }) => table === 'users';
const IN_ITS_PLACE = '(deleted address)';

/**
 * Removes an address that no longer belongs to a user from keys, free texts, and changes of address that no longer need
 * it. Keys with this email lose it; keys named after it become `Manual <key id>`. A change that another user can still
 * undo keeps the address until the undo expires. Call it after the address has left its row in `users`.
 */
export async function eraseAddress(tx: Context, address: string): Promise<void> {
  const spellings = spellingsInText(address);
  // Users before keys, the lock order everywhere.
  for (const spelling of spellings) await eraseFromNotes(tx, spelling);
  for (const text of TEXTS.filter(isOfUsers)) for (const spelling of spellings) await eraseFromText(tx, text, spelling);
  for (const spelling of spellings) await eraseFromKeys(tx, spelling);
  for (const text of TEXTS)
    if (!isOfUsers(text)) for (const spelling of spellings) await eraseFromText(tx, text, spelling);
  await tx.db.invitation.deleteMany({ where: { email: address } });
  await tx.db.emailChange.deleteMany({
    where: {
      OR: [{ confirmedAt: null }, { undoneAt: { not: null } }],
      AND: { OR: [{ oldEmail: address }, { newEmail: address }] },
    },
  });
}

type KeyRow = { id: number; description: string; key_id: string; email: string | null };

async function eraseFromKeys(tx: Context, address: string): Promise<void> {
  const rows = await tx.db.$queryRaw<KeyRow[]>`
    SELECT id, description, key_id, email FROM fuzzy_keys
    WHERE description ILIKE ${likeAny(address)} OR email = ${address} ORDER BY id FOR UPDATE`;
  for (const { id, description, key_id: keyId, email } of rows) {
    const isNamed = namesAddress(description, address);
    if (!isNamed && email !== address) continue;
    const data = {
      ...(isNamed && { description: await freeDescription(tx, `Manual ${keyId}`) }),
      ...(email === address && { email: null }),
    };
    await tx.db.fuzzyKey.update({ where: { id }, data: { ...data, version: { increment: 1 } } });
    await recordAudit(tx, 'fuzzy_key.updated', String(id), { changed: Object.keys(data) });
  }
}

/** Uses the index of the admin search. The new version makes a stale edit by an admin fail (R24). */
async function eraseFromNotes(tx: Context, address: string): Promise<void> {
  const rows = await tx.db.$queryRaw<{ id: string; notes: string | null }[]>`
    SELECT u.id::text, u.notes FROM users u WHERE ${SEARCHED_TEXTS} ILIKE ${likeAny(address)} ORDER BY u.id FOR UPDATE`;
  for (const { id, notes } of rows)
    if (notes !== null && namesAddress(notes, address))
      await tx.db.user.update({
        where: { id },
        data: { notes: replaceAddress(notes, address, IN_ITS_PLACE), version: { increment: 1 } },
      });
}

/** A locked row keeps its place (`ctid`) until this transaction writes it. */
async function eraseFromText(tx: Context, text: (typeof TEXTS)[number], address: string): Promise<void> {
  const [table, column] = [Prisma.raw(text.table), Prisma.raw(text.column)];
  const isCleared = text.address === 'cleared';
  const matches = isCleared ? Prisma.sql`= ${address}` : Prisma.sql`ILIKE ${likeAny(address)}`;
  const rows = await tx.db.$queryRaw<{ place: string; text: string }[]>`
    SELECT ctid::text AS place, ${column} AS text FROM ${table} WHERE ${column} ${matches} ORDER BY ctid FOR UPDATE`;
  for (const { place, text: old } of rows) {
    const erased = isCleared ? null : replaceAddress(old, address, IN_ITS_PLACE);
    await tx.db.$executeRaw`UPDATE ${table} SET ${column} = ${erased} WHERE ctid = ${place}::tid`;
  }
}

const likeAny = (address: string) => `%${escapeLike(address)}%`;
