import { z } from 'zod';

const Time = z.date();
const MaybeTime = Time.nullable();
const YesNo = z.boolean();
const Count = z.number();
const MaybeCount = Count.nullable();
/** Identifiers, fixed words, names of browsers: no text that a person types, so no address. */
const Word = z.string();
const MaybeWord = Word.nullable();
const Words = z.array(Word);
/** A text that may contain an address. Each says how it loses one that no longer belongs to a user. */
const typed = (address: Address) => ({ type: z.string(), address });
const maybeTyped = (address: Address) => ({ type: z.string().nullable(), address });

/**
 * `replaced`: `eraseAddress` replaces it within the text. `cleared`: `eraseAddress` writes null if it is the address.
 * `otherwise`: erase-address.ts has a statement for it, or its row is deleted with the address.
 */
type Address = 'replaced' | 'cleared' | 'otherwise';

const SECRET = 'a secret, or the hash of one';
const LINK = 'a number of ours, which only links rows';
const OURS = 'bookkeeping of ours, which says nothing about the person that the export lacks';
const ADMINS = 'written by or for admins';
const SUMS = 'in the export as sums by key and day';
const SEEN = 'the person has seen it, and it is deleted after an hour';
/** The next release drops it. */
const MOVED = { why: 'not read: the same column of accounts is in the export', told: null };
const OTHERS = 'names another person, and ends within 72 hours';
const NAMES_OTHERS = 'may name a previous owner';

/**
 * A column: its type in the export, or why the export leaves it out. `as`: its name in the export, `field`: its field in
 * the schema, if they differ from the column's name. `told`, for columns of `users` and `accounts`: the words of the privacy policy
 * that tell of it, or null for a setting or state of the account, which its page shows, and for bookkeeping of ours.
 */
type Column = {
  type?: z.ZodType;
  why?: string;
  as?: string;
  field?: string;
  address?: Address;
  told?: string | null;
};
type Columns = Readonly<Record<string, z.ZodType | string | Column>>;

/**
 * Every column about a person. `*` stands for the columns without text that are not listed. The export, the erasure of
 * addresses and the test over the columns of the database (personal-data.db.test.ts) read this table.
 */
