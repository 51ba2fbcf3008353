import type Stripe from 'stripe';
import { inTransaction, type Db } from './db.ts';

export type Anonymous = { kind: 'anonymous' };
export type Member = { kind: 'user'; userId: string; role: 'subscriber' | 'admin'; sessionId: string };
export type Server = { kind: 'server'; serverId: number };
export type System = { kind: 'system'; job: string };
/** A person's monitoring, which may read their usage and nothing else. */
export type UsageReader = { kind: 'usage_token'; userId: string; tokenId: string };
export type Actor = Anonymous | Member | Server | System | UsageReader;
export type Admin = Member & { role: 'admin' };

/** A mail as it leaves: one recipient. Sent again, it has the same `messageId` (RFC 5322 §3.6.4). */
export type OutgoingMail = { to: string; subject: string; html: string; text: string; messageId: string };
/** Hands a mail to the SMTP server; resolves when it took it. */
export type Mailer = (mail: OutgoingMail) => Promise<void>;

/** Who acts, on what, and when: the first argument of every query and verb. */
export type Context<A extends Actor = Actor> = {
  db: Db;
  actor: A;
  now: Date;
  mail: Mailer;
  stripe: () => Stripe;
  requestId: string;
  /** The caller's address as far as TRUSTED_PROXIES lets us believe it; null in jobs. */
  ip: string | null;
  userAgent: string | null;
};

/**
 * Runs a verb's work in one transaction, or a savepoint of the one it stands in; `tx` is the same context inside of it.
 * `timeout` is for work that waits longer than a visitor does, in milliseconds.
 */
export const transaction = <C extends Context, T>(ctx: C, work: (tx: C) => Promise<T>, timeout?: number): Promise<T> =>
  inTransaction(ctx.db, (db) => work({ ...ctx, db }), timeout);
