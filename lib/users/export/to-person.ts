import type { Prisma } from '#lib/base/db/db.ts';
import { alertSettings } from '#lib/usage/alert-kinds.ts';
import type { PersonRow } from './export-fields.ts';
import type { PersonExport } from './views.ts';

export const toPerson = (user: PersonRow): Omit<PersonExport, 'exported_at' | 'fuzzy_keys' | 'history'> => ({
  profile: {
    id: user.id,
    email: user.email,
    email_verified_at: user.emailVerifiedAt,
    is_admin: user.isAdmin,
    country: user.country,
    daily_limit: user.dailyLimit,
    usage_alerts: alertSettings(user.switchedAlerts),
    shows_addresses: user.showsAddresses,
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
    transports: row.transports,
    is_backed_up: row.isBackedUp,
    created_at: row.createdAt,
    last_used_at: row.lastUsedAt,
  })),
  usage_tokens: user.usageTokens.map((row) => ({
    name: row.name,
    prefix: row.prefix,
    created_at: row.createdAt,
    last_used_at: row.lastUsedAt,
  })),
  saved_views: user.savedViews.map((row) => ({
    list: row.list,
    name: row.name,
    query: row.query,
    created_at: row.createdAt,
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
  acceptances: user.acceptances.map((row) => ({
    document: row.document,
    version: row.version,
    act: row.act,
    accepted_at: row.acceptedAt,
  })),
  buyer: user.buyer && {
    kind: user.buyer.kind,
    po_number: user.buyer.poNumber,
    invoice_email: user.buyer.invoiceEmail,
    updated_at: user.buyer.updatedAt,
  },
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
    buyer_kind: row.buyerKind,
    withdrawal: row.withdrawal && {
      asked_at: row.withdrawal.askedAt,
      refund: row.withdrawal.refund,
      amount: row.withdrawal.amount,
      currency: row.withdrawal.currency,
      settled_at: row.withdrawal.settledAt,
    },
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

export const toKey = (key: PersonRow['fuzzyKeys'][number]) => ({
  public_key: key.publicKey,
  key_id: key.keyId,
  rank: key.rankId,
  quantity: key.quantity,
  rate: key.rate ?? key.rank.rate,
  works_until: key.worksUntil,
  last_used_at: key.lastUsedAt,
  first_match_at: key.firstMatchAt,
  suspended_at: key.suspendedAt,
  deleted_at: key.deletedAt,
  created_at: key.createdAt,
  servers: key.sources.map((row) => ({
    pseudonym: row.source,
    network_pseudonym: row.network,
    name: row.name,
    address: row.address,
    checked: Number(row.checked),
    hits: Number(row.hits),
    errors: Number(row.errors),
    first_seen_at: row.firstSeenAt,
    last_seen_at: row.lastSeenAt,
  })),
});

type HistoryRow = Pick<Prisma.AuditEventGetPayload<object>, 'at' | 'action' | 'actorKind' | 'actorId' | 'ip' | 'data'>;

/** Converts an audit event for the export. Leaves out the IP address and the data if another user was the actor. */
export function toHistory({ at, action, actorKind, actorId, ip, data }: HistoryRow, userId: string) {
  const actor = actorId === userId ? 'you' : actorKind === 'subscriber' || actorKind === 'admin' ? 'other' : actorKind;
  const isOthers = actor === 'other';
  return { at, action, actor, ip: isOthers ? null : ip, data: isOthers ? null : data };
}
