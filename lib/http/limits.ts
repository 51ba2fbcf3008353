import { DAY, HOUR, MINUTE, SECOND } from '#lib/base/time.ts';

/**
 * What a limit counts. `address`: an IPv4 address or the /64 of an IPv6 address (S10). `account`: a user, or an email
 * address, even an unknown one. `device`: a browser that its owner has logged in with before. `token`: a usage token.
 * `code`: a device code. `client`: an OAuth client and a scope. `site`: all callers together.
 */
type Counted = 'address' | 'account' | 'device' | 'token' | 'code' | 'client' | 'site';
type Limit = { counts: Counted; most: number; spanMs: number; what: string; answer: string };

const QUARTER = 15 * MINUTE;
const REFUSED = '429 with Retry-After';

/**
 * How often something may happen within a span of time. docs/limits.md shows this table and `AT_ONCE`; a test compares
 * them row by row.
 */
export const LIMITS = {
  login_failure_address: {
    counts: 'address',
    most: 30,
    spanMs: QUARTER,
    what: 'failed logins by password or passkey',
    answer: REFUSED,
  },
  login_failure_account: {
    counts: 'account',
    most: 10,
    spanMs: QUARTER,
    what: 'failed logins by password from unknown browsers',
    answer: REFUSED,
  },
  login_failure_device: {
    counts: 'device',
    most: 10,
    spanMs: QUARTER,
    what: 'failed logins by password or passkey from a known browser',
    answer: REFUSED,
  },
  login_again_account: {
    counts: 'account',
    most: 10,
    spanMs: QUARTER,
    what: 'wrong passwords from a logged-in user',
    answer: REFUSED,
  },
  totp_account: {
    counts: 'account',
    most: 10,
    spanMs: QUARTER,
    what: 'wrong second-factor codes',
    answer: REFUSED,
  },
  refused_login: {
    counts: 'account',
    most: 1,
    spanMs: QUARTER,
    what: 'audit rows about a reached login limit',
    answer: 'no further row in the audit log',
  },
  passkey_options_address: {
    counts: 'address',
    most: 60,
    spanMs: MINUTE,
    what: 'passkey logins started',
    answer: REFUSED,
  },
  sign_up_address: {
    counts: 'address',
    most: 20,
    spanMs: HOUR,
    what: 'sign-ups',
    answer: REFUSED,
  },
  email_taken_account: {
    counts: 'account',
    most: 1,
    spanMs: HOUR,
    what: 'notices to a verified owner whose address is used for a sign-up or a change of address',
    answer: 'the same answer, no mail',
  },
  sign_up_account: {
    counts: 'account',
    most: 3,
    spanMs: HOUR,
    what: 'verification links mailed by sign-ups with an address',
    answer: 'the same answer, no mail',
  },
  reset_mail_address: {
    counts: 'address',
    most: 10,
    spanMs: HOUR,
    what: 'password reset links requested',
    answer: REFUSED,
  },
  reset_mail_account: {
    counts: 'account',
    most: 3,
    spanMs: HOUR,
    what: 'password reset links requested',
    answer: REFUSED,
  },
  invitation_admin: {
    counts: 'account',
    most: 60,
    spanMs: HOUR,
    what: 'invitations mailed by an admin',
    answer: REFUSED,
  },
  invitation_account: {
    counts: 'account',
    most: 3,
    spanMs: HOUR,
    what: 'invitations mailed to an address',
    answer: REFUSED,
  },
  member_invitation_account: {
    counts: 'account',
    most: 20,
    spanMs: DAY,
    what: 'invitations to an account mailed by an owner',
    answer: REFUSED,
  },
  customer_view_account: {
    counts: 'account',
    most: 6,
    spanMs: HOUR,
    what: 'views of an account by admins, each with a mail to its owner',
    answer: REFUSED,
  },
  verify_mail_address: {
    counts: 'address',
    most: 20,
    spanMs: HOUR,
    what: 'verification links requested again',
    answer: REFUSED,
  },
  verify_mail_account: {
    counts: 'account',
    most: 5,
    spanMs: HOUR,
    what: 'verification links requested again',
    answer: REFUSED,
  },
  email_link_address: {
    counts: 'address',
    most: 60,
    spanMs: QUARTER,
    what: 'uses of a mailed link, valid or not',
    answer: REFUSED,
  },
  email_change_address: {
    counts: 'address',
    most: 10,
    spanMs: HOUR,
    what: 'changes of address requested',
    answer: REFUSED,
  },
  email_change_account: {
    counts: 'account',
    most: 3,
    spanMs: HOUR,
    what: 'changes of address requested',
    answer: REFUSED,
  },
  export_account: {
    counts: 'account',
    most: 10,
    spanMs: HOUR,
    what: 'downloads of all account data',
    answer: REFUSED,
  },
  setup_archive_account: {
    counts: 'account',
    most: 60,
    spanMs: HOUR,
    what: 'downloads of a setup archive',
    answer: REFUSED,
  },
  doctor_account: {
    counts: 'account',
    most: 10,
    spanMs: HOUR,
    what: 'connections checked on /setup',
    answer: REFUSED,
  },
  hash_look_up_account: {
    counts: 'account',
    most: 30,
    spanMs: HOUR,
    what: 'hashes looked up on the storage hosts',
    answer: REFUSED,
  },
  hash_report_account: {
    counts: 'account',
    most: 20,
    spanMs: DAY,
    what: 'reports of hashes',
    answer: REFUSED,
  },
  hash_report_poor_account: {
    counts: 'account',
    most: 3,
    spanMs: DAY,
    what: 'reports of hashes by a reporter with a poor standing',
    answer: REFUSED,
  },
  figures_address: {
    counts: 'address',
    most: 60,
    spanMs: MINUTE,
    what: 'reads of the figures about reports',
    answer: REFUSED,
  },
  buy_account: {
    counts: 'account',
    most: 30,
    spanMs: HOUR,
    what: 'visits to /buy that query Stripe',
    answer: REFUSED,
  },
  plan_change_account: {
    counts: 'account',
    most: 30,
    spanMs: HOUR,
    what: 'changes, cancellations and resumptions of a plan',
    answer: REFUSED,
  },
  interaction_address: {
    counts: 'address',
    most: 60,
    spanMs: MINUTE,
    what: 'OAuth requests that store a row: interactions, pushed requests, devices, logouts',
    answer: REFUSED,
  },
  client_registration_address: {
    counts: 'address',
    most: 20,
    spanMs: HOUR,
    what: 'registrations of OAuth clients, refused ones included',
    answer: REFUSED,
  },
  client_document_address: {
    counts: 'address',
    most: 30,
    spanMs: HOUR,
    what: 'fetches of client metadata documents',
    answer: 'a refusal by the OAuth endpoint',
  },
  refused_scope: {
    counts: 'client',
    most: 1,
    spanMs: DAY,
    what: 'audit rows about a scope that an application may not use',
    answer: 'no further row in the audit log',
  },
  user_code_address: {
    counts: 'address',
    most: 60,
    spanMs: QUARTER,
    what: 'codes of devices entered or confirmed',
    answer: REFUSED,
  },
  user_code_account: {
    counts: 'account',
    most: 20,
    spanMs: QUARTER,
    what: 'codes of devices entered or confirmed',
    answer: REFUSED,
  },
  device_poll: {
    counts: 'code',
    most: 1,
    spanMs: 4 * SECOND,
    what: 'token requests with a device code',
    answer: '`slow_down`, no token',
  },
  refusal_account: {
    counts: 'account',
    most: 20,
    spanMs: HOUR,
    what: 'audit rows about requests that only admins may make',
    answer: 'no further row in the audit log',
  },
  storage_failure_address: {
    counts: 'address',
    most: 20,
    spanMs: MINUTE,
    what: 'wrong storage server credentials',
    answer: REFUSED,
  },
  enrolment_failure_address: {
    counts: 'address',
    most: 10,
    spanMs: QUARTER,
    what: 'wrong enrolment codes of storage hosts',
    answer: REFUSED,
  },
  enrolment_failure_site: {
    counts: 'site',
    most: 200,
    spanMs: QUARTER,
    what: 'wrong enrolment codes of storage hosts',
    answer: REFUSED,
  },
  repository_failure_address: {
    counts: 'address',
    most: 20,
    spanMs: MINUTE,
    what: 'wrong package repository credentials',
    answer: REFUSED,
  },
  usage_token: {
    counts: 'token',
    most: 60,
    spanMs: MINUTE,
    what: 'requests with a usage token',
    answer: REFUSED,
  },
} as const satisfies Record<string, Limit>;
export type LimitName = keyof typeof LIMITS;

/** How many of something may exist at a time. */
export const AT_ONCE = {
  sessions: { counts: 'account', most: 20, what: 'sessions', answer: 'the oldest ends' },
  devices: { counts: 'account', most: 20, what: 'known browsers', answer: 'the least recently used one is forgotten' },
  hashing: {
    counts: 'process',
    most: 2,
    what: 'passwords being hashed',
    answer: 'the others wait, callers take turns',
  },
  hashes_waiting: {
    counts: 'process',
    most: 60,
    what: 'passwords waiting to be hashed',
    answer: '503 for the caller with the most of them',
  },
  judgements_waiting: {
    counts: 'process',
    most: 30,
    what: 'new passwords waiting for the strength check, one at a time',
    answer: '503 for the caller with the most of them',
  },
} as const;
