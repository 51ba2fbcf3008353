import type Stripe from 'stripe';
import { inTransaction, type Db } from './db/db.ts';

/** What a person is in an account. */
export type AccountRole = 'owner' | 'billing' | 'technical' | 'viewer';

export type Anonymous = { kind: 'anonymous' };
export type Member = {
  kind: 'user';
  /** the person */
  userId: string;
  /** the customer: the account that the session acts for */
  accountId: string;
  /** what the person is in this account (lib/accounts/roles.ts) */
  accountRole: AccountRole;
  /** The person may also act for further accounts. */
  hasOtherAccounts?: true;
  /** The account requires a second factor, which this login did not prove. */
  lacksRequiredFactor?: true;
  role: 'subscriber' | 'admin';
  sessionId: string;
  /** An admin whose login proved one factor. With ADMIN_NEEDS_TWO_FACTOR the role is then `subscriber`. */
  lacksSecondFactor?: true;
};
export type Server = { kind: 'server'; serverId: number };
export type System = { kind: 'system'; job: string };
/** A usage token: reads its account's usage and nothing else. */
export type UsageReader = { kind: 'usage_token'; accountId: string; tokenId: string };
export type Actor = Anonymous | Member | Server | System | UsageReader;
export type Admin = Member & { role: 'admin' };

/** An email to one recipient. A retry keeps the `messageId` (RFC 5322 §3.6.4). */
export type OutgoingMail = {
  to: string;
  subject: string;
  html: string;
  text: string;
  messageId: string;
  attachments?: { filename: string; content: string }[];
};
/** Hands an email to the SMTP server; resolves once the server has accepted it. */
export type Mailer = (mail: OutgoingMail) => Promise<void>;

/**
 * What every function that reads or changes data gets as its first argument: the database, the caller, the time and the
 * services.
 */
export type Context<A extends Actor = Actor> = {
  db: Db;
  actor: A;
  now: Date;
  mail: Mailer;
  stripe: () => Stripe;
  requestId: string;
  /** The caller's IP address, from forwarding headers only of TRUSTED_PROXIES; null in jobs. */
  ip: string | null;
  userAgent: string | null;
};

/**
 * Runs work in a transaction, or in a savepoint if `ctx` is already in a transaction; `tx` is the same context inside
 * it. `timeout`, in milliseconds, is for work that takes longer than a request may.
 */
export const transaction = <C extends Context, T>(ctx: C, work: (tx: C) => Promise<T>, timeout?: number): Promise<T> =>
  inTransaction(ctx.db, (db) => work({ ...ctx, db }), timeout);
