/** The result of a measurement: rows with the value of every run, all judged against their targets by one rule. */
import type { Circumstances } from './circumstances.ts';
import { median } from './median.ts';

/** A run must meet every bound that is set. Of two upper (or lower) bounds the wider one counts. */
export type Target = {
  /** Maximum and minimum in the row's unit. */
  most?: number;
  least?: number;
  /** Maximum and minimum as a multiple of the reference in the same run. */
  mostTimes?: number;
  leastTimes?: number;
  /** Every run must meet the target; by default more than half of them must. */
  eachRun?: true;
};

export type Row = {
  /** The requirement's number: P1, R17. */
  id: string;
  what: string;
  /** ms, /s, MB, kB or s; '' for a count or a score. */
  unit: string;
  /** One value per run, in order. */
  ours: number[];
  /** Values measured for comparison: one per run, or fewer. */
  reference?: number[];
  /** A row without a target is not judged. */
  target?: Target;
};

/** One run of one program. */
export type Taken = Circumstances & {
  /** ISO 8601, UTC. */
  date: string;
  rows: Row[];
  /** Why the program failed; it then has no rows. */
  failure?: string;
};
/** Results by program name. */
export type Store = Record<string, Taken>;

/** How many runs meet the target, and whether that is enough. Null without a target; not met without runs. */
export function judge({ ours, reference = [], target }: Row): { met: number; runs: number; isMet: boolean } | null {
  if (!target) return null;
  const beside = (run: number) => (reference.length === ours.length ? reference[run] : undefined) ?? median(reference);
  const met = ours.filter((value, run) => meets(value, beside(run), target)).length;
  return { met, runs: ours.length, isMet: target.eachRun ? met > 0 && met === ours.length : met > ours.length / 2 };
}

/** Returns the rows unchanged. Throws if there are none, or if a row has no run or a value that is not finite. */
export function assertComplete(rows: Row[]): Row[] {
  if (!rows.length) throw new Error('no row was measured');
  for (const { id, what, ours, reference = [] } of rows)
    if (!ours.length || ![...ours, ...reference].every(Number.isFinite))
      throw new Error(`${id} ${what}: not every run has a value`);
  return rows;
}

function meets(value: number, reference: number, { most, least, mostTimes, leastTimes }: Target): boolean {
  const times = (factor: number | undefined) => (factor === undefined ? [] : [factor * reference]);
  const upper = [...(most === undefined ? [] : [most]), ...times(mostTimes)];
  const lower = [...(least === undefined ? [] : [least]), ...times(leastTimes)];
  return (!upper.length || value <= Math.max(...upper)) && (!lower.length || value >= Math.min(...lower));
}

/** "≤ 10 or 1.5 ×, each run" */
export function targetText({ most, least, mostTimes, leastTimes, eachRun }: Target): string {
  const bound = (sign: string, absolute: number | undefined, times: number | undefined) => {
    const texts = [absolute, times === undefined ? undefined : `${times} ×`].filter((text) => text !== undefined);
    return texts.length ? [`${sign} ${texts.join(' or ')}`] : [];
  };
  return [...bound('≤', most, mostTimes), ...bound('≥', least, leastTimes), ...(eachRun ? ['each run'] : [])].join(
    ', ',
  );
}
