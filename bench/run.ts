import type { Stack } from '#local/test-stack.ts';
import { measureAdminUsers } from './admin-users.ts';
import { startEmptyApp, type EmptyApp } from './empty-next.ts';
import { measureJavaScript } from './javascript.ts';
import { measureLighthouse } from './lighthouse.ts';
import { measureLogin } from './login.ts';
import { rowsOf, type Measurement } from './results.ts';
import { measureStart } from './start.ts';
import { measureThroughput } from './throughput.ts';
import { measureToken } from './token.ts';
import { measureUsage } from './usage.ts';
import { measureUsageRanking } from './usage-ranking.ts';
import { measureUserStatus } from './userstatus.ts';

type Measure = (stack: Stack, emptyApp: () => Promise<EmptyApp>) => Promise<Measurement[]>;

const MEASUREMENTS: Record<string, Measure> = {
  start: measureStart,
  lighthouse: measureLighthouse,
  javascript: measureJavaScript,
  throughput: measureThroughput,
  userstatus: measureUserStatus,
  token: measureToken,
  login: measureLogin,
  'admin-users': measureAdminUsers,
  usage: measureUsage,
  'usage-ranking': measureUsageRanking,
};
const GROUPS: Record<string, string[]> = { pages: ['lighthouse', 'javascript', 'throughput'] };

/** The measurements that are named, alone or by their group, or all. Throws when there is none of that name. */
export function chooseMeasurements(names: readonly string[]): Measure[] {
  const wanted = new Set(names.flatMap((name) => GROUPS[name] ?? [name]));
  const known = Object.keys(MEASUREMENTS);
  for (const name of wanted)
    if (!known.includes(name))
      throw new Error(`No "${name}" here, but ${[...known, ...Object.keys(GROUPS)].join(', ')}`);
  return Object.entries(MEASUREMENTS).flatMap(([name, measure]) => (!wanted.size || wanted.has(name) ? [measure] : []));
}

/** Runs the measurements against a copy, and prints each as it ends; one that fails does not keep the others. */
export async function runMeasurements(stack: Stack, chosen: readonly Measure[]): Promise<Measurement[]> {
  let emptyApp: Promise<EmptyApp> | undefined;
  const lines: Measurement[] = [];
  try {
    for (const measure of chosen) {
      const measured = await measure(stack, () => (emptyApp ??= startEmptyApp())).catch((error: unknown) => {
        console.error(error);
        return [failed(measure.name)];
      });
      print(measured);
      lines.push(...measured);
    }
  } finally {
    await emptyApp?.then(({ stop }) => stop());
  }
  return lines;
}

const failed = (name: string) => ({ name, unit: '', ours: NaN, reference: 0, target: 'to be measured', isMet: false });

const print = (lines: Measurement[]) =>
  console.table(
    rowsOf(lines).map(([name, ours, reference, ratio, target, met]) => ({ name, ours, reference, ratio, target, met })),
  );
