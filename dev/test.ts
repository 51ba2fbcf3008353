/**
 * `npm test`: runs every check, even after an earlier one failed. `npm test -- static`, `-- unit [file…]` and
 * `-- browser [file…]` run a part. The last line is "N passed, N failed" (", N skipped").
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { ensureAgent, ensureBuild, ensureGenerated } from './stack/build.ts';
import { installPackages, isRoot } from './tests/apt.ts';
import { capture, endCaptured, type Captured } from './tests/capture.ts';
import { provideChromium } from './tests/chromium.ts';
import { makeTestFolder } from './tests/test-folder.ts';
import { countPlaywright, countVitest, type Count } from './tests/test-reports.ts';
import { cleanEnvironment, startStack, type Stack } from './tests/test-stack.ts';

/** Programs that some tests need, with their Debian packages. */
const SERVERS = {
  '/usr/bin/rspamadm': 'rspamd',
  '/usr/bin/redis-server': 'redis-server',
  '/usr/sbin/nginx': 'nginx',
};
/** pg's warning about concurrent statements on one connection, which its next version refuses. */
const BUSY_CLIENT = /already executing a query/;
const PARTS = ['static', 'unit', 'browser'] as const;
const [wanted, ...files] = process.argv.slice(2);
const part = PARTS.find((name) => name === wanted);
if (wanted && !part) {
  console.error(`Usage: npm test [-- ${PARTS.join(' | ')} [file…]]`);
  process.exit(1);
}

const total = { passed: 0, failed: 0, skipped: [] as string[] };
const env: NodeJS.ProcessEnv = {
  ...cleanEnvironment(),
  NEXT_TELEMETRY_DISABLED: '1',
  CHECKPOINT_DISABLE: '1',
  FORCE_COLOR: '0',
};
const startedAt = performance.now();
const folder = await makeTestFolder('run');
let stack: Stack | undefined;
let stopping: Promise<never> | undefined;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void leave(130));
const parent = process.ppid;
setInterval(() => process.ppid !== parent && void leave(1), 500).unref();

try {
  if (await check('Generated code', generate)) {
    if (!part || part === 'static') await runStatic();
    if (!part || part === 'unit') await runUnit();
    if (!part || part === 'browser') await runBrowser();
  }
} catch (error) {
  if (!stopping)
    add({ passed: 0, failed: 1, skipped: [] }, error instanceof Error ? (error.stack ?? error.message) : String(error));
}
if (!stopping) {
  for (const name of total.skipped) console.log(`skipped: ${name}`);
  console.log(`(${((performance.now() - startedAt) / 1000).toFixed(0)} s)`);
  const skipped = total.skipped.length ? `, ${total.skipped.length} skipped` : '';
  console.log(`${total.passed} passed, ${total.failed} failed${skipped}`);
}
await leave(total.failed ? 1 : 0);

async function runStatic() {
  const tool = (file: string, ...args: string[]) => [`node_modules/${file}`, ...args];
  await check('Formatting', () =>
    node(tool('prettier/bin/prettier.cjs', '--check', '--log-level=warn', '--cache', '--cache-strategy=content', '.')),
  );
  await check('Types', async () => {
    const routes = await node(tool('next/dist/bin/next', 'typegen'));
    return routes.code ? routes : node(tool('typescript/bin/tsc', '--noEmit'));
  });
  await check('Lint', () =>
    node(
      tool(
        'eslint/bin/eslint.js',
        '--max-warnings=0',
        '--cache',
        '--cache-strategy=content',
        '--cache-location=node_modules/.cache/eslint',
        '.',
      ),
    ),
  );
  await check('Import boundaries', () =>
    node(
      tool(
        'dependency-cruiser/bin/dependency-cruiser.mjs',
        '--config',
        '.dependency-cruiser.cjs',
        '--cache',
        '--cache-strategy',
        'content',
        '.',
      ),
    ),
  );
  await check('Dead code', () => node(tool('knip/bin/knip.js', '--no-progress', '--no-config-hints', '--cache')));
  await check('Words and references', () => node(tool('vitest/vitest.mjs', 'run', '--project=static')));
}