const PERSONAL_DATA = {
  users: {
    id: { type: Word, told: null },
    email: { ...maybeTyped('otherwise'), told: 'Your email address' },
    email_verified_at: { type: MaybeTime, told: null },
    is_admin: { type: YesNo, told: null },
    country: { type: MaybeWord, told: 'a country' },
    daily_limit: MOVED,
    muted_alerts: MOVED,
    shows_addresses: MOVED,
    stripe_customer_id: MOVED,
    custom_key: MOVED,
    password_hash: { why: 'in the export as has_password', told: 'your password as an argon2id hash' },
    totp_enabled_at: { type: MaybeTime, as: 'two_factor_enabled_at', told: null },
    last_seen_at: { type: MaybeTime, told: 'last used' },
    created_at: { type: Time, told: 'when the account was created' },
    updated_at: { type: Time, told: null },
    notes: { why: ADMINS, address: 'otherwise', told: 'notes of our support' },
    blocked_at: { why: 'a blocked user can ask for no export', told: null },
    totp_secret_sealed: { why: SECRET, told: null },
    totp_last_step: { why: OURS, told: null },
    login_epoch: { why: OURS, told: null },
    reset_keeps_factors: { why: OURS, told: null },
    version: { why: OURS, told: null },
  },
  sign_in_sessions: {
    id: Word,
    amr: Words,
    ip: MaybeWord,
    user_agent: MaybeWord,
    auth_time: { type: Time, as: 'logged_in_at' },
    created_at: Time,
    last_seen_at: Time,
    expires_at: Time,
    token_hash: SECRET,
    user_id: LINK,
    account_id: LINK,
  },
  known_devices: {
    user_agent: MaybeWord,
    created_at: Time,
    last_seen_at: Time,
    expires_at: Time,
    id: LINK,
    token_hash: SECRET,
    user_id: LINK,
  },
  passkeys: {
    name: typed('replaced'),
    transports: Words,
    is_backed_up: YesNo,
    created_at: Time,
    last_used_at: MaybeTime,
    id: LINK,
    user_id: LINK,
    credential_id: SECRET,
    public_key: SECRET,
    counter: OURS,
  },
  usage_tokens: {
    name: typed('replaced'),
    prefix: Word,
    may_report: YesNo,
    created_at: Time,
    last_used_at: MaybeTime,
    id: LINK,
    user_id: LINK,
    created_by: LINK,
    token_hash: SECRET,
  },
  // The texts of a report lose every address when they are stored.
  hash_reports: {
    digest: Word,
    state: Word,
    evidence: Word,
    note: Word,
    question: MaybeWord,
    answer: MaybeWord,
    reason: MaybeWord,
    created_at: Time,
    answered_at: MaybeTime,
    decided_at: MaybeTime,
    settled_at: MaybeTime,
    id: LINK,
    user_id: LINK,
    question_id: LINK,
    decided_by: ADMINS,
    version: OURS,
  },
  // A saved view that contains an address is refused.
  saved_views: { list: Word, name: Word, query: Word, created_at: Time, id: LINK, user_id: LINK },
  one_time_tokens: {
    purpose: Word,
    email: typed('otherwise'),
    created_at: Time,
    expires_at: Time,
    id: LINK,
    user_id: LINK,
    token_hash: SECRET,
    browser_token_hash: SECRET,
    browser_expires_at: OURS,
  },
  email_changes: {
    old_email: typed('otherwise'),
    new_email: typed('otherwise'),
    requested_at: Time,
    confirmed_at: MaybeTime,
    undone_at: MaybeTime,
    id: LINK,
    user_id: LINK,
    confirm_token_hash: SECRET,
    undo_token_hash: SECRET,
    expires_at: OURS,
  },
  // A name with an address is refused.
  accounts: {
    name: { type: MaybeWord, told: 'its name' },
    daily_limit: { type: MaybeCount, told: null },
    shows_addresses: { type: YesNo, told: '“Show addresses of my servers”' },
    stripe_customer_id: { type: MaybeWord, told: 'your customer number' },
    custom_key: { type: MaybeWord, told: 'Your keys' },
    muted_alerts: { why: 'in the export as usage_alerts', told: null },
    id: { why: LINK, told: null },
    blocked_at: { why: OURS, told: null },
    two_factor_from: { why: OURS, told: null },
    created_at: { why: OURS, told: null },
  },
  memberships: {
    admin_reason: { why: ADMINS, address: 'replaced' },
    role: Word,
    created_at: { type: Time, as: 'joined_at' },
    account_id: LINK,
    user_id: LINK,
  },
  invitations: { '*': OTHERS, role: OTHERS, email: { why: OTHERS, address: 'otherwise' } },
  acceptances: {
    document: Word,
    version: Word,
    act: Word,
    accepted_at: Time,
    id: LINK,
    user_id: LINK,
    accepted_by: LINK,
  },
  buyers: {
    kind: Word,
    po_number: maybeTyped('replaced'),
    invoice_email: maybeTyped('cleared'),
    updated_at: Time,
    user_id: LINK,
  },
  subscriptions: {
    stripe_subscription_id: Word,
    product_name: { type: Word, as: 'product' },
    plan: MaybeWord,
    status: Word,
    interval: Word,
    quantity: Count,
    started_at: Time,
    current_period_end: MaybeTime,
    cancel_at: MaybeTime,
    ended_at: MaybeTime,
    buyer_kind: MaybeWord,
    id: LINK,
    user_id: LINK,
    stripe_customer_id: 'in the export as account.stripe_customer_id',
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
  withdrawals: {
    asked_at: Time,
    refund: Word,
    /** in the currency's smallest unit */
    amount: MaybeCount,
    currency: MaybeWord,
    settled_at: MaybeTime,
    subscription_id: LINK,
  },
  fuzzy_keys: {
    public_key: Word,
    key_id: Word,
    rank: { type: Count, field: 'rankId' },
    quantity: Count,
    /** requests per second for one unit; null: no limit */
    rate: MaybeCount,
    /** the end of a key that was replaced */
    works_until: MaybeTime,
    last_used_at: MaybeTime,
    first_match_at: MaybeTime,
    suspended_at: MaybeTime,
    deleted_at: MaybeTime,
    created_at: Time,
    id: LINK,
    user_id: LINK,
    subscription_id: LINK,
    replaced_by_id: LINK,
    description: { why: NAMES_OTHERS, address: 'otherwise' },
    email: { why: NAMES_OTHERS, address: 'otherwise' },
    private_key_sealed: SECRET,
    forbidden_flags: ADMINS,
    first_match_server_id: LINK,
    first_match_flag: OURS,
    version: OURS,
    updated_at: OURS,
  },
  key_sources: {
    source: { type: Word, as: 'pseudonym' },
    network: { type: MaybeWord, as: 'network_pseudonym' },
    name: maybeTyped('replaced'),
    address: MaybeWord,
    checked: Count,
    hits: Count,
    errors: Count,
    first_seen_at: Time,
    last_seen_at: Time,
    key_id: LINK,
    secret_id: LINK,
    pause_seconds: OURS,
    is_announced: OURS,
    silence_noted_at: OURS,
  },
  consents: {
    client_id: Word,
    scopes: Words,
    created_at: Time,
    updated_at: Time,
    last_used_at: MaybeTime,
    user_id: LINK,
    account_id: LINK,
  },
  customer_views: {
    '*': 'in the export as the history of the account',
    reason: { why: ADMINS, address: 'replaced' },
  },
  recovery_codes: { '*': 'in the export as the number of codes that are left' },
  challenges: { '*': 'a step of a login, which ends within minutes', value: SECRET },
  sign_ups: {
    '*': 'ends when the address is proved, before anyone can ask for an export',
    password_hash: SECRET,
    terms_version: OURS,
    return_url: { why: 'a path of this site', address: 'otherwise' },
  },
  billing_alerts: {
    '*': ADMINS,
    kind: ADMINS,
    subject: LINK,
    stripe_customer_id: LINK,
    stripe_subscription_id: LINK,
  },
  storage_questions: { '*': SEEN, kind: SEEN },
  storage_answers: { '*': SEEN },
  usage_points: { '*': SUMS },
  usage_hours: { '*': SUMS },
  usage_days: { '*': SUMS },
  usage_standings: { '*': 'computed from usage' },
  usage_alerts: { '*': OURS, kind: OURS },
} as const satisfies Readonly<Record<string, Columns>>;
export type PersonalTable = keyof typeof PERSONAL_DATA;

/** The columns of the table above, as a list. */
export const PERSONAL_COLUMNS: readonly (Column & { table: string; column: string })[] = Object.entries<Columns>(
  PERSONAL_DATA,
).flatMap(([table, columns]) =>
  Object.entries(columns).map(([column, given]) => {
    if (typeof given === 'string') return { table, column, why: given };
    return { table, column, ...(given instanceof z.ZodType ? { type: given } : given) };
  }),
);
