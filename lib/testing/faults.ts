import type { Context } from '#lib/base/context.ts';
import type { Db } from '#lib/base/db/db.ts';
import type { Random } from './random.ts';

/** Thrown where a test kills the process. */
export class Killed extends Error {}

/** The database of a process that `step` can kill before a statement of a transaction, or after its commit. */
export function mortal(client: Db, step: () => void): Db {
  const dying = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(_, name) {
        const member: unknown = Reflect.get(target, name);
        if (typeof member === 'object' && member) return dying(member);
        if (typeof member !== 'function') return member;
        return (...args: unknown[]) => {
          step();
          return Reflect.apply(member, target, args) as unknown;
        };
      },
    });
  return new Proxy(client, {
    get(target, name) {
      if (name !== '$transaction') return Reflect.get(target, name) as unknown;
      return async (work: (tx: Db) => Promise<unknown>, options: object) => {
        const result = await target.$transaction((tx) => work(dying(tx)), options);
        step();
        return result;
      };
    },
  });
}

type Stripe = ReturnType<Context['stripe']>;

/** A failure that a test has planted. */
class Planted extends Error {
  override name = 'Planted';
}

/** Returns null for a planted failure; throws any other. For `catch`. */
export function unlessPlanted(error: unknown): null {
  if (!(error instanceof Planted || error instanceof Killed)) throw error;
  return null;
}

/** A database whose process is killed, in some runs, before a random statement of a transaction or after a commit. */
export const mortalAtRandom = (client: Db, random: Random): Db => mortal(client, countdown(random));

/** Returns a function to run before each statement. In some runs it kills the process at a random statement. */
function countdown(random: Random) {
  let left = random.chance(1 / 12) ? random.below(45) : Infinity;
  return () => {
    if (left-- === 0) throw new Killed();
  };
}

/** A Stripe client whose requests sometimes fail, are answered late, or lose their answer. */
export function flaky(stripe: Stripe, random: Random): Stripe {
  const troubled = <T extends object>(target: T, ...names: (keyof T)[]): T => {
    const own: Partial<Record<keyof T, unknown>> = {};
    for (const name of names)
      own[name] = async (...args: unknown[]) => {
        if (random.chance(1 / 20)) throw new Planted('Stripe is down');
        const answer: unknown = await Reflect.apply(target[name] as () => unknown, target, args);
        if (random.chance(1 / 20)) throw new Planted('the answer is lost');
        if (random.chance(1 / 10)) await new Promise((resolve) => setTimeout(resolve, random.below(10)));
        return answer;
      };
    return Object.assign(Object.create(target) as T, own);
  };
  return Object.assign(Object.create(stripe) as Stripe, {
    charges: troubled(stripe.charges, 'retrieve'),
    checkout: { sessions: troubled(stripe.checkout.sessions, 'create', 'expire', 'list') },
    customers: troubled(stripe.customers, 'create', 'retrieve', 'update'),
    events: troubled(stripe.events, 'retrieve'),
    invoices: troubled(stripe.invoices, 'list', 'voidInvoice'),
    subscriptions: troubled(stripe.subscriptions, 'cancel', 'retrieve'),
  });
}
