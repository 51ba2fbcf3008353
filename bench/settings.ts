/** Sizes and durations of the measurements, which an environment variable BENCH_… can change for a trial. */
const PREFIX = 'BENCH_';

/** The number in BENCH_<name>, else `usual`. Throws when it is not a positive number. */
export function setting(name: string, usual: number): number {
  const text = process.env[`${PREFIX}${name}`];
  const value = text === undefined ? usual : Number(text);
  if (!(value > 0)) throw new Error(`${PREFIX}${name}: "${text}" is not a positive number`);
  return value;
}

/** Every BENCH_… variable that is set: with one of them a run is a trial. */
export const changedSettings = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      name.startsWith(PREFIX) && name !== FORCE && value !== undefined ? [[name, value]] : [],
    ),
  );

/** BENCH_STORE=1 writes a trial into the results all the same; its rows name the changed settings. */
const FORCE = `${PREFIX}STORE`;
export const isForced = (): boolean => process.env[FORCE] === '1';
