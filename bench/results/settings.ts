/** Sizes and durations of the measurements. Environment variables BENCH_… change them for a trial. */
const PREFIX = 'BENCH_';

/** The number in BENCH_<name>, or else `usual`. Throws if it is not a positive number. */
export function setting(name: string, usual: number): number {
  const text = process.env[`${PREFIX}${name}`];
  const value = text === undefined ? usual : Number(text);
  if (!(value > 0)) throw new Error(`${PREFIX}${name}: "${text}" is not a positive number`);
  return value;
}

/** RSPAMD_PREFIX and every BENCH_… variable that is set, except BENCH_STORE. Any of them makes a run a trial. */
export const changedSettings = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      ((name.startsWith(PREFIX) && name !== FORCE) || name === 'RSPAMD_PREFIX') && value !== undefined
        ? [[name, value]]
        : [],
    ),
  );

/** BENCH_STORE=1 stores the results of a trial, too; their rows name the changed settings. */
const FORCE = `${PREFIX}STORE`;
export const isForced = (): boolean => process.env[FORCE] === '1';
