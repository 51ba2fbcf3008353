import type { Db } from '#lib/base/db/db.ts';

/** A store that works like `db` and records its calls, such as `user.findUnique` or `$queryRawUnsafe`. */
export function recordedCalls(db: Db): { store: Db; calls: string[] } {
  const calls: string[] = [];
  const record = <T extends object>(target: T, path: string): T =>
    new Proxy(target, {
      get(_, name) {
        const value: unknown = Reflect.get(target, name, target);
        const called = `${path}${String(name)}`;
        if (typeof value === 'function')
          return (...args: unknown[]) => {
            calls.push(called);
            return Reflect.apply(value, target, args) as unknown;
          };
        return typeof value === 'object' && value !== null ? record(value, `${called}.`) : value;
      },
    });
  return { store: record(db, ''), calls };
}
