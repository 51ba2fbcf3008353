import { recordAudit } from '#lib/audit/audit.ts';
import { assertFreshLogin } from '#lib/auth/login/fresh-login.ts';
import { transaction, type Context, type Member } from '#lib/context.ts';
import type { Prisma } from '#lib/db.ts';
import { consumeLimit } from '#lib/http/rate-limit.ts';
import { site } from '#lib/site.ts';
import { DAY } from '#lib/time.ts';
import { PersonExport } from './schema.ts';

const USAGE_DAYS = 400;
const HISTORY_ROWS = 10_000;

/**
 * Everything we store about the caller. Excludes what others wrote: an admin's notes and IP address, and the
 * description and email of a key, which may name a previous owner. Throws `reauthentication_required` and
 * `rate_limited`.
 */
export async function exportPerson(ctx: Context<Member>): Promise<PersonExport> {
  const { userId } = ctx.actor;
  await assertFreshLogin(ctx);
  await consumeLimit('export_account', userId);
  return transaction(ctx, async (tx) => {
    const user = await tx.db.user.findUniqueOrThrow({ where: { id: userId }, select: personFields });
    const usage = await usageByKey(
      tx,
      user.fuzzyKeys.map(({ id }) => id),
    );
    const history = await tx.db.auditEvent.findMany({
      where: { targetId: userId },
      orderBy: [{ at: 'desc' }, { id: 'desc' }],
      take: HISTORY_ROWS,
      select: { at: true, action: true, actorKind: true, actorId: true, ip: true, data: true },
    });
    await recordAudit(tx, 'user.exported', userId);
    return PersonExport.parse({
      exported_at: ctx.now,
      ...toPerson(user),
      fuzzy_keys: user.fuzzyKeys.map((key) => ({ ...toKey(key), usage: usage.get(key.id) ?? [] })),
      history: history.map((row) => toHistory(row, userId)),
    });
  });
}

/** The download's name: `rspamd-premium-data-2026-11-21.json`. */
export const exportFileName = (now: Date) =>
  `${site.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}-data-${now.toISOString().slice(0, 10)}.json`;

const personFields = {
  id: true,
  email: true,
  emailVerifiedAt: true,
  isAdmin: true,
  country: true,
  dailyLimit: true,
  stripeCustomerId: true,
  customKey: true,
  passwordHash: true,
  totpEnabledAt: true,
  lastSeenAt: true,
  createdAt: true,
  updatedAt: true,
  _count: { select: { recoveryCodes: { where: { usedAt: null } } } },
  sessions: {
    orderBy: { createdAt: 'asc' },
    select: {
      id: true,
      amr: true,
      ip: true,
      userAgent: true,
      authTime: true,
      createdAt: true,
      lastSeenAt: true,
      expiresAt: true,
    },
  },
  devices: {
    orderBy: { createdAt: 'asc' },
    select: { userAgent: true, createdAt: true, lastSeenAt: true, expiresAt: true },
  },
  passkeys: { orderBy: { createdAt: 'asc' }, select: { name: true, createdAt: true, lastUsedAt: true } },
  usageTokens: {
    orderBy: { createdAt: 'asc' },
    select: { name: true, prefix: true, createdAt: true, lastUsedAt: true },
  },
  tokens: {
    orderBy: { createdAt: 'asc' },
    select: { purpose: true, email: true, createdAt: true, expiresAt: true },
  },
  emailChanges: {
    orderBy: { requestedAt: 'asc' },
    select: { oldEmail: true, newEmail: true, requestedAt: true, confirmedAt: true, undoneAt: true },
  },
  subscriptions: {
    orderBy: { startedAt: 'asc' },
    select: {
      stripeSubscriptionId: true,
      productName: true,
      plan: true,
      status: true,
      interval: true,
      quantity: true,
      startedAt: true,
      currentPeriodEnd: true,
      cancelAt: true,
      endedAt: true,
    },
  },
  fuzzyKeys: {
    orderBy: { id: 'asc' },
    select: {
      id: true,
      publicKey: true,
      keyId: true,
      rankId: true,
      quantity: true,
      rate: true,
      suspendedAt: true,
      deletedAt: true,
      createdAt: true,
      rank: { select: { rate: true } },
    },
  },
  consents: {
    orderBy: { createdAt: 'asc' },
    select: {
      clientId: true,
      scopes: true,
      createdAt: true,
      updatedAt: true,
      lastUsedAt: true,
      client: { select: { name: true } },
    },
  },
} satisfies Prisma.UserSelect;

type PersonRow = Prisma.UserGetPayload<{ select: typeof personFields }>;

