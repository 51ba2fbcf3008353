import type { Prisma } from '#lib/base/db/db.ts';
import { alertSettings } from '#lib/usage/alert-kinds.ts';
import type { PersonalTable } from '#lib/users/personal-data.ts';
import { columnsOf, toRow, type Row } from './rows.ts';

const oldest = { orderBy: { createdAt: 'asc' } } as const;

/** What the export reads about an account that the user owns. */
export const accountFields = {
  ...columnsOf('accounts'),
  switchedAlerts: true,
  usageTokens: { ...oldest, select: columnsOf('usage_tokens') },
  hashReports: { ...oldest, select: columnsOf('hash_reports') },
  acceptances: { orderBy: { acceptedAt: 'asc' }, select: columnsOf('acceptances') },
  buyer: { select: columnsOf('buyers') },
  subscriptions: {
    orderBy: { startedAt: 'asc' },
    select: { ...columnsOf('subscriptions'), withdrawal: { select: columnsOf('withdrawals') } },
  },
  fuzzyKeys: {
    orderBy: { id: 'asc' },
    select: {
      ...columnsOf('fuzzy_keys'),
      id: true,
      rank: { select: { rate: true } },
      sources: { orderBy: [{ firstSeenAt: 'asc' }, { source: 'asc' }], select: columnsOf('key_sources') },
    },
  },
} satisfies Prisma.AccountSelect;

/** What the export reads about a user, and about the rows that belong to the user. */
export const personFields = {
  ...columnsOf('users'),
  passwordHash: true,
  _count: { select: { recoveryCodes: { where: { usedAt: null } } } },
  sessions: { ...oldest, select: columnsOf('sign_in_sessions') },
  devices: { ...oldest, select: columnsOf('known_devices') },
  passkeys: { ...oldest, select: columnsOf('passkeys') },
  savedViews: { ...oldest, select: columnsOf('saved_views') },
  tokens: { ...oldest, select: columnsOf('one_time_tokens') },
  emailChanges: { orderBy: { requestedAt: 'asc' }, select: columnsOf('email_changes') },
  memberships: { ...oldest, select: { ...columnsOf('memberships'), account: { select: { name: true } } } },
  consents: { ...oldest, select: { ...columnsOf('consents'), client: { select: { name: true } } } },
} satisfies Prisma.UserSelect;

/** What `personFields` reads. */
export type PersonRow = Row &
  Record<'sessions' | 'devices' | 'passkeys' | 'savedViews' | 'tokens' | 'emailChanges', Row[]> & {
    passwordHash: string | null;
    _count: { recoveryCodes: number };
    memberships: (Row & { account: { name: string | null } })[];
    consents: (Row & { client: { name: string } })[];
  };
/** What `accountFields` reads. */
export type AccountRow = Row &
  Record<'usageTokens' | 'hashReports' | 'acceptances', Row[]> & {
    switchedAlerts: string[];
    buyer: Row | null;
    subscriptions: (Row & { withdrawal: Row | null })[];
    fuzzyKeys: KeyRow[];
  };
type KeyRow = Row & { id: number; rate: number | null; rank: { rate: number | null }; sources: Row[] };

const toRows = (table: PersonalTable, rows: readonly Row[] = []) => rows.map((row) => toRow(table, row));

/**
 * The user, their rows and those of their account as the export writes them. `account` is null for a person who does not
 * own the account that they act for: it is not theirs to take along.
 */
export const toPerson = (user: PersonRow, account: AccountRow | null) => ({
  profile: {
    ...toRow('users', user),
    has_password: user.passwordHash !== null,
    recovery_codes_left: user._count.recoveryCodes,
  },
  account: account && { ...toRow('accounts', account), usage_alerts: alertSettings(account.switchedAlerts) },
  memberships: user.memberships.map((row) => ({ ...toRow('memberships', row), account: row.account })),
  sessions: toRows('sign_in_sessions', user.sessions),
  devices: toRows('known_devices', user.devices),
  passkeys: toRows('passkeys', user.passkeys),
  usage_tokens: toRows('usage_tokens', account?.usageTokens),
  hash_reports: toRows('hash_reports', account?.hashReports),
  saved_views: toRows('saved_views', user.savedViews),
  mailed_links: toRows('one_time_tokens', user.tokens),
  email_changes: toRows('email_changes', user.emailChanges),
  acceptances: toRows('acceptances', account?.acceptances),
  buyer: account?.buyer ? toRow('buyers', account.buyer) : null,
  subscriptions: (account?.subscriptions ?? []).map((row) => ({
    ...toRow('subscriptions', row),
    withdrawal: row.withdrawal && toRow('withdrawals', row.withdrawal),
  })),
  connected_apps: user.consents.map((row) => ({ ...toRow('consents', row), name: row.client.name })),
});

export const toKey = (key: KeyRow) => ({
  ...toRow('fuzzy_keys', key),
  rate: key.rate ?? key.rank.rate,
  servers: toRows('key_sources', key.sources),
});

type HistoryRow = Pick<Prisma.AuditEventGetPayload<object>, 'at' | 'action' | 'actorKind' | 'actorId' | 'ip' | 'data'>;

/** Converts an audit event for the export. Leaves out the IP address and the data if another user was the actor. */
export function toHistory({ at, action, actorKind, actorId, ip, data }: HistoryRow, userId: string) {
  const actor = actorId === userId ? 'you' : actorKind === 'subscriber' || actorKind === 'admin' ? 'other' : actorKind;
  const isOthers = actor === 'other';
  return { at, action, actor, ip: isOthers ? null : ip, data: isOthers ? null : data };
}
