/**
 * Every column about a person, from the database itself, is in the export; every table about a person is explained in
 * the privacy policy and leaves with its user. What is not is listed here with the reason. Texts that may contain an
 * address are the subject of old-address.db.test.ts.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { contacts } from '#lib/base/settings/contacts.ts';
import { db } from '#lib/base/db/db.ts';
import { personalData, privacy } from '#lib/marketing/policies/privacy.ts';
import '#lib/testing/database.ts';
import { personFields } from './export-fields.ts';

const SECRET = 'a secret, or the hash of one';
const LINK = 'a number of ours, which only links rows';
const OURS = 'bookkeeping of ours, which says nothing about the person that the export lacks';
const ADMINS = 'written by or for admins';
const SUMS = 'in the export as sums by key and day';

/** Columns that the export leaves out, by table. One text stands for the whole table. */
const NOT_EXPORTED: Readonly<Record<string, string | Readonly<Record<string, string>>>> = {
  users: {
    notes: ADMINS,
    blocked_at: 'a blocked user can ask for no export',
    totp_secret_sealed: SECRET,
    totp_last_step: OURS,
    login_epoch: OURS,
    reset_keeps_factors: OURS,
    version: OURS,
  },
  sign_in_sessions: { token_hash: SECRET, user_id: LINK },
  known_devices: { id: LINK, token_hash: SECRET, user_id: LINK },
  passkeys: { id: LINK, user_id: LINK, credential_id: SECRET, public_key: SECRET, counter: OURS },
  usage_tokens: { id: LINK, user_id: LINK, token_hash: SECRET },
  acceptances: { id: LINK, user_id: LINK },
  buyers: { user_id: LINK },
  withdrawals: { subscription_id: LINK },
  saved_views: { id: LINK, user_id: LINK },
  one_time_tokens: {
    id: LINK,
    user_id: LINK,
    token_hash: SECRET,
    browser_token_hash: SECRET,
    browser_expires_at: OURS,
  },
  email_changes: { id: LINK, user_id: LINK, confirm_token_hash: SECRET, undo_token_hash: SECRET, expires_at: OURS },
  recovery_codes: 'in the export as the number of codes that are left',
  challenges: 'a step of a login, which ends within minutes',
  sign_ups: 'ends when the address is proved, before anyone can ask for an export',
  subscriptions: {
    id: LINK,
    user_id: LINK,
    stripe_customer_id: 'in the export as profile.stripe_customer_id',
    stripe_price_id: OURS,
    stripe_product_id: OURS,
    flags: ADMINS,
    awaits_payment: OURS,
    status_since: OURS,
    card_notice: OURS,
    end_notice: OURS,
    synced_at: OURS,
    read_from: OURS,
    read_to: OURS,
  },
  fuzzy_keys: {
    user_id: LINK,
    subscription_id: LINK,
    replaced_by_id: LINK,
    description: 'may name a previous owner',
    email: 'may name a previous owner',
    private_key_sealed: SECRET,
    forbidden_flags: ADMINS,
    first_match_server_id: LINK,
    first_match_flag: OURS,
    version: OURS,
    updated_at: OURS,
  },
  key_sources: {
    key_id: LINK,
    secret_id: LINK,
    pause_seconds: OURS,
    is_announced: OURS,
    silence_noted_at: OURS,
  },
  consents: { user_id: LINK },
  customer_views: 'in the export as the history of the account',
  billing_alerts: ADMINS,
  storage_questions: 'the person has seen it, and it is deleted after an hour',
  storage_answers: 'the person has seen it, and it is deleted after an hour',
  usage_points: SUMS,
  usage_hours: SUMS,
  usage_days: SUMS,
  usage_standings: 'computed from usage',
  usage_alerts: OURS,
};

/** Tables whose rows stay when their user is deleted. */
const STAYS: Readonly<Record<string, string>> = {
  subscriptions: 'delete-user.ts deletes them, after Stripe has ended them',
  fuzzy_keys: 'a key may serve on without an owner; erase-address.ts takes the address out of it',
  billing_alerts: 'an alert to admins names a subscription, and loses the user',
};

