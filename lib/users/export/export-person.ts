import { ACCOUNT_NOUNS, recordAudit } from '#lib/audit/audit.ts';
import { transaction, type Context, type Member } from '#lib/base/context.ts';
import { assertFreshLogin } from '#lib/base/fresh-login.ts';
import { site } from '#lib/base/settings/site.ts';
import { DAY } from '#lib/base/time.ts';
import { consumeLimit } from '#lib/http/rate-limit.ts';
import {
  accountFields,
  type AccountRow,
  personFields,
  toHistory,
  toKey,
  toPerson,
  type PersonRow,
} from './to-person.ts';
import { PersonExport } from './views.ts';

const USAGE_DAYS = 400;
const HISTORY_ROWS = 10_000;

/**
 * Everything we store about the caller and, if they own it, the account that they act for. Excludes what others wrote: an admin's notes and IP address, and the
 * description and email of a key, which may name a previous owner. Throws `reauthentication_required` and
 * `rate_limited`.
 */
export async function exportPerson(ctx: Context<Member>): Promise<PersonExport> {
  const { userId, accountId, accountRole } = ctx.actor;
  await assertFreshLogin(ctx);
  await consumeLimit('export_account', userId);
  return transaction(ctx, async (tx) => {
    const person: unknown = await tx.db.user.findUniqueOrThrow({ where: { id: userId }, select: personFields });
    const user = person as PersonRow;
    const account: unknown =
      accountRole === 'owner'
        ? await tx.db.account.findUniqueOrThrow({ where: { id: accountId }, select: accountFields })
        : null;
    const held = account as AccountRow | null;
    const keys = held?.fuzzyKeys ?? [];
    const usage = await usageByKey(
      tx,
      keys.map(({ id }) => id),
    );
    const history = await tx.db.auditEvent.findMany({
      where: { targetId: userId, ...((await ownsFirst(tx, userId)) ? {} : { NOT: ofAccounts }) },
      orderBy: [{ at: 'desc' }, { id: 'desc' }],
      take: HISTORY_ROWS,
      select: { at: true, action: true, actorKind: true, actorId: true, ip: true, data: true },
    });
    await recordAudit(tx, 'user.exported', userId);
    return PersonExport.parse({
      exported_at: ctx.now,
      ...toPerson(user, held),
      fuzzy_keys: keys.map((key) => ({ ...toKey(key), usage: usage.get(key.id) ?? [] })),
      history: history.map((row) => toHistory(row, userId)),
    });
  });
}

/** The download's name: `rspamd-premium-data-2026-11-21.json`. */
export const exportFileName = (now: Date) =>
  `${site.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}-data-${now.toISOString().slice(0, 10)}.json`;

const ofAccounts = { OR: ACCOUNT_NOUNS.map((noun) => ({ action: { startsWith: `${noun}.` } })) };

/** Whether the account with the person's id is still theirs. */
const ownsFirst = async ({ db }: Context, userId: string): Promise<boolean> =>
  (await db.membership.count({ where: { accountId: userId, userId, role: 'owner' } })) > 0;

type UsageDays = { day: string; checked: number; hits: number; errors: number }[];

/** Usage summed over all servers, by key and day. */
async function usageByKey(tx: Context, keys: number[]): Promise<Map<number, UsageDays>> {
  const rows = await tx.db.$queryRaw<{ keyId: number; bucket: Date; checked: number; hits: number; errors: number }[]>`
    SELECT key_id AS "keyId", bucket, sum(checked)::float8 AS checked, sum(hits)::float8 AS hits,
      sum(errors)::float8 AS errors
    FROM all_usage_days
    WHERE key_id = ANY(${keys}::int[]) AND bucket > ${new Date(tx.now.getTime() - USAGE_DAYS * DAY)}
    GROUP BY 1, 2 ORDER BY 1, 2`;
  const found = new Map<number, UsageDays>();
  for (const { keyId, bucket, ...sums } of rows) {
    const day = bucket.toISOString().slice(0, 10);
    found.set(keyId, [...(found.get(keyId) ?? []), { day, ...sums }]);
  }
  return found;
}
