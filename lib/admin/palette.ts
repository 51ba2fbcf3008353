import { z } from 'zod';
import { firstOwnerOf } from '#lib/accounts/recipients.ts';
import type { Admin, Context } from '#lib/base/context.ts';
import { escapeLike, Prisma } from '#lib/base/db/db.ts';
import { searched } from '#lib/base/text/text.ts';
import { idOf, noteRefusal, noteStripeDown, SOON } from '#lib/billing/stripe/client.ts';
import { searchedTexts } from '#lib/email-address/domain.ts';
import { keyState, type StateFacts } from '#lib/fuzzy-keys/policy.ts';
import { EMAIL_ORDER, hasTrigram, SEARCHED_TEXTS } from '#lib/users/filters.ts';
import type { PaletteView } from '#lib/users/views.ts';

const SHOWN = 10;

/** The query of `GET admin/api/search`. */
export const PaletteQuery = z.object({
  q: searched(100).min(1),
});

/**
 * Finds at most ten users by email or notes, emails that begin with `q` first, and ten keys by description or public
 * key. A `q` that is too short for the trigram index finds only users whose email begins with it. One that looks like the
 * number of an invoice finds the customer who got it, of which Stripe is asked.
 */
export async function searchPalette(ctx: Context<Admin>, { q }: z.infer<typeof PaletteQuery>): Promise<PaletteView> {
  const texts = searchedTexts(q).map((text) => escapeLike(text.toLowerCase()));
  const beginsSo = eitherOf(texts.map((text) => Prisma.sql`${EMAIL_ORDER} LIKE ${`${text}%`}`));
  const users = await findUsers(ctx, beginsSo);
  if (INVOICE_NUMBER.test(q)) users.push(...(await findInvoiced(ctx, q)));
  if (!hasTrigram(q)) return { users, keys: [] };
  if (users.length < SHOWN) {
    const contains = eitherOf(texts.map((text) => Prisma.sql`${SEARCHED_TEXTS} ILIKE ${`%${text}%`}`));
    users.push(...(await findUsers(ctx, Prisma.sql`${contains} AND NOT ${beginsSo}`)));
  }
  return { users: users.slice(0, SHOWN), keys: await findKeys(ctx, escapeLike(q.toLowerCase())) };
}

/** A customer's prefix and the number of the invoice (https://docs.stripe.com/invoicing/customize#invoice-numbering). */
const INVOICE_NUMBER = /^[A-Z0-9]{3,12}-\d{4,10}$/i;

/** The owners of the account whose invoice has this number; none while Stripe does not answer. */
async function findInvoiced(ctx: Context, number: string): Promise<FoundUser[]> {
  try {
    const { data } = await ctx.stripe().invoices.search({ query: `number:"${number}"`, limit: 1 }, SOON);
    const customer = data[0]?.customer;
    if (!customer) return [];
    return await findUsers(
      ctx,
      Prisma.sql`u.id IN (SELECT m.user_id FROM memberships m JOIN accounts a ON a.id = m.account_id
        WHERE m.role = 'owner' AND a.stripe_customer_id = ${idOf(customer)})`,
    );
  } catch (error) {
    if (noteStripeDown(ctx, error) || noteRefusal(ctx, error)) return [];
    throw error;
  }
}

const eitherOf = (conditions: Prisma.Sql[]) => Prisma.sql`(${Prisma.join(conditions, ' OR ')})`;

type FoundUser = PaletteView['users'][number];

const findUsers = (ctx: Context, condition: Prisma.Sql) => ctx.db.$queryRaw<FoundUser[]>`
  SELECT u.id::text, u.email, u.is_admin, u.blocked_at IS NOT NULL AS is_blocked FROM users u
  WHERE ${condition} ORDER BY ${EMAIL_ORDER} LIMIT ${SHOWN}`;

type FoundKey = Omit<PaletteView['keys'][number], 'state'> &
  Omit<StateFacts, 'account'> & {
    blockedAt: Date | null;
  };

async function findKeys(ctx: Context, text: string): Promise<PaletteView['keys']> {
  const rows = await ctx.db.$queryRaw<FoundKey[]>`
    SELECT k.description, k.public_key, k.email, (SELECT o.id::text FROM ${firstOwnerOf(Prisma.sql`k.user_id`)} o) AS user_id, k.deleted_at AS "deletedAt",
      k.suspended_at AS "suspendedAt", k.works_until AS "worksUntil", a.blocked_at AS "blockedAt"
    FROM fuzzy_keys k LEFT JOIN accounts a ON a.id = k.user_id
    WHERE k.description ILIKE ${`%${text}%`} OR k.public_key::text LIKE ${`${text}%`}
    LIMIT ${SHOWN}`;
  return rows
    .map(({ deletedAt, suspendedAt, worksUntil, blockedAt, ...key }) => ({
      ...key,
      state: keyState({ deletedAt, suspendedAt, worksUntil, account: { blockedAt } }, ctx.now),
    }))
    .toSorted((a, b) => a.description.localeCompare(b.description, 'en'));
}