/** Columns of `users` by the words of the privacy policy that tell of them. */
const IN_WORDS: Readonly<Record<string, string>> = {
  ...{ email: 'Your email address', password_hash: 'your password as an argon2id hash', country: 'a country' },
  ...{ notes: 'notes of our support', created_at: 'when the account was created', last_seen_at: 'last used' },
  ...{ stripe_customer_id: 'your customer number', custom_key: 'Your keys' },
  shows_addresses: '“Show addresses of my servers”',
};
const STATE = 'a setting or the state of the account, which its page shows';
/** Columns of `users` that the policy does not name. */
const NOT_IN_WORDS: Readonly<Record<string, string>> = {
  ...{ email_verified_at: STATE, is_admin: STATE, daily_limit: STATE, blocked_at: STATE, muted_alerts: STATE },
  ...{ totp_secret_sealed: STATE, totp_enabled_at: STATE, totp_last_step: STATE },
  ...{ id: OURS, login_epoch: OURS, reset_keeps_factors: OURS, version: OURS, updated_at: OURS },
};

/** Texts that lose an address which no longer belongs to a user: erase-address.ts, or the row goes with the address. */
const ERASED = [
  ...['users.email', 'users.notes', 'fuzzy_keys.description', 'fuzzy_keys.email', 'key_sources.name'],
  ...['customer_views.reason', 'passkeys.name', 'usage_tokens.name'],
  ...['email_changes.new_email', 'email_changes.old_email', 'one_time_tokens.email', 'sign_ups.return_url'],
  ...['buyers.po_number', 'buyers.invoice_email'],
];
/** Texts that contain no address: identifiers, fixed words, hashes, names of browsers, and views, which refuse one. */
const NO_ADDRESS = [
  ...['users.password_hash', 'users.stripe_customer_id', 'sign_ups.password_hash', 'challenges.value'],
  ...['acceptances.act', 'acceptances.document', 'acceptances.version', 'sign_ups.terms_version', 'buyers.kind'],
  ...['subscriptions.buyer_kind', 'withdrawals.refund', 'withdrawals.currency'],
  ...['billing_alerts.kind', 'billing_alerts.subject', 'billing_alerts.stripe_customer_id'],
  ...['billing_alerts.stripe_subscription_id', 'consents.client_id', 'passkeys.credential_id', 'usage_tokens.prefix'],
  ...['key_sources.address', 'key_sources.network', 'key_sources.secret_id', 'key_sources.source'],
  ...['known_devices.user_agent', 'sign_in_sessions.ip', 'sign_in_sessions.user_agent'],
  ...['saved_views.list', 'saved_views.name', 'saved_views.query', 'storage_questions.kind', 'usage_alerts.kind'],
  ...['card_notice', 'interval', 'plan', 'product_name', 'status', 'stripe_customer_id', 'stripe_price_id'].map(
    (name) => `subscriptions.${name}`,
  ),
  ...['subscriptions.stripe_product_id', 'subscriptions.stripe_subscription_id'],
];

test('lists every column about a person in the export, or here with a reason (S54)', async () => {
  const exported = exportedColumns();
  const columns = await personalColumns();
  expect(columns.length).toBeGreaterThan(150);
  const isListed = ({ table, column }: Column) => {
    const why = NOT_EXPORTED[table];
    return typeof why === 'string' || why?.[column] !== undefined;
  };
  const wrong = columns.filter((column) => exported.has(`${column.table}.${column.column}`) === isListed(column));
  expect(wrong.map(({ table, column }) => `${table}.${column}`)).toEqual([]);
  const known = new Set(columns.map(({ table, column }) => `${table}.${column}`));
  const named = Object.entries(NOT_EXPORTED).flatMap(([table, why]) =>
    typeof why === 'string' ? [] : Object.keys(why).map((column) => `${table}.${column}`),
  );
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});

