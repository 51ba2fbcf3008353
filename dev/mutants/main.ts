/**
 * `npm run test:mutants`: plants each fault of ./faults in a copy of the sources, runs the tests that should see it, and
 * expects a failure. `-- <text>` takes only the themes and faults with the text in their names. Exits with 1 if the
 * tests do not pass without a fault, if a fault survives, or if it could not be tried.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ensureAgent, ensureGenerated } from '../stack/build.ts';
import { root } from '../stack/folders.ts';
import { createSupervisor } from '../stack/supervisor.ts';
import { startTemplateCluster } from '../tests/template-cluster.ts';
import { makeTestFolder } from '../tests/test-folder.ts';
import { cleanEnvironment } from '../tests/test-stack.ts';
import { copySources, whilePlanted } from './copy.ts';
import { plant, type Fault } from './fault.ts';
import { themes } from './faults.ts';
import { runTests, type Outcome } from './run-tests.ts';

type Tried = { theme: string; fault: Fault; outcome: Outcome; seconds: number };

const WORKERS = 2;
const [wanted = ''] = process.argv.slice(2);
const chosen = themes.flatMap(({ theme, faults }) =>
  faults.filter(({ name }) => `${theme}: ${name}`.includes(wanted)).map((fault) => ({ theme, fault })),
);
if (!chosen.length) throw new Error(`No fault has "${wanted}" in its name`);
for (const { fault } of chosen) plant(readFileSync(path.join(root, fault.file), 'utf8'), fault);

const { task } = createSupervisor(console.error);
await ensureGenerated(task, cleanEnvironment());
await ensureAgent(task, cleanEnvironment());
const startedAt = performance.now();
const secondsSince = (from: number) => (performance.now() - from) / 1000;
const cluster = await startTemplateCluster('mutants', { inMemory: true });
const folder = await makeTestFolder('mutants');
const end = async () => {
  await cluster.stop();
  folder.remove();
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => void end().then(() => process.exit(130)));

try {
  process.exitCode = (await run()) ? 0 : 1;
} finally {
  await end();
}

async function run(): Promise<boolean> {
  const copies = Array.from({ length: WORKERS }, (_, number) => path.join(folder.path, `copy-${number}`));
  for (const copy of copies) copySources(copy);
  const files = [...new Set(chosen.flatMap(({ fault }) => fault.tests))];
  const options = { cluster: cluster.postgres, workers: WORKERS, bail: false };
  const before = await runTests(copies[0] ?? '', files, options);
  if (before.kind !== 'passed') {
    console.log(
      `Without a fault: ${before.kind === 'failed' ? `"${before.test}" failed:\n${before.why}` : before.output}`,
    );
    return false;
  }
  console.log(
    `Without a fault: ${before.tests} tests in ${files.length} files pass (${secondsSince(startedAt).toFixed(0)} s)`,
  );
  const waiting = [...chosen];
  const tried: Tried[] = [];
  const work = async (copy: string) => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { theme, fault } = next;
      const from = performance.now();
      const outcome = await whilePlanted(copy, fault, () =>
        runTests(copy, fault.tests, { ...options, workers: 1, bail: true }),
      );
      const one = { theme, fault, outcome, seconds: secondsSince(from) };
      tried.push(one);
      console.log(lineOf(one));
    }
  };
  await Promise.all(copies.map(work));
  console.log(`\n${tableOf(tried)}`);
  return tried.every(({ outcome }) => outcome.kind === 'failed');
}

function lineOf({ theme, fault, outcome, seconds }: Tried): string {
  const what = `${theme}: ${fault.name} (${seconds.toFixed(1)} s)`;
  if (outcome.kind === 'failed') return `✓ ${what}\n    found by "${outcome.test}"`;
  if (outcome.kind === 'passed') return `✗ ${what}\n    SURVIVED ${outcome.tests} tests of ${fault.tests.join(', ')}`;
  return `✗ ${what}\n    COULD NOT RUN: ${outcome.output.trim()}`;
}

function tableOf(tried: readonly Tried[]): string {
  const row = (name: string, rows: readonly Tried[]) => {
    const found = rows.filter(({ outcome }) => outcome.kind === 'failed').length;
    const seconds = rows.reduce((sum, one) => sum + one.seconds, 0);
    return `${name.padEnd(14)} ${String(rows.length).padStart(7)} ${String(found).padStart(7)} ${seconds.toFixed(0).padStart(7)}`;
  };
  const byTheme = Map.groupBy(tried, ({ theme }) => theme);
  return [
    'theme          planted   found seconds',
    ...[...byTheme].map(([theme, rows]) => row(theme, rows)),
    row('all', tried),
    `(${secondsSince(startedAt).toFixed(0)} s)`,
  ].join('\n');
}
