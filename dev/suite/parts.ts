/** The parts of a test run that start several programs. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { ensureAgent, ensureBuild, ensureGenerated } from '../stack/build.ts';
import { installPackages, isRoot } from '../tests/apt.ts';
import type { Captured } from '../tests/capture.ts';
import { provideChromium } from '../tests/chromium.ts';
import { startTemplateCluster, type TemplateCluster } from '../tests/template-cluster.ts';
import { PATIENT, startStack, type Stack } from '../tests/test-stack.ts';
import { PACKAGES } from './needs.ts';
import { readPlaywright, readVitest } from './results.ts';
import { environment, node, type Run } from './run.ts';

/** pg's warning about concurrent statements on one connection. pg's next version refuses them. */
const BUSY_CLIENT = /already executing a query/;
type Ensure = (run: Parameters<typeof ensureGenerated>[0]) => Promise<unknown>;

const made = (ensure: Ensure) => async (): Promise<Captured> => {
  await ensure(async ({ name, args, env }) => {
    const result = await node(args, env as NodeJS.ProcessEnv);
    if (result.code) throw new Error(`${name} failed:\n${result.output}`);
  });
  return { code: 0, output: '', ms: 0 };
};

/** Generates what every other step needs: database client, description of the API, types of the routes. */
export const generate = (run: Run) =>
  run.check('Generated code', 1, async () => {
    await made((program) => ensureGenerated(program, environment))();
    return node(['node_modules/next/dist/bin/next', 'typegen']);
  });
export const bundleAgent = (run: Run) =>
  run.check(
    'Agent',
    0,
    made((program) => ensureAgent(program, environment)),
    false,
  );
const build = (run: Run) =>
  run.check(
    'Build',
    1,
    made((program) => ensureBuild(program, environment)),
    false,
  );

/** Starts the databases of the unit tests, which then do not wait for them. Calls `onStart` with the cluster. */
export const provideCluster = (run: Run, onStart: (cluster: TemplateCluster) => void): Promise<boolean> =>
  run.check(
    'Databases of the unit tests',
    0,
    async () => {
      onStart(await startTemplateCluster('unit', { inMemory: true }));
      return { code: 0, output: '', ms: 0 };
    },
    false,
  );

type Chosen = {
  projects: string[];
  files?: string[];
  since?: string;
  cluster?: TemplateCluster | undefined;
  cores?: number;
};

/**
 * Runs projects of vitest.config.ts, or files in them, or what depends on changes `since` a commit. Without a `cluster`,
 * Vitest starts its own.
 */
export function runVitest(
  run: Run,
  title: string,
  folder: string,
  { projects, files = [], since, cluster, cores = 2 }: Chosen,
) {
  const report = path.join(folder, `${projects.join('-')}.json`);
  const changed = since === undefined ? [] : [`--changed=${since}`, '--passWithNoTests'];
  const args = ['run', ...files, ...changed, ...projects.map((name) => `--project=${name}`)];
  const env = { ...environment, ...(cluster && { TEST_CLUSTER: JSON.stringify(cluster.postgres) }) };
  return run.tests(title, cores, async () => {
    const { code, output } = await node(
      [
        ...['node_modules/vitest/vitest.mjs', ...args],
        ...['--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
      ],
      env,
    );
    return { output, results: readVitest(report, code, files) };
  });
}

/** A browser, and a running copy of the product with sample data. Null if one of them failed. */
export type Product = { chromium: string; stack: Stack } | null;

/** Finds or installs a browser while it builds and starts a copy. Calls `onStart` with the copy. */
export async function provideProduct(run: Run, folder: string, onStart: (stack: Stack) => void): Promise<Product> {
  let chromium: string | undefined;
  let stack: Stack | undefined;
  const isFound = run.check(
    'Chromium',
    0,
    async () => {
      chromium = await provideChromium();
      return { code: 0, output: '', ms: 0 };
    },
    false,
  );
  const isBuilt = await build(run);
  const isStarted =
    isBuilt &&
    (await run.check(
      'A copy of the product',
      0,
      async () => {
        stack = await startStack(path.join(folder, 'data'), { SEED: 'demo', ...PATIENT });
        onStart(stack);
        return { code: 0, output: '', ms: 0 };
      },
      false,
    ));
  return (await isFound) && isStarted && chromium && stack ? { chromium, stack } : null;
}

/** Runs projects of playwright.config.ts, or files in them. */
export function runPlaywright(
  run: Run,
  title: string,
  folder: string,
  { chromium, stack }: NonNullable<Product>,
  { projects, files = [] }: { projects: string[]; files?: string[] },
) {
  const report = path.join(folder, `${projects.join('-')}.json`);
  const env = {
    ...environment,
    ...stack.coordinates,
    CHROMIUM_PATH: chromium,
    PLAYWRIGHT_REPORT: report,
    TEMPLATE_DIR: path.join(folder, 'template'),
  };
  const args = ['test', ...files, ...projects.map((name) => `--project=${name}`)];
  return run.tests(title, 2, async () => {
    const { code, output } = await node(['node_modules/@playwright/test/cli.js', ...args], env);
    const results = readPlaywright(report, code);
    const said = stack.output();
    if (BUSY_CLIENT.test(said))
      results.push({ file: '', title: 'concurrent statements on one connection', status: 'failed' });
    return { output: `${output}\n\nOutput of the product:\n${said}`, results };
  });
}

/** Installs missing programs if run as root. Without them their tests are skipped, and listed as such. */
export async function providePackages(run: Run): Promise<void> {
  const missing = Object.entries(PACKAGES).flatMap(([file, name]) => (existsSync(file) ? [] : [name]));
  if (!isRoot() || !missing.length) return;
  const install = async () => {
    await installPackages(...missing);
    return { code: 0, output: '', ms: 0 };
  };
  await run.check(`Installing ${missing.join(', ')}`, 0, install, false);
}
