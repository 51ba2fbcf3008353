/**
 * `npm run test:repeat -- 10 [--busy]`: runs `npm test` that many times, whatever the outcomes, and adds each run to
 * docs/suite-runs.md. With `--busy`, two programs keep both cores busy. Refuses changes that are not committed.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { cpSync, createWriteStream, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../stack/folders.ts';
import { tidy } from '../tidy.ts';
import { readOutcome, type Outcome } from './history.ts';
import { pageOf, readmeLine, RunRecord } from './run-log.ts';

/** Each line is the record of a run. */
const LOG = 'dev/suite/runs.jsonl';
const PAGE = 'docs/suite-runs.md';
/** Files that this program writes. Runs before and after a commit of only these files measure the same code. */
const WRITTEN = [LOG, PAGE, 'README.md'];
const FAILED = 'node_modules/.cache/suite/failed';
/** Occupies a core until the process that started it exits. */
const BUSY_LOOP = 'const p = process.ppid; while (process.ppid === p) for (let n = 0; n < 1e9; n++);';

const { values, positionals } = parseArgs({
  options: { busy: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const count = Number(positionals[0] ?? 1);
if (!Number.isInteger(count) || count < 1) stopWith('Usage: npm run test:repeat -- COUNT [--busy]');
const outside = WRITTEN.map((file) => `:!${file}`);
const changes = git('status', '--porcelain', '--', '.', ...outside);
if (changes) stopWith(`Commit these changes first, so that the log names what was tested:\n${changes}`);
const commit = git('log', '-1', '--format=%H', '--', '.', ...outside);

let children: ChildProcess[] = [];
let isStopping = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    isStopping = true;
    for (const child of children) child.kill(child.spawnfile === 'npm' ? signal : 'SIGKILL');
  });

for (let number = 1; number <= count && !isStopping; number++) {
  const record = await runOnce();
  const runs = [...readRuns(), record];
  await write(runs);
  const { seconds, passed, failed, skipped } = record;
  console.log(
    `▸ ${number} of ${count}: ${seconds.toFixed(0)} s, ${passed} passed, ${failed} failed, ${skipped} skipped`,
  );
}

/** Runs `npm test`. Keeps the output and the pictures of a run that failed. */
async function runOnce(): Promise<RunRecord> {
  const from = new Date();
  const folder = path.join(root, FAILED, from.toISOString().replaceAll(':', '-'));
  mkdirSync(folder, { recursive: true });
  const loops = values.busy ? [1, 2].map(() => spawn(process.execPath, ['-e', BUSY_LOOP], { stdio: 'ignore' })) : [];
  const suite = spawn('npm', ['test'], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  children = [...loops, suite];
  const file = createWriteStream(path.join(folder, 'output.txt'));
  for (const stream of [suite.stdout, suite.stderr]) stream.pipe(file, { end: false });
  const code = await new Promise<number>((resolve) => suite.once('close', (exit) => resolve(exit ?? 1)));
  await new Promise<void>((resolve) => file.end(() => resolve()));
  for (const loop of loops) loop.kill('SIGKILL');

  const outcome = readOutcome();
  const isOfThisRun = outcome && new Date(outcome.startedAt) >= from;
  const seconds = (Date.now() - from.getTime()) / 1000;
  const result = isOfThisRun ? outcome : crashed(from, seconds);
  const isFailed = code !== 0 || result.failed > 0;
  if (isFailed && existsSync(path.join(root, 'test-results')))
    cpSync(path.join(root, 'test-results'), path.join(folder, 'test-results'), { recursive: true });
  if (!isFailed) rmSync(folder, { recursive: true });
  return { ...result, failed: isFailed ? Math.max(1, result.failed) : 0, seconds, commit, isBusy: values.busy };
}

function crashed(from: Date, seconds: number): Outcome {
  return {
    ...{ startedAt: from.toISOString(), seconds, passed: 0, failed: 1, skipped: 0, rows: [], folders: [] },
    failures: [{ place: '', title: isStopping ? 'stopped by a signal' : 'npm test ended without a summary' }],
  };
}

function readRuns(): RunRecord[] {
  const file = path.join(root, LOG);
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  return lines.map((line) => RunRecord.parse(JSON.parse(line)));
}

async function write(runs: readonly RunRecord[]): Promise<void> {
  writeFileSync(path.join(root, LOG), runs.map((run) => `${JSON.stringify(run)}\n`).join(''));
  const page = path.join(root, PAGE);
  writeFileSync(page, await tidy(pageOf(runs), page));
  const line = readmeLine(runs);
  if (!line) return;
  const text = readFileSync(path.join(root, 'README.md'), 'utf8');
  writeFileSync(
    path.join(root, 'README.md'),
    text.replace(/^Last measured: .*$/m, () => line),
  );
}

function git(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) stopWith(stderr);
  return stdout.trim();
}

function stopWith(text: string): never {
  console.error(text);
  process.exit(1);
}
