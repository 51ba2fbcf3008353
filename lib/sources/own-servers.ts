import { changeAccounts } from '#lib/accounts/change-accounts.ts';
import { recordAudit } from '#lib/audit/audit.ts';
import { transaction, type Context, type Member } from '#lib/base/context.ts';
import type { Prisma } from '#lib/base/db/db.ts';
import { DomainError } from '#lib/base/errors.ts';
import { idsWithOlder } from '#lib/fuzzy-keys/locks.ts';
import { OTHERS, type ServersSettingsInput } from './schema.ts';
import type { ServersView, ServerView } from './views.ts';

const serverFields = {
  keyId: true,
  source: true,
  name: true,
  address: true,
  firstSeenAt: true,
  lastSeenAt: true,
  checked: true,
  hits: true,
  errors: true,
} satisfies Prisma.KeySourceSelect;
type ServerRecord = Prisma.KeySourceGetPayload<{ select: typeof serverFields }>;

/** The hosts that used the caller's key (row id) or a key that it replaced, the latest first. */
export async function getOwnServers(ctx: Context<Member>, keyId: number | null): Promise<ServersView> {
  const { showsAddresses } = await ctx.db.account.findUniqueOrThrow({
    where: { id: ctx.actor.accountId },
    select: { showsAddresses: true },
  });
  const rows = await ctx.db.keySource.findMany({
    where: await whereOwn(ctx, keyId),
    orderBy: [{ lastSeenAt: 'desc' }, { keyId: 'desc' }, { source: 'asc' }],
    select: serverFields,
  });
  const last = await ctx.db.sourceReport.findFirst({ select: { serverId: true } });
  const others = rows.filter(({ source }) => source === OTHERS);
  return {
    has_key: keyId !== null,
    is_reported: last !== null,
    shows_addresses: showsAddresses,
    servers: rows.filter(({ source }) => source !== OTHERS).map((row) => toServer(row, keyId)),
    others: others.length ? countsOf(others) : null,
  };
}

/**
 * Names a host that used the caller's key; an empty name removes the old one. Throws `not_found` for any other host.
 */
export async function nameServer(
  ctx: Context<Member>,
  keyId: number | null,
  { source, name }: { source: string; name: string },
): Promise<ServerView> {
  return transaction(ctx, async (tx) => {
    const [row] = await tx.db.keySource.updateManyAndReturn({
      where: { ...(await whereOwn(tx, keyId)), source },
      data: { name },
      select: serverFields,
    });
    if (!row) throw new DomainError('not_found', 'This server does not exist.');
    await recordAudit(tx, 'user.server_named', tx.actor.accountId, { changed: ['name'] });
    return toServer(row, keyId);
  });
}

/**
 * Sets whether storage hosts report the addresses that use the caller's keys. Switching this off deletes the stored
 * addresses. Writes no audit row if nothing changes.
 */
export async function showAddresses(
  ctx: Context<Member>,
  { shows_addresses: shows }: ServersSettingsInput,
): Promise<ServersSettingsInput> {
  return transaction(ctx, async (tx) => {
    const id = tx.actor.accountId;
    const isChanged = await changeAccounts(tx, { id, showsAddresses: !shows }, { showsAddresses: shows });
    // The update above has waited for reports that were being stored, so this statement sees their addresses.
    if (!shows)
      await tx.db.keySource.updateMany({
        where: { key: { accountId: id }, address: { not: null } },
        data: { address: null },
      });
    if (isChanged) await recordAudit(tx, 'user.server_addresses_changed', id, { before: !shows, after: shows });
    return { shows_addresses: shows };
  });
}

/** The hosts of the key and of those that it replaced and that still work, if they are the caller's. */
async function whereOwn(ctx: Context<Member>, keyId: number | null) {
  const keys = keyId === null ? [] : await idsWithOlder(ctx, keyId);
  return { keyId: { in: keys }, key: { accountId: ctx.actor.accountId } } satisfies Prisma.KeySourceWhereInput;
}

const toServer = (row: ServerRecord, keyId: number | null): ServerView => ({
  id: row.source,
  name: row.name || null,
  address: row.address,
  first_seen_at: row.firstSeenAt.toISOString(),
  last_seen_at: row.lastSeenAt.toISOString(),
  ...countsOf([row]),
  uses_old_key: row.keyId !== keyId,
});

const countsOf = (rows: readonly Pick<ServerRecord, 'checked' | 'hits' | 'errors'>[]) => {
  const sum = (name: 'checked' | 'hits' | 'errors') => Number(rows.reduce((total, row) => total + row[name], 0n));
  return { checked: sum('checked'), hits: sum('hits'), errors: sum('errors') };
};
