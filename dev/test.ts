/**
 * `npm test`: runs every check, even after an earlier one failed. `npm test -- static`, `-- unit [file…]`,
 * `-- browser [file…]` and `-- soak [file…]` run a part, `npm test -- file…` the tests of these files, and `npm test --
 * changed [COMMIT]` what a change can break. The last line is "N passed, N failed" (", N skipped").
 */
import { choose, type Choice } from './suite/choose.ts';
import {
  bundleAgent,
  generate,
  provideCluster,
  providePackages,
  provideProduct,
  runPlaywright,
  runVitest,
  type Product,
} from './suite/parts.ts';
import { linesOf } from './suite/results.ts';
import { createRun } from './suite/run.ts';
import { startStatic } from './suite/static.ts';
import { endCaptured } from './tests/capture.ts';
import type { TemplateCluster } from './tests/template-cluster.ts';
import { makeTestFolder } from './tests/test-folder.ts';
import type { Stack } from './tests/test-stack.ts';

/** Projects of vitest.config.ts. */
const FILES = ['static'];
const UNIT = ['alone', 'db', 'rules', 'components', 'components-alone'];

/** Projects of playwright.config.ts that only the long tests run. */
const LONG = ['long', 'soak'];

const choice = chosen();
const { part } = choice;
const files = [...choice.vitest, ...choice.browser];
const folder = await makeTestFolder('run');
let stack: Stack | undefined;
let cluster: TemplateCluster | undefined;
let stopping: Promise<never> | undefined;
const run = createRun(() => Boolean(stopping));

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void leave(130));
const parent = process.ppid;
setInterval(() => process.ppid !== parent && void leave(1), 500).unref();

if (await generate(run)) {
  if (part === 'static') await runStatic();
  else if (choice.since !== undefined) await runChanged(choice.since);
  else if (part === 'soak') await runSoak();
  else if (part || files.length) await runChosen();
  else await runAll();
}
await leave(report());

async function runAll() {
  const checks = startStatic(run);
  const bundled = bundleAgent(run);
  const database = provideCluster(run, (started) => (cluster = started));
  await checks.types; // `next build` empties a folder that the type check reads
  const product = startProduct();
  await Promise.all([checks.all, runUnit(bundled, database), runBrowser('Browser tests', product, ['browser'])]);
}

/** Runs beside the build, which does not use both cores all the time. */
async function runUnit(bundled: Promise<boolean>, database: Promise<boolean>) {
  const isReady = (await Promise.all([bundled, database])).every(Boolean);
  if (isReady) await runVitest(run, 'Unit tests', folder.path, { projects: [...FILES, ...UNIT], cluster, cores: 1 });
}

async function runStatic() {
  const checks = startStatic(run);
  await Promise.all([checks.all, runVitest(run, 'Words and references', folder.path, { projects: FILES })]);
}

/** The long tests: one program after the other, because they measure. */
async function runSoak() {
  const isWanted = (chosen: string[]) => !files.length || chosen.length;
  const [isBundled] = await Promise.all([bundleAgent(run), providePackages(run)]);
  if (!isBundled) return;
  const product = isWanted(choice.browser) ? startProduct() : Promise.resolve(null);
  if (isWanted(choice.vitest))
    await runVitest(run, 'Long tests', folder.path, { projects: ['soak'], files: choice.vitest });
  if (!isWanted(choice.browser)) return;
  if (choice.browser.length) return runBrowser('Long tests of the whole product', product, LONG, choice.browser);
  await runBrowser('Long tests that wait for other programs', product, ['long']);
  await runBrowser('Long tests that measure', product, ['soak']);
}

/** What a change since the commit can break: all checks, the tests that import a changed file, and its browser tests. */
async function runChanged(since: string) {
  const checks = startStatic(run);
  if (!(await bundleAgent(run))) return;
  await Promise.all([checks.all, runVitest(run, 'Unit tests', folder.path, { projects: [...FILES, ...UNIT], since })]);
  if (choice.browser.length) await runBrowser('Browser tests', startProduct(), ['browser'], choice.browser);
}

/** A part, or files of any part. */
async function runChosen() {
  const isLong = files.some((file) => /\.soak\.test\.ts|^e2e\/soak\b/.test(file));
  const [isBundled] = await Promise.all([bundleAgent(run), isLong && providePackages(run)]);
  if (!isBundled) return;
  const long = isLong ? ['soak'] : [];
  if (part === 'unit' || choice.vitest.length)
    await runVitest(run, 'Unit tests', folder.path, {
      projects: [...(part ? [] : FILES), ...UNIT, ...long],
      files: choice.vitest,
    });
  if (part === 'browser' || choice.browser.length)
    await runBrowser('Browser tests', startProduct(), ['browser', ...(isLong ? LONG : [])], choice.browser);
}

function startProduct(): Promise<Product> {
  return provideProduct(run, folder.path, (started) => (stack = started));
}

async function runBrowser(title: string, product: Promise<Product>, projects: string[], chosenFiles: string[] = []) {
  const ready = await product;
  if (ready) await runPlaywright(run, title, folder.path, ready, { projects, files: chosenFiles });
}

/** Prints the summary and returns the exit code. */
function report(): number {
  if (stopping) return 1;
  console.log(`\n(${run.seconds()} s)`);
  for (const line of linesOf(run.results)) console.log(line);
  return run.results.some(({ status }) => status === 'failed') ? 1 : 0;
}

function chosen(): Choice {
  try {
    return choose(process.argv.slice(2));
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}

function leave(code: number): Promise<never> {
  return (stopping ??= (async () => {
    endCaptured();
    await Promise.all([stack?.stop(), cluster?.stop()]);
    folder.remove();
    process.exit(code);
  })());
}
