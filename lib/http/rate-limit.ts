import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { pool } from '#lib/db.ts';
import { DomainError } from '#lib/errors.ts';
import { addressGroup } from './client-address.ts';

/** Limits by name (decisions §4): points in a span of seconds. */
const LIMITS = {
  login_failure_account: { points: 10, duration: 900 },
  login_failure_address: { points: 30, duration: 900 },
  login_failure_device: { points: 10, duration: 900 },
  login_again_account: { points: 10, duration: 900 },
  totp_account: { points: 10, duration: 900 },
  passkey_options_address: { points: 60, duration: 60 },
  sign_up_address: { points: 20, duration: 3600 },
  reset_mail_account: { points: 3, duration: 3600 },
  reset_mail_address: { points: 10, duration: 3600 },
  reset_account: { points: 10, duration: 900 },
  verify_mail_account: { points: 5, duration: 3600 },
  email_change_account: { points: 3, duration: 3600 },
  email_change_address: { points: 10, duration: 3600 },
  email_link_address: { points: 60, duration: 900 },
  export_account: { points: 10, duration: 3600 },
  verify_account: { points: 10, duration: 900 },
  interaction_address: { points: 60, duration: 60 },
  refusal_account: { points: 20, duration: 3600 },
  storage_failure_address: { points: 20, duration: 60 },
  repository_failure_address: { points: 20, duration: 60 },
  usage_token: { points: 60, duration: 60 },
} as const;
export type LimitName = keyof typeof LIMITS;

const limiters = new Map<LimitName, RateLimiterPostgres>();

function limiter(name: LimitName): RateLimiterPostgres {
  const known = limiters.get(name);
  if (known) return known;
  const created = new RateLimiterPostgres({
    storeClient: pool(),
    tableName: 'rate_limits',
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: name,
    ...LIMITS[name],
  });
  limiters.set(name, created);
  return created;
}

const keyOf = (name: LimitName, subject: string) => (name.endsWith('_address') ? addressGroup(subject) : subject);

/** Counts one more for the subject. Throws `rate_limited` with the seconds to wait when that is too many. Shared by all instances. */
export async function countAgainst(name: LimitName, subject: string): Promise<void> {
  try {
    await limiter(name).consume(keyOf(name, subject));
  } catch (error) {
    throw error instanceof RateLimiterRes ? limited(error) : error;
  }
}

/** Throws `rate_limited` when the subject has used its limit up, without counting. */
export async function assertWithin(name: LimitName, subject: string): Promise<void> {
  const state = await limiter(name).get(keyOf(name, subject));
  if (state && state.consumedPoints >= LIMITS[name].points) throw limited(state);
}

/** Forgets what was counted, after a success. */
export async function forgive(name: LimitName, subject: string): Promise<void> {
  await limiter(name).delete(keyOf(name, subject));
}

const limited = (state: RateLimiterRes) =>
  new DomainError('rate_limited', 'Too many attempts. Please wait a moment and try again.', {
    retryAfterSeconds: Math.max(1, Math.ceil(state.msBeforeNext / 1000)),
  });
