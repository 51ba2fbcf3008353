/** Who a limit counts: an IPv4 address or the /64 of an IPv6 one (S10), a person or an address that may be one's, a browser its owner has signed in with, a usage token. */
type Counted = 'address' | 'account' | 'device' | 'token';
type Limit = { counts: Counted; most: number; seconds: number; what: string; answer: string };

const MINUTE = 60;
const QUARTER = 15 * MINUTE;
const HOUR = 60 * MINUTE;
const REFUSED = '429 with Retry-After';

/**
 * How often something may happen within a span of time, by the name the code uses. docs/limits.md shows this table and
 * the next one; a test compares them row by row.
 */
export const LIMITS = {
  login_failure_address: {
    ...{ counts: 'address', most: 30, seconds: QUARTER, answer: REFUSED },
    what: 'logins with a wrong password or passkey',
  },
  login_failure_account: {
    ...{ counts: 'account', most: 10, seconds: QUARTER, answer: REFUSED },
    what: 'logins with a wrong password on unknown browsers',
  },
  login_failure_device: {
    ...{ counts: 'device', most: 10, seconds: QUARTER, answer: REFUSED },
    what: 'logins with a wrong password or passkey on a known browser',
  },
  login_again_account: {
    ...{ counts: 'account', most: 10, seconds: QUARTER, answer: REFUSED },
    what: 'wrong passwords of a person who is logged in',
  },
  totp_account: {
    ...{ counts: 'account', most: 10, seconds: QUARTER, answer: REFUSED },
    what: 'wrong codes of the second factor',
  },
  refused_login: {
    ...{ counts: 'account', most: 1, seconds: QUARTER, answer: 'no further row in the audit trail' },
    what: 'rows that say that a limit of logins is reached',
  },
  passkey_options_address: {
    ...{ counts: 'address', most: 60, seconds: MINUTE, answer: REFUSED },
    what: 'beginnings of a login by passkey',
  },
  sign_up_address: {
    ...{ counts: 'address', most: 20, seconds: HOUR, answer: REFUSED },
    what: 'sign-ups',
  },
  email_taken_account: {
    ...{ counts: 'account', most: 1, seconds: HOUR, answer: 'the same answer, no mail' },
    what: 'mails to an account whose address somebody signs up with, or changes to',
  },
  reset_mail_address: {
    ...{ counts: 'address', most: 10, seconds: HOUR, answer: REFUSED },
    what: 'links to reset a password that are asked for',
  },
  reset_mail_account: {
    ...{ counts: 'account', most: 3, seconds: HOUR, answer: REFUSED },
    what: 'links to reset a password that are asked for',
  },
  verify_mail_address: {
    ...{ counts: 'address', most: 20, seconds: HOUR, answer: REFUSED },
    what: 'links to verify an address that are asked for again',
  },
  verify_mail_account: {
    ...{ counts: 'account', most: 5, seconds: HOUR, answer: REFUSED },
    what: 'links to verify an address that are asked for again',
  },
  email_link_address: {
    ...{ counts: 'address', most: 60, seconds: QUARTER, answer: REFUSED },
    what: 'uses of a mailed link, right or wrong',
  },
  email_change_address: {
    ...{ counts: 'address', most: 10, seconds: HOUR, answer: REFUSED },
    what: 'changes of address that are asked for',
  },
  email_change_account: {
    ...{ counts: 'account', most: 3, seconds: HOUR, answer: REFUSED },
    what: 'changes of address that are asked for',
  },
  export_account: {
    ...{ counts: 'account', most: 10, seconds: HOUR, answer: REFUSED },
    what: 'downloads of all data',
  },
  buy_account: {
    ...{ counts: 'account', most: 30, seconds: HOUR, answer: REFUSED },
    what: 'visits of /buy that ask Stripe',
  },
  interaction_address: {
    ...{ counts: 'address', most: 60, seconds: MINUTE, answer: REFUSED },
    what: 'OAuth requests that leave a row: questions to a person, pushed requests, logouts',
  },
  refusal_account: {
    ...{ counts: 'account', most: 20, seconds: HOUR, answer: 'no further row in the audit trail' },
    what: 'rows about calls that only admins may make',
  },
  storage_failure_address: {
    ...{ counts: 'address', most: 20, seconds: MINUTE, answer: REFUSED },
    what: 'wrong credentials of a storage server',
  },
  repository_failure_address: {
    ...{ counts: 'address', most: 20, seconds: MINUTE, answer: REFUSED },
    what: 'wrong credentials of the package repository',
  },
  usage_token: {
    ...{ counts: 'token', most: 60, seconds: MINUTE, answer: REFUSED },
    what: 'calls with a usage token',
  },
} as const satisfies Record<string, Limit>;
export type LimitName = keyof typeof LIMITS;

/** How much there may be at a time, by the name the code uses. */
export const AT_ONCE = {
  sessions: { counts: 'account', most: 20, what: 'sessions', answer: 'the oldest ends' },
  devices: { counts: 'account', most: 20, what: 'known browsers', answer: 'the one used the longest ago is forgotten' },
  hashing: {
    ...{ counts: 'process', most: 2, what: 'passwords being hashed' },
    answer: 'the others wait, callers in turn',
  },
  hashes_waiting: {
    ...{ counts: 'process', most: 60, what: 'passwords that wait to be hashed' },
    answer: '503 for the caller with the most of them',
  },
  judgements_waiting: {
    ...{ counts: 'process', most: 30, what: 'new passwords that wait to be judged, one at a time' },
    answer: '503 for the caller with the most of them',
  },
} as const;
