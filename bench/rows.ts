/** What a measurement answers: rows with the value of every run, judged against their targets by the same rule. */
import { median } from './median.ts';

/** A run meets every bound that is named. With two upper (or lower) bounds the wider one counts. */
export type Target = {
  /** At most, at least: in the row's unit. */
  most?: number;
  least?: number;
  /** At most, at least: times the reference of the same run. */
  mostTimes?: number;
  leastTimes?: number;
  /** The row is met only when each run meets its target; otherwise more than half of the runs are enough. */
  eachRun?: true;
};

export type Row = {
  /** The requirement's number: P1, R17. */
  id: string;
  what: string;
  /** ms, /s, MB; '' for a count or a score. */
  unit: string;
  /** One value for each run, in the order of the runs. */
  ours: number[];
  /** What was measured beside it: one value for each run, or fewer. */
  reference?: number[];
  /** None: the row informs and is not judged. */
  target?: Target;
};

/** How many of the runs meet the target, and whether that is enough. Null without a target; false without a run. */
export function judge({ ours, reference = [], target }: Row): { met: number; runs: number; isMet: boolean } | null {
  if (!target) return null;
  const beside = (run: number) => (reference.length === ours.length ? reference[run] : undefined) ?? median(reference);
  const met = ours.filter((value, run) => meets(value, beside(run), target)).length;
  return { met, runs: ours.length, isMet: target.eachRun ? met > 0 && met === ours.length : met > ours.length / 2 };
}

/** The rows as they are. Throws when there is none, or one has no run or a value that is no number. */
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

/** The target in signs: "≤ 10 or 1.5 ×, each run". */
export function targetText({ most, least, mostTimes, leastTimes, eachRun }: Target): string {
  const bound = (sign: string, absolute: number | undefined, times: number | undefined) => {
    const texts = [absolute, times === undefined ? undefined : `${times} ×`].filter((text) => text !== undefined);
    return texts.length ? [`${sign} ${texts.join(' or ')}`] : [];
  };
  return [...bound('≤', most, mostTimes), ...bound('≥', least, leastTimes), ...(eachRun ? ['each run'] : [])].join(
    ', ',
  );
}