async function runUnit() {
  if (!(await check('Agent', () => outcomeOf((run) => ensureAgent(run, env)), 'only failures count'))) return;
  await provideServers();
  const report = path.join(folder.path, 'vitest.json');
  const chosen = files.length ? files : ['--project=unit'];
  const args = ['run', ...chosen, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const result = await step('Unit and integration tests', () => node(['node_modules/vitest/vitest.mjs', ...args]));
  add(countVitest(report, result.code), result.output);
}

async function runBrowser() {
  const built = await check('Build', build, 'only failures count');
  if (!built) return;
  let chromium: string;
  try {
    chromium = await provideChromium();
  } catch (error) {
    return add({ passed: 0, failed: 1, skipped: [] }, `Browser tests: ${(error as Error).message}`);
  }
  await provideServers();
  const started = await step('A copy of the product for the browser tests', async () => {
    try {
      stack = await startStack(path.join(folder.path, 'data'), { SEED: 'demo' });
      return { code: 0, output: '', ms: 0 };
    } catch (error) {
      return { code: 1, output: (error as Error).message, ms: 0 };
    }
  });
  if (!stack) return add({ passed: 0, failed: 1, skipped: [] }, started.output);

  const report = path.join(folder.path, 'playwright.json');
  const settings = { ...env, ...stack.coordinates, CHROMIUM_PATH: chromium, PLAYWRIGHT_REPORT: report };
  const result = await step('Browser tests', () =>
    node(['node_modules/@playwright/test/cli.js', 'test', ...files], settings),
  );
  const count = countPlaywright(report, result.code);
  add(count, count.failed ? `${result.output}\n\nOutput of the product:\n${stack.output()}` : '');
  if (BUSY_CLIENT.test(stack.output()))
    add({ passed: 0, failed: 1, skipped: [] }, `Concurrent statements on one connection:\n${stack.output()}`);
  await stack.stop();
}

/** Installs missing programs if run as root. Without them their tests are skipped, and listed as such. */
async function provideServers() {
  const missing = Object.entries(SERVERS).flatMap(([file, name]) => (existsSync(file) ? [] : [name]));
  if (!isRoot() || !missing.length) return;
  await step(`Installing ${missing.join(', ')} for some tests`, async () => {
    const from = performance.now();
    await installPackages(...missing);
    return { code: 0, output: '', ms: performance.now() - from };
  });
}

/** Generates the database client and the description of the API, which every other step needs. */
async function generate(): Promise<Captured> {
  return outcomeOf((run) => ensureGenerated(run, env));
}

async function build(): Promise<Captured> {
  return outcomeOf(async (run) => {
    await ensureBuild(run, env);
    await ensureAgent(run, env);
  });
}

type Ensure = (run: Parameters<typeof ensureGenerated>[0]) => Promise<unknown>;

async function outcomeOf(ensure: Ensure): Promise<Captured> {
  try {
    await ensure(async ({ name, args, env: own }) => {
      const result = await capture(process.execPath, args, { env: own as NodeJS.ProcessEnv });
      if (result.code) throw new Error(`${name} failed:\n${result.output}`);
    });
    return { code: 0, output: '', ms: 0 };
  } catch (error) {
    return { code: 1, output: (error as Error).message, ms: 0 };
  }
}

/** One check that passes or fails as a whole. */
async function check(
  name: string,
  run: () => Promise<Captured>,
  counting: 'each counts' | 'only failures count' = 'each counts',
) {
  const { code, output } = await step(name, run);
  const passed = code === 0;
  add({ passed: passed && counting === 'each counts' ? 1 : 0, failed: passed ? 0 : 1, skipped: [] }, output);
  return passed;
}

/** Runs a step, prints progress every 30 s, and prints the outcome with the time it took. */
async function step(name: string, run: () => Promise<Captured>): Promise<Captured> {
  const from = performance.now();
  const seconds = () => `${((performance.now() - from) / 1000).toFixed(1)} s`;
  const alive = setInterval(() => console.log(`  … ${name} (${seconds()})`), 30_000);
  const result = await run();
  clearInterval(alive);
  if (!stopping) console.log(`${result.code ? '✗' : '✓'} ${name} (${seconds()})`);
  return result;
}

/** Adds to the total. Prints the whole output if something failed. */
function add(count: Count, output: string) {
  if (stopping) return;
  total.passed += count.passed;
  total.failed += count.failed;
  total.skipped.push(...count.skipped);
  if (count.failed) console.log(`${output.trim()}\n`);
}

function node(args: string[], settings = env): Promise<Captured> {
  return capture(process.execPath, args, { env: settings });
}

function leave(code: number): Promise<never> {
  return (stopping ??= (async () => {
    endCaptured();
    await stack?.stop();
    folder.remove();
    process.exit(code);
  })());
}
