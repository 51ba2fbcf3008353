/** The result of a measurement: rows with the value of every run, all judged against their targets by one rule. */

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

/** The outcome of one program. */
export type Taken = {
  rows: Row[];
  /** Why the program failed; it then has no rows. */
  failure?: string;
};

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

/** The rows of one program as people read them: each cell is the median, then the value of every run. */
export function tableOf(name: string, { rows, failure }: Taken): Record<string, string>[] {
  if (failure !== undefined) return [{ what: name, ours: `failed: ${failure}`, met: 'no' }];
  return rows.map((row) => ({
    what: `${row.id} ${row.what}`,
    ours: valuesText(row.ours, row.unit),
    reference: valuesText(row.reference ?? [], row.unit),
    target: row.target ? targetText(row.target) : '',
    met: verdict(row),
  }));
}

/** Up to this many values are listed one by one. */
const SHOWN = 8;

/** "9.2 ms (7.2 8.8 9.2 10.7 31.6)": the median, then all values, or minimum, quartiles and maximum of many. */
export function valuesText(values: readonly number[], unit: string): string {
  if (!values.length) return '';
  const middle = `${round(median(values))} ${unit}`.trim();
  if (values.length === 1) return middle;
  if (values.length <= SHOWN) return `${middle} (${values.map(round).join(' ')})`;
  const [least, lower, upper, most] = [0, 0.25, 0.75, 1].map((share) => round(quantile(values, share)));
  return `${middle} (${least}, ${lower} to ${upper}, ${most} of ${values.length} runs)`;
}

function verdict(row: Row): string {
  const judged = judge(row);
  if (!judged) return '';
  const { isMet, met, runs } = judged;
  return `${isMet ? 'yes' : 'no'}${runs > 1 ? `, ${met} of ${runs}` : ''}`;
}

const round = (value: number) => Number(value.toPrecision(3));

/** The quantile at `share` (0 to 1), interpolated linearly. NaN without values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const [below, above] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  if (below === undefined || above === undefined) return NaN;
  return below + (above - below) * (place - Math.floor(place));
}

/** The nearest-rank percentile at `share` (0 to 1): always one of the values. NaN without values. */
export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? NaN;

/** NaN without values. */
export const median = (values: readonly number[]): number => quantile(values, 0.5);