test('names in the privacy policy what each table about a person holds', async () => {
  const tables = [...new Set((await personalColumns()).map(({ table }) => table))];
  const explained = personalData(contacts()).flatMap(({ tables: its }) => its);
  expect(explained.toSorted()).toEqual(tables.toSorted());
});

test('deletes every row about a person with its user, but for the tables listed here', async () => {
  const keeping = await db().$queryRaw<{ table: string }[]>`
    SELECT DISTINCT conrelid::regclass::text AS "table" FROM pg_constraint
    WHERE confrelid = 'users'::regclass AND contype = 'f' AND conparentid = 0 AND confdeltype <> 'c' ORDER BY 1`;
  expect(keeping.map(({ table }) => table)).toEqual(Object.keys(STAYS).toSorted());
});

test('names in the privacy policy each column of users, or here why not', async () => {
  const columns = (await personalColumns()).filter(({ table }) => table === 'users').map(({ column }) => column);
  expect(Object.keys({ ...IN_WORDS, ...NOT_IN_WORDS }).toSorted()).toEqual(columns.toSorted());
  const told = JSON.stringify(privacy(contacts()));
  expect(Object.values(IN_WORDS).filter((words) => !told.includes(words))).toEqual([]);
});

test('lists every text about a person that may contain an address as erased, or why it contains none', async () => {
  const texts = (await personalColumns())
    .filter(({ isText }) => isText)
    .map(({ table, column }) => `${table}.${column}`);
  expect([...ERASED, ...NO_ADDRESS].toSorted()).toEqual(texts.toSorted());
});

type Column = { table: string; column: string; isText: boolean };

/** The columns of `users`, and of every table with a foreign key that leads to it. */
const personalColumns = (): Promise<Column[]> => db().$queryRaw<Column[]>`
  WITH RECURSIVE personal AS (
    SELECT 'users'::regclass::oid AS id
    UNION
    SELECT conrelid FROM pg_constraint JOIN personal ON confrelid = personal.id AND contype = 'f' AND conparentid = 0)
  SELECT relname AS "table", attname AS "column", atttypid IN ('text'::regtype, 'varchar'::regtype) AS "isText"
  FROM personal
  JOIN pg_class ON pg_class.oid = personal.id AND NOT relispartition
  JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped ORDER BY 1, attnum`;

type Model = { table: string; fields: Map<string, { type: string; column: string }> };

/** The models of prisma/schema.prisma: their tables, and each field's type and column. */
function readModels(): Map<string, Model> {
  const schema = readFileSync('prisma/schema.prisma', 'utf8');
  const models = [...schema.matchAll(/^model (\w+) \{\n([^]*?)^\}/gm)].map(([, name = '', body = '']) => {
    const fields = [...body.matchAll(/^ {2}(\w+) +(\w+)\S*(.*)$/gm)].map(
      ([, field = '', type = '', rest = '']) =>
        [field, { type, column: /@map\("(\w+)"\)/.exec(rest)?.[1] ?? field }] as const,
    );
    return [name, { table: /@@map\("(\w+)"\)/.exec(body)?.[1] ?? name, fields: new Map(fields) }] as const;
  });
  return new Map(models);
}

/** The columns that `personFields` selects, as "table.column". */
function exportedColumns(): Set<string> {
  const models = readModels();
  const found = new Set<string>();
  const walk = (name: string, select: Readonly<Record<string, unknown>>) => {
    const model = models.get(name);
    if (!model) throw new Error(`no model ${name}`);
    for (const [field, wanted] of Object.entries(select)) {
      if (field === '_count') continue;
      const known = model.fields.get(field);
      if (!known) throw new Error(`no field ${name}.${field}`);
      if (wanted === true) found.add(`${model.table}.${known.column}`);
      else walk(known.type, (wanted as { select: Record<string, unknown> }).select);
    }
  };
  walk('User', personFields);
  return found;
}
