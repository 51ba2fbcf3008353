import type { Stack } from '#local/test-stack.ts';
import { measureUserStatus } from './userstatus.ts';

/** One line of the table: ours beside a reference that was measured in the same run. */
export type Measurement = {
  name: string;
  unit: string;
  ours: number;
  reference: number;
  target: string;
  isMet: boolean;
};

const MEASUREMENTS = { userstatus: measureUserStatus };

/** Runs the measurements that are named, or all, against a copy, and prints them. Returns whether each target was met. */
export async function runMeasurements(stack: Stack, names: readonly string[]): Promise<boolean> {
  const chosen = Object.entries(MEASUREMENTS).filter(([name]) => !names.length || names.includes(name));
  const lines: Measurement[] = [];
  for (const [, measure] of chosen) lines.push(...(await measure(stack)));
  console.table(
    lines.map(({ name, unit, ours, reference, target, isMet }) => ({
      name,
      ours: `${round(ours)} ${unit}`,
      reference: `${round(reference)} ${unit}`,
      ratio: round(ours / reference),
      target,
      met: isMet ? 'yes' : 'NO',
    })),
  );
  return lines.every(({ isMet }) => isMet);
}

const round = (value: number) => Number(value.toPrecision(3));
