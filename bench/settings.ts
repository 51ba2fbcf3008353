/** Sizes and durations of the measurements. Environment variables BENCH_… change them for a trial. */
const PREFIX = 'BENCH_';

/** The number in BENCH_<name>, or else `usual`. Throws if it is not a positive number. */
export function setting(name: string, usual: number): number {
  const text = process.env[`${PREFIX}${name}`];
  const value = text === undefined ? usual : Number(text);
  if (!(value > 0)) throw new Error(`${PREFIX}${name}: "${text}" is not a positive number`);
  return value;
}

/** Names of RSPAMD_PREFIX and every BENCH_… variable that is set, except BENCH_DATA. Any of them makes a run a trial. */
export const changedSettings = (): string[] =>
  Object.keys(process.env).filter((name) => (name.startsWith(PREFIX) && name !== KEEP) || name === 'RSPAMD_PREFIX');

/** BENCH_DATA=<folder> keeps the filled databases there and uses them again, so that filling may take hours. */
const KEEP = `${PREFIX}DATA`;
export const keptData = (): string | undefined => process.env[KEEP];
/** Seconds for filling a database: `usual` for one that is removed after the measurement, any number for one that is kept. */
export const fillSeconds = (usual: number): number => setting('FILL_SECONDS', keptData() ? Infinity : usual);
