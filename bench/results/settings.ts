/** Sizes and durations of the measurements. Environment variables BENCH_… change them for a trial. */
const PREFIX = 'BENCH_';

/** The number in BENCH_<name>, or else `usual`. Throws if it is not a positive number. */
export function setting(name: string, usual: number): number {
  const text = process.env[`${PREFIX}${name}`];
  const value = text === undefined ? usual : Number(text);
  if (!(value > 0)) throw new Error(`${PREFIX}${name}: "${text}" is not a positive number`);
  return value;
}

/** RSPAMD_PREFIX and every BENCH_… variable that is set, except BENCH_STORE and BENCH_DATA. Any of them makes a run a trial. */
export const changedSettings = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      ((name.startsWith(PREFIX) && name !== FORCE && name !== KEEP) || name === 'RSPAMD_PREFIX') && value !== undefined
        ? [[name, value]]
        : [],
    ),
  );

/** BENCH_STORE=1 stores the results of a trial, too; their rows name the changed settings. */
const FORCE = `${PREFIX}STORE`;
export const isForced = (): boolean => process.env[FORCE] === '1';

/** BENCH_DATA=<folder> keeps the filled databases there and uses them again, so that filling may take hours. */
const KEEP = `${PREFIX}DATA`;
export const keptData = (): string | undefined => process.env[KEEP];
/** Seconds for filling a database: `usual` for one that is removed after the measurement, any number for one that is kept. */
export const fillSeconds = (usual: number): number => setting('FILL_SECONDS', keptData() ? Infinity : usual);
