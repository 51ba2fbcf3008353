import type { Admin, Context } from '#lib/base/context.ts';
import { Prisma } from '#lib/base/db/db.ts';
import { selectKeyRows } from '#lib/fuzzy-keys/console/key-rows.ts';
import type { KeyState } from '#lib/fuzzy-keys/views.ts';
import { getAdminUser } from '#lib/users/admin-user.ts';

export type UsageLine = { email: string | null; keyState: KeyState | null; lastUsedAt: string | null };

/**
 * Whose usage it is, with the state and last request of the key of the plan that counts, or without one of the newest.
 * Throws `not_found`.
 */
export async function getUsageLine(ctx: Context<Admin>, id: string): Promise<UsageLine> {
  const { email, plan } = await getAdminUser(ctx.db, id);
  const [key] = await selectKeyRows(
    ctx.db,
    ctx.now,
    Prisma.sql`
    WHERE k.user_id IN (SELECT account_id FROM memberships WHERE user_id = ${id}::uuid AND role = 'owner')
    ORDER BY (k.public_key = ${plan?.public_key ?? ''}) DESC, k.id DESC LIMIT 1`,
  );
  return { email, keyState: key?.state ?? null, lastUsedAt: key?.last_used_at ?? null };
}