const toPerson = (user: PersonRow): Omit<PersonExport, 'exported_at' | 'fuzzy_keys' | 'history'> => ({
  profile: {
    id: user.id,
    email: user.email,
    email_verified_at: user.emailVerifiedAt,
    is_admin: user.isAdmin,
    country: user.country,
    daily_limit: user.dailyLimit,
    stripe_customer_id: user.stripeCustomerId,
    custom_key: user.customKey,
    has_password: user.passwordHash !== null,
    two_factor_enabled_at: user.totpEnabledAt,
    recovery_codes_left: user._count.recoveryCodes,
    last_seen_at: user.lastSeenAt,
    created_at: user.createdAt,
    updated_at: user.updatedAt,
  },
  sessions: user.sessions.map((row) => ({
    id: row.id,
    amr: row.amr,
    ip: row.ip,
    user_agent: row.userAgent,
    logged_in_at: row.authTime,
    created_at: row.createdAt,
    last_seen_at: row.lastSeenAt,
    expires_at: row.expiresAt,
  })),
  devices: user.devices.map((row) => ({
    user_agent: row.userAgent,
    created_at: row.createdAt,
    last_seen_at: row.lastSeenAt,
    expires_at: row.expiresAt,
  })),
  passkeys: user.passkeys.map((row) => ({
    name: row.name,
    created_at: row.createdAt,
    last_used_at: row.lastUsedAt,
  })),
  usage_tokens: user.usageTokens.map((row) => ({
    name: row.name,
    prefix: row.prefix,
    created_at: row.createdAt,
    last_used_at: row.lastUsedAt,
  })),
  mailed_links: user.tokens.map((row) => ({
    purpose: row.purpose,
    email: row.email,
    created_at: row.createdAt,
    expires_at: row.expiresAt,
  })),
  email_changes: user.emailChanges.map((row) => ({
    old_email: row.oldEmail,
    new_email: row.newEmail,
    requested_at: row.requestedAt,
    confirmed_at: row.confirmedAt,
    undone_at: row.undoneAt,
  })),
  subscriptions: user.subscriptions.map((row) => ({
    stripe_subscription_id: row.stripeSubscriptionId,
    product: row.productName,
    plan: row.plan,
    status: row.status,
    interval: row.interval,
    quantity: row.quantity,
    started_at: row.startedAt,
    current_period_end: row.currentPeriodEnd,
    cancel_at: row.cancelAt,
    ended_at: row.endedAt,
  })),
  connected_apps: user.consents.map((row) => ({
    client_id: row.clientId,
    name: row.client.name,
    scopes: row.scopes,
    created_at: row.createdAt,
    updated_at: row.updatedAt,
    last_used_at: row.lastUsedAt,
  })),
});

const toKey = (key: PersonRow['fuzzyKeys'][number]) => ({
  public_key: key.publicKey,
  key_id: key.keyId,
  rank: key.rankId,
  quantity: key.quantity,
  rate: key.rate ?? key.rank.rate,
  suspended_at: key.suspendedAt,
  deleted_at: key.deletedAt,
  created_at: key.createdAt,
});

type UsageDays = PersonExport['fuzzy_keys'][number]['usage'];

/** Usage summed over all servers, by key and day. */
async function usageByKey(tx: Context, keys: number[]): Promise<Map<number, UsageDays>> {
  const rows = await tx.db.usageDay.groupBy({
    by: ['keyId', 'bucket'],
    where: { keyId: { in: keys }, bucket: { gt: new Date(tx.now.getTime() - USAGE_DAYS * DAY) } },
    orderBy: [{ keyId: 'asc' }, { bucket: 'asc' }],
    _sum: { checked: true, hits: true, errors: true },
  });
  const found = new Map<number, UsageDays>();
  for (const { keyId, bucket, _sum } of rows) {
    const day = bucket.toISOString().slice(0, 10);
    const sums = { checked: Number(_sum.checked), hits: Number(_sum.hits), errors: Number(_sum.errors) };
    found.set(keyId, [...(found.get(keyId) ?? []), { day, ...sums }]);
  }
  return found;
}

type HistoryRow = Pick<Prisma.AuditEventGetPayload<object>, 'at' | 'action' | 'actorKind' | 'actorId' | 'ip' | 'data'>;

/** Converts an audit event for the export. Leaves out the IP address and the data if another user was the actor. */
function toHistory({ at, action, actorKind, actorId, ip, data }: HistoryRow, userId: string) {
  const actor = actorId === userId ? 'you' : actorKind === 'subscriber' || actorKind === 'admin' ? 'other' : actorKind;
  const isOthers = actor === 'other';
  return { at, action, actor, ip: isOthers ? null : ip, data: isOthers ? null : data };
}
