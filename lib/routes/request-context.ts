import { randomUUID } from 'node:crypto';
import type { Actor, Context } from '#lib/base/context.ts';
import { db } from '#lib/base/db/db.ts';
import { stripe } from '#lib/billing/stripe/client.ts';
import { smtpMailer } from '#lib/mail/smtp.ts';

/** Headers that server/index.ts sets, replacing whatever the client sent. */
export const CLIENT_ADDRESS_HEADER = 'x-client-address';
export const REQUEST_ID_HEADER = 'x-request-id';

/** The context of one request: the process's database, mailer and Stripe, the actor, and the client's address. */
export function createContext<A extends Actor>(request: { headers: Headers }, actor: A): Context<A> {
  return {
    ...processContext(actor),
    requestId: request.headers.get(REQUEST_ID_HEADER) ?? randomUUID(),
    ip: request.headers.get(CLIENT_ADDRESS_HEADER),
    userAgent: request.headers.get('user-agent'),
  };
}

/** The context of work without a request: jobs and commands. */
export function processContext<A extends Actor>(actor: A): Context<A> {
  return {
    db: db(),
    actor,
    now: new Date(),
    mail: smtpMailer,
    stripe,
    requestId: randomUUID(),
    ip: null,
    userAgent: null,
  };
}
