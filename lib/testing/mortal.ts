import type { Db } from '#lib/db.ts';

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
