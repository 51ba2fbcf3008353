import { randomInt } from 'node:crypto';
import type { Clock } from './clock.ts';
import type { Contract } from './contract/contract.ts';
import type { StripeEvent } from './model.ts';
import type { State } from './state.ts';
import { copyOf, type Store } from './store.ts';

/** The context of every rule: the state, the emulator's time, and the creation of objects and events. */
export type Context = {
  readonly state: State;
  readonly contract: Contract;
  readonly baseUrl: string;
  /** The emulator's time in Unix seconds. */
  now(): number;
  /** Runs `work` with the clock set to `time`. */
  at(time: number, work: () => void): void;
  newId(prefix: string, length?: number): string;
  /** An object of this schema of the contract: its skeleton, overlaid with `fields`. */
  build<T extends object>(schema: string, fields: T): T;
  /** Records an event with a snapshot of the object. It is sent when the transaction succeeds. */
  emit(type: string, object: object, previousAttributes?: object): void;
  /** Runs `work` without sending its events. */
  quietly<T>(work: () => T): T;
  /** The number of transactions so far. While it is unchanged, so is the state. */
  version: number;
  /** All or nothing: saves the state and sends the events on success, restores the saved state on an exception. */
  transact<T>(work: () => T, idempotencyKey?: string | null): T;
  /** Returns the result of `work` and discards its changes. In a transaction, use it only before the first change. */
  rehearse<T>(work: () => T): T;
};

/** Thrown when the emulator itself breaks the contract. Becomes a 500 and a log entry. */
export class ContractBreach extends Error {
  override name = 'ContractBreach';
}

type Parts = {
  store: Store;
  contract: Contract;
  clock: Clock;
  /** Must not be called before the port is known. */
  baseUrl: () => string;
  /** Takes over the events of a transaction, before the state is saved. */
  enqueue(events: StripeEvent[]): void;
  /** Called after the state is saved, to send the events. */
  send(): void;
};

export function createContext({ store, contract, clock, baseUrl, enqueue, send }: Parts): Context {
  let frozenAt: number | null = null;
  let emitted: StripeEvent[] = [];
  let idempotencyKey: string | null = null;
  let transactions = 0;

  const ctx: Context = {
    contract,
    get baseUrl() {
      return baseUrl();
    },
    get state() {
      return store.state;
    },
    get version() {
      return transactions;
    },
    now: () => frozenAt ?? Math.floor(clock.now() / 1000) + store.state.clockOffset,
    at(time, work) {
      const before = frozenAt;
      frozenAt = time;
      try {
        work();
      } finally {
        frozenAt = before;
      }
    },
    newId,
    build: (schema, fields) => ({ ...contract.skeleton(schema), ...fields }),
    emit(type, object, previousAttributes) {
      const data = { object: copyOf(object) };
      const event: StripeEvent = {
        id: newId('evt_1'),
        object: 'event',
        api_version: contract.apiVersion,
        created: ctx.now(),
        data: previousAttributes ? { ...data, previous_attributes: copyOf(previousAttributes) } : data,
        livemode: false,
        pending_webhooks: 1,
        request: { id: null, idempotency_key: idempotencyKey },
        type,
      };
      const violations = contract.checkEvent(event);
      if (violations.length) throw new ContractBreach(`event ${type}: ${JSON.stringify(violations)}`);
      emitted.push(event);
    },
    quietly(work) {
      const before = emitted;
      emitted = [];
      try {
        return work();
      } finally {
        emitted = before;
      }
    },
    rehearse(work) {
      try {
        return ctx.quietly(() => copyOf(work()));
      } finally {
        store.rollback();
      }
    },
    transact(work, key = null) {
      transactions++;
      idempotencyKey = key;
      try {
        const result = work();
        for (const event of emitted) store.state.events[event.id] = event;
        enqueue(emitted);
        store.save();
        if (emitted.length) send();
        return result;
      } catch (error) {
        store.rollback();
        throw error;
      } finally {
        emitted = [];
        idempotencyKey = null;
      }
    },
  };
  return ctx;
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** A random id in Stripe's format. */
export function newId(prefix: string, length = 23): string {
  let id = prefix;
  for (let n = 0; n < length; n++) id += ALPHABET.charAt(randomInt(ALPHABET.length));
  return id;
}

/** Changes an object and emits an event with the previous values of the changed fields, unless nothing has changed. */
export function change<T extends object>(ctx: Context, type: string, object: T, mutate: (object: T) => void) {
  const before = copyOf(object);
  mutate(object);
  const previous = Object.fromEntries(
    Object.entries(before).filter(
      ([key, value]) => JSON.stringify(value) !== JSON.stringify(object[key as keyof T]) && key !== 'updated',
    ),
  );
  if (Object.keys(previous).length) ctx.emit(type, object, previous);
}
